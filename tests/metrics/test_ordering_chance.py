"""What guessing scores: closed forms against enumeration and against the published table."""

from __future__ import annotations

import csv
import itertools
import statistics
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.metrics import ORDERING_METRICS, NdcgGain, ordering_chance, ordering_scores

GAINS = get_args(NdcgGain)
CELLS = [(gain, ideal) for gain in GAINS for ideal in ("gold", "self")]

# The thirteen NDCG columns of the chance table, as a gain and whose ideal divides it. For the
# first five gains the answer's own ideal is the gold one.
COLUMNS = {
    "ndcg_linear1": ("linear_n_1", "gold"),
    "ndcg_linear0": ("linear_n1_0", "gold"),
    "ndcg_exp1": ("exp2", "gold"),
    "ndcg_exp0": ("exp2_n1", "gold"),
    "ndcg_recip": ("reciprocal", "gold"),
    "ndcg_binarypos": ("binary_position", "gold"),
    "ndcg_binary_selfideal": ("binary_position", "self"),
    "ndcg_prox_lin": ("proximity_linear", "gold"),
    "ndcg_prox_n": ("proximity_n", "gold"),
    "ndcg_prox_inv": ("proximity_inverse", "gold"),
    "ndcg_prox_inv_selfideal": ("proximity_inverse", "self"),
    "ndcg_prox_n_selfideal": ("proximity_n", "self"),
    "ndcg_prox_lin_selfideal": ("proximity_linear", "self"),
}
PLAIN = {
    "exact": "exact_match",
    "acc": "accuracy",
    "mae": "mae",
    "src": "spearman",
    "pairwise_acc": "pairwise_accuracy",
    "kendall_tau": "kendall_tau",
}


def average(golds_and_answers, **choices):
    rows = [ordering_scores(answer, gold, **choices) for gold, answer in golds_and_answers]
    return {name: statistics.fmean(row[name] for row in rows) for name in ORDERING_METRICS}


@pytest.mark.parametrize(("gain", "ideal"), CELLS)
def test_chance_is_the_mean_over_all_orders(gain, ideal):
    for n in range(2, 6):
        gold = (*range(1, n), 0)
        answers = itertools.permutations(range(n))
        mean = average(((gold, answer) for answer in answers), ndcg_gain=gain, ndcg_ideal=ideal)
        assert ordering_chance(n, ndcg_gain=gain, ndcg_ideal=ideal) == pytest.approx(mean)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 5).flatmap(lambda n: st.permutations(range(n))),
    st.sampled_from(["non_identity", "derangement"]),
    st.sampled_from(CELLS),
    st.sampled_from(["position", "label"]),
)
def test_chance_under_a_shuffle_rule_is_the_mean_over_the_orders_it_allows(gold, rule, cell, space):
    n = len(gold)

    def allowed(order):
        if rule == "non_identity":
            return list(order) != list(range(n))
        return all(place != index for place, index in enumerate(order))

    choices = {"ndcg_gain": cell[0], "ndcg_ideal": cell[1], "mae_space": space}
    if not allowed(gold):
        with pytest.raises(ValueError, match="cannot occur"):
            ordering_chance(n, gold=gold, shuffle=rule, **choices)
        return
    answers = [answer for answer in itertools.permutations(range(n)) if allowed(answer)]
    mean = average(((gold, answer) for answer in answers), **choices)
    assert ordering_chance(n, gold=gold, shuffle=rule, **choices) == pytest.approx(mean)


def test_sampled_chances_agree_with_exact_ones_where_both_exist():
    gold = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    sampled = ordering_chance(9, gold=gold, shuffle="derangement")
    assert sampled["accuracy"] == pytest.approx(1 / 8, abs=0.01)
    assert sampled["exact_match"] == 1 / 133496  # derangements of nine things
    own = [ordering_chance(n, ndcg_gain="proximity_n", ndcg_ideal="self")["ndcg"] for n in (8, 9)]
    assert own == pytest.approx([0.8823, 0.8793], abs=0.002)


def test_a_known_rule_makes_guessing_easier():
    assert ordering_chance(2, gold=[1, 0], shuffle="non_identity")["exact_match"] == 1
    assert ordering_chance(3, gold=[1, 0, 2], shuffle="non_identity")["exact_match"] == 1 / 5
    assert ordering_chance(3, gold=[1, 2, 0], shuffle="derangement")["exact_match"] == 1 / 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 1}, "at least 2 things, not 1"),
        ({"n": 3, "shuffle": "non_identity"}, "pass gold"),
        ({"n": 3, "gold": [0, 1]}, "gold orders 2 things, the item 3"),
    ],
)
def test_impossible_questions_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ordering_chance(**arguments)


def test_the_caller_may_change_what_it_gets():
    ordering_chance(4)["mae"] = 99
    assert ordering_chance(4)["mae"] == 1.25


@pytest.mark.shared
def test_the_chance_table_holds(shared: Path):
    """Up to n = 7 the table is exact to its four decimals; beyond it was sampled."""
    with (shared / "protocol/derived/chance_levels_reordering.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["n"]) for row in rows] == list(range(2, 17))
    for row in rows:
        n = int(row["n"])
        within = 5.1e-5 if n <= 7 else 0.02 if n < 12 else 0.03
        chance = ordering_chance(n)
        for column, name in PLAIN.items():
            scale = n if name == "mae" else 1
            assert chance[name] == pytest.approx(float(row[column]), abs=within * scale)
        for column, (gain, ideal) in COLUMNS.items():
            ours = ordering_chance(n, ndcg_gain=gain, ndcg_ideal=ideal)["ndcg"]
            assert ours == pytest.approx(float(row[column]), abs=min(within, 0.005)), column
