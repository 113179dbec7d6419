"""95 % intervals for figures of samples that come in clusters, the books.

Pages of one book resemble each other, so items are fewer than they look. Shares of 0/1 values
take Wilson's interval with the effective sample size. Other figures between two bounds (means,
precision and recall of sums, average precision) take the same interval for their place between
the bounds, with the n of 0/1 tries that would vary as much. Differences take Student's interval.
The variance is that between clusters; of figures that are no mean it is the jackknife's, which
leaves out one cluster after the other.

Few books often show no error where there are some: their variance is then too small, or 0. So
every such variance has one more item added to it, at the far end of the scale. This and the rest
was chosen by simulation. Coverage of the true value, 8 items per book on average, true value .02
to .99, intraclass correlation .05 or .2 (worst of 8 to 48 cases, of 100 to 500 draws each, so up
to .03 lower than the truth; ``tests/analysis`` repeats a part):

==============================  =======  =======  ========
books                              6        10       20
==============================  =======  =======  ========
shares of 0/1 values              .96      .90      .91
recall of sums                    .95      .94      .93
F1 of sums                        .93      .93      .93
sums that crowd below 1 (NDCG)    .94      .93      .93
mean share of four places         .94      .94      .92
average precision                 .95      .92      .94
difference, figures of sums       .93      .92      .91
difference, 0/1 scores            .92      .91      .91
==============================  =======  =======  ========

Below six books none of this is used: how books differ cannot be learnt from so few, and no
sign-flip test over five books can reach p = .05. Then items count as independent, and interval
and test speak of further items from these same books, not of other books.

Source: MS-1.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from panelwise.metrics import wilson
from panelwise.metrics.resampling import cluster_codes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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


def bounded_interval(
    value: float, variance: float, *, items: float, clusters: int, bounds: tuple[float, float]
) -> tuple[float, float]:
    """Wilson's interval for a figure between two bounds, from its variance between clusters.

    The figure's place between the bounds is a share, and n the number of 0/1 tries whose share
    would vary as much; the quantile is Student's. One more item at the far bound is added to the
    variance, or what as many 0/1 tries as items would vary, whichever is less. So 60 perfect
    scores end at 1, and begin where 60 successes of 60 do.

    Args:
        value: the figure.
        variance: of the figure, as the clusters differ.
        items: how many there are; fewer where their weights differ (:func:`effective_items`).
        clusters: how many there are, at least 2.
        bounds: the least and the greatest value that the figure can have.
    """
    from scipy.special import stdtrit

    low, high = bounds
    span = high - low
    share = min(1.0, max(0.0, (value - low) / span))
    tries = share * (1 - share) / items
    one_more = (max(share, 1 - share) / items) ** 2  # moves a mean so far
    spread = variance / span**2 + min(tries, one_more)
    effective = share * (1 - share) / spread if tries > 0 else items
    quantile = float(stdtrit(clusters - 1, 0.975))
    bottom, top = wilson(share * effective, effective, quantile=quantile)
    return low + span * bottom, low + span * top


def student_interval(
    value: float, variance: float, *, items: float, clusters: int, span: float | None = None
) -> tuple[float, float]:
    """Student's interval for a difference, or a figure without bounds.

    Where the greatest difference, ``span``, is known, one more item that only one of the two runs
    gets right is added to the variance: runs that differ alike on every item are not certain to
    (as Bonett and Price 2012 do for paired shares). Other arguments: :func:`bounded_interval`.
    """
    from scipy.special import stdtrit

    spread = variance + ((span or 0.0) / items) ** 2
    reach = float(stdtrit(clusters - 1, 0.975)) * math.sqrt(spread)
    most = math.inf if span is None else span
    return max(-most, value - reach), min(most, value + reach)


def effective_items(items: Sequence[Hashable], weights: Sequence[float] | None = None) -> float:
    """How many items of equal weight say as much: (Σw)² / Σw², repeats of an item added up.

    >>> effective_items("abb"), effective_items("abc", [2.0, 1.0, 1.0])
    (1.8, 2.6666666666666665)
    """
    import numpy as np

    total = np.bincount(cluster_codes(items), weights)
    return float(total.sum() ** 2 / (total**2).sum())


def cluster_bounded(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    items: Sequence[Hashable] | None = None,
) -> tuple[float, float]:
    """:func:`bounded_interval` of a (weighted) mean of values in clusters.

    Args:
        values: of the samples.
        clusters: of each sample.
        weights: of the samples; equal by default.
        bounds: the least and the greatest value.
        items: of each sample; each is its own by default.

    Raises:
        ValueError: for fewer than two clusters, lists of different lengths, or values beyond the
            bounds.
    """
    low, high = bounds
    if not (low < high and all(low - 1e-9 <= value <= high + 1e-9 for value in values)):
        raise ValueError(f"values beyond [{low}, {high}]")
    inside = [min(high, max(low, value)) for value in values]
    mean, variance = _mean_and_variance(inside, clusters, weights)
    return bounded_interval(
        mean,
        variance,
        items=effective_items(range(len(values)) if items is None else items, weights),
        clusters=len(set(clusters)),
        bounds=bounds,
    )


def cluster_variance(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
) -> float:
    """The variance of a (weighted) mean of values in clusters (cluster-robust).

    Raises:
        ValueError: for fewer than two clusters, or lists of different lengths.
    """
    return _mean_and_variance(values, clusters, weights)[1]


def _mean_and_variance(
    values: Sequence[float], clusters: Sequence[Hashable], weights: Sequence[float] | None
) -> tuple[float, float]:
    score, weight, sums, sizes = _by_cluster(values, clusters, weights)
    count = len(sums)
    if count < 2:
        raise ValueError(f"{count} cluster; a spread between clusters needs at least 2")
    total = weight.sum()
    mean = float((score * weight).sum() / total)
    return mean, float(count / (count - 1) * ((sums - mean * sizes) ** 2).sum() / total**2)


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
