"""Detection: which boxes that were found are which true boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.geometry import Box


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs ``(found, true)`` of positions, and how many of either there are."""

    pairs: tuple[tuple[int, int], ...]
    found: int
    true: int

    @property
    def is_right(self) -> bool:
        """Whether every true box was found and nothing else."""
        return len(self.pairs) == self.found == self.true


def match_boxes(found: Sequence[Box], true: Sequence[Box], threshold: float = 0.5) -> Matching:
    """The one-to-one matching of the largest total IoU among pairs that reach the threshold.

    Args:
        found: boxes that somebody found on a page.
        true: the boxes that are there.
        threshold: least IoU of a pair.

    >>> match_boxes([Box(0, 0, 9, 10), Box(50, 50, 60, 60)], [Box(0, 0, 10, 10)]).pairs
    ((0, 0),)
    """
    if not found or not true:
        return Matching((), len(found), len(true))
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    overlap = np.array([[mine.iou(theirs) for theirs in true] for mine in found])
    # Two poor pairs may add up to more than a good one: only pairs that count may weigh.
    rows, columns = linear_sum_assignment(
        np.where(overlap >= threshold, overlap, 0.0), maximize=True
    )
    pairs = tuple(
        (int(i), int(j)) for i, j in zip(rows, columns, strict=True) if overlap[i, j] >= threshold
    )
    return Matching(pairs, len(found), len(true))


def detection_f1(matchings: Sequence[Matching]) -> float | None:
    """F1 over all boxes of all pages: 2·hits / (found + true); ``None`` without any box.

    >>> detection_f1([Matching(((0, 0),), 1, 1), Matching((), 1, 1)])
    0.5
    """
    boxes = sum(matching.found + matching.true for matching in matchings)
    return 2 * sum(len(matching.pairs) for matching in matchings) / boxes if boxes else None
