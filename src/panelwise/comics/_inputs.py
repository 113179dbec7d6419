"""Opening several comics at once."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from panelwise.comics._folder import entries
from panelwise.comics._model import Book, ReadingDirection
from panelwise.comics._open import ANNOTATION_SUFFIXES, open_comic
from panelwise.errors import InputError, UnreadFileWarning

_SNIFFED = 100  # files of a folder


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


def warn_of_annotations_beside(inputs: str | Path | Sequence[str | Path]) -> None:
    """Warn where a comic was opened without its folder, and the folder holds an annotation file.

    ``build TASK comics/*.cbz`` would else take its gold from a reader, and ``build TASK comics``
    from the annotation.
    """
    from panelwise.comics.formats import recognise

    paths = [Path(one) for one in ([inputs] if isinstance(inputs, str | Path) else inputs)]
    opened = {path.resolve() for path in paths}
    single = {path.parent: path for path in reversed(paths) if path.is_file()}
    for folder, first in sorted(single.items()):
        files = (folder / entry.name for entry in entries(folder))
        marked = (file for file in files if file.suffix.lower() in ANNOTATION_SUFFIXES)
        found = [one for one in islice(marked, _SNIFFED) if one.is_file() and recognise(one)]
        if found and opened.isdisjoint(one.resolve() for one in found):
            message = (
                f"{found[0]} is not used, because {first.name} was given without it; to use it,"
                f" give the folder {folder}"
            )
            warnings.warn(message, UnreadFileWarning, stacklevel=3)
