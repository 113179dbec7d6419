"""Whether a pack on disk still holds what it was built with.

Hashing gigabytes of pictures at every command would be slow, and the dates of files can be set by
anyone. So every part is hashed once, and its inode, size and both its times are remembered in the
user's cache: outside the pack, which may come from a stranger. The time of the last change of a
file (ctime) cannot be set back; a part whose remembered facts differ in anything is hashed again.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import orjson

from panelwise.errors import InputError
from panelwise.files import file_sha256
from panelwise.outputs import cache_folder, write_file
from panelwise.workers import threads

# A file written twice within one tick of its file system's clock may keep its times: what changed
# so shortly before it was hashed is not remembered, and hashed again the next time.
_TICK_NS = 2_000_000_000
_REMEDY = "restore it from a copy, or build the pack again"


class Stamp(NamedTuple):
    """What changes with every change of a file."""

    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, found: os.stat_result) -> Stamp:
        """From what the system says of a file."""
        return cls(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def verify(
    items: Path,
    images: Path,
    said: str,
    content: Callable[[], str],
    *,
    whole: bool,
) -> dict[str, Stamp]:
    """Hash the items and every stored picture of a pack, unless nothing changed since last time.

    Args:
        items: the table of items.
        images: the folder of pictures, each named by its SHA-256; need not exist.
        said: the content hash that the manifest states.
        content: works out the content hash of the items.
        whole: hash everything, whatever is remembered.

    Returns:
        Name → stamp of every picture, as it was when it was verified.

    Raises:
        InputError: for the first part that is not what it was; both hashes are named.
    """
    started = time.time_ns()
    table = Stamp.of(items.stat())
    pictures = dict(_pictures(images))
    now = {items.name: table, **pictures}
    known = {} if whole else _recall(items.parent, said)
    if known.get(items.name) != table:
        found = content()
        if found != said:
            raise InputError(
                f"{items}: changed since the pack was built: its content hash is {found},"
                f" the manifest says {said}; {_REMEDY}"
            )
    changed = [images / name for name, stamp in pictures.items() if known.get(name) != stamp]
    with threads() as pool:
        for path, digest in zip(changed, pool.map(file_sha256, changed), strict=True):
            if digest != path.name:
                raise InputError(
                    f"{path}: changed since the pack was built: its SHA-256 is {digest};"
                    f" {_REMEDY}, or delete this picture and run panelwise rehydrate"
                )
    if known != now:
        _remember(items.parent, said, now, started)
    return pictures


def _pictures(folder: Path) -> Iterator[tuple[str, Stamp]]:
    """The files whose names are hashes: nothing else is ever read."""
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if len(entry.name) == 64 and entry.name.isalnum() and entry.is_file():
                yield entry.name, Stamp.of(entry.stat())


def _memory(folder: Path) -> Path:
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()
    return cache_folder() / "packs" / f"{name[:32]}.json"


def _recall(folder: Path, said: str) -> dict[str, Stamp]:
    """What was verified of this pack before; nothing where the memory cannot be read."""
    try:
        record = orjson.loads(_memory(folder).read_bytes())
        if record["hash"] != said:
            return {}
        return {name: Stamp(*stamp) for name, stamp in record["parts"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _remember(folder: Path, said: str, parts: Mapping[str, Stamp], started: int) -> None:
    safe = {
        name: list(stamp)  # orjson writes no named tuples
        for name, stamp in parts.items()
        if max(stamp.modified, stamp.changed) < started - _TICK_NS
    }
    if safe:
        with suppress(InputError):  # a cache that cannot be written costs time, and nothing else
            write_file(_memory(folder), orjson.dumps({"hash": said, "parts": safe}))
