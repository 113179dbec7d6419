"""``read``: from files to structured pages in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from panelwise.comics import Page, ReadingDirection, open_comics
from panelwise.reading._reader import read_book
from panelwise.registry import Registry

READERS = Registry("reader", "panelwise.readers")


def read(
    inputs: str | Path | Sequence[str | Path],
    *,
    direction: ReadingDirection | Literal["auto"] = "auto",
    reader: str = "default",
) -> Iterator[tuple[str, Page]]:
    """Read comics page by page; nothing is decoded before it is asked for.

    Args:
        inputs: images, folders, CBZ files.
        direction: ``auto`` decides once for each book, from its files or its lettering.
        reader: a name from ``panelwise list readers``.

    Returns:
        Pairs of book id and page, panels in reading order. Annotated panels are not used: this is
        what the reader sees.

    Raises:
        InputError: for an input that cannot be read.
        UnknownNameError: for an unknown reader.
    """
    someone = READERS.get(reader)()
    books = open_comics(inputs)
    return ((book.id, page) for book in books for page in read_book(book, someone, direction))
