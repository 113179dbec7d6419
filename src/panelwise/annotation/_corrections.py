"""Corrections of pages: what people submitted, by the SHA-256 of the page's image.

A correction holds whole aspects of a page: its panels, its texts, its characters and faces, its
speakers. What somebody submitted stays as it is however often the comic is read again; what nobody
did is taken from the new reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson

from panelwise.annotation._books import page_image
from panelwise.annotation._state import State
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens import PAGE_SCREENS, SAME_FIGURE, partners
from panelwise.comics import (
    Book,
    Character,
    Face,
    Identity,
    Page,
    Panel,
    SpeakerLink,
    Text,
)
from panelwise.errors import InputError
from panelwise.files import read_regular
from panelwise.geometry import Box, Polygon
from panelwise.outputs import write_file
from panelwise.reading import assign_texts

MAX_BYTES = 1 << 28
ONE_PAGE = tuple(name for name in PAGE_SCREENS if name != "identities")


@dataclass(frozen=True)
class Correction:
    """What people submitted about one page, by screen, as its form has it."""

    page: str
    values: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


def corrections_of(state: State) -> dict[str, Correction]:
    """The corrections of a project, by the SHA-256 of the page's image."""
    found = {}
    for unit in state.work_units():
        pages = unit.data.get("pages", ())
        values = _submitted(unit) if len(pages) == 1 else {}
        if values:
            page = str(pages[0]["page"])
            found[page] = Correction(page, values)
    return found


def write_corrections(corrections: Mapping[str, Correction], path: Path) -> None:
    """Write corrections as JSON Lines: ``page`` (SHA-256 of its image) and ``values`` by screen.

    Raises:
        InputError: when the file cannot be written.
    """
    lines = [orjson.dumps({"page": one.page, "values": one.values}) for one in corrections.values()]
    write_file(path, b"".join(line + b"\n" for line in lines))


def read_corrections(path: Path) -> dict[str, Correction]:
    """The corrections of a file.

    Raises:
        InputError: with the line that is none.
    """
    found = {}
    for number, line in enumerate(read_regular(path, MAX_BYTES).splitlines(), 1):
        try:
            value = orjson.loads(line)
            one = Correction(str(value["page"]), dict(value["values"]))
        except (KeyError, TypeError, ValueError):
            raise InputError(
                f"{path}, line {number}: not a correction; give a file that panelwise correct"
                " --export corrections wrote"
            ) from None
        found[one.page] = one
    return found


def corrected(book: Book, corrections: Mapping[str, Correction]) -> Book:
    """A book with its corrections; pages and aspects that nobody corrected stay as they are."""
    people = _People(book)
    pages = []
    for page in book.pages:
        one = corrections.get(page_image(book, page).sha256) if corrections else None
        pages.append(page if one is None else _corrected(page, one.values, people))
    return replace(book, pages=tuple(pages), identities=people.identities)


def _submitted(unit: WorkUnit) -> dict[str, Any]:
    """The last submission of each screen, in whatever stage."""
    return {
        name: given.values[name]
        for given in unit.history
        if not given.flag
        for name in ONE_PAGE
        if given.values.get(name) is not None
    }


class _People:
    """The identities of a book, and those that corrections add."""

    def __init__(self, book: Book) -> None:
        self._by_name = {one.name or one.id: one for one in book.identities}

    def id(self, name: str) -> str | None:
        """The id of somebody of this name; ``None`` without a name."""
        if not name.strip():
            return None
        return self._by_name.setdefault(name, Identity(name, name)).id

    @property
    def identities(self) -> tuple[Identity, ...]:
        return tuple(self._by_name.values())


def _corrected(page: Page, given: Mapping[str, Any], people: _People) -> Page:
    values = {
        name: value if name == "speakers" else [_on_page(one, page) for one in value]
        for name, value in given.items()
    }
    if "panels" in values:
        panels = tuple(Panel(_box(one), _polygon(one)) for one in values["panels"])
        page = replace(page, panels=panels, order_confidence=None, panels_by=None, order_by=None)
    if "texts" in values:
        page = _with_texts(page, values["texts"])
    if "characters" in values:
        page = _with_people(page, values["characters"], people)
    if "speakers" in values:
        page = _with_speakers(page, values)
    return _consistent(page)


def _with_texts(page: Page, shapes: Sequence[Mapping[str, Any]]) -> Page:
    """Corrected texts; what a person was not asked, such as the kind, is that of the reading."""
    before = page.texts or ()
    old = [{"class": "text", "box": text.box} for text in before]
    found, names = [], {}
    for number, (one, at) in enumerate(
        zip(shapes, partners(shapes, old, SAME_FIGURE), strict=True), 1
    ):
        base = Text(_box(one)) if at is None else before[at]
        if base.id:
            names[base.id] = f"t{number}"
        language = next(iter(base.contents), "und")
        words = str(one.get("text", ""))
        contents = {**base.contents, language: words} if words or base.contents else {}
        found.append(
            replace(base, box=_box(one), polygon=_polygon(one), id=f"t{number}", confidence=None,
                    contents=contents)
        )  # fmt: skip
    speakers = tuple(
        replace(link, text=names[link.text]) for link in page.speakers if link.text in names
    )
    return replace(page, texts=tuple(found), speakers=speakers)


def _with_people(page: Page, shapes: Sequence[Mapping[str, Any]], people: _People) -> Page:
    named = [(one["class"], _box(one), people.id(str(one.get("name", "")))) for one in shapes]
    bodies = [(box, name) for label, box, name in named if label == "character"]
    faces = [(box, name) for label, box, name in named if label == "face"]
    return replace(
        page,
        characters=tuple(Character(box, name, id=f"c{i}") for i, (box, name) in _numbered(bodies)),
        faces=tuple(Face(box, name, id=f"f{i}") for i, (box, name) in _numbered(faces)),
        speakers=(),
    )


def _with_speakers(page: Page, values: Mapping[str, Any]) -> Page:
    """Links between the texts and characters that were on the screen, by their numbers.

    Both were submitted before; where they were taken from a draft that has changed since, the
    links no longer fit it and are left out.
    """
    if "texts" not in values or "characters" not in values:
        return page
    links = [
        SpeakerLink(f"t{one['from'][1:]}", f"c{one['to'][1:]}")
        for one in values["speakers"]
        if one["to"] is not None
    ]
    return replace(page, speakers=tuple(links))


def _consistent(page: Page) -> Page:
    """The page with texts in its own panels, and no link to what is no longer there."""
    texts = page.texts
    if texts is not None:
        homes = assign_texts([text.box for text in texts], [panel.box for panel in page.panels])
        texts = tuple(replace(text, panel=at) for text, at in zip(texts, homes, strict=True))
    said = {text.id for text in texts or ()}
    seen = {one.id for one in page.characters}
    speakers = tuple(link for link in page.speakers if link.text in said and link.character in seen)
    return replace(page, texts=texts, speakers=speakers)


def _on_page(shape: Mapping[str, Any], page: Page) -> Mapping[str, Any]:
    """A shape without what a hand drew beyond the edge."""
    wide, high = page.width, page.height
    cut = dict(shape, box=_box(shape).clipped(wide, high))
    if shape.get("polygon"):
        cut["polygon"] = [
            (min(max(x, 0.0), wide), min(max(y, 0.0), high)) for x, y in shape["polygon"]
        ]
    return cut


def _box(shape: Mapping[str, Any]) -> Box:
    return Box(*(float(edge) for edge in shape["box"]))


def _polygon(shape: Mapping[str, Any]) -> Polygon | None:
    corners = shape.get("polygon")
    return tuple((float(x), float(y)) for x, y in corners) if corners else None


def _numbered(things: Sequence[Any]) -> enumerate[Any]:
    return enumerate(things, 1)
