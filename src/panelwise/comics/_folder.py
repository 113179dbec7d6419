"""Folders of comics: which of them hold pages, which hold archives, and what to call them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.comics._archive import COMIC_INFO, check_showable, is_clutter
from panelwise.comics._container import CONTAINER_SUFFIXES
from panelwise.comics._image import IMAGE_SUFFIXES
from panelwise.comics._order import natural_key, page_key
from panelwise.errors import InputError


@dataclass(frozen=True)
class Folder:
    """What one folder holds for us, each kind in natural order.

    ``relative`` is the way from the folder that was opened, with forward slashes; empty for
    itself. A PDF in the same folder as images or archives is taken for a document about them, not
    for a comic. ``notes`` are files that may hold annotations.
    """

    relative: str
    images: tuple[Path, ...]
    archives: tuple[Path, ...]
    comic_info: Path | None
    notes: tuple[Path, ...] = ()


def walk(root: Path, is_note: Callable[[str], bool]) -> list[Folder]:
    """A folder and all folders in it. A folder reached twice by symbolic links counts once.

    Raises:
        InputError: when a folder cannot be listed.
    """
    seen: set[tuple[int, int]] = set()
    waiting, linked = [(root, "")], list[tuple[Path, str]]()
    found: list[Folder] = []
    while waiting or linked:
        folder, relative = waiting.pop() if waiting else linked.pop()
        listed = sorted(entries(folder), key=lambda entry: entry.name, reverse=True)
        status = folder.stat()
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        files: list[Path] = []
        for entry in listed:
            path = Path(entry.path)
            if path.is_dir():
                inner = f"{relative}/{entry.name}".lstrip("/")
                (linked if entry.is_symlink() else waiting).append((path, inner))
            else:
                files.append(path)
        notes = tuple(file for file in sorted(files) if is_note(file.name))
        found.append(replace(_sorted_out(relative, files), notes=notes))
    return sorted(found, key=lambda folder: natural_key(folder.relative))


def entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """What a folder holds, without clutter.

    Raises:
        InputError: when it cannot be listed.
    """
    try:
        with os.scandir(folder) as found:
            listed = list(found)
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror or error})") from None
    for entry in listed:
        if not is_clutter(entry.name):
            yield entry


def unique_ids(names: Sequence[tuple[str, str]]) -> list[str]:
    """For each pair of a short and a full name, the short one where nothing else bears it.

    >>> unique_ids([("1", "1.jpg"), ("2", "2.jpg"), ("2", "2.png")])
    ['1', '2.jpg', '2.png']
    """
    shorts = Counter(short for short, _ in names)
    fulls = Counter(full for _, full in names)
    return [
        short if shorts[short] == 1 and fulls[short] == (short == full) else full
        for short, full in names
    ]


def _sorted_out(relative: str, files: list[Path]) -> Folder:
    by_kind: dict[str, list[Path]] = {"image": [], "archive": [], "info": [], "pdf": []}
    for file in sorted(files, key=lambda file: page_key(file.name)):
        suffix = file.suffix.lower()
        if suffix in IMAGE_SUFFIXES:
            by_kind["image"].append(file)
        elif suffix == ".pdf":
            by_kind["pdf"].append(file)
        elif suffix in CONTAINER_SUFFIXES:
            by_kind["archive"].append(file)
        elif file.name.lower() == COMIC_INFO:
            by_kind["info"].append(file)
    if not by_kind["image"] and not by_kind["archive"]:
        by_kind["archive"] = by_kind["pdf"]
    for file in (*by_kind["image"], *by_kind["archive"]):
        check_showable(f"{relative}/{file.name}".lstrip("/"), str(file.parent))
    info = by_kind["info"][0] if by_kind["info"] else None
    return Folder(relative, tuple(by_kind["image"]), tuple(by_kind["archive"]), info)
