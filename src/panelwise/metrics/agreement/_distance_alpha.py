"""Krippendorff's α with any distance: orders, texts, boxes, sets, links."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from panelwise.metrics.agreement._coefficients import Agreement, agreement_of
from panelwise.metrics.agreement._sums import rated_twice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

A = TypeVar("A")
CHANCE_ITEMS = 200  # their pairs of annotations are compared: some hundred thousand distances


@dataclass(frozen=True, slots=True)
class DistanceSums:
    """Distances, summed so that items can be resampled.

    Attributes:
        places: the row of the table that each item was.
        within: sum over an item's ratings of the mean distance to its others.
        ratings: how many ratings each item has.
        drawn: the items that expected distances are taken from.
        between: ``drawn × drawn``, sums of distances of all ratings of one with all of the other.
        pairs: how many distances each of these sums has.
    """

    places: list[int]
    within: NDArray[np.float64]
    ratings: NDArray[np.float64]
    drawn: NDArray[np.intp]
    between: NDArray[np.float64]
    pairs: NDArray[np.float64]

    def agreements(
        self, weights: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Observed and expected agreement where items count ``weights`` (resamples × items) times.

        An item that is drawn twice is compared with itself, too, as any two items are.
        """
        import numpy as np

        chosen = weights[:, self.drawn]
        observed = weights @ self.within / (weights @ self.ratings)
        own = np.diag(self.pairs) + self.ratings[self.drawn]  # each with itself, at distance 0
        pairs = self.pairs.copy()
        np.fill_diagonal(pairs, own)
        total = ((chosen @ self.between) * chosen).sum(axis=1)
        count = ((chosen @ pairs) * chosen).sum(axis=1) - chosen @ self.ratings[self.drawn]
        with np.errstate(invalid="ignore", divide="ignore"):
            return 1 - observed, 1 - total / count


def distance_alpha(
    ratings: Sequence[Sequence[A | None]],
    distance: Callable[[A, A], float],
    *,
    chance_items: int = CHANCE_ITEMS,
    seed: int = 0,
) -> Agreement:
    """Krippendorff's α for annotations of any kind, given how far apart two of them are.

    ``α = 1 − D(observed)/D(expected)``. D(observed) is the mean distance of two annotations of one
    item (an item with m of them weighs m), D(expected) that of any two annotations in the table.
    Pairs whose distance is ``nan``, such as orders of different things, say nothing of chance and
    are left out of D(expected).

    Args:
        ratings: items × raters, ``None`` where a rater gave none; items with fewer than two
            annotations are left out.
        distance: symmetric, 0 for equal annotations; such as :func:`order_distance`. Krippendorff's
            own distances are squared; this one is taken as it is.
        chance_items: D(expected) compares the annotations of at most so many items, drawn at
            random where there are more.
        seed: of that draw.

    Returns:
        The agreements are one minus the mean distance; ``value`` is ``None`` where D(expected) is
        0, or where no two annotations of different items can be compared.

    Raises:
        ValueError: when no item has two ratings, or two annotations of one item cannot be compared.

    Source: specification 7.12; Krippendorff 2011.

    >>> from panelwise.metrics.agreement import order_distance
    >>> agreement = distance_alpha([["abc", "abc"], ["cba", "cab"]], order_distance)
    >>> round(agreement.value, 3), round(agreement.observed, 3), round(agreement.expected, 3)
    (0.727, 0.833, 0.389)
    """
    import numpy as np

    sums = distance_sums(ratings, distance, chance_items=chance_items, seed=seed)
    observed, expected = sums.agreements(np.ones((1, len(sums.places))))
    if math.isnan(float(expected[0])):
        return Agreement(None, float(observed[0]), 1.0, len(sums.places))
    return agreement_of(float(observed[0]), float(expected[0]), len(sums.places))


def distance_sums(
    ratings: Sequence[Sequence[A | None]],
    distance: Callable[[A, A], float],
    *,
    chance_items: int,
    seed: int,
) -> DistanceSums:
    """Every distance that :func:`distance_alpha` needs; see there."""
    import numpy as np

    rows = rated_twice(ratings)
    measure = _remembered(distance)
    own = [
        math.fsum(measure(a, b) for i, a in enumerate(row) for b in row[:i]) * 2 for _, row in rows
    ]
    for (place, _), total in zip(rows, own, strict=True):
        if math.isnan(total):
            raise ValueError(f"item {place}: two of its annotations cannot be compared")
    sizes = np.array([len(row) for _, row in rows], dtype=np.float64)
    drawn = np.arange(len(rows))
    if len(rows) > chance_items:
        drawn = np.sort(np.random.default_rng(seed).choice(len(rows), chance_items, replace=False))
    between = np.zeros((len(drawn), len(drawn)))
    pairs = np.zeros_like(between)
    for i, one in enumerate(drawn):
        between[i, i], pairs[i, i] = own[one], sizes[one] * (sizes[one] - 1)
        for j, other in enumerate(drawn[:i]):
            found = [measure(a, b) for a in rows[one][1] for b in rows[other][1]]
            known = [value for value in found if not math.isnan(value)]
            between[i, j] = between[j, i] = math.fsum(known)
            pairs[i, j] = pairs[j, i] = len(known)
    return DistanceSums(
        places=[place for place, _ in rows],
        within=np.array(own) / (sizes - 1),
        ratings=sizes,
        drawn=drawn,
        between=between,
        pairs=pairs,
    )


def _remembered(distance: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    """The same distance, which looks up pairs of hashable annotations that it has seen."""
    known: dict[tuple[Hashable, Hashable], float] = {}

    def measure(a: Any, b: Any) -> float:
        try:
            if (a, b) in known:
                return known[a, b]
        except TypeError:  # lists of boxes
            return distance(a, b)
        known[a, b] = known[b, a] = value = distance(a, b)
        return value

    return measure
