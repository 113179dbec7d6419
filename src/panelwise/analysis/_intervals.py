"""Figures with 95 % intervals: means, figures of sums, differences. Source: MS-1.

Which interval a figure gets, and why, is at the head of ``_clustered``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, TypedDict

from panelwise.analysis._clustered import (
    bounded_interval,
    cluster_bounded,
    cluster_variance,
    cluster_wilson,
    effective_items,
    student_interval,
)
from panelwise.analysis._estimate import Estimate
from panelwise.metrics import wilson
from panelwise.metrics.resampling import (
    MOST_GROUPS,
    ClusterUnit,
    choose_clusters,
    deletion_groups,
    jackknife_variance,
    sums_without,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from panelwise.metrics import Pooled


class _Sizes(TypedDict):
    items: float
    clusters: int


def estimate_mean(
    values: Sequence[float],
    *,
    books: Sequence[Hashable],
    items: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    binary: bool = False,
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    """The mean with the interval that suits it; see the head of ``_clustered`` for the rule.

    ``method`` is ``wilson`` (0/1 values, every item its own cluster), ``cluster_wilson`` (0/1
    values in books or families, in repeats of one item, or weighted), ``cluster_bounded`` or
    ``bounded`` (values between ``bounds``, by book or family, or by item), ``cluster_student`` or
    ``student`` (other values), or ``none`` where a single item says nothing about a spread.

    Args:
        values: one per sample.
        books: the book or family of each sample (``Item.cluster``).
        items: the item of each sample; repeats of one item share it.
        weights: of each sample; equal by default.
        binary: whether the metric knows only 0 and 1; fractions (a guesser's 0.25) undo it.
        bounds: the least and the greatest value that a sample can have, where that is known.
    """
    n = len(values)
    if n == 0:
        return Estimate(None, None, None, 0, "none")
    weight = [1.0] * n if weights is None else list(weights)
    mean = math.fsum(v * w for v, w in zip(values, weight, strict=True)) / math.fsum(weight)
    unit, clusters = choose_clusters(books, items)
    count = len(set(clusters))
    plain = count == n and len(set(weight)) == 1
    if binary and set(values) <= {0.0, 1.0} and (plain or count > 1):
        if plain:
            return Estimate(mean, *wilson(sum(values), n), n, "wilson")
        return Estimate(mean, *cluster_wilson(values, clusters, weight), n, "cluster_wilson")
    if count < 2:
        return Estimate(mean, None, None, n, "none")
    if bounds is not None and bounds[0] <= min(values) and max(values) <= bounds[1]:
        ends = cluster_bounded(values, clusters, weight, bounds=bounds, items=items)
        return Estimate(mean, *ends, n, _method("bounded", unit))
    return estimate_difference(values, books=books, items=items, weights=weight)


def _method(name: str, unit: ClusterUnit) -> str:
    return name if unit == "item" else f"cluster_{name}"


def estimate_difference(
    differences: Sequence[float],
    *,
    books: Sequence[Hashable],
    items: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    span: float | None = None,
) -> Estimate:
    """The mean of differences with Student's interval, by book or family, or by item.

    Args:
        differences: one per sample.
        books: the book or family of each sample (``Item.cluster``).
        items: the item of each sample; repeats of one item share it.
        weights: of each sample; equal by default.
        span: the greatest difference that there can be, where that is known.
    """
    n = len(differences)
    if n == 0:
        return Estimate(None, None, None, 0, "none")
    unit, clusters = choose_clusters(books, items)
    count = len(set(clusters))
    weight = [1.0] * n if weights is None else list(weights)
    mean = math.fsum(v * w for v, w in zip(differences, weight, strict=True)) / math.fsum(weight)
    if count < 2:
        return Estimate(mean, None, None, n, "none")
    ends = student_interval(
        mean,
        cluster_variance(differences, clusters, weight),
        items=effective_items(items, weight),
        clusters=count,
        span=span,
    )
    return Estimate(mean, *ends, n, _method("student", unit))


def estimate_ratio(
    parts: Sequence[Sequence[float]],
    pooled: Pooled,
    *,
    books: Sequence[Hashable],
    items: Sequence[Hashable],
    bounds: tuple[float, float],
) -> Estimate:
    """A function of sums over samples between two bounds, with a jackknife's interval.

    Args:
        parts: ``(samples, parts)``.
        pooled: sums ``(..., parts)`` to values ``(...)``.
        books: the book or family of each sample (``Item.cluster``).
        items: the item of each sample; repeats of one item share it.
        bounds: the least and the greatest value.
    """
    return _of_sums(parts, pooled, books, items, bounds, difference=False)


def estimate_ratio_difference(
    first: Sequence[Sequence[float]],
    second: Sequence[Sequence[float]],
    pooled: Pooled,
    *,
    books: Sequence[Hashable],
    items: Sequence[Hashable],
    span: float,
) -> Estimate:
    """First minus second of a function of sums, over the same samples in the same order.

    Arguments as for :func:`estimate_ratio`; ``span`` is the greatest difference.
    """
    both = [[*one, *two] for one, two in zip(first, second, strict=True)]
    width = len(both[0]) // 2 if both else 0

    def difference(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return pooled(sums[..., :width]) - pooled(sums[..., width:])

    return _of_sums(both, difference, books, items, (-span, span), difference=True)


def _of_sums(
    parts: Sequence[Sequence[float]],
    pooled: Pooled,
    books: Sequence[Hashable],
    items: Sequence[Hashable],
    bounds: tuple[float, float],
    *,
    difference: bool,
) -> Estimate:
    import numpy as np

    if not parts:
        return Estimate(None, None, None, 0, "none")
    rows = np.asarray(parts, dtype=np.float64)

    def without(groups: NDArray[np.intp], kept: Sequence[int]) -> NDArray[np.float64]:
        return pooled(sums_without(rows[kept], groups))

    return estimate_without(
        float(pooled(rows.sum(axis=0))),
        without,
        counts=[any(row) for row in parts],
        books=books,
        items=items,
        bounds=bounds,
        difference=difference,
    )


def estimate_without(
    value: float | None,
    without: Callable[[NDArray[np.intp], Sequence[int]], NDArray[np.float64]],
    *,
    counts: Sequence[bool],
    books: Sequence[Hashable],
    items: Sequence[Hashable],
    bounds: tuple[float, float],
    difference: bool = False,
) -> Estimate:
    """A figure with an interval from what it is without each cluster in turn (jackknife).

    Args:
        value: of all samples; ``None`` or NaN where it is not defined.
        without: from the group of each sample that counts, and the places of these samples, to
            the figure without each group.
        counts: whether a sample can change the figure. Books in which none does say nothing.
        books: the book or family of each sample (``Item.cluster``).
        items: the item of each sample; repeats of one item share it.
        bounds: the least and the greatest value.
        difference: whether the figure is a difference (:func:`student_interval`).
    """
    n = len(items)
    if value is None or math.isnan(value):
        return Estimate(None, None, None, n, "none")
    kept = [place for place, counted in enumerate(counts) if counted]
    ours = [items[place] for place in kept]
    unit, clusters = choose_clusters([books[place] for place in kept], ours)
    count = len(set(clusters))
    if count < 2:
        return Estimate(value, None, None, n, "none")
    variance = jackknife_variance(without(deletion_groups(clusters), kept))
    if math.isnan(variance):
        return Estimate(value, None, None, n, "none")
    sizes = _Sizes(items=effective_items(ours), clusters=min(count, MOST_GROUPS))
    if difference:
        ends = student_interval(value, variance, span=bounds[1], **sizes)
    else:
        ends = bounded_interval(value, variance, bounds=bounds, **sizes)
    method = "student" if difference else "bounded"
    return Estimate(value, *ends, n, _method(method, unit))


def hybrid_difference(first: Estimate, second: Estimate) -> Estimate:
    """The difference of two independent figures, from their intervals.

    Newcombe's hybrid score interval, extended by Zou and Donner (2008) to any two intervals:
    distances to their ends are added as squares. So the interval of any metric will do, and the
    difference of two perfect scores has one, too.

    >>> first = Estimate(56 / 70, *wilson(56, 70), 70, "wilson")
    >>> found = hybrid_difference(first, Estimate(48 / 80, *wilson(48, 80), 80, "wilson"))
    >>> round(found.low, 4), round(found.high, 4)
    (0.0524, 0.3339)
    """
    n = first.n + second.n
    if first.value is None or second.value is None:
        return Estimate(None, None, None, n, "none")
    value = first.value - second.value
    low, high, other_low, other_high = first.low, first.high, second.low, second.high
    if low is None or high is None or other_low is None or other_high is None:
        return Estimate(value, None, None, n, "none")
    down = math.hypot(first.value - low, other_high - second.value)
    up = math.hypot(high - first.value, second.value - other_low)
    return Estimate(value, value - down, value + up, n, "hybrid_score")
