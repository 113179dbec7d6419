"""mokuro's JSON: what it read on the pages of one volume.

Source: github.com/kha-white/mokuro; not checked on real files. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import orjson
from pydantic import Field, TypeAdapter

from panelwise.comics._model import Book, Page, Text
from panelwise.comics._order import without_suffix
from panelwise.comics.formats._manga109_pages import LANGUAGE, UNKNOWN_ORDER, only_book
from panelwise.comics.formats._validation import (
    Corners,
    ImageFinder,
    Images,
    Outline,
    Outside,
    Pixels,
    parse_all,
    read_bytes,
    read_head,
    require_on_page,
    require_unique,
    write_bytes,
)
from panelwise.errors import InputError
from panelwise.geometry import Box

_KEYS = re.compile(rb'"(?:img_path|blocks|volume_uuid)"\s*:')


class _Block(Outside):
    box: Corners
    lines: list[str]
    lines_coords: list[Outline] = Field(default_factory=list)


class _Page(Outside):
    img_width: Pixels
    img_height: Pixels
    img_path: Annotated[str, Field(min_length=1)]
    blocks: list[_Block]


class _Volume(Outside):
    volume: Annotated[str, Field(min_length=1)]
    title: str | None = None
    pages: list[_Page]


_VOLUME = TypeAdapter(_Volume)


class Mokuro:
    """Reads and writes mokuro's ``.mokuro`` files, one volume a file. Unverified on real files.

    Images lie in the folder called after the volume, beside the file. A block is a text whose
    lines are joined by line breaks. The file tells no reading direction, and what a program read in
    its own order is no annotation: pages have ``order_confidence`` 0.

    Writing leaves out everything but the boxes of texts and their Japanese words; ``vertical`` and
    ``font_size`` are made up from the shape of the box, outlines of lines are left empty. A page
    without texts is not distinguished from one whose texts were not annotated.
    """

    name = "mokuro"
    suffixes = (".mokuro", ".json")
    marks = (frozenset({"volume", "pages", "img_path", "img_width", "img_height", "blocks"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return head.startswith(b"{") and len(set(_KEYS.findall(head))) >= 2

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The book of a file; images are named relative to ``images`` (default: beside it).

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        volume = parse_all(_VOLUME, read_bytes(path), str(path))
        where = f"{path}: volume '{volume.volume}'"
        require_unique((page.img_path for page in volume.pages), "img_path", where)
        finder = ImageFinder(path, images)
        pages = tuple(_read_page(page, volume.volume, finder, where) for page in volume.pages)
        require_unique((page.id for page in pages), "page", where)
        return (Book(volume.volume, pages, volume.title or None),)

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one book; see the class for what is left out.

        Raises:
            InputError: for several books, or a page whose image is not in a folder called after the
                book, or not called after the page.
        """
        book = only_book(books, self.name)
        pages = [_page_json(page, book.id) for page in book.pages]
        data = {"version": "0.2.1", "title": book.title or "", "volume": book.id, "pages": pages}
        write_bytes(Path(path), orjson.dumps(data))


def _read_page(entry: _Page, volume: str, finder: ImageFinder, where: str) -> Page:
    id_ = without_suffix(entry.img_path)
    where = f"{where}, page '{id_}'"
    size = entry.img_width, entry.img_height
    image, width, height = finder.find(f"{volume}/{entry.img_path}", size, where)
    texts = tuple(
        Text(Box(*block.box), {LANGUAGE: "\n".join(block.lines)} if block.lines else {})
        for block in entry.blocks
    )
    require_on_page((text.box for text in texts), width, height, where)
    return Page(id_, width, height, image, texts=texts, order_confidence=UNKNOWN_ORDER)


def _page_json(page: Page, volume: str) -> dict[str, Any]:
    where = f"book '{volume}', page '{page.id}'"
    name = page.image.relative if page.image else f"{volume}/{page.id}.jpg"
    own = name.removeprefix(f"{volume}/")
    if own == name or without_suffix(own) != page.id:
        raise InputError(
            f"{where}: mokuro needs its image to be named '{volume}/{page.id}.jpg' or the like,"
            f" not '{name}'"
        )
    return {
        "img_width": page.width,
        "img_height": page.height,
        "img_path": own,
        "blocks": [_block(text) for text in page.texts or ()],
    }


def _block(text: Text) -> dict[str, Any]:
    words = text.contents.get(LANGUAGE)
    lines = [] if words is None else words.split("\n")
    vertical = text.box.height > text.box.width
    across = text.box.width if vertical else text.box.height
    return {
        "box": list(text.box),
        "vertical": vertical,
        "font_size": across / max(1, len(lines)),
        "lines_coords": [],
        "lines": lines,
    }


mokuro = Mokuro()
