"""What a comic is: books, pages and what stands on a page.

Source: specification 1.2. All coordinates are pixels of the page's own image. ``Page.panels`` and
``Page.texts`` are tuples in reading order; other things refer to them by position or by id.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from panelwise.comics._draw import draw_page
from panelwise.comics._image import ComicImage
from panelwise.comics._story import Story
from panelwise.geometry import Box, Polygon, box_polygon
from panelwise.notebook import facts_html, images_html

ReadingDirection = Literal["ltr", "rtl", "ttb"]
Layout = Literal["single", "spread", "strip", "scroll"]
TextKind = Literal["dialogue", "narration", "onomatopoeia", "scene_text"]
Redistribution = Literal["none", "annotation_only", "full"]
READING_DIRECTIONS: tuple[ReadingDirection, ...] = ("ltr", "rtl", "ttb")


SHOWN_PAGES, SHOWN_PIXELS = 6, 90_000  # of a book in a notebook: thumbnails


@dataclass(frozen=True, slots=True)
class Source:
    """Where a book comes from and what may be done with it: one line of the licence ledger."""

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
    month: int | None = None

    @property
    def published(self) -> str | None:
        """When it was published, as ``2024`` or ``2024-05``; ``None`` if that is not known."""
        if self.year is None:
            return None
        return f"{self.year:04}" + ("" if self.month is None else f"-{self.month:02}")


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel; ``confidence`` in [0, 1] for a detected one, ``None`` for an annotated one."""

    box: Box
    polygon: Polygon | None = None
    confidence: float | None = None
    id: str | None = None

    @property
    def outline(self) -> Polygon:
        """The polygon, or the corners of the box when none is known."""
        return self.polygon or box_polygon(self.box)


@dataclass(frozen=True, slots=True)
class Text:
    """One text region. ``contents`` maps a language code (or ``und``) to what is written."""

    box: Box
    contents: dict[str, str] = field(default_factory=dict)
    kind: TextKind | None = None
    polygon: Polygon | None = None
    panel: int | None = None
    balloon: str | None = None
    confidence: float | None = None
    id: str | None = None

    @property
    def content(self) -> str | None:
        """The text in the first language given, if any."""
        return next(iter(self.contents.values()), None)


@dataclass(frozen=True, slots=True)
class Character:
    """The body of a character; ``identity`` is the id of an :class:`Identity`.

    ``box`` is what is visible of it; ``full_box`` includes what the frame of its panel cuts off, so
    it may reach beyond the panel and the page. It is ``None`` if it is not known or the same.
    """

    box: Box
    identity: str | None = None
    confidence: float | None = None
    id: str | None = None
    full_box: Box | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """A face; ``identity`` is the id of an :class:`Identity`, ``full_box`` as of a character."""

    box: Box
    identity: str | None = None
    confidence: float | None = None
    id: str | None = None
    full_box: Box | None = None


@dataclass(frozen=True, slots=True)
class Balloon:
    """A speech balloon's outline."""

    polygon: Polygon
    id: str | None = None


@dataclass(frozen=True, slots=True)
class SpeakerLink:
    """A text spoken by a character, both by id; ``certain`` is ``None`` when not judged."""

    text: str
    character: str
    certain: bool | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """Someone in the story; ``looks`` says in English by what to know them in a picture."""

    id: str
    name: str | None = None
    aliases: tuple[str, ...] = ()
    is_unknown: bool = False
    looks: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page and what is known of it.

    Attributes:
        id: unique within its book.
        width, height: size of the image in pixels.
        image: where the pixels are, if at hand.
        panels: in reading order; empty when unknown.
        texts: in reading order; ``None`` when nobody looked for texts, empty when there are none.
        order_confidence: in [0, 1] for an order that was computed, ``None`` for an annotated one.
        panels_by, order_by: the reader that found the panels, and what computed their order, where
            that is recorded; ``None`` for annotated ones. They don't make a page another page.
    """

    id: str
    width: int
    height: int
    image: ComicImage | None = None
    reading_direction: ReadingDirection = "ltr"
    layout: Layout = "single"
    panels: tuple[Panel, ...] = ()
    texts: tuple[Text, ...] | None = None
    characters: tuple[Character, ...] = ()
    faces: tuple[Face, ...] = ()
    balloons: tuple[Balloon, ...] = ()
    speakers: tuple[SpeakerLink, ...] = ()
    story: str | None = None
    advert: bool = False
    order_confidence: float | None = None
    panels_by: str | None = field(default=None, compare=False)
    order_by: str | None = field(default=None, compare=False)

    @property
    def panels_found(self) -> bool:
        """Whether a program found its panels, so that they are no ground truth."""
        return self.panels_by is not None or any(p.confidence is not None for p in self.panels)

    def with_panels(self, panels: tuple[Panel, ...], order_confidence: float | None = None) -> Page:
        """A copy with these panels, in reading order."""
        return replace(self, panels=panels, order_confidence=order_confidence)

    def _repr_png_(self) -> bytes:
        """The page with its panels and their order drawn, for notebooks."""
        return draw_page(self)


class AnnotationFile(NamedTuple):
    """The file that a book's annotation was read from, and the name of its format."""

    file: str
    format: str


@dataclass(frozen=True, slots=True)
class Book:
    """A comic: pages in reading order, who appears in it, where it comes from.

    ``direction_known`` is false when nothing in the files gave the reading direction, so that the
    pages carry the default ``ltr`` and a reader may decide better. ``annotation`` is where its
    ground truth was read; ``passed_over`` names files beside its images that look like annotations
    and were not read. Neither makes a book another book.
    """

    id: str
    pages: tuple[Page, ...]
    title: str | None = None
    source: Source = field(default_factory=Source)
    identities: tuple[Identity, ...] = ()
    direction_known: bool = False
    stories: tuple[Story, ...] = ()
    annotation: AnnotationFile | None = field(default=None, compare=False)
    passed_over: tuple[str, ...] = field(default=(), compare=False)

    @property
    def family(self) -> str | None:
        """The family of its stories (``Story.family``), where they have one."""
        return next((story.family for story in self.stories if story.family), None)

    def _repr_html_(self) -> str:
        """Facts and the first pages with their panels, for notebooks."""
        panels = sum(len(page.panels) for page in self.pages)
        facts = (
            ("pages", len(self.pages)),
            ("panels", panels or None),
            ("texts", sum(len(page.texts or ()) for page in self.pages) or None),
            ("stories", len(self.stories) or None),
            ("read", self.pages[0].reading_direction if self.pages else None),
            ("licence", self.source.licence),
        )
        drawn = (draw_page(page, SHOWN_PIXELS) for page in self.pages[:SHOWN_PAGES])
        return facts_html(f"Book {self.title or self.id}", facts) + images_html(drawn)
