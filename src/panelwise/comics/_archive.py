"""CBZ and ZIP archives: listed and read in place, within bounds; nothing is extracted to disk."""

from __future__ import annotations

import re
import stat
import struct
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

from panelwise.comics._header import MAX_FILE_BYTES
from panelwise.comics._image import IMAGE_SUFFIXES, ComicImage
from panelwise.comics._order import page_key
from panelwise.errors import InputError, UnsafeInputError

MAX_MEMBERS = 20_000
MAX_TOTAL_BYTES = 16 << 30
# Deflate can expand a thousandfold. Small blank bitmaps do; nothing honest does at this size.
MAX_RATIO = 250
RATIO_COUNTS_FROM = 64 << 20
COMIC_INFO = "comicinfo.xml"
MAX_COMIC_INFO_BYTES = 1 << 20
_LOCAL_HEADER = 30
_DRIVE = re.compile("[A-Za-z]:/")
_UNSHOWABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class ZipMember:
    """The bytes of one member of a ZIP archive; a :class:`ByteSource`.

    It remembers where the member stands, so that reading one needs neither the archive's directory
    nor a handle shared between threads, and it can be pickled.
    """

    archive: Path
    member: str
    offset: int
    stored_bytes: int
    size: int
    method: int
    crc: int

    @property
    def name(self) -> str:
        return f"{self.archive}:{self.member}"

    def open(self) -> IO[bytes]:
        """A fresh stream, which never yields more than the announced size.

        Raises:
            BadZipFile: when the archive no longer holds the member there, and, while reading,
                when the bytes do not match their checksum.
        """
        stream = self.archive.open("rb")
        try:
            self._seek(stream)
            info = zipfile.ZipInfo(self.member)
            info.compress_size, info.file_size = self.stored_bytes, self.size
            info.compress_type, info.CRC = self.method, self.crc
            return cast(IO[bytes], zipfile.ZipExtFile(stream, "r", info, None, True))
        except BaseException:
            stream.close()
            raise

    def _seek(self, stream: IO[bytes]) -> None:
        """Go to the first byte of the member, behind its local header."""
        stream.seek(self.offset)
        header = stream.read(_LOCAL_HEADER)
        if len(header) < _LOCAL_HEADER or not header.startswith(b"PK\x03\x04"):
            raise zipfile.BadZipFile("damaged archive, or changed since it was opened")
        name_bytes, extra_bytes = struct.unpack("<HH", header[26:])
        stream.seek(name_bytes + extra_bytes, 1)


@dataclass(frozen=True)
class Archive:
    """What an archive holds for us: its images in page order, with their names inside it, and its
    ComicInfo.xml, if any. ``others`` are the names of its other members.
    """

    images: tuple[ComicImage, ...]
    names: tuple[str, ...]
    comic_info: bytes | None
    others: tuple[str, ...] = ()


def read_archive(path: Path, relative: str = "") -> Archive:
    """List an archive; no image is read.

    Args:
        path: the archive.
        relative: what its images call it, as a prefix, when it is one of several.

    Raises:
        InputError: for an archive that is damaged, encrypted or ambiguous.
        UnsafeInputError: for one that would harm: bombs, escaping names, symbolic links.
    """
    named = _named(path)
    images = {
        name: info
        for name, info in named.items()
        if PurePosixPath(name).suffix.lower() in IMAGE_SUFFIXES and not is_clutter(name)
    }
    notes = [name for name in named if PurePosixPath(name).name.lower() == COMIC_INFO]
    note = min((n for n in notes if not is_clutter(n)), key=lambda n: n.count("/"), default=None)
    _check_bounds(images.values(), path)
    names = tuple(sorted(images, key=page_key))
    above = f"{relative}/".lstrip("/")
    return Archive(
        tuple(ComicImage(_zip_member(path, name, images[name]), above + name) for name in names),
        names,
        None if note is None else _read_note(path, note, named[note]),
        tuple(sorted(name for name in named if name not in images and not is_clutter(name))),
    )


def zip_members(path: Path) -> dict[str, ZipMember]:
    """Every file in a ZIP archive by its name, within the bounds of :func:`read_archive`.

    Raises:
        InputError: for an archive that is damaged, encrypted or ambiguous.
        UnsafeInputError: for one that would harm: bombs, escaping names, symbolic links.
    """
    named = _named(path)
    _check_bounds(named.values(), path)
    return {name: _zip_member(path, name, info) for name, info in named.items()}


def _named(path: Path) -> dict[str, zipfile.ZipInfo]:
    named: dict[str, zipfile.ZipInfo] = {}
    for info in _members(path):
        name = _member_name(info, path)
        if name in named:
            raise InputError(f"{path}: two members are named '{name}'; repack the archive")
        if not info.is_dir():
            named[name] = info
    return named


def is_clutter(relative: str) -> bool:
    """Whether systems and tools, not authors, put a file there: hidden, ``__MACOSX``, …"""
    return any(
        part.startswith(".") or part.lower() in ("__macosx", "@eadir", "thumbs.db")
        for part in relative.split("/")
    )


def check_name(name: str, where: str) -> None:
    """Refuse a relative path that could lead elsewhere or garble a message.

    Raises:
        UnsafeInputError: naming ``where`` the path stands.
    """
    check_showable(name, where)
    if name.startswith("/") or "\\" in name or _DRIVE.match(name) or ".." in name.split("/"):
        raise UnsafeInputError(f"{where}: the name '{name}' leads outside its folder; correct it")


def check_showable(name: str, where: str) -> None:
    """Refuse control characters, line breaks and what is no Unicode in a name.

    Raises:
        UnsafeInputError: naming ``where`` the name stands.
    """
    if _UNSHOWABLE.search(name):
        raise UnsafeInputError(
            f"{where}: the name {name!a} has control characters or bytes that are not UTF-8;"
            " rename the file"
        )


def _members(path: Path) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error) as error:
        raise InputError(
            f"{path}: damaged or incomplete ZIP archive ({error}); copy or download it again"
        ) from None
    if len(members) > MAX_MEMBERS:
        raise UnsafeInputError(f"{path}: {len(members)} members; at most {MAX_MEMBERS} are opened")
    return members


def _member_name(info: zipfile.ZipInfo, path: Path) -> str:
    name = info.filename
    if not info.flag_bits & 0x800 and not name.isascii():
        # Old tools write UTF-8 without saying so; other encodings keep their code page 437 look.
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    check_name(name, str(path))
    if stat.S_ISLNK(info.external_attr >> 16):
        raise UnsafeInputError(
            f"{path}: the member '{name}' is a symbolic link; repack the archive with the"
            " file itself"
        )
    if info.flag_bits & 0x1:
        raise InputError(f"{path}: protected by a password; unpack it and open the folder")
    return str(PurePosixPath(name))


def _check_bounds(images: Iterable[zipfile.ZipInfo], path: Path) -> None:
    total, end = 0, 0
    for info in sorted(images, key=lambda info: info.header_offset):
        total += info.file_size
        if info.file_size > MAX_FILE_BYTES or total > MAX_TOTAL_BYTES:
            raise UnsafeInputError(
                f"{path}: '{info.filename}' is too large; at most {MAX_FILE_BYTES >> 20} MiB per"
                f" image and {MAX_TOTAL_BYTES >> 30} GiB in total are opened"
            )
        ratio = info.file_size / max(info.compress_size, 1)
        if info.file_size > RATIO_COUNTS_FROM and ratio > MAX_RATIO:
            raise UnsafeInputError(
                f"{path}: '{info.filename}' would expand to {ratio:.0f} times its size; at most"
                f" {MAX_RATIO} times is allowed"
            )
        if info.header_offset < end:
            raise UnsafeInputError(
                f"{path}: '{info.filename}' overlaps another member; repack the archive"
            )
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InputError(
                f"{path}: '{info.filename}' is compressed with method {info.compress_type};"
                " repack the archive as an ordinary ZIP"
            )


def _zip_member(path: Path, name: str, info: zipfile.ZipInfo) -> ZipMember:
    return ZipMember(
        path,
        name,
        info.header_offset,
        info.compress_size,
        info.file_size,
        info.compress_type,
        info.CRC,
    )


def _read_note(path: Path, name: str, info: zipfile.ZipInfo) -> bytes:
    _check_bounds([info], path)
    return ComicImage(_zip_member(path, name, info), name).read()[: MAX_COMIC_INFO_BYTES + 1]
