"""How words are set in the place that they have on a page: in rows or columns, and how large."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from panelwise.comics._model import ReadingDirection
from panelwise.geometry import Box

COLUMN_LANGUAGES = frozenset(["ja", "zh"])  # comics set them in columns
LEADING = 1.2  # from line to line, in sizes of a letter
SMALLEST = 4.0  # pixels
_WIDE = frozenset("WF")  # Unicode's wide and full-width letters
_NARROW_SIZE, _CAPITAL_SIZE = 0.55, 0.72  # how wide other letters are, of their size
_RAGGED = 0.9  # how much of a line words fill that break at spaces
_MARGIN = 0.95  # of a line, since no two fonts are of one width
_STEP = 0.92


def set_in_columns(language: str, box: Box, direction: ReadingDirection) -> bool:
    """Whether words are set from top to bottom.

    Args:
        language: of the words.
        box: their place.
        direction: of the page; pages that read from right to left are lettered in columns.
    """
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    if language.partition("-")[0].lower() not in COLUMN_LANGUAGES:
        return False
    return high > wide if direction != "rtl" else 2 * high > wide


def letter_size(lines: Sequence[str], box: Box, *, columns: bool = False) -> float:
    """The largest size of letters, in pixels of the page, in which lines fill a box.

    Args:
        lines: they are broken where they are too long for the box.
        box: where they are to go.
        columns: whether a line goes from top to bottom.
    """
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    along, across = (high, wide) if columns else (wide, high)
    along *= _MARGIN
    lengths = [_length(line, columns=columns) for line in lines] or [1.0]
    words = [word for line in lines for word in line.split()]
    longest = max(1.0, _longest(words, columns=columns))
    size = min(across / LEADING / len(lengths), along / longest)
    while size > SMALLEST and _rows(lengths, along, size) * LEADING * size > across:
        size *= _STEP
    return max(SMALLEST, size)


def _rows(lengths: Sequence[float], along: float, size: float) -> int:
    return sum(max(1, -int(-length * size // max(1.0, along))) for length in lengths)


def _length(line: str, *, columns: bool) -> float:
    """How long a line is, in sizes of a letter."""
    if any(map(_is_wide, line)):
        return _unbroken(line, columns=columns)
    return _unbroken(line, columns=columns) / _RAGGED


def _longest(words: Sequence[str], *, columns: bool) -> float:
    """The length of the longest word that cannot be broken; wide letters can be everywhere."""
    return max(
        (1.0 if any(map(_is_wide, word)) else _unbroken(word, columns=columns) for word in words),
        default=1.0,
    )


def _unbroken(line: str, *, columns: bool) -> float:
    upright = columns and any(map(_is_wide, line))
    return sum(1.0 if upright else _width(letter) for letter in line)


def _width(letter: str) -> float:
    if _is_wide(letter):
        return 1.0
    return _CAPITAL_SIZE if letter.isupper() else _NARROW_SIZE


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in _WIDE
