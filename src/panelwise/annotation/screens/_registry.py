"""Screens by name; other packages add theirs through the entry points ``panelwise.screens``."""

from __future__ import annotations

from panelwise.annotation._procedure import Procedure, WorkStage
from panelwise.annotation._screen_names import SCREENS
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._screen import WorkScreen
from panelwise.annotation.screens._verdict import VerdictScreen


def get_screen(name: str) -> WorkScreen:
    """A screen by name.

    Raises:
        UnknownNameError: when there is none of that name.
    """
    found: WorkScreen = SCREENS.get(name)
    return found


def screen_of(stage: WorkStage, procedure: Procedure, unit: WorkUnit) -> WorkScreen:
    """The screen of a stage for a unit: of a verdict, that of the answer it is about."""
    if stage.type == "label":
        return get_screen(stage.screen)
    given = unit.answer
    if unit.candidates and (given is None or unit.candidates[-1].seq > given.seq):
        given = unit.candidates[-1]
    answered = procedure.stage(given.stage) if given else procedure.stages[0]
    label = answered if answered.type == "label" else procedure.stages[0]
    own = get_screen(label.screen)
    return VerdictScreen(own) if stage.verdicts else own
