"""Our own format: one JSON object a page, lossless for the whole page model.

The same object is a line of ``panelwise read``. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter

from panelwise.comics._image import ComicImage
from panelwise.comics._model import Book, Page
from panelwise.comics.formats._names import refuse_misspelt_keys, vocabulary
from panelwise.comics.formats._page_shapes import (
    BookShape,
    DocumentShape,
    HeaderShape,
    PageShape,
    book_fields,
    page_fields,
)
from panelwise.comics.formats._validation import (
    ImageFinder,
    Images,
    Rows,
    lines_of,
    parse,
    read_bytes,
    read_head,
    require_unique,
    write_bytes,
)
from panelwise.errors import InputError

FORMAT = "panelwise-pages"
VERSION = 1

_PAGE = TypeAdapter(PageShape)
_PAGES = TypeAdapter(Rows[PageShape])
_DOCUMENT = TypeAdapter(DocumentShape)
_HEADER = TypeAdapter(HeaderShape)
_OURS = re.compile(rb'\A\s*\[?\s*\{.*?"format"\s*:\s*"panelwise-pages"', re.DOTALL)
_A_PAGE = re.compile(rb'\A\s*\[?\s*\{(?=.*?"page"\s*:\s*")(?=.*?"panels"\s*:)', re.DOTALL)


def page_to_json(
    page: Page, image_name: str | None = None, book: str | None = None
) -> dict[str, Any]:
    """A page as plain values for JSON, panels and texts in reading order.

    Args:
        page: the page.
        image_name: what to call its image; by default as the page itself calls it.
        book: the id of its book, when the object stands alone in a file of many.

    >>> page_to_json(Page("001", 800, 1200), "001.jpg")["image"]
    '001.jpg'
    """
    if image_name is None and page.image is not None:
        image_name = page.image.relative
    return page_fields(page, image_name, book)


def page_from_json(
    data: Mapping[str, Any], image: ComicImage | None = None, *, where: str = "page"
) -> Page:
    """The page that ``page_to_json`` made plain; its image is ``image``.

    Raises:
        InputError: one line with ``where``, the place inside and what is wrong, also when the
            size of ``image`` disagrees with that in ``data``.

    >>> page = Page("001", 800, 1200)
    >>> page_from_json(page_to_json(page)) == page
    True
    """
    try:
        plain = orjson.dumps(data)
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: not plain JSON values ({error})") from None
    shape = parse(_PAGE, plain, where)
    if image is not None and image.size != (shape.width, shape.height):
        raise InputError(
            f"{where}: annotated as {shape.width}×{shape.height} pixels, but its image has"
            f" {image.size[0]}×{image.size[1]}"
        )
    return shape.page_of(image, where)


def page_json_lines(books: Iterable[Book]) -> bytes:
    """Books as JSON Lines: a line for each book, followed by those of its pages."""
    lines: list[dict[str, Any]] = []
    for book in books:
        lines.append({"format": FORMAT, "version": VERSION, "book": book_fields(book)})
        lines += [page_to_json(page, book=book.id) for page in book.pages]
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


class PageJson:
    """Reads and writes pages as JSON Lines (``.jsonl``) or as one JSON document (``.json``).

    Lossless, whichever suffix is written. Reading also takes bare pages, as ``panelwise read``
    prints them: those without a book are of one called like the file.
    """

    name = "page-json"
    suffixes = (".jsonl", ".json")
    marks = (
        frozenset({"page", "image", "width", "height", "panels"}),
        frozenset({"format", "version", "book", "id"}),
        frozenset({"format", "version", "books", "id"}),
    )

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return _OURS.match(head) is not None or _A_PAGE.match(head) is not None

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file; images are named relative to ``images`` (default: beside it).

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        data = read_bytes(path)
        refuse_misspelt_keys(data, _known_keys(), str(path))
        shapes = _document(data, path) if path.suffix.lower() == ".json" else _lines(data, path)
        require_unique((shape.id for shape in shapes), "book", str(path))
        finder = ImageFinder(path, images)
        return tuple(_read_book(shape, finder, str(path)) for shape in shapes)

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write books: one document when the suffix is ``.json``, lines otherwise.

        Raises:
            InputError: when two books have one id, or the file cannot be written.
        """
        path, books = Path(path), tuple(books)
        require_unique((book.id for book in books), "book", str(path))
        if path.suffix.lower() == ".json":
            head = {"format": FORMAT, "version": VERSION}
            plain = [
                {**book_fields(book), "pages": [page_to_json(page) for page in book.pages]}
                for book in books
            ]
            write_bytes(path, orjson.dumps({**head, "books": plain}, option=orjson.OPT_INDENT_2))
            return
        write_bytes(path, page_json_lines(books))


@cache
def _known_keys() -> frozenset[str]:
    return vocabulary(_DOCUMENT) | vocabulary(_HEADER) | vocabulary(_PAGE)


def _document(data: bytes, path: Path) -> list[BookShape]:
    """A document, a list of pages, or one page."""
    if _OURS.match(data):
        document = parse(_DOCUMENT, data, str(path))
        _check_version(document.version, str(path))
        return document.books
    if data.lstrip().startswith(b"["):
        return _gathered(parse(_PAGES, data, str(path)), [], path)
    return _gathered([parse(_PAGE, data, str(path))], [], path)


def _lines(data: bytes, path: Path) -> list[BookShape]:
    pages: list[PageShape] = []
    headers: list[BookShape] = []
    for line in lines_of(data, path):
        if _OURS.match(line.data):
            header = parse(_HEADER, line.data, line.where)
            _check_version(header.version, line.where)
            headers.append(header.book)
        else:
            pages.append(parse(_PAGE, line.data, line.where))
    if not pages and not headers:
        raise InputError(f"{path}: empty; expected one page per line")
    return _gathered(pages, headers, path)


def _gathered(pages: list[PageShape], headers: list[BookShape], path: Path) -> list[BookShape]:
    """The pages under their books, in the order in which the books first appear."""
    require_unique((header.id for header in headers), "book", str(path))
    books = {header.id: header for header in headers}
    for page in pages:
        id_ = page.book or path.stem
        # A page that stands alone says how it is read; that is not a default.
        book = books.setdefault(id_, BookShape(id=id_, direction_known=True))
        book.pages.append(page)
    return list(books.values())


def _check_version(version: int, where: str) -> None:
    if version != VERSION:
        raise InputError(f"{where}: version {version} of {FORMAT}; this Panelwise reads {VERSION}")


def _read_book(shape: BookShape, finder: ImageFinder, path: str) -> Book:
    where = f"{path}: book '{shape.id}'"
    require_unique((page.page for page in shape.pages), "page", where)
    require_unique((identity.id for identity in shape.identities), "identity", where)
    require_unique((story.id for story in shape.stories), "story", where)
    pages = []
    for page in shape.pages:
        place = f"{where}, page '{page.page}'"
        image, _, _ = finder.find(page.image, (page.width, page.height), place)
        pages.append(page.page_of(image, place))
    return shape.book_of(tuple(pages), where)


page_json = PageJson()
