"""95 % intervals for the mean of scores that come in clusters, the books.

Pages of one book resemble each other, so items are fewer than they look. Which interval is used
was decided by simulation: coverage of the true mean, 12 items per book on average, true share
0.4 or 0.05, intraclass correlation 0, 0.05 or 0.2 (worst of the six; ``tests/analysis`` repeats
a part of it):

======================  =======  =======  ========  ========
books                      6        10       20        50
======================  =======  =======  ========  ========
Wilson, books ignored     .72      .66      .70       .69
percentile bootstrap      .67      .77      .86       .91
widened bootstrap         .77      .80      .88       .92
Wilson, clustered         .96      .90      .91       .93
======================  =======  =======  ========  ========

So 0/1 metrics take Wilson's interval with the effective sample size. Other metrics between two
bounds take the same interval for where the mean lies between them: the bootstrap knows nothing of
what it has not seen, and calls a mean of 1 certain when all it saw was right. The same simulation
for the share of right places among four, true mean 0.5, 0.9, 0.97 or 0.99, correlation 0.05 or
0.2 (worst of the eight):

======================  =======  =======  ========  ========
books                      6        10       20        50
======================  =======  =======  ========  ========
widened bootstrap         .48      .55      .68       .78
bounded, clustered        .88      .85      .84       .84
======================  =======  =======  ========  ========

Its weakness is scores that crowd just below perfect without reaching it (NDCG): there, at a true
mean of 0.99 and correlation 0.2, it covers .70 of the time and the bootstrap .45 to .64.
Differences of runs take the bootstrap. Below six books none of this is used: how books differ
cannot be learnt from so few (the bootstrap covered .36 to .78 of the time with two to four), and
no sign-flip test over five books can reach p = .05. Then items count as independent, and interval
and test speak of further items from these same books, not of other books.

Source: MS-1.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from panelwise.analysis._summary_types import Estimate
from panelwise.metrics import wilson
from panelwise.metrics.resampling import (
    RESAMPLES,
    choose_clusters,
    cluster_codes,
    expanded_percentiles,
    interval_ends,
    pieces,
    resampled_sums,
    sums_by_cluster,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from panelwise.metrics import Pooled


def cluster_wilson(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
) -> tuple[float, float]:
    """Wilson's interval for a (weighted) share of 0/1 values that come in clusters.

    n is divided by the design effect, the cluster-robust variance over the binomial one, never
    below 1; the quantile is Student's with one degree of freedom less than there are clusters.

    Raises:
        ValueError: for fewer than two clusters, or lists of different lengths.
    """
    from scipy.special import stdtrit

    score, weight, sums, sizes = _by_cluster(values, clusters, weights)
    count = len(sums)
    if count < 2:
        raise ValueError(f"{count} cluster; a spread between clusters needs at least 2")
    total = weight.sum()
    share = min(1.0, float((score * weight).sum() / total))
    effective = float(total**2 / (weight**2).sum())
    binomial = share * (1 - share) / effective
    if binomial > 0:
        robust = count / (count - 1) * float(((sums - share * sizes) ** 2).sum()) / total**2
        effective /= float(max(1.0, robust / binomial))
    return wilson(share * effective, effective, quantile=float(stdtrit(count - 1, 0.975)))


def cluster_bounded(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> tuple[float, float]:
    """Wilson's interval for a (weighted) mean of values between two bounds, in clusters.

    The mean's place between the bounds is a share, and n the number of 0/1 tries whose share
    would vary as much (cluster-robust); the quantile is Student's. Values that are all alike tell
    nothing of how they vary and count as one try each: 60 perfect scores end at 1, and begin
    where 60 successes of 60 do.

    Raises:
        ValueError: for fewer than two clusters, lists of different lengths, or values beyond the
            bounds.
    """
    from scipy.special import stdtrit

    low, high = bounds
    if not (low < high and all(low - 1e-9 <= value <= high + 1e-9 for value in values)):
        raise ValueError(f"values beyond [{low}, {high}]")
    inside = [min(1.0, max(0.0, (value - low) / (high - low))) for value in values]
    score, weight, sums, sizes = _by_cluster(inside, clusters, weights)
    count = len(sums)
    if count < 2:
        raise ValueError(f"{count} cluster; a spread between clusters needs at least 2")
    total = weight.sum()
    share = min(1.0, float((score * weight).sum() / total))
    effective = float(total**2 / (weight**2).sum())
    robust = count / (count - 1) * float(((sums - share * sizes) ** 2).sum()) / total**2
    if robust > 1e-15:  # below, rounding
        effective = float(share * (1 - share) / robust)
    bottom, top = wilson(share * effective, effective, quantile=float(stdtrit(count - 1, 0.975)))
    return low + (high - low) * bottom, low + (high - low) * top


def cluster_variance(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
) -> float:
    """The variance of a (weighted) mean of values in clusters (cluster-robust).

    Raises:
        ValueError: for fewer than two clusters, or lists of different lengths.
    """
    score, weight, sums, sizes = _by_cluster(values, clusters, weights)
    count = len(sums)
    if count < 2:
        raise ValueError(f"{count} cluster; a spread between clusters needs at least 2")
    total = weight.sum()
    mean = float((score * weight).sum() / total)
    return float(count / (count - 1) * ((sums - mean * sizes) ** 2).sum() / total**2)


def cluster_bootstrap(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> tuple[float, float]:
    """Bootstrap interval for a (weighted) mean, drawing whole clusters with replacement.

    Percentiles, widened for few clusters: their level is that of Student's quantile times
    √(G/(G−1)) for G clusters. Source: Hesterberg 2015, "What teachers should know about the
    bootstrap" (expanded percentile interval).

    Raises:
        ValueError: for fewer than two clusters, or lists of different lengths.
    """
    import numpy as np

    _, _, sums, sizes = _by_cluster(values, clusters, weights)
    count = len(sums)
    if count < 2:
        raise ValueError(f"{count} cluster; resampling needs at least 2")
    random = np.random.default_rng(seed)
    means = []
    for size in pieces(resamples, count):
        drawn = random.integers(0, count, (size, count))
        means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return expanded_percentiles(np.concatenate(means), count)


def estimate_mean(
    values: Sequence[float],
    *,
    books: Sequence[str],
    items: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    binary: bool = False,
    bounds: tuple[float, float] | None = None,
    seed: int = 0,
) -> Estimate:
    """The mean with the interval that suits it; see the head of this module for the rule.

    ``method`` is ``wilson`` (0/1 values, every item its own cluster), ``cluster_wilson`` (0/1
    values in books, in repeats of one item, or weighted), ``cluster_bounded`` or ``bounded``
    (values between ``bounds``, by book or by item), ``cluster_bootstrap`` or ``bootstrap`` (other
    values), or ``none`` where a single item says nothing about a spread.

    Args:
        values: one per sample.
        books: the book of each sample.
        items: the item of each sample; repeats of one item share it.
        weights: of each sample; equal by default.
        binary: whether the metric knows only 0 and 1; fractions (a guesser's 0.25) undo it.
        bounds: the least and the greatest value that a sample can have, where that is known.
        seed: of the bootstrap.
    """
    n = len(values)
    if n == 0:
        return Estimate(None, None, None, 0, "none")
    weight = [1.0] * n if weights is None else list(weights)
    mean = math.fsum(v * w for v, w in zip(values, weight, strict=True)) / math.fsum(weight)
    by_book, clusters = choose_clusters(books, items)
    count = len(set(clusters))
    plain = count == n and len(set(weight)) == 1
    if binary and set(values) <= {0.0, 1.0} and (plain or count > 1):
        if plain:
            return Estimate(mean, *wilson(sum(values), n), n, "wilson")
        return Estimate(mean, *cluster_wilson(values, clusters, weight), n, "cluster_wilson")
    if count < 2:
        return Estimate(mean, None, None, n, "none")
    if bounds is not None and bounds[0] <= min(values) and max(values) <= bounds[1]:
        ends = cluster_bounded(values, clusters, weight, bounds=bounds)
        return Estimate(mean, *ends, n, "cluster_bounded" if by_book else "bounded")
    ends = cluster_bootstrap(values, clusters, weight, seed=seed)
    return Estimate(mean, *ends, n, "cluster_bootstrap" if by_book else "bootstrap")


def estimate_ratio(
    parts: Sequence[Sequence[float]],
    pooled: Pooled,
    *,
    books: Sequence[str],
    items: Sequence[Hashable],
    bounds: tuple[float, float] | None = None,
    seed: int = 0,
) -> Estimate:
    """A function of sums over samples, with the percentiles of a bootstrap that draws clusters.

    Where every resample gives the same value the bootstrap knows nothing of what it has not seen;
    between ``bounds`` the interval is then Wilson's for as many tries as there are clusters.

    Args:
        parts: ``(samples, parts)``.
        pooled: sums ``(..., parts)`` to values ``(...)``.
        books: the book of each sample.
        items: the item of each sample; repeats of one item share it.
        bounds: the least and the greatest value, where they are known.
        seed: of the bootstrap.
    """
    import numpy as np

    if not parts:
        return Estimate(None, None, None, 0, "none")
    rows = np.asarray(parts, dtype=np.float64)
    value = float(pooled(rows.sum(axis=0)))
    by_book, clusters = choose_clusters(books, items)
    sums = sums_by_cluster(rows, clusters)
    if math.isnan(value) or len(sums) < 2:
        return Estimate(None if math.isnan(value) else value, None, None, len(parts), "none")
    drawn = np.concatenate([pooled(some) for some in resampled_sums(sums, seed)])
    low, high = interval_ends(value, drawn, len(sums), bounds)
    return Estimate(value, low, high, len(parts), "cluster_bootstrap" if by_book else "bootstrap")


def estimate_drawn(
    value: float | None,
    drawn: NDArray[np.float64],
    *,
    books: Sequence[str],
    items: Sequence[Hashable],
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    """A value with the percentiles of what it is in the resamples of :func:`drawn_weights`."""
    by_book, clusters = choose_clusters(books, items)
    count = len(set(clusters))
    if value is None or count < 2:
        return Estimate(value, None, None, len(items), "none")
    low, high = interval_ends(value, drawn, count, bounds)
    return Estimate(value, low, high, len(items), "cluster_bootstrap" if by_book else "bootstrap")


def estimate_ratio_difference(
    first: Sequence[Sequence[float]],
    second: Sequence[Sequence[float]],
    pooled: Pooled,
    *,
    books: Sequence[str],
    items: Sequence[Hashable],
    bounds: tuple[float, float] | None = None,
    seed: int = 0,
) -> Estimate:
    """First minus second of a function of sums, over the same samples in the same order."""
    import numpy as np

    if not first:
        return Estimate(None, None, None, 0, "none")
    both = np.concatenate([np.asarray(first, float), np.asarray(second, float)], axis=1)
    width = both.shape[1] // 2

    def difference(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return pooled(sums[..., :width]) - pooled(sums[..., width:])

    return estimate_ratio(
        both.tolist(), difference, books=books, items=items, bounds=bounds, seed=seed
    )


def _by_cluster(
    values: Sequence[float], clusters: Sequence[Hashable], weights: Sequence[float] | None
) -> tuple[NDArray[np.float64], ...]:
    """Values, weights, and per cluster the sums of weighted values and of weights."""
    import numpy as np

    score = np.asarray(values, dtype=np.float64)
    weight = np.ones(len(score)) if weights is None else np.asarray(weights, dtype=np.float64)
    if not len(score) == len(clusters) == len(weight):
        raise ValueError(f"{len(score)} values, {len(clusters)} clusters, {len(weight)} weights")
    codes = cluster_codes(clusters)
    sums = np.bincount(codes, score * weight).astype(np.float64)
    sizes = np.bincount(codes, weight).astype(np.float64)
    return score, weight, sums, sizes


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
