"""Natural order of names: ``page2`` before ``page10``."""

from __future__ import annotations

import re
import unicodedata

NaturalKey = tuple[tuple[str | tuple[int, str], ...], ...]


def natural_key(path: str) -> tuple[NaturalKey, str]:
    """A sort key for paths with forward slashes.

    Paths compare folder by folder; runs of digits, in any script, as numbers; letters without
    case. Names that are equal in that sense fall back on their exact spelling.

    >>> sorted(["Page10", "page2", "page１", "b/1", "a/12", "a/3"], key=natural_key)
    ['a/3', 'a/12', 'b/1', 'page１', 'page2', 'Page10']
    """
    return tuple(_part_key(part) for part in path.split("/")), path


def page_key(path: str) -> tuple[NaturalKey, str]:
    """The same for image files, whose suffix does not count: ``cover.jpg`` before ``cover2.png``.

    >>> sorted(["cover2.png", "cover.jpg"], key=page_key)
    ['cover.jpg', 'cover2.png']
    """
    return natural_key(without_suffix(path))[0], path


def without_suffix(path: str) -> str:
    """A path without what follows the last dot of its last part."""
    folder, slash, name = path.rpartition("/")
    stem, dot, _ = name.rpartition(".")
    return folder + slash + (stem if dot and stem else name)


def _part_key(part: str) -> tuple[str | tuple[int, str], ...]:
    # Splitting by a group gives words at even and numbers at odd places, so like meets like.
    pieces = re.split(r"(\d+)", unicodedata.normalize("NFKC", part).casefold())
    return tuple(_number(piece) if at % 2 else piece for at, piece in enumerate(pieces))


def _number(digits: str) -> tuple[int, str]:
    """A key that orders like the number, however many digits there are."""
    plain = "".join(str(unicodedata.decimal(digit)) for digit in digits).lstrip("0")
    return len(plain), plain
