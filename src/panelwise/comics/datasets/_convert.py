"""From a copy of a data set to books, and from books to a folder that opens by itself."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from panelwise.comics._archive import check_name
from panelwise.comics._image import ComicImage
from panelwise.comics._model import Book, Source
from panelwise.comics.datasets._annotated import load_mangazero, load_yesbut
from panelwise.comics.datasets._catalogue import get_dataset
from panelwise.comics.datasets._comics import load_comics
from panelwise.comics.datasets._comicspap import load_comicspap
from panelwise.comics.datasets._mangavqa import load_mangavqa
from panelwise.comics.datasets._mementos import load_mementos
from panelwise.comics.datasets._panels import Loaded, load_panels
from panelwise.errors import InputError, UnknownNameError
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
    return sorted((*_LOADERS, "panels"))


def load_dataset(layout: str, path: str | Path) -> Loaded:
    """The books of a copy of a data set, or of any strips whose panels are files (``panels``).

    Raises:
        UnknownNameError: for a layout that is not read.
        InputError: one line: what in the copy is not as published.
    """
    if layout == "panels":
        return load_panels(Path(path))
    if layout not in _LOADERS:
        raise UnknownNameError(f"unknown layout '{layout}'; {did_you_mean(layout, layout_names())}")
    entry = get_dataset(layout)
    address = entry.ask[0] if entry.ask else None
    source = Source(entry.title, entry.licence, address, entry.passing_on)
    return _LOADERS[layout](Path(path), source)


def write_books(books: Iterable[Book], out: str | Path, format_name: str = "page-json") -> Path:
    """Write books as a folder that ``open_comic`` opens: their images, and one annotation file.

    Images keep their bytes and their names; one that is there already, the same, is kept.

    Returns:
        The annotation file.

    Raises:
        InputError: when something else is in the way, two images share a name, or it cannot be
            written.
        UnknownNameError: for an unknown format.
    """
    from panelwise.comics.formats import get_format

    format_, out, books = get_format(format_name), Path(out), tuple(books)
    target = out / f"pages{format_.suffixes[0]}"
    if target.exists():
        raise InputError(f"{target}: is there already; choose another folder or move it away")
    images: dict[str, ComicImage] = {}
    for page in (page for book in books for page in book.pages):
        if page.image is None:
            continue
        check_name(page.image.relative, f"book page '{page.id}'")
        known = images.setdefault(page.image.relative, page.image)
        if known is not page.image and known.sha256 != page.image.sha256:
            raise InputError(f"{out}: two images are called '{page.image.relative}'")
    try:
        for name, image in images.items():
            _write_image(out / name, image)
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from None
    format_.write(books, target)
    return target


def _write_image(target: Path, image: ComicImage) -> None:
    data = image.read()
    if target.exists():
        if target.read_bytes() != data:
            raise InputError(f"{target}: another file is in the way; choose another folder")
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
