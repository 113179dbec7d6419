"""What guessing scores on an ordering item.

For an answer drawn uniformly from all n! orders everything but one case has a closed form: a
given thing stands in a given place with probability 1/n, so every sum over places needs no more
than that. The exception is NDCG with the answer's own ideal, a ratio of two sums of the same
answer: it is averaged over all orders up to n = 8, over 20,000 seeded ones beyond.

Source: specification 7.1; AMB-4, AMB-10; MS-2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from panelwise.metrics._ordering import (
    Ideal,
    Space,
    check_order,
    discounts,
    gain_table,
    ideal_gain,
    mean_absolute_error,
    positions,
    scores_of_ranks,
    true_ranks,
)
from panelwise.metrics._policies import NdcgGain, Shuffle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_ENUMERATED = 8  # 8! = 40,320 orders take 10 ms; 9! would take ten times that
SAMPLED_ORDERS = 20_000  # standard error of an NDCG chance below 0.001


def ordering_chance(
    n: int,
    *,
    ndcg_gain: NdcgGain = "linear_n_1",
    ndcg_ideal: Ideal = "gold",
    mae_space: Space = "position",
    gold: Sequence[int] | None = None,
    shuffle: Shuffle = "uniform",
) -> dict[str, float]:
    """The expected score of a guesser on an item of n things, metric by metric.

    Args:
        n: how many things are ordered, at least 2.
        ndcg_gain: as for :func:`ordering_scores`.
        ndcg_ideal: as for :func:`ordering_scores`.
        mae_space: as for :func:`ordering_scores`.
        gold: the right order list; needed unless ``shuffle`` is ``uniform``, where it is
            irrelevant.
        shuffle: the rule that shuffled the shown order, known to the guesser: it draws uniformly
            from the n! orders (``uniform``), from those that differ from the shown order
            (``non_identity``), or from those that move everything (``derangement``).

    Exact, save for n > 8 under ``derangement`` or with ``ndcg_ideal="self"``: there the mean of
    20,000 draws with a fixed seed.

    Raises:
        ValueError: for n < 2, a gold of another length, a missing gold, or one that the rule
            could not have produced.

    >>> chance = ordering_chance(4)
    >>> chance["accuracy"], chance["mae"], round(chance["ndcg"], 4)
    (0.25, 1.25, 0.8745)
    >>> ordering_chance(3, gold=[1, 0, 2], shuffle="non_identity")["exact_match"]
    0.2
    """
    if n < 2:
        raise ValueError(f"an ordering needs at least 2 things, not {n}")
    if gold is not None and check_order(gold, "gold") != n:
        raise ValueError(f"gold orders {len(gold)} things, the item {n}")
    if shuffle == "uniform":
        return _uniform(n, ndcg_gain, ndcg_ideal).copy()
    if gold is None:
        raise ValueError(f"chance under shuffle={shuffle} depends on gold; pass gold")
    right = tuple(gold)
    if right == tuple(range(n)) or (
        shuffle == "derangement" and any(k == index for k, index in enumerate(right))
    ):
        raise ValueError(f"gold {list(right)} cannot occur under shuffle={shuffle}")
    chance_under_rule = _non_identity if shuffle == "non_identity" else _derangement
    return chance_under_rule(right, ndcg_gain, ndcg_ideal, mae_space).copy()


@lru_cache(maxsize=512)
def _uniform(n: int, gain: NdcgGain, ideal: Ideal) -> dict[str, float]:
    """Means over all n! orders. The MAE is the same for positions and labels."""
    return {
        "exact_match": 1 / math.factorial(n),
        "accuracy": 1 / n,
        "mae": (n * n - 1) / (3 * n),
        "spearman": 0.0,
        "ndcg": _uniform_ndcg(n, gain, ideal),
        "kendall_tau": 0.0,
        "pairwise_accuracy": 0.5,
        "adjacency": 1 / n,
        "first_right": 1 / n,
        "last_right": 1 / n,
    }


def _uniform_ndcg(n: int, gain: NdcgGain, ideal: Ideal) -> float:
    if ideal == "gold" or gain in ("linear_n_1", "linear_n1_0", "exp2", "exp2_n1", "reciprocal"):
        rows = zip(gain_table(n, gain), discounts(n), strict=True)
        return sum(sum(row) / n * discount for row, discount in rows) / ideal_gain(n, gain)
    return float(_ndcg_of_rows(_orders(n), gain, ideal).mean())


@lru_cache(maxsize=4096)
def _non_identity(
    gold: tuple[int, ...], gain: NdcgGain, ideal: Ideal, space: Space
) -> dict[str, float]:
    """All orders but the shown one: what that one adds is taken off the sum over all."""
    n = len(gold)
    orders = math.factorial(n)
    shown = scores_of_ranks(true_ranks(range(n), gold), gain=gain, ideal=ideal)
    shown["mae"] = mean_absolute_error(range(n), gold, space=space)
    everything = _uniform(n, gain, ideal)
    return {name: (orders * everything[name] - shown[name]) / (orders - 1) for name in shown}


@lru_cache(maxsize=4096)
def _derangement(
    gold: tuple[int, ...], gain: NdcgGain, ideal: Ideal, space: Space
) -> dict[str, float]:
    """Means over the orders that leave nothing in its shown place."""
    import numpy as np

    n = len(gold)
    answers = _orders(n)
    answers = answers[(answers != np.arange(n)).all(axis=1)]
    ranks = np.array(positions(gold))[answers]
    places = np.arange(n)
    first, second = np.triu_indices(n, 1)
    pairs = float((ranks[:, second] > ranks[:, first]).mean())
    gaps = answers - np.array(gold) if space == "label" else ranks - places
    squares = float(((ranks - places) ** 2).sum(axis=1).mean())
    return {
        "exact_match": 1 / _derangements(n),
        "accuracy": float((ranks == places).mean()),
        "mae": float(np.abs(gaps).mean()),
        "spearman": 1 - 6 * squares / (n * (n * n - 1)),
        "ndcg": float(_ndcg_of_rows(ranks, gain, ideal).mean()),
        "kendall_tau": 2 * pairs - 1,
        "pairwise_accuracy": pairs,
        "adjacency": float((np.diff(ranks, axis=1) == 1).mean()),
        "first_right": float((ranks[:, 0] == 0).mean()),
        "last_right": float((ranks[:, -1] == n - 1).mean()),
    }


def _derangements(n: int) -> int:
    """How many orders of n leave nothing in its place: 0, 1, 2, 9, 44, … for n = 1, 2, 3, …"""
    count = 1
    for size in range(1, n + 1):
        count = size * count + (-1) ** size
    return count


@lru_cache(maxsize=8)
def _orders(n: int) -> NDArray[np.int64]:
    """All orders of n as rows, or 20,000 seeded ones when there are too many; not to be changed."""
    import itertools

    import numpy as np

    if n <= LARGEST_ENUMERATED:
        rows = np.array(list(itertools.permutations(range(n))))
    else:
        random = np.random.default_rng(n)
        rows = random.permuted(np.tile(np.arange(n), (SAMPLED_ORDERS, 1)), axis=1)
    rows.flags.writeable = False
    return rows


def _ndcg_of_rows(ranks: NDArray[np.int64], gain: NdcgGain, ideal: Ideal) -> NDArray[np.float64]:
    """NDCG of many answers at once; shape ``(answers, n)`` of true ranks to ``(answers,)``."""
    import numpy as np

    n = ranks.shape[1]
    gains = np.array(gain_table(n, gain))[np.arange(n), ranks]
    weights = np.array(discounts(n))
    if ideal == "gold":
        return np.asarray(gains @ weights / ideal_gain(n, gain))
    best = np.sort(gains, axis=1)[:, ::-1] @ weights
    return np.asarray(np.divide(gains @ weights, best, out=np.zeros(len(ranks)), where=best > 0))
