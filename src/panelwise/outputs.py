"""Results on disk are written aside and put in place in one step.

Whatever appears under the name that a user gave is complete. An attempt that was killed leaves a
hidden folder (``.NAME.panelwise-part``); the next attempt recognises it, because its lock went
with its process, and clears it away. What a user or another process put there is never touched.

Work that takes long stores its finished pieces in another hidden folder (:class:`Kept`), which the
next attempt uses.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from panelwise.errors import InputError, UnavailableError, UserError

PART = "panelwise-part"
WORK = "panelwise-work"
UNFINISHED = ".panelwise-unfinished"
LOCK = ".writing"
_COMPLETE = b"complete"
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

Replaceable = Callable[[Path], Sequence[str]]
"""Given a folder that holds something, names what in it is an older result to be replaced.

Raises InputError when the folder holds anything else.
"""


def refuse(folder: Path) -> Sequence[str]:
    """Replace nothing: a result goes into a new or empty folder.

    Raises:
        InputError: always.
    """
    raise InputError(f"{folder} is not empty; give a new folder with --out")


@dataclass(frozen=True, slots=True)
class Kept:
    """Finished pieces of a result that is being made, by the hash of all that they depend on.

    They survive an interrupt, a crash and a full disk, so that the same command continues. They are
    deleted when :func:`new_folder` has put the result in its place, and after a user's mistake.
    Several processes, also on several machines, may store at once.
    """

    folder: Path

    @classmethod
    def of(cls, out: str | Path) -> Kept:
        """Those of a result: next to its folder, or in it where it exists."""
        target = Path(out).absolute()
        inside = target.is_dir() or target.name in ("", "..")
        return cls(target / f".{WORK}" if inside else target.with_name(f".{target.name}.{WORK}"))

    def get(self, key: str) -> bytes | None:
        """What was stored under a key, if anything."""
        try:
            return self.path(key).read_bytes()
        except FileNotFoundError:
            return None

    def holds(self, key: str) -> bool:
        """Whether something was stored under a key."""
        return self.path(key).exists()

    def put(self, key: str, data: bytes) -> None:
        """Store a piece, so that it is there whole or not at all."""
        path = self.path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path, path.with_name(f"{key}.{secrets.token_hex(4)}")) as part:
            part.write_bytes(data)

    def discard(self) -> None:
        """Delete them all."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, key: str) -> Path:
        """The file of a key."""
        return self.folder / key[:2] / key


def place(source: Path, target: Path) -> None:
    """Put a finished file where it belongs, without a second copy where the disk allows it."""
    try:
        target.hardlink_to(source)
    except OSError:  # another disk, or one without links
        shutil.copyfile(source, target)


@contextmanager
def new_folder(out: str | Path, replaceable: Replaceable = refuse) -> Iterator[Path]:
    """A folder to write to that becomes ``out`` when the block ends, and vanishes when it fails.

    It lies next to ``out`` and is renamed. Where ``out`` exists already (a mounted disk, the
    working directory, an older report) it lies inside, and its contents are moved up.

    Args:
        out: the folder of the result; its parents are made.
        replaceable: asked when ``out`` holds something.

    Raises:
        InputError: when ``out`` holds something else, cannot be written, is being written by
            another process, or the disk is full.
    """
    target = Path(out)
    kept = Kept.of(target)
    try:
        for place in _places(target):
            _finish_or_clear(place)
        part, old = _chosen(target, replaceable)
        part.mkdir(parents=True, exist_ok=True)
        lock = take_lock(part / LOCK)
    except OSError as error:
        raise cannot_write(target, error) from None
    if lock is None:
        raise _busy(target)
    with _vanishing(part, target, kept):
        with lock:
            yield part
            if part.parent == target:
                gone = _superseded(part, old)
                lock.write(b"\n".join([_COMPLETE, *map(os.fsencode, gone)]))
        if part.parent == target:
            _move_up(part)
        else:
            (part / LOCK).unlink()
            part.rename(target)
    kept.discard()


@contextmanager
def unfinished(out: str | Path, parts: Sequence[str]) -> Iterator[None]:
    """Mark a new folder as unfinished while several results are put into it.

    For work whose results name each other by path, and so cannot be renamed. The mark is a hidden
    folder in ``out``, which stays after a kill; the next attempt starts over.

    Args:
        out: the folder.
        parts: the names in it that the work writes: nothing else is ever deleted.

    Raises:
        InputError: when ``out`` holds something else, or cannot be written.
    """
    target = Path(out)
    mark = target / UNFINISHED
    names = [one for name in parts for one in (name, f".{name}.{PART}", f".{name}.{WORK}")]
    try:
        if target.exists() and not target.is_dir():
            raise InputError(f"{target} is a file; give a new folder with --out")
        ours = {*names, UNFINISHED} if mark.is_dir() else set()
        if target.is_dir() and any(path.name not in ours for path in target.iterdir()):
            refuse(target)
        mark.mkdir(parents=True, exist_ok=True)
        lock = take_lock(mark / LOCK)
        if lock is None:
            raise _busy(target)
    except OSError as error:
        raise cannot_write(target, error) from None
    with lock:
        _clear(target, names)
        try:
            yield
        except BaseException:
            _clear(target, names)
            shutil.rmtree(mark)
            with suppress(OSError):  # a user put something into it
                target.rmdir()
            raise
    shutil.rmtree(mark)


def _clear(target: Path, parts: Sequence[str]) -> None:
    for name in parts:
        _remove(target / name)


def holds_something(folder: Path) -> bool:
    """Whether a folder exists and is not empty; what an attempt of ours left does not count."""
    ours = (f".{PART}", f".{WORK}")
    return folder.is_dir() and any(path.name not in ours for path in folder.iterdir())


@contextmanager
def whole_file(path: Path, part: Path | None = None) -> Iterator[Path]:
    """A file to write to that becomes ``path`` when the block ends, and vanishes when it fails.

    ``part`` is its name until then, in the same folder; by default a hidden one.
    """
    aside = part or path.with_name(f".{path.name}.{PART}")
    try:
        yield aside
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def write_file(path: str | Path, data: bytes) -> None:
    """Write a file so that it is there whole, or as it was before.

    Raises:
        InputError: when it cannot be written, or the disk is full.
    """
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():  # a pipe, /dev/stdout
            target.write_bytes(data)
            return
        with whole_file(target.resolve()) as part:  # a link stays a link
            part.write_bytes(data)
    except OSError as error:
        raise cannot_write(target, error) from None


def cannot_write(path: Path, error: OSError) -> InputError:
    """The line for a result that cannot be written; a full disk is named."""
    if is_full(error):
        return InputError(disk_full(path))
    file = next((f"{one} is a file" for one in path.parents if one.is_file()), "")
    return InputError(f"{path}: cannot be written ({file or error.strerror or error})")


def is_full(error: BaseException) -> bool:
    """Whether there was no space left, on the disk or in somebody's share of it."""
    return isinstance(error, OSError) and error.errno in _FULL


def disk_full(path: Path) -> str:
    """The line for a full disk: what was being written, which disk, what to do."""
    place = path.absolute()
    while place != place.parent and not (place.exists() and os.path.ismount(place)):
        place = place.parent
    return (
        f"{path}: no space left on the disk of {place}; make room there and give the same"
        " command again"
    )


def cache_folder() -> Path:
    """Where answers, texts read and what was verified are kept.

    ``$PANELWISE_CACHE``, or the user's cache.
    """
    chosen = os.environ.get("PANELWISE_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("panelwise"))


def take_lock(path: Path) -> IO[bytes] | None:
    """An open file that this process alone holds until it is closed; ``None`` if another does.

    The system frees it when the process dies, however it dies.
    """
    while True:
        stream = path.open("a+b")
        try:
            _lock(stream)
            here = path.stat().st_ino == os.fstat(stream.fileno()).st_ino
        except FileNotFoundError:  # its holder finished while we were waiting to look
            here = False
        except OSError:
            stream.close()
            return None
        if here:
            return stream
        stream.close()


def _lock(stream: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _busy(target: Path) -> InputError:
    return InputError(f"{target}: another process is writing it; wait, or give another folder")


def _places(target: Path) -> list[Path]:
    """Where an attempt may have been writing: inside the target, next to it."""
    beside = [target.with_name(f".{target.name}.{PART}")] if target.name not in ("", "..") else []
    return [target / f".{PART}", *beside]


def _chosen(target: Path, replaceable: Replaceable) -> tuple[Path, Sequence[str]]:
    """Where to write, and which names in the target an older result consists of."""
    inside, *beside = _places(target)
    if not target.exists():
        return beside[0], ()
    if not target.is_dir():
        raise InputError(f"{target} is a file; give a new folder with --out")
    for other in beside:
        shutil.rmtree(other, ignore_errors=True)
    return inside, replaceable(target) if holds_something(target) else ()


def _finish_or_clear(part: Path) -> None:
    """Clear what a killed attempt left, or finish it if only the moving up was missing."""
    if not part.is_dir():
        return
    lock = take_lock(part / LOCK)
    if lock is None:
        raise _busy(part.parent)
    with lock:
        lock.seek(0)
        complete = lock.read(len(_COMPLETE)) == _COMPLETE
        for path in () if complete else part.iterdir():
            if path.name != LOCK:
                _remove(path)
    if complete:
        _move_up(part)


@contextmanager
def _vanishing(part: Path, target: Path, kept: Kept) -> Iterator[None]:
    """After an error nothing is left but finished work, where the same command may succeed.

    The error names the folder that the user gave.
    """
    try:
        yield
    except BaseException as error:
        if not _is_complete(part):
            shutil.rmtree(part, ignore_errors=True)
        if isinstance(error, UserError | UnavailableError):
            kept.discard()
        elif isinstance(error, KeyboardInterrupt) and not error.args and kept.folder.is_dir():
            error.args = (f"what is finished is in {kept.folder}; the same command continues",)
        if isinstance(error, OSError) and (is_full(error) or _names(error, part)):
            raise cannot_write(target, error) from error
        if isinstance(error, UserError) and str(part) in str(error):
            raise type(error)(str(error).replace(str(part), str(target))) from error
        raise


def _names(error: OSError, part: Path) -> bool:
    """Whether an error is about a file of the result, and not about one that was read."""
    return any(str(name).startswith(str(part)) for name in (error.filename, error.filename2))


def _is_complete(part: Path) -> bool:
    lock = part / LOCK
    return lock.is_file() and lock.read_bytes().startswith(_COMPLETE)


def _superseded(part: Path, old: Sequence[str]) -> list[str]:
    """The names of the older result that the new one does not have.

    Raises:
        InputError: when a name of the new one is that of a file of somebody else.
    """
    new = {path.name for path in part.iterdir() if path.name != LOCK}
    for name in sorted(new.difference(old)):
        if (part.parent / name).exists():
            place = part.parent / name
            raise InputError(
                f"{place}: blocks the output folder; move it, or give a new folder with --out"
            )
    return sorted(set(old) - new)


def _move_up(part: Path) -> None:
    """Put finished files where they belong; goes on where a killed process stopped."""
    target = part.parent
    for name in (part / LOCK).read_bytes().split(b"\n")[1:]:
        _remove(target / os.fsdecode(name))
    for path in sorted(path for path in part.iterdir() if path.name != LOCK):
        _remove(target / path.name)
        path.rename(target / path.name)
    shutil.rmtree(part)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
