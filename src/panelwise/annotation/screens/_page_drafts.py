"""What is known of a page before a person works on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._sources import ScreenPicture
from panelwise.comics import Character, Face, Page
from panelwise.comics.formats import page_from_json
from panelwise.geometry import Polygon
from panelwise.tasks.forms import GivenShape


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page of a unit: its picture, and what an annotation or a reader found on it.

    Attributes:
        stored: as :meth:`ProjectSources.draft` has it; may be empty.
        picture: of the page.
        index: among the pictures of the screen.
        language: of its texts; empty if unknown.
        vertical: whether they are set in columns.
    """

    stored: Mapping[str, Any]
    picture: ScreenPicture
    index: int = 0
    language: str = ""
    vertical: bool = False

    @property
    def by(self) -> str:
        """Who found it."""
        return str(self.stored.get("by", ""))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.width, self.picture.height

    @property
    def page(self) -> Page:
        """The page itself; bare where there is no draft."""
        if "page" not in self.stored:
            return Page(self.picture.alt or "page", *self.size)
        return page_from_json(self.stored["page"], where="the draft of a page")

    @property
    def panels(self) -> tuple[GivenShape, ...]:
        """The panels in reading order."""
        return tuple(
            GivenShape(f"P{i}", "panel", one.box, _outline(one.polygon))
            for i, one in enumerate(self.page.panels, 1)
        )

    @property
    def texts(self) -> tuple[GivenShape, ...]:
        """The texts in reading order."""
        return tuple(
            GivenShape(f"T{i}", "text", one.box, _outline(one.polygon), one.content or "")
            for i, one in enumerate(self.page.texts or (), 1)
        )

    @property
    def bodies(self) -> tuple[GivenShape, ...]:
        """The characters."""
        return self._people("C", "character", self.page.characters)

    @property
    def characters(self) -> tuple[GivenShape, ...]:
        """The characters, and then the faces."""
        return (*self.bodies, *self._people("F", "face", self.page.faces))

    def has(self, aspect: str) -> bool:
        """Whether something was found of an aspect, named as its screen is."""
        page = self.page
        found = {"panels": page.panels, "texts": page.texts, "speakers": page.speakers}
        return bool(found.get(aspect, (*page.characters, *page.faces)))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Who says what, by the ids of :attr:`texts` and :attr:`bodies`; the first of several."""
        page = self.page
        texts = {one.id: f"T{i}" for i, one in enumerate(page.texts or (), 1) if one.id}
        bodies = {one.id: f"C{i}" for i, one in enumerate(page.characters, 1) if one.id}
        found: dict[str, str] = {}
        for link in page.speakers:
            if link.text in texts and link.character in bodies:
                found.setdefault(texts[link.text], bodies[link.character])
        return tuple(found.items())

    def _people(
        self, letter: str, label: str, people: Sequence[Character | Face]
    ) -> tuple[GivenShape, ...]:
        names = self.stored.get("names", {})
        return tuple(
            GivenShape(
                f"{letter}{i}", label, one.box,
                name=str(names.get(one.identity or "", one.identity or "")),
            )
            for i, one in enumerate(people, 1)
        )  # fmt: skip


def settled(unit: WorkUnit, stage: WorkStage, field: str) -> list[dict[str, Any]] | None:
    """What the stages before one ended with for a field; ``None`` where none asked for it."""
    for given in reversed(unit.history):
        if given.stage != stage.name and not given.flag and given.values.get(field) is not None:
            found: list[dict[str, Any]] = given.values[field]
            return found
    return None


def _outline(polygon: Polygon | None) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in polygon or ())
