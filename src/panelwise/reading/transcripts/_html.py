"""A transcript as one HTML page, made to be read, looked at and listened to.

The picture of a page has its words over their places, unseen, where they can be selected; next to
it is what is said, panel by panel. Headings lead from book to page to panel; every text says its
language, so that a screen reader changes its voice. The template escapes whatever comics and
annotations say, and the page lets no script run but its own.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from panelwise.comics import Page, is_tall, letter_size, set_in_columns
from panelwise.geometry import Box, Polygon, box_polygon
from panelwise.reading.transcripts._books import (
    TranscriptBook,
    TranscriptPage,
    TranscriptPanel,
    TranscriptText,
)
from panelwise.wording import counted

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup

_TEMPLATES = Path(__file__).parents[1] / "templates"
_PIXELS = 2_200_000  # of a page on a screen: about 1250 × 1760
_SCROLL_WIDTH = 800  # pixels: scrolls are as long as they are
_LONGEST = 30_000  # pixels; browsers draw no longer image
_QUALITY = 82
_RIGHT_TO_LEFT = frozenset(["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])


@dataclass(frozen=True, slots=True)
class _Picture:
    """An image in the page itself."""

    src: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A text, with its place on the page in pixels."""

    key: str
    words: str
    lines: str
    language: str
    dir: str
    speaker: str | None
    label: str | None
    box: Box
    points: str
    size: str
    columns: bool


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel; ``points`` is ``None`` for the texts of a page without panels."""

    number: int
    points: str | None
    seen: str | None
    texts: tuple[_Line, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page, with its picture where there is one to be shown."""

    number: int
    direction: str
    width: int
    height: int
    tall: bool
    picture: _Picture | None
    panels: tuple[_Panel, ...]


@dataclass(frozen=True, slots=True)
class _Book:
    key: str
    title: str
    pages: tuple[_Page, ...]


def to_html(books: Sequence[TranscriptBook], *, images: bool) -> str:
    """The page; with ``images`` it has the picture of every page that has an image."""
    made = [
        _Book(f"book-{k}", book.title, tuple(_page(page, images=images) for page in book.pages))
        for k, book in enumerate(books, 1)
    ]
    style, script = (_source(name) for name in ("transcript.css", "transcript.js"))
    return _template().render(
        books=made,
        pictured=any(page.picture for book in made for page in book.pages),
        count=counted(sum(len(book.pages) for book in made), "page"),
        style=_own(style),
        style_hash=_hash(style),
        script=_own(script),
        script_hash=_hash(script),
    )


def _page(one: TranscriptPage, *, images: bool) -> _Page:
    page = one.page
    return _Page(
        number=one.number,
        direction=page.reading_direction,
        width=page.width,
        height=page.height,
        tall=is_tall(page.width, page.height),
        picture=_picture(page) if images else None,
        panels=tuple(_panel(panel, page) for panel in one.panels),
    )


def _panel(one: TranscriptPanel, page: Page) -> _Panel:
    shape = one.panel
    points = None if shape is None else _points(shape.polygon, shape.box)
    lines = (_line(text, f"{one.number}-{k}", page) for k, text in enumerate(one.texts, 1))
    return _Panel(one.number, points, one.seen, tuple(lines))


def _line(text: TranscriptText, key: str, page: Page) -> _Line:
    language = "" if text.language == "und" else text.language
    box = text.source.box
    columns = set_in_columns(language, box, page.reading_direction)
    base = language.partition("-")[0].lower()
    return _Line(
        key=key,
        words=text.words,
        lines="\n".join(text.lines),
        language=language,
        dir="rtl" if base in _RIGHT_TO_LEFT else "ltr" if base else "auto",
        speaker=text.speaker,
        label=None if text.source.kind == "dialogue" else text.label,
        box=box,
        points=_points(text.source.polygon, box),
        size=f"{letter_size(text.lines, box, columns=columns):.1f}",
        columns=columns,
    )


def _points(polygon: Polygon | None, box: Box) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in polygon or box_polygon(box))


def _picture(page: Page) -> _Picture | None:
    """A page's image as a data URI, no larger than a screen needs it."""
    if page.image is None:
        return None
    pixels = page.image.decode().convert("RGB")
    width, height = pixels.size
    scale = sqrt(_PIXELS / (width * height))
    if is_tall(width, height):
        scale = min(_SCROLL_WIDTH / width, _LONGEST / height)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels = pixels.resize(size, Image.Resampling.LANCZOS)
    stream = io.BytesIO()
    pixels.save(stream, "JPEG", quality=_QUALITY)
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    return _Picture(f"data:image/jpeg;base64,{data}", *pixels.size)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("panelwise.reading"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _template() -> Template:
    return _environment().get_template("transcript.html.j2")


@cache
def _source(name: str) -> str:
    return (_TEMPLATES / name).read_text("utf-8")


def _own(source: str) -> Markup:
    from markupsafe import Markup

    return Markup(source)  # noqa: S704 - a file of this package


def _hash(source: str) -> Markup:
    """What the page's policy lets be."""
    digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode("ascii")
    return _own(f"'sha256-{digest}'")
