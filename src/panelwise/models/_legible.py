"""Whether lettering is still legible on a picture as a model sees it."""

from __future__ import annotations

import math
import unicodedata

from panelwise.models._families import seen_by

LEGIBLE = 8.0
"""Pixels of a letter below which reading it is doubtful. This bound is ours: about the height at
which the strokes of kanji and of small capitals run into each other. No provider publishes one.
"""
LINE_PITCH = 1.2  # of the height of a letter, as lettering is usually set
_WIDE = frozenset("WF")  # of Unicode's east Asian widths


def letter_height(width: float, height: float, text: str) -> float | None:
    """About how high a letter of a text is, in the pixels of its tight box.

    Every letter is given its part of the area: Chinese, Japanese and Korean ones a square, others
    half of one. Within a fifth of the truth for lettering that fills its box, in columns too.

    >>> round(letter_height(93.2, 16.5, "Beautiful!"), 1), letter_height(20, 20, " ")
    (16.0, None)
    """
    letters = text.strip()
    squares = sum(1.0 if unicodedata.east_asian_width(one) in _WIDE else 0.5 for one in letters)
    area = width * height
    return math.sqrt(area / (LINE_PITCH * squares)) if squares and area > 0 else None


def letters_as_seen(model: str, width: int, height: int, letter: float) -> float | None:
    """How many pixels high a letter of a picture is for a model; ``None``: unknown.

    Args:
        model: its name.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        letter: its height in pixels of the picture. Below :data:`LEGIBLE` a warning is due.

    >>> round(letters_as_seen("anthropic/claude-sonnet-4-5", 1654, 2339, 14.0), 1)
    7.8
    """
    seen = seen_by(model, width, height)
    return None if seen is None or seen.height is None else letter * seen.height / height
