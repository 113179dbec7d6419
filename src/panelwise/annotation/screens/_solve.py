"""Solving an item blind: exactly what a model gets, and the form of its kind.

Source: CV-11, CH-17, SC-16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._screen import (
    BaseWorkScreen,
    PictureBlock,
    ScreenBlock,
    ScreenView,
    WordsBlock,
)
from panelwise.annotation.screens._sources import ProjectSources, ScreenPicture
from panelwise.profile import get_profile
from panelwise.tasks import Item
from panelwise.tasks.forms import Form, FormValues, ScaleField
from panelwise.tasks.kinds import get_kind

CONFIDENCE = ScaleField(
    "confidence",
    "How sure are you?",
    1,
    3,
    {1: "guessing", 2: "moderately sure", 3: "very sure"},
)


ADVICE = (
    "You see exactly what models get. Answer in the fields; what the text says about the form of"
    " the answer is for models."
)


class SolveScreen(BaseWorkScreen):
    """An item as it is sent to models; with ``confidence``, how sure the person is."""

    title = "Answer the question"

    def __init__(self, name: str, *, confidence: bool) -> None:
        self.name = name
        self._confidence = confidence

    def view(self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources) -> ScreenView:
        """The messages of the item, image by image, and the form of its kind."""
        del stage
        item = sources.item(unit.data["pack"], unit.data["item"])
        fields = get_kind(item.kind).answer_form(item).fields
        if self._confidence:
            fields = (*fields, CONFIDENCE)
        return ScreenView(
            self.title, message_blocks(item), Form(fields), item_pictures(item), ADVICE
        )

    def right(self, unit: WorkUnit, values: Mapping[str, Any], sources: ProjectSources) -> bool:
        """Whether the kind counts the answer as correct, under ``recommended``."""
        item = sources.item(unit.data["pack"], unit.data["item"])
        kind = get_kind(item.kind)
        profile = get_profile()
        answer = kind.read_form(item, without_confidence(values), profile)
        return kind.outcome(item, answer, profile) == "correct"

    def known(self, unit: WorkUnit, sources: ProjectSources) -> FormValues:
        """The gold of the item."""
        item = sources.item(unit.data["pack"], unit.data["item"])
        return get_kind(item.kind).fill_form(item, item.gold, get_profile())

    def same(self, one: Submission, other: Submission) -> bool:
        """Equal answers, whatever the confidence."""
        if one.flag or other.flag:
            return one.flag == other.flag
        return without_confidence(one.values) == without_confidence(other.values)


def without_confidence(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the kind's own fields."""
    return {key: value for key, value in values.items() if key != CONFIDENCE.name}


def message_blocks(item: Item) -> tuple[ScreenBlock, ...]:
    """The messages of an item in order, as texts and pictures."""
    return tuple(
        WordsBlock(part) if isinstance(part, str) else PictureBlock(part)
        for turn in item.rendering.turns
        for part in turn.parts
        if not isinstance(part, str) or part.strip()
    )


def item_pictures(item: Item) -> tuple[ScreenPicture, ...]:
    """The pictures of an item."""
    images = item.rendering.images
    return tuple(
        ScreenPicture(image.sha256, image.width, image.height, f"picture {i + 1} of {len(images)}")
        for i, image in enumerate(images)
    )


SOLVE = SolveScreen("solve", confidence=False)
SOLVE_WITH_CONFIDENCE = SolveScreen("solve-with-confidence", confidence=True)
