"""Opening several comics at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from panelwise.comics._model import Book, ReadingDirection
from panelwise.comics._open import open_comic
from panelwise.errors import InputError


def open_comics(
    inputs: str | Path | Sequence[str | Path], direction: ReadingDirection | None = None
) -> tuple[Book, ...]:
    """All books of all inputs; a book whose id is taken gets a number behind it.

    Raises:
        InputError: for an input that cannot be read, or when there is none.
    """
    paths = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    if not paths:
        raise InputError("no comics given; name images, folders or CBZ files")
    books: list[Book] = []
    taken: set[str] = set()
    for path in paths:
        for book in open_comic(path, direction=direction):
            name, number = book.id, 2
            while name in taken:
                name, number = f"{book.id}-{number}", number + 1
            taken.add(name)
            books.append(book if name == book.id else replace(book, id=name))
    return tuple(books)
