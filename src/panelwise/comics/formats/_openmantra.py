"""OpenMantra's annotation.json: frames and texts of right-to-left manga, in reading order.

Source: the OpenMantra dataset (Mantra Inc.); the shape is described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson
from pydantic import ConfigDict, Field, TypeAdapter

from panelwise.comics._model import Book, Page, Panel, Text
from panelwise.comics.formats._manga109_pages import NOT_DIALOGUE
from panelwise.comics.formats._names import misspelt
from panelwise.comics.formats._validation import (
    Coordinate,
    ImageFinder,
    Images,
    Length,
    Outside,
    Rows,
    parse_all,
    read_bytes,
    read_head,
    require_on_page,
    require_unique,
    write_bytes,
)
from panelwise.errors import InputError
from panelwise.geometry import Box

_KEYS = re.compile(rb'\A\s*\[\s*\{.*?"book_title"\s*:', re.DOTALL)


class _Region(Outside):
    x: Coordinate
    y: Coordinate
    w: Length
    h: Length

    def box(self) -> Box:
        return Box.from_xywh(self.x, self.y, self.w, self.h)


class _TextRegion(_Region):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Any] = Field(init=False)

    def contents(self, where: str) -> dict[str, str]:
        """``text_ja`` and the like, by language code, in the order of the file."""
        found = {}
        for key, value in (self.__pydantic_extra__ or {}).items():
            if key.startswith("text_") and value is not None:
                if not isinstance(value, str):
                    raise InputError(f"{where}: {key} is not a text")
                found[key.removeprefix("text_")] = value
            elif "_" in key and misspelt(key.partition("_")[0], frozenset({"text"})):
                raise InputError(f"{where}: unknown key '{key}'; did you mean 'text_…'?")
        return found


class _Page(Outside):
    page_index: int
    image_paths: dict[str, str]
    frame: list[_Region]
    text: list[_TextRegion]


class _Book(Outside):
    book_title: str = Field(min_length=1)
    pages: list[_Page]


_FILE = TypeAdapter(Rows[_Book])


class OpenMantra:
    """Reads and writes OpenMantra's ``annotation.json``.

    A page's id is its ``page_index``; its image is the Japanese one of ``image_paths``, or the
    first. All pages are read from right to left. Texts are dialogue.

    It carries boxes of panels and texts in order, and what is written in each language. Writing
    leaves out everything else: onomatopoeia and scene text, polygons, confidences, ids, kinds
    and links of texts, characters, faces, balloons, speakers, layout, story, adverts, identities,
    titles, sources; and a page whose texts nobody looked for becomes one without texts. Numbers are
    written as they are.
    """

    name = "openmantra"
    suffixes = (".json",)
    marks = (frozenset({"book_title", "pages", "page_index", "image_paths", "frame", "text"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        return _KEYS.match(read_head(source)) is not None

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file; images are named relative to ``images`` (default: beside it).

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        books = parse_all(_FILE, read_bytes(path), str(path))
        require_unique((book.book_title for book in books), "book", str(path))
        finder = ImageFinder(path, images)
        return tuple(_read_book(book, finder, str(path)) for book in books)

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write books; see the class for what is left out.

        Raises:
            InputError: for a page that is not read from right to left, or has no image, or whose
                id is no number: reading it back would make something else of it.
        """
        data = [_book_json(book) for book in books]
        write_bytes(Path(path), orjson.dumps(data, option=orjson.OPT_INDENT_2))


def _read_book(book: _Book, finder: ImageFinder, path: str) -> Book:
    where = f"{path}: book '{book.book_title}'"
    require_unique((page.page_index for page in book.pages), "page_index", where)
    pages = tuple(
        _read_page(page, finder, f"{where}, page {page.page_index}") for page in book.pages
    )
    return Book(book.book_title, pages, direction_known=True)


def _read_page(page: _Page, finder: ImageFinder, where: str) -> Page:
    if not page.image_paths:
        raise InputError(f"{where}: image_paths is empty")
    name = page.image_paths.get("ja") or next(iter(page.image_paths.values()))
    image, width, height = finder.find(name, None, where)
    panels = tuple(Panel(region.box()) for region in page.frame)
    texts = tuple(
        Text(region.box(), region.contents(f"{where}, text {at}"), "dialogue")
        for at, region in enumerate(page.text)
    )
    boxes = [panel.box for panel in panels] + [text.box for text in texts]
    require_on_page(boxes, width, height, where)
    return Page(str(page.page_index), width, height, image, "rtl", panels=panels, texts=texts)


def _book_json(book: Book) -> Mapping[str, Any]:
    return {"book_title": book.id, "pages": [_page_json(page, book.id) for page in book.pages]}


def _page_json(page: Page, book: str) -> Mapping[str, Any]:
    where = f"book '{book}', page '{page.id}'"
    if page.reading_direction != "rtl":
        raise InputError(
            f"{where}: OpenMantra is for rtl pages, this one is {page.reading_direction};"
            " panelwise convert changes the direction and lists what is lost"
        )
    if page.image is None:
        raise InputError(f"{where}: OpenMantra needs an image for every page")
    if not re.fullmatch(r"0|-?[1-9][0-9]*", page.id):
        raise InputError(f"{where}: OpenMantra needs page ids that are whole numbers")
    texts = [
        _xywh(text.box) | {f"text_{language}": words for language, words in text.contents.items()}
        for text in page.texts or ()
        if text.kind not in NOT_DIALOGUE
    ]
    return {
        "page_index": int(page.id),
        "image_paths": {"ja": page.image.relative},
        "frame": [_xywh(panel.box) for panel in page.panels],
        "text": texts,
    }


def _xywh(box: Box) -> dict[str, Any]:
    numbers = {"x": box.x0, "y": box.y0, "w": box.width, "h": box.height}
    return {key: int(value) if value == int(value) else value for key, value in numbers.items()}


openmantra = OpenMantra()
