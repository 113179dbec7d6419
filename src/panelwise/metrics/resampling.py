"""Clusters of samples, the books, and resamples that draw whole clusters. Source: MS-1."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from panelwise.metrics._statistics import wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_BOOKS = 6  # from fewer, how books differ cannot be learnt
RESAMPLES = 2000
CHUNK = 4_000_000  # numbers held at a time: 32 MB


def choose_clusters(
    books: Sequence[str], items: Sequence[Hashable]
) -> tuple[bool, Sequence[Hashable]]:
    """Whether books are the clusters, and the cluster of each sample: its book, or its item."""
    by_book = len(set(books)) >= FEWEST_BOOKS
    return by_book, books if by_book else items


def cluster_codes(clusters: Sequence[Hashable]) -> NDArray[np.intp]:
    """The number of each sample's cluster, in the order in which they first occur."""
    import numpy as np

    number: dict[Hashable, int] = {}
    return np.array([number.setdefault(cluster, len(number)) for cluster in clusters], np.intp)


def sums_by_cluster(rows: NDArray[np.float64], clusters: Sequence[Hashable]) -> NDArray[np.float64]:
    """Sums of rows ``(samples, parts)`` over each cluster, in the order of their first rows."""
    import numpy as np

    codes = cluster_codes(clusters)
    sums = np.zeros((int(codes.max(initial=-1)) + 1, rows.shape[1]))
    np.add.at(sums, codes, rows)
    return sums


def pieces(rows: int, width: int) -> Iterator[int]:
    """How many of ``rows`` to hold at a time where each is ``width`` numbers wide.

    >>> list(pieces(10, CHUNK // 4)), list(pieces(2, 2 * CHUNK))
    ([4, 4, 2], [1, 1])
    """
    most = max(1, CHUNK // width)
    for start in range(0, rows, most):
        yield min(most, rows - start)


def resampled_sums(sums: NDArray[np.float64], seed: int) -> Iterator[NDArray[np.float64]]:
    """Sums over clusters drawn with replacement, some thousand resamples in pieces."""
    import numpy as np

    count = len(sums)
    random = np.random.default_rng(seed)
    for size in pieces(RESAMPLES, count * sums.shape[1]):
        drawn = random.integers(0, count, (size, count))
        yield sums[drawn].sum(axis=1)


def drawn_weights(
    books: Sequence[str], items: Sequence[Hashable], *, seed: int = 0
) -> Iterator[NDArray[np.float64]]:
    """How many times each sample is in each resample of clusters, in pieces ``(rows, samples)``."""
    import numpy as np

    _, clusters = choose_clusters(books, items)
    codes = cluster_codes(clusters)
    count = int(codes.max()) + 1
    random = np.random.default_rng(seed)
    for size in pieces(RESAMPLES, 16 * len(codes)):
        drawn = random.integers(0, count, (size, count))
        times = np.stack([np.bincount(row, minlength=count) for row in drawn])
        yield times[:, codes].astype(np.float64)


def expanded_percentiles(values: NDArray[np.float64], clusters: int) -> tuple[float, float]:
    """The ends of a bootstrap's interval, widened for few clusters."""
    import numpy as np
    from scipy.special import ndtr, stdtrit

    level = -math.sqrt(clusters / (clusters - 1)) * stdtrit(clusters - 1, 0.975)
    tail = float(ndtr(level))
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def interval_ends(
    value: float, drawn: NDArray[np.float64], clusters: int, bounds: tuple[float, float] | None
) -> tuple[float, float]:
    """The interval of a value from its resamples; NaN among them is left out.

    Where all resamples are alike they say nothing of what was not seen: between ``bounds`` the
    interval is then Wilson's, for as many tries as there are clusters.
    """
    import numpy as np

    low, high = expanded_percentiles(drawn[~np.isnan(drawn)], clusters)
    if bounds is None or high - low >= 1e-12:
        return low, high
    least, span = bounds[0], bounds[1] - bounds[0]
    place = min(1.0, max(0.0, (value - least) / span))
    low, high = (least + span * end for end in wilson(place * clusters, clusters))
    return low, high
