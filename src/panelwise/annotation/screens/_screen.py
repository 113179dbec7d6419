"""What a screen is: what a unit shows, and what it asks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._sources import ProjectSources, ScreenPicture
from panelwise.tasks.forms import Form, FormValues

WordsRole = Literal["text", "heading", "draft", "answer", "objection"]


@dataclass(frozen=True, slots=True)
class WordsBlock:
    """A text of a screen; ``role`` says how it is set, ``name`` what it is."""

    text: str
    role: WordsRole = "text"
    name: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A picture of a screen, by its place among the view's pictures."""

    index: int
    caption: str = ""


@dataclass(frozen=True, slots=True)
class ScreenStep:
    """A step of a screen that is done, and logged, before the next one begins.

    Attributes:
        name: unique on its screen.
        number: in the guideline that it comes from.
        title: what is to be done.
        fields: that are filled in.
        reads: fields that are shown and not to be changed yet.
    """

    name: str
    number: int
    title: str
    fields: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()


ScreenBlock = WordsBlock | PictureBlock


@dataclass(frozen=True, slots=True)
class ScreenView:
    """What one person sees of one unit.

    Attributes:
        title: in a few words, what is to be done.
        help: how, in one or two sentences.
        blocks: texts and pictures in order.
        pictures: that the blocks and the form's fields speak of.
        form: what is asked.
        initial: what the form holds at first, by field.
        steps: in which the work is done if the stage says so; empty: in one go.
    """

    title: str
    blocks: tuple[ScreenBlock, ...]
    form: Form
    pictures: tuple[ScreenPicture, ...] = ()
    help: str = ""
    initial: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[ScreenStep, ...] = ()

    @property
    def digest(self) -> str:
        """A hash of everything that is shown and asked, stored with the answer."""
        shown = [
            [block.text, block.role] if isinstance(block, WordsBlock) else block.index
            for block in self.blocks
        ]
        seen = [[one.sha256, one.width, one.height] for one in self.pictures]
        asked = self.form.as_json()
        for one in asked["fields"]:
            one.pop("needed", None)  # only words next to the label
        text = json.dumps([self.title, shown, seen, asked], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class WorkScreen(Protocol):
    """One kind of work.

    Attributes:
        name: as a stage names it.
        title: in a few words, for lists and the dashboard.
    """

    name: str
    title: str

    def view(self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources) -> ScreenView:
        """What a person sees; never gold, another's answer or a prediction, unless it is to be
        checked.
        """
        ...

    def clean(self, view: ScreenView, values: Any) -> FormValues:
        """Checked values of a form, of untrusted ones.

        Raises:
            FormError: names the field, what is wrong, and what to do.
        """
        ...

    def right(self, unit: WorkUnit, values: Mapping[str, Any], sources: ProjectSources) -> bool:
        """Whether an answer to a unit with a known answer is right."""
        ...

    def known(self, unit: WorkUnit, sources: ProjectSources) -> FormValues:
        """The right answer to a unit with a known answer, as its form would hold it."""
        ...

    def same(self, one: Submission, other: Submission) -> bool:
        """Whether two answers agree, so that nobody needs to decide between them."""
        ...


class BaseWorkScreen:
    """What most screens have in common."""

    def clean(self, view: ScreenView, values: Any) -> FormValues:
        """As the form checks it."""
        return view.form.check(values)

    def right(self, unit: WorkUnit, values: Mapping[str, Any], sources: ProjectSources) -> bool:
        """Equal to the unit's ``known`` values, field by field."""
        del sources
        known = unit.data.get("known", {})
        return bool(known) and all(values.get(key) == value for key, value in known.items())

    def known(self, unit: WorkUnit, sources: ProjectSources) -> FormValues:
        """The unit's ``known`` values."""
        del sources
        return dict(unit.data.get("known", {}))

    def same(self, one: Submission, other: Submission) -> bool:
        """Equal values."""
        return one.said == other.said
