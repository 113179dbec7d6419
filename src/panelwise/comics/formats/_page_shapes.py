"""The shapes of our own JSON, and the way between them and the page model."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from panelwise.comics._image import ComicImage
from panelwise.comics._model import (
    Balloon,
    Book,
    Character,
    Face,
    Identity,
    Layout,
    Page,
    Panel,
    ReadingDirection,
    Redistribution,
    Source,
    SpeakerLink,
    Text,
    TextKind,
)
from panelwise.comics.formats._story_shapes import StoryShape, story_fields
from panelwise.comics.formats._validation import (
    Confidence,
    Corners,
    Outline,
    Outside,
    Pixels,
    as_polygon,
    require_full,
    require_on_page,
    require_unique,
)
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise.wording import counted


class _PanelShape(Outside):
    box: Corners
    polygon: Outline | None = None
    confidence: Confidence | None = None
    id: str | None = None

    def panel(self) -> Panel:
        return Panel(Box(*self.box), as_polygon(self.polygon), self.confidence, self.id)


class _TextShape(Outside):
    box: Corners
    contents: dict[str, str] = Field(default_factory=dict)
    kind: TextKind | None = None
    polygon: Outline | None = None
    panel: int | None = None
    balloon: str | None = None
    confidence: Confidence | None = None
    id: str | None = None

    def text(self) -> Text:
        return Text(
            Box(*self.box),
            self.contents,
            self.kind,
            as_polygon(self.polygon),
            self.panel,
            self.balloon,
            self.confidence,
            self.id,
        )


class _BodyShape(Outside):
    """A character's body or a face."""

    box: Corners
    identity: str | None = None
    confidence: Confidence | None = None
    id: str | None = None
    full_box: Corners | None = None

    def fields(self) -> tuple[Box, str | None, float | None, str | None, Box | None]:
        full = None if self.full_box is None else Box(*self.full_box)
        return Box(*self.box), self.identity, self.confidence, self.id, full


class _BalloonShape(Outside):
    polygon: Outline
    id: str | None = None


class _SpeakerShape(Outside):
    text: str
    character: str
    certain: bool | None = None


class PageShape(Outside):
    """One page; only the first four keys and ``panels`` are required."""

    page: str = Field(min_length=1)
    image: str | None
    width: Pixels
    height: Pixels
    panels: list[_PanelShape]
    book: str | None = Field(default=None, min_length=1)
    reading_direction: ReadingDirection = "ltr"
    layout: Layout = "single"
    texts: list[_TextShape] | None = None
    characters: list[_BodyShape] = Field(default_factory=list)
    faces: list[_BodyShape] = Field(default_factory=list)
    balloons: list[_BalloonShape] = Field(default_factory=list)
    speakers: list[_SpeakerShape] = Field(default_factory=list)
    story: str | None = None
    advert: bool = False
    order_confidence: Confidence | None = None
    panels_by: str | None = None
    order_by: str | None = None

    def page_of(self, image: ComicImage | None, where: str) -> Page:
        """The page, its references checked.

        Raises:
            InputError: naming ``where``, the reference and what it misses.
        """
        page = Page(
            self.page,
            self.width,
            self.height,
            image,
            self.reading_direction,
            self.layout,
            tuple(panel.panel() for panel in self.panels),
            None if self.texts is None else tuple(text.text() for text in self.texts),
            tuple(Character(*body.fields()) for body in self.characters),
            tuple(Face(*body.fields()) for body in self.faces),
            tuple(Balloon(tuple(item.polygon), item.id) for item in self.balloons),
            tuple(SpeakerLink(s.text, s.character, s.certain) for s in self.speakers),
            self.story,
            self.advert,
            self.order_confidence,
            self.panels_by,
            self.order_by,
        )
        _check_references(page, where)
        return page


class _SourceShape(Outside):
    dataset: str | None = None
    licence: str | None = None
    url: str | None = None
    redistribution: Redistribution = "none"
    author: str | None = None
    series: str | None = None
    volume: str | None = None
    year: int | None = None
    publisher: str | None = None
    language: str | None = None
    style: str | None = None
    colour: bool | None = None
    month: Annotated[int, Field(ge=1, le=12)] | None = None


class _IdentityShape(Outside):
    id: str = Field(min_length=1)
    name: str | None = None
    aliases: tuple[str, ...] = ()
    is_unknown: bool = False
    looks: str | None = None


class BookShape(Outside):
    """A book; in JSON Lines its pages are on lines of their own."""

    id: str = Field(min_length=1)
    title: str | None = None
    source: _SourceShape = Field(default_factory=_SourceShape)
    identities: list[_IdentityShape] = Field(default_factory=list)
    direction_known: bool = False
    pages: list[PageShape] = Field(default_factory=list)
    stories: list[StoryShape] = Field(default_factory=list)

    def book_of(self, pages: tuple[Page, ...], where: str) -> Book:
        """The book with these pages."""
        identities = tuple(Identity(**item.model_dump()) for item in self.identities)
        source = Source(**self.source.model_dump())
        stories = tuple(item.story_of(pages, where) for item in self.stories)
        return Book(self.id, pages, self.title, source, identities, self.direction_known, stories)


class HeaderShape(Outside):
    """The line before the pages of a book."""

    format: Literal["panelwise-pages"]
    version: int
    book: BookShape


class DocumentShape(Outside):
    """A whole ``.json`` file."""

    format: Literal["panelwise-pages"]
    version: int
    books: list[BookShape]


def page_fields(page: Page, image_name: str | None, book: str | None) -> dict[str, Any]:
    """The page as plain values; keys that stand at their defaults are left out, save those that
    every reader of the format expects.
    """
    plain: dict[str, Any] = {
        "page": page.id,
        "image": image_name,
        "width": page.width,
        "height": page.height,
        "reading_direction": page.reading_direction,
        "panels": [_region(panel, "box", "polygon", "confidence") for panel in page.panels],
        "texts": None
        if page.texts is None
        else [_region(text, "box", "polygon", "confidence", "contents") for text in page.texts],
        "order_confidence": page.order_confidence,
    }
    optional: dict[str, Any] = {
        "book": book,
        "layout": page.layout if page.layout != get_args(Layout)[0] else None,
        "characters": [_region(item, "box") for item in page.characters],
        "faces": [_region(item, "box") for item in page.faces],
        "balloons": [_region(item, "polygon") for item in page.balloons],
        "speakers": [_region(item) for item in page.speakers],
        "advert": page.advert,
        "panels_by": page.panels_by,
        "order_by": page.order_by,
    }
    plain |= {key: value for key, value in optional.items() if value}
    return plain if page.story is None else {**plain, "story": page.story}


def book_fields(book: Book) -> dict[str, Any]:
    """The book without its pages as plain values."""
    return {
        "id": book.id,
        "title": book.title,
        "source": _set_fields(book.source),
        "identities": [_set_fields(identity) for identity in book.identities],
        "direction_known": book.direction_known,
        **({"stories": [story_fields(story) for story in book.stories]} if book.stories else {}),
    }


def _region(item: Any, *always: str) -> dict[str, Any]:
    """The fields of a thing on a page: those named, and those that are set."""
    names = [field.name for field in dataclasses.fields(item)]
    values = {name: getattr(item, name) for name in names}
    return {
        name: _plain(value)
        for name, value in values.items()
        if name in always or (value is not None and value != {})
    }


def _set_fields(item: Any) -> dict[str, Any]:
    values = {field.name: getattr(item, field.name) for field in dataclasses.fields(item)}
    return {name: _plain(value) for name, value in values.items() if value not in (None, ())}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _check_references(page: Page, where: str) -> None:
    texts = page.texts or ()
    groups: dict[str, tuple[Any, ...]] = {
        "panel": page.panels,
        "text": texts,
        "character": page.characters,
        "face": page.faces,
        "balloon": page.balloons,
    }
    for kind, items in groups.items():
        require_unique((item.id for item in items if item.id is not None), kind, where)
        boxes = [item.box for item in items if kind != "balloon"]
        require_on_page(boxes, page.width, page.height, where)
    for kind in ("character", "face"):
        for at, item in enumerate(groups[kind]):
            require_full(item.full_box, item.box, f"{where}: {kind}s[{at}]")
    ids = {kind: {item.id for item in items} for kind, items in groups.items()}
    for at, text in enumerate(texts):
        if text.panel is not None and not 0 <= text.panel < len(page.panels):
            raise InputError(
                f"{where}: texts[{at}] is in panel {text.panel}, but the page has"
                f" {counted(len(page.panels), 'panel')}, counted from 0"
            )
        if text.balloon is not None and text.balloon not in ids["balloon"]:
            raise InputError(f"{where}: texts[{at}] is in unknown balloon '{text.balloon}'")
    for at, link in enumerate(page.speakers):
        for kind, id_ in (("text", link.text), ("character", link.character)):
            if id_ not in ids[kind]:
                raise InputError(f"{where}: speakers[{at}] names unknown {kind} '{id_}'")
