"""Books with their drafts on disk: page JSON, and the pages' own bytes beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from panelwise.comics import Book, ComicImage, FileBytes, Page
from panelwise.comics.formats import get_format
from panelwise.outputs import new_folder

PAGES = "pages.jsonl"


def write_books(books: Iterable[Book], out: str | Path) -> Path:
    """Write books into a folder that :func:`panelwise.open` opens again, stories and all.

    Pages get names of our own (``images/001/0001.png``): ids come from files that nobody checked.

    Returns:
        The file of page JSON.

    Raises:
        InputError: when the folder holds something, or cannot be written.
    """
    with new_folder(out) as folder:
        written = [_with_images(book, number, folder) for number, book in enumerate(books, 1)]
        get_format("page-json").write(written, folder / PAGES)
    return Path(out) / PAGES


def _with_images(book: Book, number: int, folder: Path) -> Book:
    pages = [
        _with_image(page, f"{number:03d}/{k:04d}", folder) for k, page in enumerate(book.pages, 1)
    ]
    return replace(book, pages=tuple(pages))


def _with_image(page: Page, name: str, folder: Path) -> Page:
    if page.image is None:
        return page
    suffix = PurePosixPath(page.image.relative).suffix.lower()
    relative = f"images/{name}{suffix}"
    path = folder / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(page.image.read())
    return replace(page, image=ComicImage(FileBytes(path), relative))
