"""How right an order is: one answer against one gold order.

Both are *order lists*: ``answer[k]`` is the shown index (0 … n−1) that the answer puts in place
``k``. Every metric but ``space="label"`` of the mean absolute error depends only on the *ranks*
``r[k] = c(answer[k])``, the true place of what stands in place ``k``; so renaming the shown
indices can change nothing. A perfect answer has ``r = 0, 1, …, n−1``.

Source: specification 7.1; AMB-1, AMB-2, AMB-4.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from panelwise.metrics._policies import NdcgGain

Space = Literal["position", "label"]
Ideal = Literal["gold", "self"]
RankRow = tuple[float, ...]


def check_order(order: Sequence[int], name: str = "order") -> int:
    """The length of ``order``, once it is known to hold each of 0 … n−1 exactly once.

    Raises:
        ValueError: fewer than two things, a repetition, or an index out of range.
    """
    n = len(order)
    if n < 2:
        raise ValueError(f"{name} orders {n} things; an ordering needs at least 2")
    if set(order) != _indices(n):
        raise ValueError(f"{name} {list(order)} does not hold each index 0 … {n - 1} exactly once")
    return n


def check_accepted(
    accepted: Sequence[Sequence[int]], gold: Sequence[int] | None
) -> tuple[tuple[int, ...], ...]:
    """The accepted orders, once they are known to hold gold; empty where gold alone is right.

    Raises:
        ValueError: where gold is none of them, or one orders other things.
    """
    orders = tuple(dict.fromkeys(tuple(order) for order in accepted))
    if not orders:
        return ()
    if gold is None or tuple(gold) not in orders:
        raise ValueError("gold is not among the accepted orders")
    for order in orders:
        if check_order(order, "an accepted order") != len(gold):
            raise ValueError(f"an accepted order has {len(order)} things, gold {len(gold)}")
    return orders if len(orders) > 1 else ()


def positions(order: Sequence[int]) -> tuple[int, ...]:
    """The place of every shown index: the inverse permutation of an order list.

    Raises:
        ValueError: as :func:`check_order`.

    >>> positions([2, 0, 3, 1])
    (1, 3, 0, 2)
    """
    places = [0] * check_order(order)
    for place, index in enumerate(order):
        places[index] = place
    return tuple(places)


def true_ranks(answer: Sequence[int], gold: Sequence[int]) -> tuple[int, ...]:
    """The true place of what the answer puts first, second, …: shape ``(n,)``.

    Raises:
        ValueError: for lists of different lengths, or not permutations of 0 … n−1.

    >>> true_ranks([2, 3, 0, 1], gold=[2, 0, 3, 1])
    (0, 2, 1, 3)
    """
    if len(answer) != len(gold):
        raise ValueError(f"the answer orders {len(answer)} things, gold orders {len(gold)}")
    check_order(answer, "answer")
    places = positions(gold)
    return tuple([places[index] for index in answer])


def exact_match(answer: Sequence[int], gold: Sequence[int]) -> float:
    """1 when the whole order is right, else 0. Chance 1/n!. Source: CH-1, SC-4.

    >>> exact_match([2, 3, 0, 1], [2, 0, 3, 1])
    0.0
    """
    return float(_is_sorted(true_ranks(answer, gold)))


def accuracy(answer: Sequence[int], gold: Sequence[int]) -> float:
    """Share of places that hold the right thing: ``(1/n) Σₖ 1[r(k) = k]``. Chance 1/n.

    Source: specification 7.1; AMB-7 (CHROMIC's per-panel Acc).

    >>> accuracy([2, 3, 0, 1], [2, 0, 3, 1])
    0.5
    """
    return _accuracy(true_ranks(answer, gold))


def mean_absolute_error(
    answer: Sequence[int], gold: Sequence[int], *, space: Space = "position"
) -> float:
    """``(1/n) Σᵢ |p(i) − c(i)|``: how many places off a thing is on average. Chance (n²−1)/(3n).

    Args:
        answer: order list of n shown indices.
        gold: order list of n shown indices.
        space: ``position`` compares places; ``label`` compares the two lists element by element,
            as some code does: a number that depends on the shuffle, kept for reproduction (AMB-2).

    >>> mean_absolute_error([2, 3, 0, 1], [2, 0, 3, 1])
    0.5
    >>> mean_absolute_error([2, 3, 0, 1], [2, 0, 3, 1], space="label")
    1.5
    """
    ranks = true_ranks(answer, gold)
    return _mean_gap(answer, gold) if space == "label" else _mean_gap(ranks, range(len(ranks)))


def spearman(answer: Sequence[int], gold: Sequence[int]) -> float:
    """Spearman's rank correlation, SRC: ``1 − 6 Σ(p−c)² / (n(n²−1))``. Chance 0.

    >>> round(spearman([2, 3, 0, 1], [2, 0, 3, 1]), 6)
    0.8
    """
    return _spearman(true_ranks(answer, gold))


def pairwise_accuracy(answer: Sequence[int], gold: Sequence[int]) -> float:
    """Share of the n(n−1)/2 pairs that stand in the right order. Chance 0.5.

    >>> round(pairwise_accuracy([2, 3, 0, 1], [2, 0, 3, 1]), 6)
    0.833333
    """
    return _pairwise(true_ranks(answer, gold))


def kendall_tau(answer: Sequence[int], gold: Sequence[int]) -> float:
    """Kendall's τ: concordant minus discordant pairs, over all pairs. Chance 0.

    >>> round(kendall_tau([2, 3, 0, 1], [2, 0, 3, 1]), 6)
    0.666667
    """
    return 2 * _pairwise(true_ranks(answer, gold)) - 1


def adjacency(answer: Sequence[int], gold: Sequence[int]) -> float:
    """Share of the n−1 neighbours that follow each other in truth: r(k+1) = r(k) + 1. Chance 1/n.

    >>> adjacency([1, 2, 0], [0, 1, 2])
    0.5
    """
    return _adjacency(true_ranks(answer, gold))


def first_right(answer: Sequence[int], gold: Sequence[int]) -> float:
    """1 when the first place is right, else 0. Chance 1/n."""
    return float(true_ranks(answer, gold)[0] == 0)


def last_right(answer: Sequence[int], gold: Sequence[int]) -> float:
    """1 when the last place is right, else 0. Chance 1/n."""
    return float(true_ranks(answer, gold)[-1] == len(gold) - 1)


def ndcg(
    answer: Sequence[int],
    gold: Sequence[int],
    *,
    gain: NdcgGain = "linear_n_1",
    ideal: Ideal = "gold",
) -> float:
    """``Σₖ rel(k, r(k)) / log₂(k+2)``, divided by the same sum for the ideal order.

    Args:
        answer: order list of n shown indices.
        gold: order list of n shown indices.
        gain: the relevance ``rel(k, c)`` in place ``k`` of the thing whose true place is ``c``:

            ==================  ====================
            linear_n_1          n − c
            linear_n1_0         n − 1 − c
            exp2                2^(n−c) − 1
            exp2_n1             2^(n−1−c) − 1
            reciprocal          1/(c+1)
            binary_position     1[k = c]
            proximity_linear    1 − |k−c|/(n−1)
            proximity_n         1 − |k−c|/n
            proximity_inverse   1/(1+|k−c|)
            ==================  ====================
        ideal: ``gold`` divides by the value of the true order; ``self`` by that of the answer's
            own gains in falling order, which differs for the last four gains only. An answer
            that gains nothing scores 0 either way.

    Almost blind: a random order of four scores 0.87 under the default gain. Print it beside
    :func:`ordering_chance`. Source: specification 7.1; AMB-4 (the papers define no gain).

    >>> round(ndcg([2, 3, 0, 1], [2, 0, 3, 1]), 6)
    0.982122
    """
    return _ndcg(true_ranks(answer, gold), gain, ideal)


@lru_cache(maxsize=512)
def _indices(n: int) -> frozenset[int]:
    return frozenset(range(n))


@lru_cache(maxsize=512)
def discounts(n: int) -> RankRow:
    """The weight ``1 / log₂(k+2)`` of every place."""
    return tuple(1 / math.log2(place + 2) for place in range(n))


@lru_cache(maxsize=512)
def gain_table(n: int, gain: NdcgGain) -> tuple[RankRow, ...]:
    """``table[k][c]``: relevance in place ``k`` of the thing whose true place is ``c``."""
    places = range(n)
    relevance = _RELEVANCE[gain]
    return tuple(tuple(relevance(k, c, n) for c in places) for k in places)


@lru_cache(maxsize=512)
def ideal_gain(n: int, gain: NdcgGain) -> float:
    """The discounted gain of the true order."""
    return _discounted([gain_table(n, gain)[place][place] for place in range(n)])


# rel(k, c, n): what the thing whose true place is c earns in place k.
_RELEVANCE: dict[NdcgGain, Callable[[int, int, int], float]] = {
    "linear_n_1": lambda _, c, n: n - c,
    "linear_n1_0": lambda _, c, n: n - 1 - c,
    "exp2": lambda _, c, n: 2.0 ** (n - c) - 1,
    "exp2_n1": lambda _, c, n: 2.0 ** (n - 1 - c) - 1,
    "reciprocal": lambda _, c, n: 1 / (c + 1),
    "binary_position": lambda k, c, n: float(k == c),
    "proximity_linear": lambda k, c, n: 1 - abs(k - c) / (n - 1),
    "proximity_n": lambda k, c, n: 1 - abs(k - c) / n,
    "proximity_inverse": lambda k, c, n: 1 / (1 + abs(k - c)),
}


def _discounted(gains: Sequence[float]) -> float:
    return sum(map(float.__mul__, map(float, gains), discounts(len(gains))))


def _ndcg(ranks: Sequence[int], gain: NdcgGain, ideal: Ideal) -> float:
    n = len(ranks)
    gains = [row[rank] for row, rank in zip(gain_table(n, gain), ranks, strict=True)]
    best = ideal_gain(n, gain) if ideal == "gold" else _discounted(sorted(gains, reverse=True))
    return _discounted(gains) / best if best > 0 else 0.0


def _is_sorted(ranks: Sequence[int]) -> bool:
    return all(place == rank for place, rank in enumerate(ranks))


def _accuracy(ranks: Sequence[int]) -> float:
    return sum(place == rank for place, rank in enumerate(ranks)) / len(ranks)


def _mean_gap(some: Sequence[int], others: Sequence[int]) -> float:
    return sum(abs(a - b) for a, b in zip(some, others, strict=True)) / len(some)


def _spearman(ranks: Sequence[int]) -> float:
    n = len(ranks)
    squares = sum((place - rank) ** 2 for place, rank in enumerate(ranks))
    return 1 - 6 * squares / (n * (n * n - 1))


def _pairwise(ranks: Sequence[int]) -> float:
    n = len(ranks)
    right = sum(later > rank for k, rank in enumerate(ranks) for later in ranks[k + 1 :])
    return right / (n * (n - 1) / 2)


def _adjacency(ranks: Sequence[int]) -> float:
    return sum(b == a + 1 for a, b in itertools.pairwise(ranks)) / (len(ranks) - 1)


def scores_of_ranks(ranks: Sequence[int], *, gain: NdcgGain, ideal: Ideal) -> dict[str, float]:
    """All metrics of one answer, given its true ranks; the MAE is that of positions."""
    right = _accuracy(ranks)
    pairs = _pairwise(ranks)
    n = len(ranks)
    return {
        "exact_match": float(right == 1),
        "accuracy": right,
        "mae": _mean_gap(ranks, range(n)),
        "spearman": _spearman(ranks),
        "ndcg": _ndcg(ranks, gain, ideal),
        "kendall_tau": 2 * pairs - 1,
        "pairwise_accuracy": pairs,
        "adjacency": _adjacency(ranks),
        "first_right": float(ranks[0] == 0),
        "last_right": float(ranks[-1] == n - 1),
    }
