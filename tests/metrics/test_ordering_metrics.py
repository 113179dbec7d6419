"""Ordering metrics: golden values, references, and what must hold for every order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from panelwise import metrics
from panelwise.metrics import (
    ORDERING_METRICS,
    InvalidPolicy,
    NdcgGain,
    invalid_ordering_scores,
    ordering_scores,
)

GAINS = get_args(NdcgGain)

# truth, answer, exact, acc, mae, src, tau, adjacent, ndcg n…1, ndcg n−1…0, ndcg 2^rel−1, mae labels
GOLDEN = [
    ([2, 0, 3, 1], [2, 0, 3, 1], 1, 1, 0, 1, 1, 1, 1, 1, 1, 0),
    ([2, 0, 3, 1], [2, 3, 0, 1], 0, 0.5, 0.5, 0.8, 2 / 3, 0, 0.982122, 0.972504, 0.975467, 1.5),
    ([2, 0, 3, 1], [1, 3, 0, 2], 0, 0, 2, -1, -1, 0, 0.748903, 0.613827, 0.602091, 2),
    ([0, 1, 2], [1, 2, 0], 0, 0, 4 / 3, -0.5, -1 / 3, 0.5, 0.867503, 0.760188, 0.759192, 4 / 3),
    ([3, 0, 2, 1, 4], [0, 1, 2, 3, 4], 0, 0.4, 1.2, 0.3, 0.2, 0, 0.905584, 0.867572, 0.747776, 1.2),
    ([1, 0], [0, 1], 0, 0, 1, -1, -1, 0, 0.859719, 0.63093, 0.796708, 1),
]


@st.composite
def order_pairs(draw: st.DrawFn, largest: int = 9) -> tuple[list[int], list[int]]:
    n = draw(st.integers(2, largest))
    return draw(st.permutations(range(n))), draw(st.permutations(range(n)))


@pytest.mark.parametrize("row", GOLDEN)
def test_golden_values(row):
    gold, answer, exact, acc, mae, src, tau, adjacent, linear, linear_0, exp2, mae_labels = row
    scores = ordering_scores(answer, gold)
    assert scores == pytest.approx(
        scores
        | {"exact_match": exact, "accuracy": acc, "mae": mae, "spearman": src, "kendall_tau": tau}
        | {"adjacency": adjacent, "ndcg": linear, "pairwise_accuracy": (tau + 1) / 2},
        abs=1e-6,
    )
    assert metrics.ndcg(answer, gold, gain="linear_n1_0") == pytest.approx(linear_0, abs=1e-6)
    assert metrics.ndcg(answer, gold, gain="exp2") == pytest.approx(exp2, abs=1e-6)
    assert ordering_scores(answer, gold, mae_space="label")["mae"] == pytest.approx(mae_labels)


@pytest.mark.shared
def test_golden_file(shared: Path):
    text = (shared / "protocol/derived/golden_values.json").read_text()
    for case in json.loads(text)["permutation"]:
        scores = ordering_scores(case["pred"], case["truth"])
        for ours, theirs in {
            "exact_match": "exact",
            "accuracy": "acc",
            "mae": "mae",
            "spearman": "src",
            "kendall_tau": "kendall_tau",
            "adjacency": "adjacent_pairs",
            "ndcg": "ndcg_linear_n_to_1",
        }.items():
            assert scores[ours] == pytest.approx(case[theirs], abs=1e-6)


@pytest.mark.parametrize(
    ("answer", "gold", "message"),
    [
        ([0, 1, 2], [0, 1], "the answer orders 3 things, gold orders 2"),
        ([0, 0, 2], [0, 1, 2], "does not hold each index 0 … 2 exactly once"),
        ([1, 2, 3], [0, 1, 2], "does not hold each index"),
        ([0], [0], "orders 1 things; an ordering needs at least 2"),
    ],
)
def test_impossible_lists_are_refused_with_both_numbers(answer, gold, message):
    with pytest.raises(ValueError, match=message):
        ordering_scores(answer, gold)


@given(order_pairs())
def test_rank_correlations_equal_scipy(pair):
    answer, gold = pair
    ours, theirs = metrics.positions(answer), metrics.positions(gold)
    rho = stats.spearmanr(ours, theirs).statistic
    tau = stats.kendalltau(ours, theirs).statistic
    assert metrics.spearman(answer, gold) == pytest.approx(rho)
    assert metrics.kendall_tau(answer, gold) == pytest.approx(tau)


@given(order_pairs())
def test_single_functions_equal_the_table(pair):
    table = ordering_scores(*pair)
    assert {
        "exact_match": metrics.exact_match(*pair),
        "accuracy": metrics.accuracy(*pair),
        "mae": metrics.mean_absolute_error(*pair),
        "spearman": metrics.spearman(*pair),
        "ndcg": metrics.ndcg(*pair),
        "kendall_tau": metrics.kendall_tau(*pair),
        "pairwise_accuracy": metrics.pairwise_accuracy(*pair),
        "adjacency": metrics.adjacency(*pair),
        "first_right": metrics.first_right(*pair),
        "last_right": metrics.last_right(*pair),
    } == table
    assert list(table) == list(ORDERING_METRICS)


@given(order_pairs(), st.sampled_from(GAINS), st.sampled_from(["gold", "self"]))
def test_a_perfect_answer_has_the_best_value_and_no_answer_a_better_one(pair, gain, ideal):
    answer, gold = pair
    perfect = ordering_scores(gold, gold, ndcg_gain=gain, ndcg_ideal=ideal)
    scores = ordering_scores(answer, gold, ndcg_gain=gain, ndcg_ideal=ideal)
    for name, info in ORDERING_METRICS.items():
        sign = 1 if info.higher_is_better else -1
        assert perfect[name] == pytest.approx(info.best)
        assert sign * scores[name] <= sign * info.best + 1e-12
        assert not info.binary or scores[name] in (0, 1)


@given(order_pairs(), st.data())
def test_renaming_the_shown_panels_changes_nothing(pair, data):
    answer, gold = pair
    names = data.draw(st.permutations(range(len(gold))))
    renamed = ordering_scores([names[i] for i in answer], [names[i] for i in gold])
    assert renamed == ordering_scores(answer, gold)


@given(order_pairs())
def test_the_reversed_order_is_the_opposite(pair):
    gold = pair[1]
    scores = ordering_scores(gold[::-1], gold)
    n = len(gold)
    assert (scores["spearman"], scores["kendall_tau"]) == pytest.approx((-1, -1))
    assert scores["mae"] == pytest.approx((n * n // 2) / n)


def test_comparing_labels_is_not_invariant_and_so_not_the_default():
    # AMB-2: the same mistake in two shuffles, one distance in positions and two in labels.
    assert metrics.mean_absolute_error([2, 3, 0, 1], [2, 0, 3, 1], space="label") == 1.5
    assert metrics.mean_absolute_error([0, 2, 1, 3], [0, 1, 2, 3], space="label") == 0.5
    assert metrics.mean_absolute_error([2, 3, 0, 1], [2, 0, 3, 1]) == 0.5


def test_unreadable_answers_by_policy():
    gold = [2, 0, 3, 1]
    zero = invalid_ordering_scores(4, "zero", gold)
    assert zero == dict.fromkeys(ORDERING_METRICS, 0.0) | {"mae": 1.25}
    assert invalid_ordering_scores(4, "valid_only", gold) is None
    assert invalid_ordering_scores(4, "chance", gold) == metrics.ordering_chance(4)
    as_shown = invalid_ordering_scores(4, "identity_fallback", gold)
    assert as_shown == ordering_scores([0, 1, 2, 3], gold)
    with pytest.raises(ValueError, match="gold orders 4 things, the item 5"):
        invalid_ordering_scores(5, "zero", gold)


@given(order_pairs(6), st.sampled_from(GAINS), st.sampled_from(["gold", "self"]))
def test_no_order_scores_below_the_worst_case(pair, gain, ideal):
    answer, gold = pair
    worst = invalid_ordering_scores(len(gold), "worst_case", gold, ndcg_gain=gain, ndcg_ideal=ideal)
    scores = ordering_scores(answer, gold, ndcg_gain=gain, ndcg_ideal=ideal)
    assert worst is not None
    for name, info in ORDERING_METRICS.items():
        sign = 1 if info.higher_is_better else -1
        assert sign * worst[name] <= sign * scores[name] + 1e-9


@given(order_pairs(), st.sampled_from(get_args(InvalidPolicy)))
def test_an_unreadable_answer_never_beats_a_perfect_one(pair, policy):
    scores = invalid_ordering_scores(len(pair[1]), policy, pair[1])
    assert scores is None or set(scores) == set(ORDERING_METRICS)


# What others measured on all 1,794 strips of this benchmark; the files hold 892 of them, of which
# 891 answers are permutations. Half the data: so the same figures within sampling error.
ON_ALL_STRIPS = {"accuracy": 0.4425, "exact_match": 0.2850, "mae": 0.844, "spearman": 0.255}
NDCG_ON_ALL_STRIPS = {
    "linear_n_1": 0.930,
    "linear_n1_0": 0.861,
    "exp2": 0.877,
    "exp2_n1": 0.832,
    "binary_position": 0.456,
}
ON_THESE_STRIPS = {"accuracy": 0.4415, "exact_match": 0.2873, "mae": 0.8611, "spearman": 0.2564}


@pytest.mark.shared
def test_figures_of_recorded_gpt_4o_answers(shared: Path):
    rows = json.loads((shared / "annotations/recorded-orderings/gpt-4o.json").read_text())
    pairs = [
        (row["predicted_order"], row["correct_order"])
        for row in rows
        if sorted(row["predicted_order"]) == sorted(row["correct_order"])
    ]
    assert (len(rows), len(pairs)) == (892, 891)
    scores = [ordering_scores(*pair) for pair in pairs]
    for name, value in ON_THESE_STRIPS.items():
        values = [score[name] for score in scores]
        mean, error = sum(values) / len(values), stats.sem(values)
        assert mean == pytest.approx(value, abs=5e-5)
        assert mean == pytest.approx(ON_ALL_STRIPS[name], abs=2 * error)
    for gain, value in NDCG_ON_ALL_STRIPS.items():
        gains = [metrics.ndcg(*pair, gain=gain) for pair in pairs]
        assert sum(gains) / len(gains) == pytest.approx(value, abs=2 * stats.sem(gains))


@pytest.mark.parametrize(
    ("n", "worst"), [(2, 1), (3, 4 / 3), (4, 2), (5, 12 / 5), (6, 3), (7, 24 / 7)]
)
def test_the_worst_mae_is_that_of_the_reversed_order(n, worst):
    assert invalid_ordering_scores(n, "worst_case", range(n))["mae"] == pytest.approx(worst)
    assert ordering_scores(range(n)[::-1], range(n))["mae"] == pytest.approx(worst)
    assert ORDERING_METRICS["mae"].worst(n) == pytest.approx(worst)


@pytest.mark.parametrize(
    ("gain", "ndcg"),
    # The first two of four exchanged: (g₁ + g₀/log₂3 + …) over (g₀ + g₁/log₂3 + …).
    [
        (
            "linear_n_1",
            (3 + 4 / 1.5849625 + 2 / 2 + 1 / 2.3219281)
            / (4 + 3 / 1.5849625 + 2 / 2 + 1 / 2.3219281),
        ),
        ("linear_n1_0", (2 + 3 / 1.5849625 + 1 / 2) / (3 + 2 / 1.5849625 + 1 / 2)),
        (
            "exp2",
            (7 + 15 / 1.5849625 + 3 / 2 + 1 / 2.3219281)
            / (15 + 7 / 1.5849625 + 3 / 2 + 1 / 2.3219281),
        ),
        ("exp2_n1", (3 + 7 / 1.5849625 + 1 / 2) / (7 + 3 / 1.5849625 + 1 / 2)),
        (
            "reciprocal",
            (1 / 2 + 1 / 1.5849625 + 1 / 3 / 2 + 1 / 4 / 2.3219281)
            / (1 + 1 / 2 / 1.5849625 + 1 / 3 / 2 + 1 / 4 / 2.3219281),
        ),
        ("binary_position", (1 / 2 + 1 / 2.3219281) / (1 + 1 / 1.5849625 + 1 / 2 + 1 / 2.3219281)),
        (
            "proximity_linear",
            (2 / 3 * (1 + 1 / 1.5849625) + 1 / 2 + 1 / 2.3219281)
            / (1 + 1 / 1.5849625 + 1 / 2 + 1 / 2.3219281),
        ),
        (
            "proximity_n",
            (3 / 4 * (1 + 1 / 1.5849625) + 1 / 2 + 1 / 2.3219281)
            / (1 + 1 / 1.5849625 + 1 / 2 + 1 / 2.3219281),
        ),
        (
            "proximity_inverse",
            (1 / 2 * (1 + 1 / 1.5849625) + 1 / 2 + 1 / 2.3219281)
            / (1 + 1 / 1.5849625 + 1 / 2 + 1 / 2.3219281),
        ),
    ],
)
def test_every_gain_by_hand(gain, ndcg):
    scores = ordering_scores([1, 0, 2, 3], [0, 1, 2, 3], ndcg_gain=gain, ndcg_ideal="gold")
    assert scores["ndcg"] == pytest.approx(ndcg)


@pytest.mark.parametrize("name", ["spearman", "kendall_tau"])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_the_worst_correlation_is_that_of_the_reversed_order(name, n):
    assert ORDERING_METRICS[name].worst(n) == -1
    assert ordering_scores(range(n)[::-1], range(n))[name] == pytest.approx(-1)
    assert invalid_ordering_scores(n, "worst_case", range(n))[name] == -1


WEIGHTS = (1, 0.6309298, 0.5, 0.4306766)  # 1 / log₂ of 2, 3, 4 and 5


@pytest.mark.parametrize(
    ("gain", "earned", "best"),
    # What the third, fourth, second and first of four earn in the places 0, 1, 2 and 3.
    [
        ("linear_n_1", (2, 1, 3, 4), (4, 3, 2, 1)),
        ("linear_n1_0", (1, 0, 2, 3), (3, 2, 1, 0)),
        ("exp2", (3, 1, 7, 15), (15, 7, 3, 1)),
        ("exp2_n1", (1, 0, 3, 7), (7, 3, 1, 0)),
        ("reciprocal", (1 / 3, 1 / 4, 1 / 2, 1), (1, 1 / 2, 1 / 3, 1 / 4)),
        ("binary_position", (0, 0, 0, 0), (1, 1, 1, 1)),
        ("proximity_linear", (1 / 3, 1 / 3, 2 / 3, 0), (1, 1, 1, 1)),
        ("proximity_n", (1 / 2, 1 / 2, 3 / 4, 1 / 4), (1, 1, 1, 1)),
        ("proximity_inverse", (1 / 3, 1 / 3, 1 / 2, 1 / 4), (1, 1, 1, 1)),
    ],
)
def test_every_gain_of_an_uneven_order(gain, earned, best):
    def discounted(gains):
        return sum(gain * weight for gain, weight in zip(gains, WEIGHTS, strict=True))

    answer = [2, 3, 1, 0]
    assert metrics.ndcg(answer, range(4), gain=gain) == pytest.approx(
        discounted(earned) / discounted(best), abs=1e-6
    )
    own = discounted(sorted(earned, reverse=True))
    assert metrics.ndcg(answer, range(4), gain=gain, ideal="self") == pytest.approx(
        discounted(earned) / own if own else 0, abs=1e-6
    )
