"""Kumiko's JSON: the panels that it found, in the order that it gave them.

Source: github.com/njean42/kumiko; not checked on real files. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field, TypeAdapter

from panelwise.comics._folder import unique_ids
from panelwise.comics._model import Book, Page, Panel
from panelwise.comics._order import without_suffix
from panelwise.comics.formats._manga109_pages import UNKNOWN_ORDER
from panelwise.comics.formats._validation import (
    Coordinate,
    ImageFinder,
    Images,
    Length,
    Outside,
    Pixels,
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

_HEAD = re.compile(rb"\A\s*\[?\s*\{")
_KEYS = re.compile(rb'"(filename|numbering|panels)"\s*:')


class _Page(Outside):
    filename: Annotated[str, Field(min_length=1)]
    size: tuple[Pixels, Pixels]
    numbering: Literal["ltr", "rtl"] = "ltr"
    panels: list[tuple[Coordinate, Coordinate, Length, Length]]


_PAGES = TypeAdapter(Rows[_Page])
_PAGE = TypeAdapter(_Page)


class Kumiko:
    """Reads and writes the JSON that Kumiko prints: one page, or a list. Unverified on real files.

    Its panels were detected and ordered by a program that tells no confidence, so pages have
    ``order_confidence`` 0. A page is called like its image without suffix, a book like the folder
    of its images, or else like the file.

    Writing leaves out everything but the boxes of panels in order and the reading direction; boxes
    come back to within the rounding of ``x + (x1 − x)``.
    """

    name = "kumiko"
    suffixes = (".json",)
    marks = (frozenset({"filename", "size", "numbering", "panels"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return _HEAD.match(head) is not None and len(set(_KEYS.findall(head))) == 3

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file; images are named relative to ``images`` (default: beside it).

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        data, where = read_bytes(path), str(path)
        single = data.lstrip().startswith(b"{")
        pages = [parse_all(_PAGE, data, where)] if single else parse_all(_PAGES, data, where)
        require_unique((page.filename for page in pages), "filename", where)
        finder = ImageFinder(path, images)
        books: dict[str, list[_Page]] = defaultdict(list)
        for page in pages:
            books[_book_id(page.filename, path.stem)].append(page)
        return tuple(_read_book(id_, found, finder, where) for id_, found in books.items())

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write books; see the class for what is left out.

        Raises:
            InputError: for a page without image, or whose image is not called after it and its
                book, or that is read from the top down.
        """
        path = Path(path)
        data = [_page_json(page, book.id, path.stem) for book in books for page in book.pages]
        require_unique((page["filename"] for page in data), "image", str(path))
        write_bytes(path, orjson.dumps(data))


def _book_id(name: str, default: str) -> str:
    folder = str(PurePosixPath(name).parent)
    return default if folder == "." else folder


def _read_book(id_: str, entries: list[_Page], finder: ImageFinder, where: str) -> Book:
    names = [PurePosixPath(entry.filename).name for entry in entries]
    ids = unique_ids([(without_suffix(name), name) for name in names])
    pages = tuple(
        _read_page(page_id, entry, finder, f"{where}: '{entry.filename}'")
        for page_id, entry in zip(ids, entries, strict=True)
    )
    return Book(id_, pages, direction_known=True)


def _read_page(id_: str, entry: _Page, finder: ImageFinder, where: str) -> Page:
    image, width, height = finder.find(entry.filename, entry.size, where)
    boxes = [Box.from_xywh(*panel) for panel in entry.panels]
    require_on_page(boxes, width, height, where)
    panels = tuple(map(Panel, boxes))
    return Page(
        id_,
        width,
        height,
        image,
        entry.numbering,
        panels=panels,
        order_confidence=UNKNOWN_ORDER,
    )


def _page_json(page: Page, book: str, default: str) -> dict[str, Any]:
    where = f"book '{book}', page '{page.id}'"
    if page.reading_direction == "ttb":
        raise InputError(f"{where}: Kumiko supports ltr and rtl, this page is ttb")
    if page.image is None:
        raise InputError(f"{where}: Kumiko needs an image for every page")
    name = page.image.relative
    own = PurePosixPath(name).name
    if _book_id(name, default) != book or page.id not in (own, without_suffix(own)):
        raise InputError(
            f"{where}: Kumiko needs its image to be named '{book}/{page.id}' and a suffix, not"
            f" '{name}'"
        )
    return {
        "filename": name,
        "size": [page.width, page.height],
        "numbering": page.reading_direction,
        "panels": [
            [panel.box.x0, panel.box.y0, panel.box.width, panel.box.height] for panel in page.panels
        ],
    }


kumiko = Kumiko()
