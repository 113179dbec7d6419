"""COMICS: panels as files, ``BOOK/PAGE_PANEL.jpg``.

Source: github.com/miyyer/comics, setup.sh and create_hdf5.py.
"""

from __future__ import annotations

import re
from pathlib import Path

from panelwise.comics._image import IMAGE_SUFFIXES, ComicImage, FileBytes
from panelwise.comics._model import Book, Source
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._panels import story_of, strip_page
from panelwise.comics.datasets._tree import look_through
from panelwise.errors import InputError

_NAME = re.compile(r"([0-9]{1,9})_([0-9]{1,9})\.jpg")


def load_comics(root: Path, source: Source) -> Loaded:
    """A book for each folder; each printed page is a story of its panels, in their order.

    Raises:
        InputError: for an image that is not called ``PAGE_PANEL.jpg``, or when there is none.
    """
    tree = look_through(root)
    books: dict[str, dict[int, list[tuple[int, str]]]] = {}
    for file in tree.files:
        if Path(file).suffix.lower() not in IMAGE_SUFFIXES:
            continue
        folder, _, name = file.rpartition("/")
        numbers = _NAME.fullmatch(name)
        if numbers is None:
            raise InputError(f"{root / file}: not named PAGE_PANEL.jpg, for example 3_0.jpg")
        page, panel = map(int, numbers.groups())
        pages = books.setdefault(folder or root.resolve().name, {})
        pages.setdefault(page, []).append((panel, file))
    if not books:
        raise InputError(f"{root}: no image in it; expected BOOK/PAGE_PANEL.jpg")
    left_out = tuple(f"{root}/{name}: leads out of the folder" for name in tree.outside)
    return Loaded(tuple(_book(root, name, books[name], source) for name in books), left_out)


def _book(root: Path, name: str, pages: dict[int, list[tuple[int, str]]], source: Source) -> Book:
    where = str(root / name)
    made = []
    for number in sorted(pages):
        files = [file for _, file in sorted(pages[number])]
        images = [ComicImage(FileBytes(root / file), file) for file in files]
        made.append(strip_page(str(number), images, where, f"{name}/"))
    stories = tuple(story_of(page, where) for page in made)
    return Book(name, tuple(made), source=source, direction_known=True, stories=stories)
