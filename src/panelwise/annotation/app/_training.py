"""The page after an item of the training: what was answered, what is right, and the item itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import FilledField, filled_fields
from panelwise.annotation.app._markup import WorkImage
from panelwise.annotation.app._work_page import captioned
from panelwise.annotation.screens import screen_of


@dataclass(frozen=True, slots=True)
class TrainedField:
    """One field of the form: what was answered, and what is right."""

    label: str
    given: FilledField | None
    known: FilledField | None

    @property
    def differs(self) -> bool:
        """Whether the two are not the same."""
        return self.given != self.known


def training_page(
    project: Project, unit: WorkUnit, answer: Submission, token: str
) -> dict[str, Any]:
    """What the template ``feedback`` needs.

    Args:
        project: with the sources of the pictures.
        unit: of the training.
        answer: of the person, or a report.
        token: of the unit, in this person's addresses.
    """
    stage = project.procedure.stages[0]
    screen = screen_of(stage, project.procedure, unit)
    view = screen.view(unit, stage, project.sources)
    given = filled_fields(view.form, answer.values)
    known = filled_fields(view.form, screen.known(unit, project.sources))
    reported = f"You reported this item as {answer.flag}: {answer.reason}"
    return {
        "title": "Right" if screen.right(unit, answer.values, project.sources) else "Not right",
        "reported": reported if answer.flag else "",
        "fields": compared(given, known),
        "parts": captioned(view.blocks),
        "images": [
            WorkImage(f"/pictures/{token}/{i}", one.width, one.height, one.alt)
            for i, one in enumerate(view.pictures)
        ],
    }


def compared(given: Sequence[FilledField], known: Sequence[FilledField]) -> list[TrainedField]:
    """Both answers, field by field in the order of the form; a field may have one of them only."""
    labels = dict.fromkeys(one.label for one in (*known, *given))
    by_label = [{one.label: one for one in each} for each in (given, known)]
    return [TrainedField(label, *(one.get(label) for one in by_label)) for label in labels]
