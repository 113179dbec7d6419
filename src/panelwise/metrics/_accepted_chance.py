"""What guessing scores on an ordering item of which several orders are right.

The score of an answer is, metric by metric, the best that any accepted order gives it, so there is
no closed form but that of an exact match. Chance is the mean over all orders that may be drawn: all
n! of them up to n = 8, 20,000 seeded ones beyond.

Source: MS-14; specification 7.1; AMB-10; MS-2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from panelwise.metrics._order_rows import drawn_orders, ndcg_of_rows
from panelwise.metrics._ordering import Ideal, Space, positions
from panelwise.metrics._policies import NdcgGain, Shuffle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Order = tuple[int, ...]
_Rows = dict[str, Any]  # metric → an array of a value for every answer
LEAST_IS_BEST = ("mae",)


def best_scores(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Metric by metric the best of the scores against each accepted order."""
    return {
        name: (min if name in LEAST_IS_BEST else max)(scores[name] for scores in found)
        for name in found[0]
    }


def accepted_chance(
    gold: _Order,
    accepted: Sequence[_Order],
    shuffle: Shuffle,
    gain: NdcgGain,
    ideal: Ideal,
    space: Space,
) -> dict[str, float]:
    """The expected scores of a random order that the shuffling rule allows."""
    if shuffle == "uniform" and space == "position":
        # Renaming the shown things changes nothing: items with one set of relative orders share it.
        places = positions(gold)
        accepted = [tuple(places[index] for index in order) for order in accepted]
    return _chance(tuple(sorted(accepted)), shuffle, gain, ideal, space).copy()


@lru_cache(maxsize=4096)
def _chance(
    accepted: tuple[_Order, ...], shuffle: Shuffle, gain: NdcgGain, ideal: Ideal, space: Space
) -> dict[str, float]:
    n = len(accepted[0])
    answers = _allowed(drawn_orders(n), shuffle)
    best: _Rows = {}
    for order in accepted:
        rows = _scores_of_rows(answers, order, gain, ideal, space)
        best = {name: _better(name, best.get(name), row) for name, row in rows.items()}
    right = _allowed(_array(accepted), shuffle)
    exact = {"exact_match": len(right) / _count(n, shuffle)}
    return exact | {name: float(row.mean()) for name, row in best.items()}


def _better(
    name: str, before: NDArray[np.float64] | None, row: NDArray[np.float64]
) -> NDArray[np.float64]:
    import numpy as np

    if before is None:
        return row
    return np.minimum(before, row) if name in LEAST_IS_BEST else np.maximum(before, row)


def _array(orders: Sequence[_Order]) -> NDArray[np.int64]:
    import numpy as np

    return np.array(orders, dtype=np.int64)


def _allowed(orders: NDArray[np.int64], shuffle: Shuffle) -> NDArray[np.int64]:
    """The rows that the rule allows to be right (AMB-10)."""
    import numpy as np

    moved = orders != np.arange(orders.shape[1])
    every = np.ones(len(orders), dtype=bool)
    rules = {
        "uniform": every,
        "non_identity": moved.any(axis=1),
        "derangement": moved.all(axis=1),
    }
    allowed: NDArray[np.int64] = orders[rules[shuffle]]
    return allowed


def _count(n: int, shuffle: Shuffle) -> int:
    """How many orders of n the rule allows."""
    if shuffle == "derangement":
        count = 1
        for size in range(1, n + 1):
            count = size * count + (-1) ** size
        return count
    return math.factorial(n) - (shuffle == "non_identity")


def _scores_of_rows(
    answers: NDArray[np.int64], right: _Order, gain: NdcgGain, ideal: Ideal, space: Space
) -> _Rows:
    """Every metric but the exact match, of many answers against one order: ``(answers,)``."""
    import numpy as np

    n = len(right)
    ranks = np.array(positions(right))[answers]
    places = np.arange(n)
    first, second = np.triu_indices(n, 1)
    pairs = (ranks[:, second] > ranks[:, first]).mean(axis=1)
    gaps = answers - np.array(right) if space == "label" else ranks - places
    squares = ((ranks - places) ** 2).sum(axis=1)
    return {
        "accuracy": (ranks == places).mean(axis=1),
        "mae": np.abs(gaps).mean(axis=1),
        "spearman": 1 - 6 * squares / (n * (n * n - 1)),
        "ndcg": ndcg_of_rows(ranks, gain, ideal),
        "kendall_tau": 2 * pairs - 1,
        "pairwise_accuracy": pairs,
        "adjacency": (np.diff(ranks, axis=1) == 1).mean(axis=1),
        "first_right": (ranks[:, 0] == 0).astype(float),
        "last_right": (ranks[:, -1] == n - 1).astype(float),
    }
