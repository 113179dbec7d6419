"""Two raters' numbers for the same items: how they go together.

Source: specification 7.12; MS-11.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RatingComparison:
    """Two raters' numbers for the same items, a judge's and a person's for instance.

    Attributes:
        n: items that both rated.
        left_out: items that one of them did not rate.
        pearson: linear correlation; ``None`` when either never varies.
        spearman: correlation of ranks, ties at their mean rank; ``None`` likewise.
        mean_difference: mean of first minus second.
        limits: Bland and Altman's limits, ``mean ± 1.96·s`` of the differences; ``None`` for
            fewer than two.
        within_one: share of items on which they are at most one point apart.
    """

    n: int
    left_out: int
    pearson: float | None
    spearman: float | None
    mean_difference: float
    limits: tuple[float, float] | None
    within_one: float


def compare_ratings(
    first: Sequence[float | None], second: Sequence[float | None]
) -> RatingComparison:
    """Correlations, mean difference and closeness of two raters' numbers.

    Args:
        first: one rater's number for each item, ``None`` for none.
        second: the other's.

    Raises:
        ValueError: for lists of different lengths, or no item that both rated.

    Source: specification 7.12; MS-11; Bland and Altman, Lancet 1986.

    >>> comparison = compare_ratings([5, 7, 9, None], [4, 7, 6, 3])
    >>> comparison.n, comparison.left_out, comparison.within_one
    (3, 1, 0.666...)
    """
    pairs, left_out = rated_by_both(first, second)
    ones, others = [a for a, _ in pairs], [b for _, b in pairs]
    gaps = [a - b for a, b in pairs]
    n = len(gaps)
    mean = math.fsum(gaps) / n
    limits = None
    if n > 1:
        spread = 1.96 * math.sqrt(math.fsum((gap - mean) ** 2 for gap in gaps) / (n - 1))
        limits = (mean - spread, mean + spread)
    return RatingComparison(
        n=n,
        left_out=left_out,
        pearson=_correlation(ones, others),
        spearman=_correlation(_mean_ranks(ones), _mean_ranks(others)),
        mean_difference=mean,
        limits=limits,
        within_one=sum(abs(gap) <= 1 for gap in gaps) / n,
    )


def rated_by_both(
    first: Sequence[T | None], second: Sequence[T | None]
) -> tuple[list[tuple[T, T]], int]:
    """The pairs of what both gave, and how many items only one of them or neither rated."""
    if len(first) != len(second):
        raise ValueError(f"one rater has {len(first)} items, the other {len(second)}")
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not pairs:
        raise ValueError("agreement needs an item that both rated")
    return pairs, len(first) - len(pairs)


def _correlation(ones: Sequence[float], others: Sequence[float]) -> float | None:
    n = len(ones)
    mean_one, mean_other = math.fsum(ones) / n, math.fsum(others) / n
    one = [value - mean_one for value in ones]
    other = [value - mean_other for value in others]
    scale = math.hypot(*one) * math.hypot(*other)
    # A mean such as that of three 0.1s is off by rounding, so equal values are looked for as such.
    if len(set(ones)) == 1 or len(set(others)) == 1 or not scale:
        return None
    return math.fsum(a * b for a, b in zip(one, other, strict=True)) / scale


def _mean_ranks(values: Sequence[float]) -> list[float]:
    counts = Counter(values)
    ranks: dict[float, float] = {}
    below = 0
    for value in sorted(counts):
        ranks[value] = below + (counts[value] + 1) / 2
        below += counts[value]
    return [ranks[value] for value in values]
