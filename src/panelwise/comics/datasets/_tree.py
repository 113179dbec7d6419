"""The files of somebody's copy: bounded, and never outside the folder that was named."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from panelwise.comics._folder import entries
from panelwise.comics._order import natural_key
from panelwise.errors import InputError, UnsafeInputError

MAX_FILES = 3_000_000  # COMICS, the largest of them, has over 1.2 million
MAX_DEPTH = 16


@dataclass(frozen=True)
class Tree:
    """The files of a folder by their paths in it, in natural order, and links that lead out."""

    root: Path
    files: tuple[str, ...]
    outside: tuple[str, ...]

    def matching(self, pattern: str) -> list[str]:
        """The files whose path fits a pattern, see ``path_pattern``."""
        fits = path_pattern(pattern).fullmatch
        return [file for file in self.files if fits(file)]


def look_through(root: Path) -> Tree:
    """List a copy. Links to other folders are not entered; links out of the folder are reported.

    Raises:
        InputError: when it is no folder, or cannot be listed.
        UnsafeInputError: when it is too deep or holds too many files.
    """
    if root.is_file():
        raise InputError(f"{root} is a file; give the folder of your copy")
    if not root.is_dir():
        raise InputError(f"{root}: no such folder; check the path")
    inside = os.path.realpath(root) + os.sep
    files: list[str] = []
    outside: list[str] = []
    waiting = [(root, "")]
    while waiting:
        folder, above = waiting.pop()
        for entry in entries(folder):
            name = above + entry.name
            if entry.is_symlink() and not os.path.realpath(entry.path).startswith(inside):
                outside.append(name)
            elif entry.is_dir(follow_symlinks=False):
                waiting.append((Path(entry.path), f"{name}/"))
            elif entry.is_file():
                files.append(name)
        if len(files) > MAX_FILES or above.count("/") > MAX_DEPTH:
            raise UnsafeInputError(
                f"{root}: more than {MAX_FILES} files or {MAX_DEPTH} levels of folders; name the"
                " data set's own folder"
            )
    return Tree(root, tuple(sorted(files, key=natural_key)), tuple(sorted(outside)))


def path_pattern(pattern: str) -> re.Pattern[str]:
    """A pattern for paths: ``*`` within a name, ``?`` one letter, ``**`` any depth.

    >>> bool(path_pattern("images/*/*.jpg").fullmatch("images/ARMS/003.jpg"))
    True
    >>> bool(path_pattern("*.jpg").fullmatch("images/003.jpg"))
    False
    >>> bool(path_pattern("**/*.jpg").fullmatch("003.jpg"))
    True
    """
    regexes = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return re.compile(
        "".join(regexes.get(piece) or re.escape(piece) for piece in pieces), re.DOTALL
    )
