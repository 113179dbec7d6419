"""Whether two runs on the same items differ by more than chance. Source: MS-1."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from panelwise.metrics.resampling import pieces, sums_by_cluster

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from panelwise.metrics import Pooled

EXACT_CLUSTERS = 12  # 4,096 patterns of signs
RANDOM_PATTERNS = 10_000


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided p of McNemar's exact test: are the items that one run alone got right split evenly?

    The sign-flip test of :func:`sign_flip` for 0/1 scores of independent items. It knows nothing
    of books: where several items share a book, flip signs by book instead.

    Raises:
        ValueError: for a negative count.

    >>> mcnemar(1, 7)
    0.0703125
    >>> mcnemar(0, 0)
    1.0
    """
    if min(only_first, only_second) < 0:
        raise ValueError(f"negative counts of items: {only_first} and {only_second}")
    from scipy.special import bdtr

    discordant = only_first + only_second
    return min(1.0, 2 * float(bdtr(min(only_first, only_second), discordant, 0.5)))


def sign_flip(
    differences: Sequence[float],
    clusters: Sequence[Hashable],
    weights: Sequence[float] | None = None,
    *,
    seed: int = 0,
) -> float:
    """Two-sided p of the paired permutation test that exchanges the two runs cluster by cluster.

    If the runs were equally good, the (weighted) sum of differences of any cluster could as well
    have had the other sign. All patterns of signs are tried for up to 12 clusters with a
    difference, 10,000 seeded ones beyond; there the observed pattern counts as one more, so that
    p is never 0.

    Args:
        differences: first run minus second, one per item.
        clusters: what is exchanged together: the items' books, or the items.
        weights: of the items; equal by default.
        seed: of the random patterns.

    Raises:
        ValueError: for lists of different lengths.

    >>> sign_flip([1, 1, 1, 1], ["a", "b", "c", "d"])
    0.125
    """
    import numpy as np

    weight = [1.0] * len(differences) if weights is None else weights
    totals: dict[Hashable, float] = {}
    for difference, cluster, share in zip(differences, clusters, weight, strict=True):
        totals[cluster] = totals.get(cluster, 0.0) + difference * share
    sums = np.array([total for total in totals.values() if abs(total) > 1e-12])
    count = len(sums)
    if count == 0:
        return 1.0
    least = abs(float(sums.sum())) * (1 - 1e-9) - 1e-12  # equal sums differ by rounding
    if count <= EXACT_CLUSTERS:
        bits = np.arange(2**count)[:, None] >> np.arange(count) & 1
        return float((np.abs((2 * bits - 1) @ sums) >= least).mean())
    random = np.random.default_rng(seed)
    hits = 0
    for rows in pieces(RANDOM_PATTERNS, count):
        bits = random.integers(0, 2, (rows, count), dtype=np.int8)
        hits += int((np.abs((2 * bits - 1) @ sums) >= least).sum())
    return (1 + hits) / (1 + RANDOM_PATTERNS)


def exchange(
    first: Sequence[Sequence[float]],
    second: Sequence[Sequence[float]],
    clusters: Sequence[Hashable],
    pooled: Pooled,
    *,
    seed: int = 0,
) -> float:
    """Two-sided p of the paired permutation test for a figure that is no mean of samples.

    If the runs were equally good, the two runs' counts on any cluster could as well have been
    exchanged. All patterns are tried for up to 12 clusters that differ, 10,000 seeded ones beyond;
    there the observed pattern counts as one more. For a mean this is :func:`sign_flip`.

    Args:
        first: ``(samples, parts)`` of one run.
        second: the same of the other run, on the same samples in the same order.
        clusters: what is exchanged together.
        pooled: sums ``(..., parts)`` to values ``(...)``; NaN counts as 0.
        seed: of the random patterns.

    >>> import numpy as np
    >>> ones, none = [[1.0]] * 4, [[0.0]] * 4
    >>> exchange(ones, none, "abcd", lambda sums: sums[..., 0])
    0.125
    """
    import numpy as np

    one = sums_by_cluster(np.asarray(first, float), clusters)
    two = sums_by_cluster(np.asarray(second, float), clusters)
    differs = (one != two).any(axis=1)
    same = one[~differs].sum(axis=0)
    one, two = one[differs], two[differs]
    count = len(one)
    if count == 0:
        return 1.0

    def gap(kept: NDArray[np.float64]) -> NDArray[np.float64]:
        ours = kept @ one + (1 - kept) @ two + same
        theirs = kept @ two + (1 - kept) @ one + same
        return np.abs(np.nan_to_num(pooled(ours)) - np.nan_to_num(pooled(theirs)))

    least = float(gap(np.ones((1, count)))[0]) * (1 - 1e-9) - 1e-12
    if count <= EXACT_CLUSTERS:
        bits = (np.arange(2**count)[:, None] >> np.arange(count) & 1).astype(np.float64)
        return float((gap(bits) >= least).mean())
    random = np.random.default_rng(seed)
    hits = 0
    for rows in pieces(RANDOM_PATTERNS, 2 * count):  # kept and exchanged
        kept = random.integers(0, 2, (rows, count)).astype(np.float64)
        hits += int((gap(kept) >= least).sum())
    return (1 + hits) / (1 + RANDOM_PATTERNS)
