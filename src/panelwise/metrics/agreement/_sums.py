"""Coefficients as functions of sums over items, so that items can be resampled by weights.

Every coefficient but those with a free choice of distance needs only sums over items: of agreeing
pairs, of shares of categories, of cells of a confusion or coincidence matrix. A resample of items
is then a row of weights, and thousands of them are one product of matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Weights = Literal["none", "linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval", "ratio"]
Ratings = Sequence[Sequence[Hashable | None]]


@dataclass(frozen=True, slots=True)
class ItemSums:
    """What a coefficient needs of each item.

    Attributes:
        parts: items × parts, sparse.
        places: the row of the table that each item was.
        pooled: sums ``(resamples, parts)`` to observed and expected agreement.
    """

    parts: Any
    places: list[int]
    pooled: Callable[[Numbers], tuple[Numbers, Numbers]]


def rated_twice(ratings: Ratings) -> list[tuple[int, list[Any]]]:
    """The items with two ratings or more: place and what was given.

    Raises:
        ValueError: when there is none.
    """
    rows = [[value for value in row if value is not None] for row in ratings]
    found = [(place, row) for place, row in enumerate(rows) if len(row) > 1]
    if not found:
        raise ValueError("agreement needs an item with at least two ratings")
    return found


def percentage_sums(ratings: Ratings) -> ItemSums:
    """Of :func:`percentage_agreement`: the share of equal pairs, and 1."""
    import numpy as np

    rows = rated_twice(ratings)
    cells = [[(0, _equal_pairs(Counter(row).values())), (1, 1.0)] for _, row in rows]

    def pooled(sums: Numbers) -> tuple[Numbers, Numbers]:
        return sums[:, 0] / sums[:, 1], np.zeros(len(sums))

    return ItemSums(_sparse(cells, 2), [place for place, _ in rows], pooled)


def fleiss_sums(counts: Sequence[Sequence[int]]) -> ItemSums:
    """Of :func:`fleiss_kappa`: the share of equal pairs, 1, and the share of each category."""
    rows = [(place, row) for place, row in enumerate(counts) if sum(row) > 1]
    if not rows:
        raise ValueError("agreement needs an item with at least two ratings")
    width = len(rows[0][1])
    if any(len(row) != width for _, row in rows) or any(min(row) < 0 for _, row in rows):
        raise ValueError("every item needs a count, 0 or more, for each of the same categories")
    cells = [
        [
            (0, _equal_pairs(row)),
            (1, 1.0),
            *((2 + place, count / sum(row)) for place, count in enumerate(row) if count),
        ]
        for _, row in rows
    ]

    def pooled(sums: Numbers) -> tuple[Numbers, Numbers]:
        n = sums[:, 1]
        return sums[:, 0] / n, ((sums[:, 2:] / n[:, None]) ** 2).sum(axis=1)

    return ItemSums(_sparse(cells, 2 + width), [place for place, _ in rows], pooled)


def cohen_sums(
    first: Sequence[Hashable | None],
    second: Sequence[Hashable | None],
    weights: Weights,
    categories: Sequence[Hashable] | None,
) -> ItemSums:
    """Of :func:`cohen_kappa`: the cell of the confusion matrix that the item is in."""
    import numpy as np

    both = [
        (place, a, b)
        for place, (a, b) in enumerate(zip(first, second, strict=True))
        if a is not None and b is not None
    ]
    if weights != "none" and categories is None:
        raise ValueError(f"{weights} weights need the categories in their order")
    used = dict.fromkeys(category for _, *pair in both for category in pair)
    scale = list(used if categories is None else categories)
    unknown = [category for category in used if category not in scale]
    if unknown:
        raise ValueError(f"category {unknown[0]!r} was used but is not in {scale}")
    number = {category: place for place, category in enumerate(scale)}
    k = len(scale)
    cells = [[(number[a] * k + number[b], 1.0)] for _, a, b in both]
    agrees = _cohen_weights(k, weights)

    def pooled(sums: Numbers) -> tuple[Numbers, Numbers]:
        table = sums.reshape(-1, k, k)
        n = table.sum(axis=(1, 2))
        observed = (table * agrees).sum(axis=(1, 2)) / n
        expected = np.einsum("ra,ab,rb->r", table.sum(axis=2), agrees, table.sum(axis=1))
        return observed, expected / (n * n)

    return ItemSums(_sparse(cells, k * k), [place for place, *_ in both], pooled)


def alpha_sums(ratings: Ratings, level: Level) -> ItemSums:
    """Of :func:`krippendorff_alpha`: the item's cells of the coincidence matrix."""
    rows = rated_twice(ratings)
    values: list[Any] = list(dict.fromkeys(value for _, row in rows for value in row))
    if level != "nominal":
        values.sort()
    number = {value: place for place, value in enumerate(values)}
    k = len(values)
    cells = []
    for _, row in rows:
        counts = Counter(number[value] for value in row)
        cells.append(
            [
                (a * k + b, counts[a] * (counts[b] - (a == b)) / (len(row) - 1))
                for a in counts
                for b in counts
            ]
        )
    fixed = None if level == "ordinal" else _squared_distances(values, level)

    def pooled(sums: Numbers) -> tuple[Numbers, Numbers]:
        table = sums.reshape(-1, k, k)
        totals = table.sum(axis=2)
        n = totals.sum(axis=1)
        distance = _ordinal_distances(totals) if fixed is None else fixed[None]
        largest = distance.max(axis=(1, 2))
        scale = largest + (largest == 0)  # all values alike: no distance, full agreement
        observed = (table * distance).sum(axis=(1, 2)) / n
        expected = ((totals[:, None, :] @ distance)[:, 0] * totals).sum(axis=1) / (n * (n - 1))
        return 1 - observed / scale, 1 - expected / scale

    return ItemSums(_sparse(cells, k * k), [place for place, _ in rows], pooled)


def _equal_pairs(counts: Collection[int]) -> float:
    total = sum(counts)
    return sum(count * (count - 1) for count in counts) / (total * (total - 1))


def _cohen_weights(k: int, weights: Weights) -> Numbers:
    import numpy as np

    if weights == "none":
        return np.eye(k)
    gap = np.abs(np.subtract.outer(np.arange(k), np.arange(k))) / max(1, k - 1)
    return 1 - (gap if weights == "linear" else gap**2)


def _squared_distances(values: Sequence[Any], level: Level) -> Numbers:
    import numpy as np

    if level == "nominal":
        return 1 - np.eye(len(values))
    number = np.asarray(values, dtype=np.float64)
    gap = number[:, None] - number[None, :]
    if level == "ratio":
        if number.min() < 0:
            raise ValueError(f"ratios need values of 0 or more, not {number.min():g}")
        total = number[:, None] + number[None, :]
        gap = gap / np.where(total == 0, 1, total)
    return np.asarray(gap**2, dtype=np.float64)


def _ordinal_distances(totals: Numbers) -> Numbers:
    """The squared number of ratings between two values, half of their own included."""
    import numpy as np

    middle = np.cumsum(totals, axis=1) - totals / 2
    gaps = (middle[:, :, None] - middle[:, None, :]) ** 2
    there = totals > 0
    return np.asarray(gaps * there[:, :, None] * there[:, None, :], dtype=np.float64)


def _sparse(cells: Sequence[Sequence[tuple[int, float]]], width: int) -> Any:
    import numpy as np
    from scipy.sparse import csr_array

    ends = np.cumsum([0, *map(len, cells)])
    columns = [column for row in cells for column, _ in row]
    values = [value for row in cells for _, value in row]
    return csr_array((values, columns, ends), shape=(len(cells), width), dtype=np.float64)
