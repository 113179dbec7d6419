"""Bootstrap intervals of agreement: items, or whole books, drawn with replacement.

Percentiles, widened for few clusters. Raters are fixed: an interval says how the coefficient of
these people would differ on other items, not of other people on these.

Source: specification 7.12; MS-1; MS-19.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from panelwise.metrics.agreement._coefficients import agreement_of
from panelwise.metrics.agreement._distance_alpha import CHANCE_ITEMS, distance_sums
from panelwise.metrics.agreement._sums import (
    ItemSums,
    Ratings,
    alpha_sums,
    cohen_sums,
    fleiss_sums,
    percentage_sums,
)
from panelwise.metrics.resampling import (
    RESAMPLES,
    choose_clusters,
    cluster_codes,
    interval_ends,
    pieces,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

A = TypeVar("A")
Coefficient = Literal[
    "percentage",
    "cohen",
    "cohen_linear",
    "cohen_quadratic",
    "fleiss",
    "alpha_nominal",
    "alpha_ordinal",
    "alpha_interval",
    "alpha_ratio",
]
COEFFICIENTS: tuple[str, ...] = get_args(Coefficient)


@dataclass(frozen=True, slots=True)
class AgreementInterval:
    """A coefficient of agreement with its 95 % interval.

    Attributes:
        value: ``None`` where it is not defined: everybody always said the same.
        low: lower end; ``None`` without a value, or for a single item or book.
        high: upper end.
        observed: observed agreement.
        expected: agreement expected by chance.
        n: items that it is over.
        clusters: how many books, or items, were drawn from.
        by_book: whether whole books were drawn.
    """

    value: float | None
    low: float | None
    high: float | None
    observed: float
    expected: float
    n: int
    clusters: int
    by_book: bool


def agreement_interval(
    ratings: Ratings,
    coefficient: Coefficient,
    *,
    books: Sequence[Hashable] | None = None,
    categories: Sequence[Hashable] | None = None,
    seed: int = 0,
) -> AgreementInterval:
    """A coefficient of a table of ratings, with its bootstrap interval.

    Args:
        ratings: items × raters, ``None`` for none. Cohen's κ is of the first two columns.
        coefficient: which one; ``alpha_…`` are Krippendorff's.
        books: of each item its book or family (``Item.cluster``). These are drawn whole where there
            are six or more, as for scores of models; else items are, and the interval speaks of
            these books only.
        categories: all of them, in order, for Cohen's weighted κ.
        seed: of the bootstrap.

    Raises:
        ValueError: as the coefficient's own function does.

    >>> ratings = [[1, 1], [2, 2], [3, 3], [3, 1], [2, 3], [1, 1]] * 5
    >>> estimate = agreement_interval(ratings, "alpha_ordinal")
    >>> round(estimate.value, 2), round(estimate.low, 2), round(estimate.high, 2)
    (0.47, 0.07, 0.8)
    """
    sums = _sums(ratings, coefficient, categories)
    by_book, codes = _clusters(sums.places, books)
    count = int(codes.max()) + 1
    clustered = _indicator(codes, count) @ sums.parts

    def agreements(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return sums.pooled(weights @ clustered)

    least = 0.0 if coefficient == "percentage" else -1.0  # the lowest that it can be
    return _interval(agreements, count, clustered.shape[1], len(sums.places), by_book, seed, least)


def distance_interval(
    ratings: Sequence[Sequence[A | None]],
    distance: Callable[[A, A], float],
    *,
    books: Sequence[Hashable] | None = None,
    chance_items: int = CHANCE_ITEMS,
    seed: int = 0,
) -> AgreementInterval:
    """:func:`distance_alpha` with its bootstrap interval.

    Args:
        ratings: items × raters, ``None`` for none.
        distance: symmetric, 0 for equal annotations, ``nan`` for those that cannot be compared.
        books: as for :func:`agreement_interval`.
        chance_items: as for :func:`distance_alpha`.
        seed: of the bootstrap and of the draw of items for chance.

    Raises:
        ValueError: as :func:`distance_alpha`.

    >>> from panelwise.metrics.agreement import order_distance
    >>> estimate = distance_interval([["abc", "abc"], ["cba", "cab"]] * 8, order_distance)
    >>> round(estimate.value, 2), estimate.low < estimate.value < estimate.high
    (0.65, True)
    """
    sums = distance_sums(ratings, distance, chance_items=chance_items, seed=seed)
    by_book, codes = _clusters(sums.places, books)
    count = int(codes.max()) + 1

    def agreements(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return sums.agreements(weights[:, codes])

    return _interval(agreements, count, len(codes), len(codes), by_book, seed)


def _interval(
    agreements: Callable[[NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.float64]]],
    count: int,
    width: int,
    n: int,
    by_book: bool,
    seed: int,
    least: float = -1.0,
) -> AgreementInterval:
    import numpy as np

    observed, expected = (float(one[0]) for one in agreements(np.ones((1, count))))
    expected = 1.0 if math.isnan(expected) else expected
    value = agreement_of(observed, expected, n).value
    low, high = None, None
    if value is not None and count > 1:
        random = np.random.default_rng(seed)
        drawn = []
        for size in pieces(RESAMPLES, 4 * max(count, width)):
            weights = random.multinomial(count, np.full(count, 1 / count), size=size)
            drawn.append(_values(*agreements(weights.astype(np.float64))))
        low, high = interval_ends(value, np.concatenate(drawn), count, (least, 1.0))
    return AgreementInterval(value, low, high, observed, expected, n, count, by_book)


def _values(observed: NDArray[np.float64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coefficients; NaN where a resample has none."""
    import numpy as np

    beyond = 1 - expected
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(beyond > 1e-12, (observed - expected) / beyond, np.nan)


def _sums(
    ratings: Ratings, coefficient: Coefficient, categories: Sequence[Hashable] | None
) -> ItemSums:
    name, _, variant = coefficient.partition("_")
    if name == "percentage":
        return percentage_sums(ratings)
    if name == "alpha":
        level: Any = variant
        return alpha_sums(ratings, level)
    if name == "cohen":
        weights: Any = variant or "none"
        first, second = [row[0] for row in ratings], [row[1] for row in ratings]
        return cohen_sums(first, second, weights, categories)
    if name == "fleiss":
        return fleiss_sums(rating_counts(ratings))
    raise ValueError(f"unknown coefficient '{coefficient}'; one of {', '.join(COEFFICIENTS)}")


def rating_counts(ratings: Ratings) -> list[list[int]]:
    """Items × categories: how often each was given, for :func:`fleiss_kappa`.

    >>> rating_counts([["a", "b", None], ["a", "a", "a"]])
    [[1, 1], [3, 0]]
    """
    categories = dict.fromkeys(value for row in ratings for value in row if value is not None)
    rows = [Counter(row) for row in ratings]
    return [[row[category] for category in categories] for row in rows]


def _clusters(
    places: Sequence[int], books: Sequence[Hashable] | None
) -> tuple[bool, NDArray[np.intp]]:
    """Whether books are drawn, and the number of each item's book, or of the item."""
    chosen = [str(place) if books is None else books[place] for place in places]
    unit, clusters = choose_clusters(chosen if books is not None else [""], places)
    return unit != "item", cluster_codes(clusters)


def _indicator(codes: NDArray[np.intp], count: int) -> Any:
    """``clusters × items``: 1 where the item is of the cluster."""
    import numpy as np
    from scipy.sparse import csr_array

    n = len(codes)
    return csr_array((np.ones(n), (codes, np.arange(n))), shape=(count, n))
