"""Reading the pages of books: several at a time, on any engine, and each of them once.

What is finished is recognised by a hash of everything that it depends on: the picture, what is
known of its page, the reader, and the code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from panelwise.comics import Book, Page, ReadingDirection, skip
from panelwise.errors import InputError, SettingError
from panelwise.reading._direction import detect_direction
from panelwise.reading._page_bytes import Unreadable, page_bytes, page_of
from panelwise.reading._reader import Reader, check_direction
from panelwise.workers import LOCAL, Codec, WorkEngine, WorkPiece, fingerprint, finished

if TYPE_CHECKING:
    from panelwise.outputs import Kept

P = TypeVar("P", bound="Page | Unreadable")
GivenDirection = ReadingDirection | Literal["auto"]


class PageToRead(NamedTuple):
    """A page, and the direction in which it is read; ``None`` keeps its own."""

    page: Page
    direction: ReadingDirection | None = None


def read_book(
    book: Book,
    reader: Reader,
    direction: GivenDirection = "auto",
    pages: Iterable[int] | None = None,
) -> Iterator[Page]:
    """Read pages of a book in their order; nothing is read before the first is asked for.

    As many pages as there are cores are then read at a time, in threads: OpenCV and Pillow release
    the interpreter lock. Damaged pages are left out and named in the log ``panelwise.skipped``.

    Args:
        book: what to read.
        reader: who reads it.
        direction: ``auto`` keeps the pages' own directions where the book's files give them, and
            otherwise decides once for the whole book (:func:`detect_direction`).
        pages: positions in ``book.pages``, all of them when ``None``.

    Raises:
        SettingError: for an unknown direction, or a page that the book does not have.
    """
    return (page for _, page in read_pages(book, reader, direction, pages) if page is not None)


def read_pages(
    book: Book,
    reader: Reader,
    direction: GivenDirection = "auto",
    pages: Iterable[int] | None = None,
) -> Iterator[tuple[int, Page | None]]:
    """As :func:`read_book`, with the position of each page; ``None`` in place of a damaged one.

    Raises:
        SettingError: as :func:`read_book`.
    """
    chosen = list(range(len(book.pages)) if pages is None else pages)
    found = read_library([book], reader, direction, [chosen])
    return ((index, page) for _, index, page in found)


def read_library(
    books: Sequence[Book],
    reader: Reader,
    direction: GivenDirection = "auto",
    pages: Sequence[Sequence[int]] | None = None,
    *,
    engine: WorkEngine = LOCAL,
    kept: Kept | None = None,
) -> Iterator[tuple[int, int, Page | None]]:
    """Read pages of many books: the positions of book and page, and the page as it was read.

    Args:
        books: what to read.
        reader: who reads it. Other engines than the local one send it to the workers, so it should
            be small: see :class:`panelwise.reading.NamedReader`.
        direction: as for :func:`read_book`.
        pages: for each book, positions in its pages; all of them when ``None``.
        engine: where the work is done.
        kept: where finished pages are stored, so that they are not read again.

    Raises:
        SettingError: as :func:`read_pages`.
    """
    check_direction(direction)
    chosen = [range(len(book.pages)) for book in books] if pages is None else pages
    for book, indices in zip(books, chosen, strict=True):
        for index in indices:
            if not 0 <= index < len(book.pages):
                raise SettingError(
                    f"book '{book.id}' has no page {index}; give numbers from 0 to"
                    f" {len(book.pages) - 1}"
                )
    return _read_library(books, reader, direction, chosen, engine, kept)


def _read_library(
    books: Sequence[Book],
    reader: Reader,
    direction: GivenDirection,
    pages: Sequence[Sequence[int]],
    engine: WorkEngine,
    kept: Kept | None,
) -> Iterator[tuple[int, int, Page | None]]:
    unclear = [
        book
        for book, indices in zip(books, pages, strict=True)
        if indices and direction == "auto" and not book.direction_known
    ]
    detected = engine.map(_detected, unclear)

    def todo() -> Iterator[tuple[str, PageToRead]]:
        for book, indices in zip(books, pages, strict=True):
            given: ReadingDirection | None = None
            if indices and direction != "auto":
                given = direction
            elif indices and not book.direction_known:
                given = next(detected)
            for index in indices:
                yield book.id, PageToRead(book.pages[index], given)

    positions = ((at, index) for at, indices in enumerate(pages) for index in indices)
    what = f"read {identity_of(reader)}" if kept is not None else ""
    found = map_pages(partial(_attempt, reader), what, todo(), engine, kept)
    for (at, index), page in zip(positions, found, strict=True):
        if isinstance(page, Unreadable):
            skip(InputError(page.fault))
        yield at, index, page if isinstance(page, Page) else None


def _detected(book: Book) -> ReadingDirection:
    return detect_direction(book)[0]


def _attempt(reader: Reader, wanted: PageToRead) -> Page | Unreadable:
    """The page as a reader sees it, or what is wrong with its file."""
    try:
        return reader.read(*wanted)
    except InputError as error:
        return Unreadable(str(error))


def map_pages(
    do: Callable[[PageToRead], P],
    what: str,
    pages: Iterable[tuple[str, PageToRead]],
    engine: WorkEngine = LOCAL,
    kept: Kept | None = None,
) -> Iterator[P]:
    """Do something to many pages, in their order; what was done before is not done again.

    Args:
        do: gives the page with what it found.
        what: identifies ``do`` and its settings.
        pages: ids of books, and pages.
        engine: where the work is done.
        kept: where finished pages are stored.
    """
    pieces = (
        WorkPiece(
            f"book {book}, page {wanted.page.id}",
            "" if kept is None else _key(what, wanted),
            wanted,
        )
        for book, wanted in pages
    )
    return finished(engine, do, pieces, kept, Codec[PageToRead, Any](page_bytes, _decoded))


def identity_of(reader: Reader) -> str:
    """What recognises a reader: its name, its weights and its code, wherever it comes from."""
    found: object = getattr(reader, "identity", None)
    known = found() if callable(found) else found
    return f"{reader.name} {known} {code_of(type(reader))}"


def code_of(kind: type) -> str:
    """A hash of the module that defines a class; readers of other packages change, too."""
    import inspect

    try:
        return hashlib.sha256(
            inspect.getsource(inspect.getmodule(kind) or kind).encode()
        ).hexdigest()
    except (OSError, TypeError):  # defined in a notebook, or compiled
        return ""


def _key(what: str, wanted: PageToRead) -> str:
    page, direction = wanted
    try:
        picture = page.image and page.image.sha256
    except InputError as error:  # reading it will say the same
        picture = str(error)
    facts = f"{what} {fingerprint()} {direction} {replace(page, image=None)!r} {picture}"
    return hashlib.sha256(facts.encode("utf-8", "backslashreplace")).hexdigest()


def _decoded(data: bytes, wanted: PageToRead) -> Page | Unreadable:
    page = page_of(data)
    return replace(page, image=wanted.page.image) if isinstance(page, Page) else page
