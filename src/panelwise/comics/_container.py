"""Comics in one file: which reader opens a container, by its content before its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from panelwise.comics._archive import read_archive
from panelwise.comics._comicinfo import ComicInfo, parse_comic_info
from panelwise.comics._image import ComicImage
from panelwise.errors import InputError
from panelwise.files import open_regular
from panelwise.geometry import Box

CONTAINER_SUFFIXES = frozenset(
    {".cbz", ".zip", ".cbt", ".tar", ".cbr", ".rar", ".cb7", ".7z", ".epub", ".pdf"}
)
HEAD_BYTES = 64
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_SPOOLED = (b"Rar!", b"7z\xbc\xaf\x27\x1c")
_PDF = b"%PDF"
_EPUB = b"mimetypeapplication/epub+zip"  # its first member, stored, behind a header of 30 bytes


@dataclass(frozen=True)
class Container:
    """What a file holds: images in page order with their names in it, what it says of itself, and
    panels by image name, where it has them. ``others`` are the names of what else is in it.
    """

    images: tuple[ComicImage, ...]
    names: tuple[str, ...]
    info: ComicInfo | None = None
    panels: Mapping[str, tuple[Box, ...]] = field(default_factory=dict)
    others: tuple[str, ...] = ()


def is_container(path: Path) -> bool:
    """Whether a file is one that holds pages.

    Raises:
        InputError: when it cannot be read.
    """
    known = path.suffix.lower() in CONTAINER_SUFFIXES
    return known or _head(path).startswith((*_ZIP, *_SPOOLED, _PDF))


def read_container(path: Path, relative: str = "") -> Container:
    """List the pages of a CBZ, CBT, CBR, CB7, EPUB or PDF; no page is decoded.

    Args:
        path: the file.
        relative: what its images call it, as a prefix, when it is one of several.

    Raises:
        InputError: for a file that is damaged, encrypted or ambiguous.
        UnsafeInputError: for one that would harm: bombs, escaping names, links.
        MissingExtraError: for one whose extra is not installed; the text says which.
    """
    head = _head(path)
    suffix = path.suffix.lower()
    if head.startswith(_ZIP):
        if suffix == ".epub" or head[30:].startswith(_EPUB):
            from panelwise.comics._epub import read_epub

            book = read_epub(path, relative)
            return Container(book.images, book.names, book.info, book.panels)
        return _zip(path, relative)
    if head.startswith(_PDF) or suffix == ".pdf":
        from panelwise.comics._pdf import read_pdf

        return Container(*read_pdf(path, relative))
    if head.startswith(_SPOOLED) or suffix in (".cbt", ".tar", ".cbr", ".rar", ".cb7", ".7z"):
        return _spooled(path, relative)
    return _zip(path, relative)


def _zip(path: Path, relative: str) -> Container:
    archive = read_archive(path, relative)
    info = _info(archive.comic_info, path)
    return Container(archive.images, archive.names, info, others=archive.others)


def _spooled(path: Path, relative: str) -> Container:
    from panelwise.comics._spool import read_spooled

    members, note, others = read_spooled(path)
    above = f"{relative}/".lstrip("/")
    images = tuple(ComicImage(member, above + name) for name, member in members.items())
    return Container(images, tuple(members), _info(note, path), others=others)


def _info(data: bytes | None, path: Path) -> ComicInfo | None:
    return None if data is None else parse_comic_info(data, f"{path}:ComicInfo.xml")


def _head(path: Path) -> bytes:
    try:
        with open_regular(path) as stream:
            return stream.read(HEAD_BYTES)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
