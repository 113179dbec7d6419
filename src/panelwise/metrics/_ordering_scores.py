"""All ordering metrics of one sample, and what a sample without a readable order scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypedDict

from panelwise.metrics._accepted_chance import best_scores
from panelwise.metrics._info import MetricInfo
from panelwise.metrics._ordering import (
    Ideal,
    Space,
    check_accepted,
    check_order,
    discounts,
    gain_table,
    ideal_gain,
    mean_absolute_error,
    scores_of_ranks,
    true_ranks,
)
from panelwise.metrics._ordering_chance import ordering_chance
from panelwise.metrics._policies import InvalidPolicy, NdcgGain, Shuffle

ORDERING_METRICS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("exact_match", "the whole order is right", binary=True, label="Exact match"),
        MetricInfo(
            "accuracy",
            "share of positions with the right panel (the papers' Acc)",
            label="Accuracy",
        ),
        MetricInfo(
            "mae",
            "mean distance of a panel from its right position",
            higher_is_better=False,
            best=0.0,
            worst=lambda n: n * n // 2 / n,
            label="Mean absolute error",
        ),
        MetricInfo(
            "spearman",
            "Spearman's rank correlation (the papers' SRC)",
            worst=lambda n: -1.0,
            label="Spearman ρ",
        ),
        MetricInfo(
            "ndcg",
            "normalised discounted cumulative gain; even random orders score high, so compare"
            " with chance",
            label="NDCG",
        ),
        MetricInfo(
            "kendall_tau",
            "pairs in the right order minus pairs in the wrong order, divided by all pairs",
            worst=lambda n: -1.0,
            label="Kendall τ",
        ),
        MetricInfo(
            "pairwise_accuracy", "share of pairs in the right order", label="Pairwise accuracy"
        ),
        MetricInfo(
            "adjacency",
            "share of neighbouring panels that follow each other in the right order",
            label="Adjacency",
        ),
        MetricInfo("first_right", "the first panel is right", binary=True, label="First right"),
        MetricInfo("last_right", "the last panel is right", binary=True, label="Last right"),
    )
}


class _Options(TypedDict):
    ndcg_gain: NdcgGain
    ndcg_ideal: Ideal
    mae_space: Space


def ordering_scores(
    answer: Sequence[int],
    gold: Sequence[int],
    *,
    ndcg_gain: NdcgGain = "linear_n_1",
    ndcg_ideal: Ideal = "gold",
    mae_space: Space = "position",
    accepted: Sequence[Sequence[int]] = (),
) -> dict[str, float]:
    """Every metric of :data:`ORDERING_METRICS` for one answer.

    Args:
        answer: order list of n shown indices, n ≥ 2.
        gold: order list of n shown indices.
        ndcg_gain: as ``gain`` of :func:`ndcg`.
        ndcg_ideal: as ``ideal`` of :func:`ndcg`.
        mae_space: as ``space`` of :func:`mean_absolute_error`.
        accepted: all right orders, gold among them, where several are: of a partial order its
            linear extensions. Each metric is then the best that any of them gives the answer, so
            two metrics of one answer may come from two orders.

    Raises:
        ValueError: for lists of different lengths, or not permutations of 0 … n−1; for accepted
            orders without gold.

    Source: specification 7.1; MS-14.

    >>> scores = ordering_scores([2, 3, 0, 1], [2, 0, 3, 1])
    >>> scores["exact_match"], scores["accuracy"], scores["mae"]
    (0.0, 0.5, 0.5)
    """
    if several := check_accepted(accepted, gold):
        options: _Options = {
            "ndcg_gain": ndcg_gain,
            "ndcg_ideal": ndcg_ideal,
            "mae_space": mae_space,
        }
        return best_scores([ordering_scores(answer, right, **options) for right in several])
    scores = scores_of_ranks(true_ranks(answer, gold), gain=ndcg_gain, ideal=ndcg_ideal)
    if mae_space == "label":
        scores["mae"] = mean_absolute_error(answer, gold, space="label")
    return scores


def invalid_ordering_scores(
    n: int,
    policy: InvalidPolicy,
    gold: Sequence[int],
    *,
    ndcg_gain: NdcgGain = "linear_n_1",
    ndcg_ideal: Ideal = "gold",
    mae_space: Space = "position",
    shuffle: Shuffle = "uniform",
    accepted: Sequence[Sequence[int]] = (),
) -> dict[str, float] | None:
    """What an answer without a valid order of n scores; ``None`` when it is left out.

    Args:
        n: how many things were to be ordered.
        policy: ``zero``: 0 on every metric (also on pairwise accuracy, whose chance is 0.5, so
            that silence never earns points), and the mean absolute error of chance, (n²−1)/(3n);
            ``chance``: :func:`ordering_chance`; ``worst_case``: the lowest value that any
            order could have, metric by metric; ``identity_fallback``: as if the shown order had
            been answered; ``valid_only``: left out.
        gold: the right order list, of n shown indices.
        ndcg_gain: as for :func:`ordering_scores`.
        ndcg_ideal: as for :func:`ordering_scores`.
        mae_space: as for :func:`ordering_scores`.
        shuffle: as for :func:`ordering_chance`.
        accepted: as for :func:`ordering_scores`.

    Raises:
        ValueError: when gold is not a permutation of 0 … n−1, or the policy is unknown.

    Source: specification 7.1; AMB-3.

    >>> invalid_ordering_scores(4, "zero", [2, 0, 3, 1])["mae"]
    1.25
    """
    if check_order(gold, "gold") != n:
        raise ValueError(f"gold orders {len(gold)} things, the item {n}")
    match policy:
        case "valid_only":
            return None
        case "zero":
            return dict.fromkeys(ORDERING_METRICS, 0.0) | {"mae": (n * n - 1) / (3 * n)}
        case "worst_case":
            return _worst_scores(n, ndcg_gain)
        case "identity_fallback":
            return ordering_scores(
                range(n), gold, ndcg_gain=ndcg_gain, ndcg_ideal=ndcg_ideal, mae_space=mae_space,
                accepted=accepted,
            )  # fmt: skip
        case "chance":
            return ordering_chance(
                n, ndcg_gain=ndcg_gain, ndcg_ideal=ndcg_ideal, mae_space=mae_space, gold=gold,
                shuffle=shuffle, accepted=accepted,
            )  # fmt: skip
    raise ValueError(f"unknown invalid policy '{policy}'")


def _worst_scores(n: int, gain: NdcgGain) -> dict[str, float]:
    return dict.fromkeys(ORDERING_METRICS, 0.0) | {
        "mae": (n * n // 2) / n,
        "spearman": -1.0,
        "kendall_tau": -1.0,
        "ndcg": _lowest_ndcg(n, gain),
    }


@lru_cache(maxsize=512)
def _lowest_ndcg(n: int, gain: NdcgGain) -> float:
    """The least NDCG of any order; with the answer's own ideal, a value that none goes below.

    Places and things are assigned one to one at the least discounted gain. The answer's own ideal
    is at most gold's, so dividing by gold's can only give a lower value.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    costs = np.array(gain_table(n, gain)) * np.array(discounts(n))[:, None]
    places, things = linear_sum_assignment(costs)
    return float(costs[places, things].sum()) / ideal_gain(n, gain)
