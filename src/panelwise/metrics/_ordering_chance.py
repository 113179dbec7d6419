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

from panelwise.metrics._accepted_chance import accepted_chance
from panelwise.metrics._order_rows import drawn_orders, ndcg_of_rows
from panelwise.metrics._ordering import (
    Ideal,
    Space,
    check_accepted,
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


def ordering_chance(
    n: int,
    *,
    ndcg_gain: NdcgGain = "linear_n_1",
    ndcg_ideal: Ideal = "gold",
    mae_space: Space = "position",
    gold: Sequence[int] | None = None,
    shuffle: Shuffle = "uniform",
    accepted: Sequence[Sequence[int]] = (),
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
        accepted: all right orders, gold among them, where several are: the expected score is that
            of :func:`ordering_scores` with the same orders (MS-14).

    Exact, save for n > 8 under ``derangement``, with ``ndcg_ideal="self"`` or with several accepted
    orders: there the mean of 20,000 draws with a fixed seed (but the exact match is exact).

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
    several = check_accepted(accepted, gold)
    if shuffle == "uniform" and not several:
        return _uniform(n, ndcg_gain, ndcg_ideal).copy()
    if gold is None:
        raise ValueError(f"chance under shuffle={shuffle} depends on gold; pass gold")
    right = tuple(gold)
    if (shuffle != "uniform" and right == tuple(range(n))) or (
        shuffle == "derangement" and any(k == index for k, index in enumerate(right))
    ):
        raise ValueError(f"gold {list(right)} cannot occur under shuffle={shuffle}")
    if several:
        return accepted_chance(right, several, shuffle, ndcg_gain, ndcg_ideal, mae_space)
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
    return float(ndcg_of_rows(drawn_orders(n), gain, ideal).mean())


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
    answers = drawn_orders(n)
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
        "ndcg": float(ndcg_of_rows(ranks, gain, ideal).mean()),
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
