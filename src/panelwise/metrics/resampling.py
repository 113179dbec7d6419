"""Clusters of samples: books or families; figures without one, or with some drawn. Source: MS-1."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from panelwise.metrics._statistics import wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_BOOKS = 6  # from fewer, how books differ cannot be learnt
RESAMPLES = 2000
MOST_GROUPS = 200
CHUNK = 4_000_000  # numbers held at a time: 32 MB


@dataclass(frozen=True, slots=True)
class BookFamily:
    """Books that differ only in what is drawn. As a cluster it stands for all of them."""

    id: str


Cluster = str | BookFamily
BookUnit = Literal["book", "family"]
ClusterUnit = Literal["book", "family", "item"]
UNITS: dict[str, str] = {"book": "books", "family": "families", "item": "items"}


def cluster_of(book: str, family: str | None) -> Cluster:
    """The cluster of what comes from a book: the book's family if it has one, else the book.

    Books of a family share all but what is drawn in them, so they are not independent.
    """
    return book if family is None else BookFamily(family)


def cluster_unit(clusters: Iterable[Hashable]) -> BookUnit:
    """What clusters are called: families, where there are some, and else books."""
    return "family" if any(isinstance(one, BookFamily) for one in clusters) else "book"


def choose_clusters(
    books: Sequence[Hashable], items: Sequence[Hashable]
) -> tuple[ClusterUnit, Sequence[Hashable]]:
    """What the clusters are, and the cluster of each sample: its book or family, or its item.

    Args:
        books: the book or family of each sample (``Item.cluster``).
        items: of each sample; the clusters where there are fewer than ``FEWEST_BOOKS`` books.
    """
    clusters = enough_clusters(books, items)
    return ("item" if clusters is items else cluster_unit(books)), clusters


def enough_clusters(wide: Sequence[Hashable], narrow: Sequence[Hashable]) -> Sequence[Hashable]:
    """The wide clusters of some samples, where there are enough of them, else the narrow ones."""
    return wide if len(set(wide)) >= FEWEST_BOOKS else narrow


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


def deletion_groups(clusters: Sequence[Hashable]) -> NDArray[np.intp]:
    """The number of the group with which each sample is left out: its cluster.

    More clusters than ``MOST_GROUPS`` share that many groups (the delete-a-group jackknife; Kott
    2001), which bounds the work and leaves the variance nearly as certain.
    """
    return cluster_codes(clusters) % MOST_GROUPS


def weights_without(groups: NDArray[np.intp]) -> Iterator[NDArray[np.float64]]:
    """Whether each sample counts without each group in turn, in pieces ``(rows, samples)``."""
    import numpy as np

    count, start = int(groups.max(initial=-1)) + 1, 0
    for size in pieces(count, 16 * len(groups)):
        yield (np.arange(start, start + size)[:, None] != groups).astype(np.float64)
        start += size


def sums_without(rows: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    """Sums of rows ``(samples, parts)`` without each group in turn: ``(groups, parts)``.

    Sums of what comes before and after, as total minus group would not be exactly 0 for 0.
    """
    import numpy as np

    sums = sums_by_cluster(rows, groups.tolist())
    none = np.zeros((1, rows.shape[1]))
    before = np.concatenate([none, sums.cumsum(axis=0)[:-1]])
    after = np.concatenate([sums[::-1].cumsum(axis=0)[::-1][1:], none])
    return np.asarray(before + after)


def jackknife_variance(without: NDArray[np.float64]) -> float:
    """The variance of a figure from its values without each group in turn.

    NaN where one of these is not defined: then a single group decides whether there is a figure.
    """
    count = len(without)
    return float((count - 1) / count * ((without - without.mean()) ** 2).sum())


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
