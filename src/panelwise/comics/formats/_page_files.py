"""Formats that have one file a page: where such files lie, and what they are called after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from panelwise.comics._archive import check_name
from panelwise.comics._model import Book, Page
from panelwise.comics._order import natural_key, without_suffix
from panelwise.comics.formats._validation import require_unique, write_bytes
from panelwise.errors import InputError


@dataclass(frozen=True, slots=True)
class FilePlace:
    """What the name of a file tells: the folder that image names are relative to, and names."""

    root: Path
    book: str
    page: str
    image: str


@dataclass(frozen=True, slots=True)
class PageFiles:
    """How a format lays its files out.

    Attributes:
        folder: of the annotations, in a whole copy.
        images: of the images beside it, with the same folders inside.
        suffix: of an annotation file, after what it is called after.
        image_suffix: of its image; empty when the annotation is called after the whole image name.
    """

    folder: str
    images: str
    suffix: str
    image_suffix: str

    def find(self, path: Path) -> list[Path]:
        """A file itself, or all files of a copy or folder in natural order.

        Raises:
            InputError: when there is none.
        """
        if not path.is_dir():
            return [path]
        base = path / self.folder if (path / self.folder).is_dir() else path
        found = [file for file in base.rglob(f"*{self.suffix}") if file.is_file()]
        if not found:
            raise InputError(f"{path}: no file {self.folder}/…{self.suffix} in it")
        return sorted(found, key=lambda file: natural_key(file.as_posix()))

    def place(self, file: Path) -> FilePlace:
        """Where a file is: in a copy when a folder above is called as in one, else alone."""
        above = next((one for one in file.parents if one.name == self.folder), None)
        inside = file.name if above is None else file.relative_to(above).as_posix()
        image = inside.removesuffix(self.suffix) + self.image_suffix
        root = file.parent if above is None else above.parent
        book = inside.rpartition("/")[0] or root.resolve().name
        page = without_suffix(image.rpartition("/")[2])
        return FilePlace(root, book, page, image if above is None else f"{self.images}/{image}")

    def target(self, path: Path, book: Book, page: Page) -> Path:
        """The file of a page: ``path`` itself, or one in the folder ``path``."""
        if not path.is_dir():
            return path
        name = f"{book.id}/{page.id}{self.suffix}"
        if not self.image_suffix and page.image is not None:
            name = page.image.relative.removeprefix(f"{self.images}/") + self.suffix
        check_name(name, f"book '{book.id}'")
        return path / self.folder / name


def gather(pages: Iterable[tuple[str, Page]], where: str) -> dict[str, tuple[Page, ...]]:
    """Pages under their books, in the order in which those first appear.

    Raises:
        InputError: for a page that occurs twice in its book.
    """
    books: dict[str, tuple[Page, ...]] = {}
    for book, page in pages:
        books[book] = (*books.get(book, ()), page)
    for name, found in books.items():
        require_unique((page.id for page in found), "page", f"{where}: book '{name}'")
    return books


def write_pages(
    books: Iterable[Book],
    path: Path,
    target: Callable[[Path, Book, Page], Path],
    place: Callable[[Path], FilePlace],
    encode: Callable[[Page], bytes],
) -> None:
    """Write a file a page: one into ``path``, or any number into the folder ``path``.

    Raises:
        InputError: for several pages in one file, and for a page that would be read back under
            another name or with another image.
    """
    pages = [(book, page) for book in books for page in book.pages]
    if len(pages) != 1 and not path.is_dir():
        raise InputError(f"{path} can hold one page, not {len(pages)}; give a folder")
    made: dict[Path, bytes] = {}
    for book, page in pages:
        file = target(path, book, page)
        found = place(file)
        where = f"book '{book.id}', page '{page.id}'"
        if (found.book, found.page) != (book.id, page.id):
            raise InputError(
                f"{where} would be read back from {file} as book '{found.book}', page"
                f" '{found.page}'; rename the book or the page"
            )
        if page.image is not None and found.image and page.image.relative != found.image:
            raise InputError(
                f"{where}: its image must be named '{found.image}' for {file}, not"
                f" '{page.image.relative}'"
            )
        if file in made:
            raise InputError(f"{where}: another page is written to {file}, too; rename one of them")
        made[file] = encode(page)
    for file, data in made.items():
        write_bytes(file, data)
