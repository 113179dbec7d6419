"""Where words may be broken into lines, and where they had better be.

Source for what may not begin or end a line: JIS X 4051 (kinsoku), the usual short list.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from panelwise_press._scene import Language

NOT_FIRST = (
    "、。，．・：；？！」』）】〉》”’…‥—ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〜～,.!?:;)»"
)
NOT_LAST = "「『（【〈《“‘(«¡¿"
_PAUSES = "、。，．：；？！…‥—」』）,.!?:;"
_ENDS = "。！？…!?."
# A phrase of Japanese or Chinese often ends with one of these.
_PARTICLES = {"ja": "はがをにでともへねよのて", "zh": "的了吗呢啊吧呀是把在啦"}
# Short words that look lost at the end of a line.
_LEADERS = re.compile(
    "(a|an|the|i|it|is|my|to|of|in|on|at|for|and|we|you|he|she|this|le|la|les|un|une|de|du|des|et|à"
    "|je|tu|il|elle|on|ce|que|el|lo|los|las|mi|su|y|en|con|por|se|te|me|es|no)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """What is never broken.

    Attributes:
        text: of the part.
        cost: of a line break before it, less than nothing after a sentence.
        space: whether a space stands before it.
    """

    text: str
    cost: float
    space: bool


def units_of(words: str, language: Language) -> list[Unit]:
    """The unbreakable parts of a text.

    >>> [unit.text for unit in units_of("Reviens, mon ami !", "fr")]
    ['Reviens,', 'mon', 'ami !']
    >>> [unit.text for unit in units_of("「まって」", "ja")]
    ['「まっ', 'て」']
    """
    if language in ("ja", "zh"):
        return _characters(words, language)
    units: list[Unit] = []
    for piece in words.split():
        # French sets a space before ! ? : ; and within « »: they stay with their word.
        if units and (piece in ("!", "?", ":", ";", "»") or units[-1].text == "«"):
            last = units.pop()
            units.append(Unit(f"{last.text} {piece}", last.cost, last.space))
        else:
            units.append(Unit(piece, _word_cost(units[-1].text) if units else 0.0, True))
    return units


def _word_cost(before: str) -> float:
    """What it costs to break a line after a word."""
    if before[-1] in _PAUSES:
        return -0.7 if before[-1] in _ENDS else 0.0
    return 2.0 if _LEADERS.fullmatch(before) else 0.7


def _characters(words: str, language: Language) -> list[Unit]:
    units: list[Unit] = []
    spaced = False
    for character in words.strip():
        if character.isspace():
            spaced = True
            continue
        last = units[-1].text if units else ""
        foreign = character.isascii() and character.isalnum()
        clings = character in NOT_FIRST or (foreign and last[-1:].isascii() and not spaced)
        if last and (clings or last[-1] in NOT_LAST):
            before = units.pop()
            units.append(Unit(last + character, before.cost, before.space))
        else:
            cost = 0.0 if spaced else _cost(last[-1:], character, language)
            units.append(Unit(character, cost, spaced))
        spaced = False
    return units


def _cost(before: str, after: str, language: Language) -> float:
    """What it costs to break a line between two characters of one sentence."""
    if not before:
        return 0.0
    if before in _PAUSES:
        return -1.5 if before in _ENDS else -0.5
    if language == "zh":
        return 2.0 if before in _PARTICLES["zh"] else 5.0
    return _japanese_cost(before, after)


def _japanese_cost(before: str, after: str) -> float:
    """Phrases begin where kana turn into kanji, and end with particles.

    Elsewhere a break is likely in the middle of a word: dearer than to cover a bit of a body.
    """
    kinds = _script(before), _script(after)
    if after == "ん" or (after in _PARTICLES["ja"] and kinds[0] != "hiragana"):
        return 9.0
    if kinds[0] == "hiragana" and kinds[1] != "hiragana":
        return 0.5
    if kinds == ("hiragana", "hiragana"):
        return 2.5 if before in _PARTICLES["ja"] else 8.0
    return 9.0


def _script(character: str) -> str:
    if "぀" <= character <= "ゟ":
        return "hiragana"
    return "katakana" if "゠" <= character <= "ヿ" else "kanji"


def broken(
    units: Sequence[Unit], widths: Sequence[float], space: float, count: int
) -> tuple[float, list[list[Unit]]] | None:
    """The units in ``count`` lines, the middle ones longer, and the cost of the breaks.

    Lines differ as little as they can from the lengths of a rounded balloon's; ``None`` where
    there are fewer units than lines.
    """
    if count > len(units):
        return None
    ends = [0.0]
    for unit, width in zip(units, widths, strict=True):
        ends.append(ends[-1] + width + (space if unit.space else 0.0))
    wanted = [math.sqrt(1 - (0.7 * (2 * (at + 0.5) / count - 1)) ** 2) for at in range(count)]
    total = ends[-1] / sum(wanted)
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))] + [(math.inf, ())] * len(units)
    for line in range(count):
        following: list[tuple[float, tuple[int, ...]]] = [(math.inf, ())] * (len(units) + 1)
        for start in range(line, len(units)):
            so_far, starts = best[start]
            if so_far == math.inf:
                continue
            fixed = so_far + (units[start].cost if start else 0.0)
            for end in range(start + 1, len(units) - (count - line - 1) + 1):
                off = (ends[end] - ends[start] - wanted[line] * total) / max(total, 2.0)
                cost = fixed + 6 * off * off
                if cost < following[end][0]:
                    following[end] = (cost, (*starts, end))
        best = following
    cost, starts = best[-1]
    lines = [list(units[a:b]) for a, b in pairwise(starts)]
    return cost, lines
