"""CBT, CBR and CB7: archives that can only be read from their first byte to their last.

Such an archive is read once. The images in it go to an unnamed temporary file, so that pages can be
read in any order, by any thread, and nothing is left behind however the program ends. Where a page
is sent to another process, that process reads the archive again.
"""

from __future__ import annotations

import io
import lzma
import os
import tarfile
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import IO, NamedTuple

from panelwise.comics._archive import (
    COMIC_INFO,
    MAX_COMIC_INFO_BYTES,
    MAX_MEMBERS,
    check_name,
    is_clutter,
)
from panelwise.comics._header import MAX_FILE_BYTES
from panelwise.comics._image import IMAGE_SUFFIXES
from panelwise.comics._order import page_key
from panelwise.errors import (
    InputError,
    MissingExtraError,
    UnsafeInputError,
    install_command,
)
from panelwise.files import open_regular

# Unpacked bytes of one archive: a thousand large pages. They lie in the temporary folder.
MAX_SPOOLED_BYTES = 4 << 30
KEPT_OPEN = 8  # archives whose temporary files are kept
_CHUNK = 1 << 20
_LOCK = Lock()
LIBARCHIVE = (  # the package is only a way to the C library
    "the library libarchive: apt install libarchive13 (Debian, Ubuntu), dnf install libarchive"
    " (Fedora) or brew install libarchive (macOS)"
)
# What the readers raise on bytes that were cut or made up.
_TAR_ERRORS = (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, ValueError)


class Member(NamedTuple):
    """One file in an archive; ``chunks`` must be read before the next member is asked for."""

    name: str
    is_link: bool
    chunks: Iterable[bytes]


@dataclass(frozen=True)
class Spool:
    """The images of an archive in a temporary file: where each begins, and its length."""

    file: IO[bytes]
    places: dict[str, tuple[int, int]]
    comic_info: bytes | None
    others: tuple[str, ...]

    def read(self, name: str) -> bytes:
        start, length = self.places[name]
        return os.pread(self.file.fileno(), length, start)


@dataclass(frozen=True)
class SpooledMember:
    """The bytes of one member of such an archive; a :class:`ByteSource` that can be pickled."""

    archive: Path
    member: str
    stamp: int

    @property
    def name(self) -> str:
        return f"{self.archive}:{self.member}"

    def open(self) -> IO[bytes]:
        """A fresh stream.

        Raises:
            OSError: when the archive changed since it was opened.
        """
        if _stamp(self.archive) != self.stamp:
            raise OSError("the archive changed since it was opened")
        return io.BytesIO(_spooled(self.archive, self.stamp).read(self.member))


def can_read_rar() -> bool:
    """Whether the package of the extra ``[rar]`` finds its C library."""
    try:
        import libarchive  # noqa: F401
    except (ImportError, OSError, AttributeError, TypeError):
        return False
    return True


def read_spooled(path: Path) -> tuple[dict[str, SpooledMember], bytes | None, tuple[str, ...]]:
    """The images of a tar, RAR or 7-Zip archive by name in page order, its ComicInfo.xml, and the
    names of its other files.

    Raises:
        InputError: for an archive that is damaged, encrypted or ambiguous.
        UnsafeInputError: for one that would harm: bombs, escaping names, links.
        MissingExtraError: for RAR and 7-Zip without libarchive; the text says what to install.
    """
    stamp = _stamp(path)
    spool = _spooled(path, stamp)
    names = sorted(spool.places, key=page_key)
    return (
        {name: SpooledMember(path, name, stamp) for name in names},
        spool.comic_info,
        spool.others,
    )


def _spooled(path: Path, stamp: int) -> Spool:
    with _LOCK:  # several threads may ask for pages of one archive that is not unpacked yet
        return _unpacked(path, stamp)


@lru_cache(KEPT_OPEN)
def _unpacked(path: Path, _stamp: int) -> Spool:
    with open_regular(path) as stream:
        head = stream.read(8)
    foreign = head.startswith((b"Rar!", b"7z\xbc\xaf\x27\x1c"))
    members = _foreign_members(path) if foreign else _tar_members(path)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as its pages
    places: dict[str, tuple[int, int]] = {}
    note: tuple[int, bytes] | None = None
    seen: set[str] = set()
    try:
        for member in members:
            name = _checked_name(member, path, seen)
            if is_clutter(name):
                continue
            pure = PurePosixPath(name)
            if pure.suffix.lower() in IMAGE_SUFFIXES:
                start = file.tell()
                _copy(member, file, path)
                places[name] = (start, file.tell() - start)
            elif pure.name.lower() == COMIC_INFO and (note is None or name.count("/") < note[0]):
                data = io.BytesIO()
                _copy(member, data, path, most=MAX_COMIC_INFO_BYTES + 1)
                note = (name.count("/"), data.getvalue())
        file.flush()
    except BaseException:
        file.close()
        raise
    others = sorted(name for name in seen - places.keys() if not is_clutter(name))
    return Spool(file, places, note and note[1], tuple(others))


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


def _checked_name(member: Member, path: Path, seen: set[str]) -> str:
    check_name(member.name, str(path))
    name = str(PurePosixPath(member.name))
    if member.is_link:
        raise UnsafeInputError(
            f"{path}: the member '{name}' is a link; repack the archive with the file itself"
        )
    if name in seen:
        raise InputError(f"{path}: two members are named '{name}'; repack the archive")
    seen.add(name)
    if len(seen) > MAX_MEMBERS:
        raise UnsafeInputError(f"{path}: more than {MAX_MEMBERS} members; not opened")
    return name


def _copy(member: Member, target: IO[bytes], path: Path, most: int = MAX_FILE_BYTES) -> None:
    """Copy a member's bytes, within bounds: what archives announce is not believed."""
    before = target.tell()
    for chunk in member.chunks:
        target.write(chunk)
        if target.tell() - before > most or target.tell() > MAX_SPOOLED_BYTES:
            raise UnsafeInputError(
                f"{path}: '{member.name}' is too large; at most {most >> 20} MiB per"
                f" file and {MAX_SPOOLED_BYTES >> 30} GiB in total are opened"
            )


def _tar_members(path: Path) -> Iterator[Member]:
    begun = False
    try:
        with tarfile.open(path, "r|*") as archive:
            for info in archive:
                begun = True
                if info.isdir():
                    continue
                if info.isfile():
                    stream = archive.extractfile(info)
                    yield Member(info.name, False, _chunks(stream) if stream else ())
                else:
                    yield Member(info.name, True, ())
    except _TAR_ERRORS as error:
        if not begun and path.suffix.lower() in (".cbr", ".cb7"):
            raise InputError(
                f"{path}: not a RAR, 7-Zip or tar archive, despite its name; copy or download it"
                " again"
            ) from None
        raise _damaged(path, "tar", error) from None


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk


def _foreign_members(path: Path) -> Iterator[Member]:
    """The members of a RAR or 7-Zip archive, by libarchive."""
    try:
        import libarchive
    except (ImportError, OSError, AttributeError, TypeError):  # the package, or the C library
        raise MissingExtraError(
            f"{path}: reading RAR and 7-Zip archives needs the extra 'rar'; run"
            f" {install_command('rar')}; if that is not enough, install {LIBARCHIVE}"
        ) from None
    try:
        with libarchive.file_reader(str(path)) as archive:
            for entry in archive:
                if entry.isdir:
                    continue
                yield Member(entry.pathname, not entry.isfile, entry.get_blocks())
    except (libarchive.ArchiveError, ValueError) as error:
        if "ncrypt" in str(error) or "assphrase" in str(error):
            raise InputError(
                f"{path}: protected by a password; unpack it and open the folder"
            ) from None
        raise _damaged(path, "RAR or 7-Zip", error) from None


def _damaged(path: Path, kind: str, error: Exception) -> InputError:
    said = str(error).partition(" (errno")[0]  # libarchive's, without its pointers
    reason = " ".join(said.split()) or type(error).__name__
    return InputError(
        f"{path}: damaged or incomplete {kind} archive ({reason}); copy or download it again"
    )
