"""Signs that OCR confuses in western lettering, put right where the line leaves no doubt.

PP-OCR was trained on Chinese and Latin print: it writes full-width marks into Latin lines, reads
three dots as two or as one sign and two, and the lone capital I of comic lettering as 1, | or [.
Letters inside words are never changed: that would be a guess.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_EASTERN = re.compile(r"[\u1100-\u11ff\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_NARROW = str.maketrans("！？，：；（）．‘’“”", "!?,:;().''\"\"")
_DOTS = re.compile(r"\.*…[.…]*|(?<!\.)\.\.(?!\.)")
_LONE = re.compile(r"(?<!\S)[|\[\]](?!\S)")
# "1" opens a sentence or a clause and a word follows: no number does so in capitals.
_ONE = re.compile(r"(?:(?<=^)|(?<=[.!?,;] )|(?<=\bAND )|(?<=\bBUT )|(?<=\bTHAT ))1(?= [A-Z]{2,})")


def western_signs(lines: Sequence[str]) -> list[str]:
    """The lines of a text with the signs that were meant; with eastern writing, as they come.

    >>> western_signs(["1 WAITED… .. AND", "[ SAW IT！"])
    ['I WAITED... ... AND', 'I SAW IT!']
    >>> western_signs(["まさか", "…！？"])
    ['まさか', '…！？']
    """
    if any(_EASTERN.search(line) for line in lines):
        return list(lines)
    made = [_DOTS.sub("...", line.translate(_NARROW)) for line in lines]
    letters = [sign for line in made for sign in line if sign.isalpha()]
    if not letters or sum(sign.isupper() for sign in letters) <= 0.8 * len(letters):
        return made
    return [_ONE.sub("I", _LONE.sub("I", line)) for line in made]
