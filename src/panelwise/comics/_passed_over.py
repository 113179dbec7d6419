"""Files beside a comic's pages that look like annotations and were not read: never in silence.

A warning names them, and books carry their names into the manifests of packs.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

from panelwise.comics._archive import COMIC_INFO
from panelwise.comics._folder import Folder, entries
from panelwise.errors import UnreadFileWarning
from panelwise.wording import first_of

# What ground truth is kept in; SVG is eBDtheque's, which is a drawing everywhere else.
SUFFIXES = frozenset({".json", ".jsonl", ".mokuro", ".xml", ".csv", ".tsv", ".txt"})
_PROSE = ("readme", "licen", "copying", "notice", "credit", "author", "changelog", "requirements")
_NAMED = 3


def looks_like_annotation(name: str) -> bool:
    """Whether a file of this name may hold ground truth.

    >>> [looks_like_annotation(name) for name in ("boxes.csv", "README.txt", "ComicInfo.xml")]
    [True, False, False]
    """
    path = PurePath(name.lower())
    known = path.name == COMIC_INFO or path.stem.startswith(_PROSE)
    return path.suffix in SUFFIXES and not known


def beside(folder: Path, read: Path) -> tuple[str, ...]:
    """The names of such files in the folder of an annotation file that was read."""
    found = (Path(entry.path) for entry in entries(folder))
    return tuple(
        sorted(
            _shown(path.name)
            for path in found
            if path != read and looks_like_annotation(path.name) and path.is_file()
        )
    )


def in_folders(folders: Iterable[Folder]) -> tuple[str, ...]:
    """The names of such files beside images or archives, relative to the folder that was opened."""
    return tuple(
        _shown(f"{folder.relative}/{file.name}".lstrip("/"))
        for folder in folders
        if folder.images or folder.archives
        for file in folder.notes
    )


def _shown(name: str) -> str:
    """A name that can be printed and stored."""
    return name if name.isprintable() else ascii(name)


def warn_of(root: Path, names: Sequence[str]) -> None:
    """Say which files beside a folder's images were passed over, and why."""
    own = [name for name in names if "/" not in name]
    inner = [name for name in names if "/" in name]
    if own:
        _warn(root, own, "not in a known annotation format ('panelwise list formats' shows them)")
    if inner:
        _warn(root, inner, "annotations in subfolders are not searched for; open the subfolder")


def warn_of_members(archive: Path, names: Sequence[str]) -> None:
    """Say which members of an archive were passed over, and why."""
    if names:
        _warn(archive, names, "put annotations next to the archive, and open the folder")


def _warn(root: Path, names: Sequence[str], why: str) -> None:
    message = f"{root}: not read: {first_of(names, _NAMED)}; {why}"
    warnings.warn(message, UnreadFileWarning, stacklevel=4)
