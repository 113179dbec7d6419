"""Was a text read at all, wherever? The papers' "Trans" score, which ignores positions.

All predictions of a page are joined with a newline, and a gold text is found when it stands in
the result letter by letter. Beside that figure stand three that see what it cannot: reading
"ア" once finds every gold "ア" of the page, a text of one or two letters is found by accident, and
inventing texts costs nothing.

Source: specification 7.5; AMB-31.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.metrics._info import MetricInfo
from panelwise.metrics._strings import nfc

SEPARATOR = "\n"
LONG = 3  # letters

TRANS_METRICS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("trans", "share of texts that stand somewhere in what was read"),
        MetricInfo("trans_once", "the same, every letter that was read serving one text only"),
        MetricInfo("trans_long", "the same as trans, for texts of three letters and more"),
        MetricInfo("trans_precision", "share of the letters read that such a text accounts for"),
    )
}


@dataclass(frozen=True, slots=True)
class TransCounts:
    """What is counted on a page; counts of pages add up, from ``TransCounts()`` on.

    Attributes:
        gold: texts that had to be read; one that is empty asks for nothing and is not counted.
        found: those that stand in what was read.
        found_once: those found while every letter serves one text only.
        long_gold: texts of at least three letters.
        long_found: those of them that were found.
        read: letters (code points in NFC) of all predictions.
        accounted: letters of the texts in ``found_once``.
    """

    gold: int = 0
    found: int = 0
    found_once: int = 0
    long_gold: int = 0
    long_found: int = 0
    read: int = 0
    accounted: int = 0

    def __add__(self, other: TransCounts) -> TransCounts:
        return TransCounts(
            self.gold + other.gold,
            self.found + other.found,
            self.found_once + other.found_once,
            self.long_gold + other.long_gold,
            self.long_found + other.long_found,
            self.read + other.read,
            self.accounted + other.accounted,
        )


def trans_counts(gold: Sequence[str], predicted: Sequence[str]) -> TransCounts:
    """The counts of one page.

    Args:
        gold: texts, normalised.
        predicted: texts, normalised alike and filtered for repeats.

    The order of either list does not matter, unless texts hold newlines (as raw ones may).

    >>> counts = trans_counts(["apple", "apple", "pear"], ["banana apple orange"])
    >>> counts.found, counts.found_once
    (2, 1)
    """
    wanted = [nfc(text) for text in gold if text]
    lines = [nfc(text) for text in predicted]
    everything = SEPARATOR.join(lines)
    found = [text for text in wanted if text in everything]
    once = _found_once(wanted, lines)
    return TransCounts(
        gold=len(wanted),
        found=len(found),
        found_once=len(once),
        long_gold=sum(len(text) >= LONG for text in wanted),
        long_found=sum(len(text) >= LONG for text in found),
        read=sum(map(len, lines)),
        accounted=sum(map(len, once)),
    )


def trans_scores(counts: TransCounts) -> dict[str, float]:
    """The metrics of :data:`TRANS_METRICS` that are defined: those with something to divide by.

    >>> trans_scores(TransCounts(gold=4, found=2, found_once=1, read=20, accounted=5))
    {'trans': 0.5, 'trans_once': 0.25, 'trans_precision': 0.25}
    """
    shares = {
        "trans": (counts.found, counts.gold),
        "trans_once": (counts.found_once, counts.gold),
        "trans_long": (counts.long_found, counts.long_gold),
        "trans_precision": (counts.accounted, counts.read),
    }
    return {name: part / whole for name, (part, whole) in shares.items() if whole}


def _found_once(wanted: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The texts found when each cuts its letters out of what was read.

    The longest text chooses first, from the shortest line that holds it: sorting both makes the
    outcome independent of file order. It is a greedy choice, not always the largest set.
    """
    left = sorted(lines, key=_by_length)
    found = []
    for text in sorted(wanted, key=_by_length, reverse=True):
        line = next((line for line in left if text in line), None)
        if line is not None:
            found.append(text)
            left.remove(line)
            before, _, after = line.partition(text)
            left = sorted([*left, before, after], key=_by_length)
    return found


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text
