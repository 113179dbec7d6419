"""How alike two texts are: edit distance on code points, and what the papers make of it.

Source: specification 7.3; AMB-25, AMB-36, AMB-49.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal

AnlsBoundary = Literal["inclusive", "strict"]


def nfc(text: str) -> str:
    """The text in Unicode's composed form, in which が is one code point."""
    return unicodedata.normalize("NFC", text)


def edit_distance(text: str, other: str) -> int:
    """Fewest insertions, deletions and replacements of code points, both texts in NFC.

    >>> edit_distance("aple", "apple")
    1
    """
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(nfc(text), nfc(other))


def similarity(text: str, other: str) -> float:
    """``1 − ED / max(len)``: 1 for equal texts, also for two empty ones; 0 when one is empty.

    >>> similarity("aple", "apple"), similarity("", ""), similarity("", "x")
    (0.8, 1.0, 0.0)
    """
    return 1 - _normalised_distance(text, other)


def ned(pairs: Iterable[tuple[str, str]]) -> float | None:
    """Mean :func:`similarity` of pairs of texts; ``None`` for none. Higher is better, 1 at best.

    "Normalised edit distance" by the field's name, yet a similarity: the paper prints one minus a
    sum without 1/N. Source: specification 7.3; AMB-25.

    >>> ned([("aple", "apple"), ("apple", "apple")])
    0.9
    """
    values = [similarity(text, other) for text, other in pairs]
    return sum(values) / len(values) if values else None


def anls(
    answer: str, golds: Sequence[str], *, tau: float = 0.5, boundary: AnlsBoundary = "inclusive"
) -> float:
    """Similarity to the nearest of the gold texts, 0 where the distance is more than ``tau``.

    Case, and white space at the ends, do not count.

    Args:
        answer: the text that was given.
        golds: the texts that are right, at least one.
        tau: largest normalised edit distance, in [0, 1], that still earns something.
        boundary: whether a distance of exactly ``tau`` does (``inclusive``) or not (``strict``):
            code in use differs (AMB-49).

    Raises:
        ValueError: without a gold text.

    >>> anls("Morio", ["Moria"]), anls("ab", ["ac"]), anls("ab", ["ac"], boundary="strict")
    (0.8, 0.5, 0.0)
    """
    if not golds:
        raise ValueError("anls needs at least one gold text")
    distance = min(_normalised_distance(_folded(answer), _folded(gold)) for gold in golds)
    earns = distance <= tau if boundary == "inclusive" else distance < tau
    return 1 - distance if earns else 0.0


def _normalised_distance(text: str, other: str) -> float:
    longest = max(len(nfc(text)), len(nfc(other)))
    return edit_distance(text, other) / longest if longest else 0.0


def _folded(text: str) -> str:
    return text.lower().strip()
