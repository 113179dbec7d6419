"""How far people, or a judge and people, agree.

A coefficient is ``(observed − expected) / (1 − expected)``: agreement beyond what the same answers
would give if they were assigned at random. Where everybody always gives the same answer, expected
agreement is 1 and the coefficient is 0/0: then it is ``None``, and the observed agreement tells.

Source: specification 7.12; AMB-42.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

T = TypeVar("T")
Weights = Literal["none", "linear", "quadratic"]
Level = Literal["nominal", "ordinal"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient of agreement.

    Attributes:
        value: 1 is perfect, 0 is what chance gives, ``None`` is not defined.
        observed: observed agreement.
        expected: agreement expected by chance.
        n: items that it is over.
    """

    value: float | None
    observed: float
    expected: float
    n: int


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


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> Agreement:
    """Fleiss' κ of many raters, who need not be the same for every item.

    Args:
        counts: items × categories, how many raters chose each; as many raters for every item.

    Raises:
        ValueError: for no item, fewer than two raters, or numbers of raters that differ.

    >>> agreement = fleiss_kappa([[5, 0, 0, 0], [4, 1, 0, 0], [1, 1, 3, 0]])
    >>> round(agreement.value, 6), round(agreement.observed, 6), round(agreement.expected, 6)
    (0.263393, 0.633333, 0.502222)
    """
    raters = {sum(row) for row in counts}
    if len(raters) != 1 or min(raters) < 2:
        raise ValueError(
            f"every item needs the same number of raters, 2 or more; got {sorted(raters)}"
        )
    (each,) = raters
    n = len(counts)
    observed = math.fsum(
        sum(count * (count - 1) for count in row) / (each * (each - 1)) for row in counts
    )
    expected = math.fsum((sum(row) / (n * each)) ** 2 for row in zip(*counts, strict=True))
    return _agreement(observed / n, expected, n)


def cohen_kappa(
    first: Sequence[Hashable | None],
    second: Sequence[Hashable | None],
    *,
    weights: Weights = "none",
    categories: Sequence[Hashable] | None = None,
) -> Agreement:
    """Cohen's κ of two raters; with weights, near misses agree in part.

    Args:
        first: one rater's category for each item, ``None`` for none; such items are left out.
        second: the other's.
        weights: what categories d places apart agree: ``none`` 0, ``linear`` 1 − d/(k−1),
            ``quadratic`` 1 − (d/(k−1))².
        categories: all k of them, in order; needed with weights, since a step of the scale that
            nobody used is a step all the same.

    Raises:
        ValueError: for lists of different lengths, no common item, a category that is not listed,
            or weights without categories.

    >>> agreement = cohen_kappa("aabb", "aaba")
    >>> agreement.value, agreement.observed
    (0.5, 0.75)
    """
    pairs, _ = _rated_by_both(first, second)
    if weights != "none" and categories is None:
        raise ValueError(f"{weights} weights need the categories in their order")
    used = dict.fromkeys(category for pair in pairs for category in pair)
    scale = list(used if categories is None else categories)
    unknown = [category for category in used if category not in scale]
    if unknown:
        raise ValueError(f"category {unknown[0]!r} was used but is not in {scale}")
    places = [(scale.index(a), scale.index(b)) for a, b in pairs]
    n = len(places)
    ones, others = Counter(a for a, _ in places), Counter(b for _, b in places)
    observed = math.fsum(_agrees(a, b, len(scale), weights) for a, b in places) / n
    expected = math.fsum(
        _agrees(a, b, len(scale), weights) * ones[a] * others[b] for a in ones for b in others
    ) / (n * n)
    return _agreement(observed, expected, n)


def krippendorff_alpha(
    ratings: Sequence[Sequence[float | None]], level: Level = "ordinal"
) -> Agreement:
    """Krippendorff's α of any number of raters, who need not rate everything.

    Args:
        ratings: items × raters, ``None`` where a rater gave none (or said "uncertain"). Items with
            fewer than two ratings are left out.
        level: ``nominal`` has no degrees of disagreement; ``ordinal`` takes for the distance of
            two values how many ratings lie between them, squared.

    Returns:
        The agreements are one minus the mean squared distance over the largest one.

    Raises:
        ValueError: when no item has two ratings.

    Source: K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).

    >>> agreement = krippendorff_alpha([[1, 1], [2, 2], [3, 3], [3, None], [2, 3]], "nominal")
    >>> round(agreement.value, 3), agreement.n
    (0.667, 4)
    """
    items = [[value for value in row if value is not None] for row in ratings]
    items = [row for row in items if len(row) > 1]
    if not items:
        raise ValueError("agreement needs an item with at least two ratings")
    totals = Counter(value for row in items for value in row)
    distance = _squared_distances(totals, level)
    n = totals.total()
    largest = max(distance.values())
    if not largest:
        return Agreement(None, 1.0, 1.0, len(items))
    observed = math.fsum(
        count * others[b] * distance[a, b] / (len(row) - 1)
        for row in items
        for others in (Counter(row),)
        for a, count in others.items()
        for b in others
    )
    expected = math.fsum(totals[a] * totals[b] * distance[a, b] for a in totals for b in totals)
    return _agreement(
        1 - observed / (n * largest), 1 - expected / (n * (n - 1) * largest), len(items)
    )


def percentage_agreement(ratings: Sequence[Sequence[Hashable | None]]) -> Agreement:
    """The share of equal pairs of ratings of an item, mean over items; chance is not looked at.

    Args:
        ratings: items × raters, ``None`` where a rater gave none; items with fewer than two are
            left out.

    Returns:
        ``value`` and ``observed`` are the same; ``expected`` is 0.

    Raises:
        ValueError: when no item has two ratings.

    >>> percentage_agreement([["a", "a", "b"], ["b", "b", None], ["a", None, None]])
    Agreement(value=0.666..., observed=0.666..., expected=0.0, n=2)
    """
    items = [[value for value in row if value is not None] for row in ratings]
    shares = [
        sum(count * (count - 1) for count in Counter(row).values()) / (len(row) * (len(row) - 1))
        for row in items
        if len(row) > 1
    ]
    if not shares:
        raise ValueError("agreement needs an item with at least two ratings")
    observed = math.fsum(shares) / len(shares)
    return Agreement(observed, observed, 0.0, len(shares))


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
    pairs, left_out = _rated_by_both(first, second)
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


def _agreement(observed: float, expected: float, n: int) -> Agreement:
    # Rounding leaves 1 − expected a little off 0 where everybody always says the same.
    value = (observed - expected) / (1 - expected) if 1 - expected > 1e-12 else None
    return Agreement(value, observed, expected, n)


def _rated_by_both(
    first: Sequence[T | None], second: Sequence[T | None]
) -> tuple[list[tuple[T, T]], int]:
    if len(first) != len(second):
        raise ValueError(f"one rater has {len(first)} items, the other {len(second)}")
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not pairs:
        raise ValueError("agreement needs an item that both rated")
    return pairs, len(first) - len(pairs)


def _agrees(a: int, b: int, k: int, weights: Weights) -> float:
    if weights == "none" or a == b:
        return float(a == b)
    gap = abs(a - b) / (k - 1)
    return 1 - (gap if weights == "linear" else gap * gap)


def _squared_distances(totals: Counter[float], level: Level) -> dict[tuple[float, float], float]:
    if level == "nominal":
        return {(a, b): float(a != b) for a in totals for b in totals}
    below: dict[float, float] = {}  # ratings under the middle of each value's own
    count = 0.0
    for value in sorted(totals):
        below[value] = count + totals[value] / 2
        count += totals[value]
    return {(a, b): (below[a] - below[b]) ** 2 for a in totals for b in totals}


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
