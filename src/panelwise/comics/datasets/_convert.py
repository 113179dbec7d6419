"""From a copy of a data set to books, and from books to a folder that opens by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.comics._archive import check_name
from panelwise.comics._image import ComicImage, FileBytes
from panelwise.comics._model import Book, Source
from panelwise.comics.datasets._annotated import load_mangazero, load_yesbut
from panelwise.comics.datasets._catalogue import all_datasets, get_dataset
from panelwise.comics.datasets._comics import load_comics
from panelwise.comics.datasets._comicspap import load_comicspap
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._layouts import FolderLayout, files_of, laid_out, layout_of
from panelwise.comics.datasets._losses import Loss, losses
from panelwise.comics.datasets._mangavqa import load_mangavqa
from panelwise.comics.datasets._mementos import load_mementos
from panelwise.comics.datasets._panels import load_panels
from panelwise.errors import InputError, UnknownNameError
from panelwise.outputs import LOCK, cannot_write, new_folder
from panelwise.registry import did_you_mean

_LOADERS = {
    "comics": load_comics,
    "comicspap": load_comicspap,
    "mangavqa": load_mangavqa,
    "mangazero": load_mangazero,
    "mementos": load_mementos,
    "yesbut": load_yesbut,
}


def layout_names() -> list[str]:
    """The layouts that ``load_dataset`` reads: data sets, and ``panels`` for any strips."""
    others = (one.name for one in all_datasets() if one.load is not None)
    return sorted((*_LOADERS, "panels", *others))


def load_dataset(layout: str, path: str | Path) -> Loaded:
    """The books of a copy of a data set, or of any strips whose panels are files (``panels``).

    Raises:
        UnknownNameError: for a layout that is not read.
        InputError: one line: what in the copy is not as published.
    """
    if layout == "panels":
        return load_panels(Path(path))
    known = layout_names()
    if layout not in known:
        raise UnknownNameError(f"unknown layout '{layout}'; {did_you_mean(layout, known)}")
    entry = get_dataset(layout)
    address = entry.ask[0] if entry.ask else None
    source = Source(entry.title, entry.licence, address, entry.passing_on)
    load = entry.load or _LOADERS[layout]
    return load(Path(path), source)


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: the annotation files, and what the format could not hold."""

    files: tuple[Path, ...]
    lost: tuple[Loss, ...]


def write_books(books: Iterable[Book], out: str | Path, format_name: str = "page-json") -> Written:
    """Write books as a folder that ``open_comic`` opens: their images, and annotations.

    Images keep their bytes. They, the pages and the books are called as the format wants; in a
    format that wants nothing (page-json, coco) they keep their names. A new folder appears whole or
    not at all. Into one that holds something only page-json and coco are written: an image that is
    there already, the same, is kept, and after an error what was added is taken away.

    Returns:
        The annotation files, and what is found missing when they are read back.

    Raises:
        InputError: when something else is in the way, two images share a name, a page has no image
            where the format needs one, or it cannot be written.
        UnknownNameError: for an unknown format.
    """
    from panelwise.comics.formats import get_format

    format_, out, books = get_format(format_name), Path(out), tuple(books)
    layout = layout_of(format_)
    if not books:
        raise InputError(f"{out}: no book to write")
    called = laid_out(books, layout)
    images = _images(called, layout, format_name, out)
    if layout.page is None and out.is_dir() and any(out.iterdir()):
        target = out / layout.file
        if target.exists():
            raise InputError(f"{target}: already exists; choose another folder or move it away")
        with _taken_back() as made:
            files = _write(called, images, layout, format_name, out, made)
            lost = losses(books, _read_back(files, layout, format_name, out))
    else:
        with new_folder(out) as folder:
            written = _write(called, images, layout, format_name, folder, [])
            lost = losses(books, _read_back(written, layout, format_name, folder))
            files = [out / file.relative_to(folder) for file in written]
    return Written(tuple(files), tuple(lost))


def _images(
    books: Sequence[Book], layout: FolderLayout, format_name: str, out: Path
) -> dict[str, ComicImage]:
    images: dict[str, ComicImage] = {}
    for book, page in ((one.id, page) for one in books for page in one.pages):
        where = f"book '{book}', page '{page.id}'"
        if page.image is None:
            if layout.needs_image:
                raise InputError(f"{where}: {format_name} needs an image for every page")
            continue
        check_name(page.image.relative, where)
        known = images.setdefault(page.image.relative, page.image)
        if known is not page.image and known.sha256 != page.image.sha256:
            raise InputError(f"{out}: two images are named '{page.image.relative}'; rename one")
    return images


def _write(
    books: Sequence[Book],
    images: Mapping[str, ComicImage],
    layout: FolderLayout,
    format_name: str,
    folder: Path,
    made: list[Path],
) -> list[Path]:
    """Write images and annotations; ``made`` grows by every file and folder that is new."""
    from panelwise.comics.formats import get_format

    for name, image in images.items():
        _write_image(folder / name, image, made)
    placed = [_placed(book, folder) for book in books]
    written: list[Path] = []
    for own, pattern in ((format_name, layout.file), *layout.also):
        for file, held in files_of(placed, pattern):
            target = folder / file
            _make_folder(target.parent, made)
            if not target.is_dir():
                made.append(target)
                written.append(target)
            get_format(own).write(held, target)
    if layout.file == ".":  # a file a page, in a folder that held nothing else
        taken = {folder / name for name in images} | {folder / LOCK}
        return sorted(one for one in folder.rglob("*") if one.is_file() and one not in taken)
    return written


def _placed(book: Book, folder: Path) -> Book:
    """The book with its images where they have been written."""
    pages = tuple(
        page
        if page.image is None
        else replace(
            page,
            image=ComicImage(FileBytes(folder / page.image.relative), page.image.relative),
        )
        for page in book.pages
    )
    return replace(book, pages=pages)


def _read_back(
    files: Sequence[Path], layout: FolderLayout, format_name: str, folder: Path
) -> list[Book]:
    from panelwise.comics.formats import get_format

    format_ = get_format(format_name)
    if layout.file == "." or layout.also:
        name = "manga109" if layout.also else format_name
        return list(get_format(name).read(folder))
    return [book for file in files for book in format_.read(file)]


def _write_image(target: Path, image: ComicImage, made: list[Path]) -> None:
    data = image.read()
    if target.exists():
        if target.read_bytes() != data:
            raise InputError(f"{target}: another file has this name; choose another folder")
        return
    _make_folder(target.parent, made)
    made.append(target)
    try:
        target.write_bytes(data)
    except OSError as error:
        raise cannot_write(target, error) from None


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from None
    made += reversed(missing)


@contextmanager
def _taken_back() -> Iterator[list[Path]]:
    """A list of what is made; after an error all of it is removed."""
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in reversed(made):
            if path.is_dir():
                with suppress(OSError):  # somebody else's files keep it
                    path.rmdir()
            else:
                path.unlink(missing_ok=True)
        raise
