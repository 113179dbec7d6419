"""Agreement of people, and of a judge with people."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path
from statistics import mean, pvariance

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy import stats

from panelwise.metrics import (
    cohen_kappa,
    compare_ratings,
    fleiss_kappa,
    krippendorff_alpha,
    percentage_agreement,
)
from panelwise.metrics.agreement import rating_counts
from reference_scores import load

# Krippendorff's own example (2011): 12 units, 4 observers; α is .743 nominal and .815 ordinal.
_ = None
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
UNITS = [list(unit) for unit in zip(*OBSERVERS, strict=True)]

# Fleiss's example (1971), as it is commonly reprinted: 10 subjects, 14 raters, 5 categories.
SUBJECTS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]

marks = st.integers(1, 5)
pairs = st.lists(st.tuples(marks, marks), min_size=2, max_size=30)
tables = st.lists(st.lists(st.none() | marks, min_size=3, max_size=3), min_size=1, max_size=12)


def test_golden_fleiss():
    agreement = fleiss_kappa([[5, 0, 0, 0], [4, 1, 0, 0], [1, 1, 3, 0]])
    assert agreement.value == pytest.approx(0.263393, abs=1e-6)
    assert agreement.observed == pytest.approx(0.633333, abs=1e-6)
    assert agreement.expected == pytest.approx(0.502222, abs=1e-6)
    assert agreement.n == 3


@pytest.mark.shared
def test_golden_file(shared: Path):
    case = json.loads((shared / "protocol/derived/golden_values.json").read_text())["fleiss"]
    agreement = fleiss_kappa(case["matrix"])
    assert agreement.value == pytest.approx(case["kappa"], abs=1e-6)
    assert agreement.observed == pytest.approx(case["P_bar"], abs=1e-6)
    assert agreement.expected == pytest.approx(case["P_e"], abs=1e-6)


def test_the_worked_example_of_fleiss():
    agreement = fleiss_kappa(SUBJECTS)
    assert round(agreement.value, 2) == 0.21
    assert round(agreement.observed, 3) == 0.378
    assert round(agreement.expected, 3) == 0.213


# Fleiss's own table (1971): 30 patients, six psychiatrists each, five diagnoses; κ is .430.
PATIENTS = """00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050
02031 00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"""


def test_the_patients_of_fleiss():
    counts = [[int(digit) for digit in patient] for patient in PATIENTS.split()]
    assert [sum(column) for column in zip(*counts, strict=True)] == [26, 26, 30, 55, 43]
    agreement = fleiss_kappa(counts)
    assert round(agreement.value, 3) == 0.430
    assert (round(agreement.observed, 3), round(agreement.expected, 3)) == (0.556, 0.220)


def test_the_diagnoses_of_fleiss_levin_and_paik():
    # Statistical Methods for Rates and Proportions (2003), table 18.1: κ is .68.
    table = {"pp": 75, "pn": 1, "po": 4, "np": 5, "nn": 4, "no": 1, "oo": 10}
    first = [cell[0] for cell, count in table.items() for _ in range(count)]
    second = [cell[1] for cell, count in table.items() for _ in range(count)]
    agreement = cohen_kappa(first, second)
    assert (agreement.observed, round(agreement.expected, 2)) == (0.89, 0.66)
    assert round(agreement.value, 2) == 0.68


@given(tables)
def test_ragged_fleiss_by_definition(table):
    rows = [[value for value in row if value is not None] for row in table]
    rows = [row for row in rows if len(row) > 1]
    assume(len({value for row in rows for value in row}) > 1)
    observed = mean(mean(float(a == b) for a, b in combinations(row, 2)) for row in rows)
    shares = [mean(row.count(mark) / len(row) for row in rows) for mark in range(1, 6)]
    expected = sum(share**2 for share in shares)
    agreement = fleiss_kappa(rating_counts(table))
    assert agreement.value == pytest.approx((observed - expected) / (1 - expected))
    assert agreement.n == len(rows)


@pytest.mark.extra
@given(st.lists(st.lists(marks, min_size=4, max_size=4), min_size=2))
def test_fleiss_equals_statsmodels(rows):
    reference = pytest.importorskip("statsmodels.stats.inter_rater")
    assume(len({value for row in rows for value in row}) > 1)
    theirs = reference.fleiss_kappa(rating_counts(rows), method="fleiss")
    assert fleiss_kappa(rating_counts(rows)).value == pytest.approx(theirs)


@given(st.lists(st.tuples(marks, marks), min_size=2))
def test_weighted_kappa_is_what_the_intraclass_formula_says(rows):
    """Quadratic κ by means and variances (Fleiss and Cohen 1973): 2·cov over their sum."""
    first, second = zip(*rows, strict=True)
    assume(len(set(first) | set(second)) > 1)
    n, one, other = len(rows), mean(first), mean(second)
    covariance = sum((a - one) * (b - other) for a, b in rows) / n
    spread = pvariance(first) + pvariance(second) + (one - other) ** 2
    ours = cohen_kappa(first, second, weights="quadratic", categories=range(1, 6))
    assert ours.value == pytest.approx(2 * covariance / spread, abs=1e-9)


def test_the_worked_example_of_krippendorff():
    assert round(krippendorff_alpha(UNITS, "nominal").value, 3) == 0.743
    assert round(krippendorff_alpha(UNITS, "ordinal").value, 3) == 0.815
    assert round(krippendorff_alpha(UNITS, "interval").value, 3) == 0.849
    assert round(krippendorff_alpha(UNITS, "ratio").value, 3) == 0.797
    assert krippendorff_alpha(UNITS).n == 11  # one unit has a single rating


@given(tables)
@example([[None, 1, 4], [None, 1, 4], [None, 1, 4]])
def test_alpha_equals_its_coincidence_matrix(table):
    rows = [[value for value in row if value is not None] for row in table]
    rows = [row for row in rows if len(row) > 1]
    assume(len({value for row in rows for value in row}) > 1)
    coincidences = dict.fromkeys(((a, b) for a in range(1, 6) for b in range(1, 6)), 0.0)
    for row in rows:
        for i, a in enumerate(row):
            for j, b in enumerate(row):
                if i != j:
                    coincidences[a, b] += 1 / (len(row) - 1)
    totals = {a: sum(coincidences[a, b] for b in range(1, 6)) for a in range(1, 6)}
    n = sum(totals.values())

    def ordinal(a, b):
        between = sum(totals[g] for g in range(min(a, b), max(a, b) + 1))
        return (between - (totals[a] + totals[b]) / 2) ** 2

    for level, distance in (
        ("nominal", lambda a, b: float(a != b)),
        ("ordinal", ordinal),
        ("interval", lambda a, b: (a - b) ** 2),
        ("ratio", lambda a, b: ((a - b) / (a + b)) ** 2),
    ):
        observed = sum(count * distance(a, b) for (a, b), count in coincidences.items()) / n
        expected = sum(totals[a] * totals[b] * distance(a, b) for a, b in coincidences)
        expected /= n * (n - 1)
        alpha = krippendorff_alpha(table, level)
        assert alpha.value == pytest.approx(1 - observed / expected)
        assert 0 <= alpha.observed <= 1


@pytest.mark.parametrize("case", load()["ratings"], ids=lambda case: len(case["first"]))
def test_cohen_is_what_scikit_learn_said(case):
    for weights, theirs in case["kappa"].items():
        ours = cohen_kappa(case["first"], case["second"], weights=weights, categories=range(1, 6))
        assert ours.value == pytest.approx(theirs, abs=1e-9), weights


@pytest.mark.extra
@given(pairs, st.sampled_from([("none", None), ("linear", "linear"), ("quadratic", "quadratic")]))
def test_cohen_equals_scikit_learn(rows, weights):
    reference = pytest.importorskip("sklearn.metrics", reason="compares with scikit-learn")
    first, second = zip(*rows, strict=True)
    assume(len(set(first) | set(second)) > 1)
    ours = cohen_kappa(first, second, weights=weights[0], categories=range(1, 6))
    theirs = reference.cohen_kappa_score(first, second, weights=weights[1], labels=[1, 2, 3, 4, 5])
    assert ours.value == pytest.approx(theirs, abs=1e-9)


def test_cohens_own_arithmetic():
    # 20 both yes, 5 and 10 apart, 15 both no: observed .7, expected .5, κ .4.
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    agreement = cohen_kappa(first, second)
    assert (agreement.observed, agreement.expected) == (0.7, 0.5)
    assert agreement.value == pytest.approx(0.4)


def test_weights_need_the_whole_scale():
    with pytest.raises(ValueError, match="linear weights need the categories in their order"):
        cohen_kappa([1, 2], [2, 2], weights="linear")
    with pytest.raises(ValueError, match="category 7 was used but is not in"):
        cohen_kappa([1, 7], [1, 1], categories=[1, 2])
    # 1 against 2 is a small miss on a scale to 5, a total one on a scale to 2.
    wide = cohen_kappa([1, 2, 1], [1, 2, 2], weights="linear", categories=range(1, 6))
    narrow = cohen_kappa([1, 2, 1], [1, 2, 2], weights="linear", categories=[1, 2])
    assert (round(wide.observed, 3), round(narrow.observed, 3)) == (0.917, 0.667)


def test_items_that_one_rater_left_out_are_not_guessed():
    assert cohen_kappa(["a", None, "b"], ["a", "b", "b"]).n == 2
    comparison = compare_ratings([5, None, 8], [5, 6, None])
    assert (comparison.n, comparison.left_out) == (1, 2)
    uncertain = krippendorff_alpha([[1, None], [2, 2], [None, None]], "nominal")
    assert uncertain.n == 1


def test_agreement_of_people_who_always_say_the_same_is_undefined_not_perfect():
    for agreement in (
        fleiss_kappa([[3, 0], [3, 0]]),
        cohen_kappa("aaa", "aaa"),
        krippendorff_alpha([[1, 1], [1, 1]]),
    ):
        assert (agreement.value, agreement.observed) == (None, 1)


@given(st.lists(marks, min_size=2))
def test_full_agreement_on_different_things_is_perfect(values):
    assume(len(set(values)) > 1)
    rows = [[value] * 3 for value in values]
    counts = [[3 * (value == mark) for mark in range(1, 6)] for value in values]
    assert fleiss_kappa(counts).value == pytest.approx(1)
    assert cohen_kappa(values, values).value == pytest.approx(1)
    assert krippendorff_alpha(rows, "nominal").value == pytest.approx(1)
    assert krippendorff_alpha(rows, "ordinal").value == pytest.approx(1)
    assert percentage_agreement(rows).value == 1


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_items_and_raters_is_irrelevant(table, shuffler):
    assume(any(sum(value is not None for value in row) > 1 for row in table))
    shuffled = [shuffler.sample(row, len(row)) for row in shuffler.sample(table, len(table))]
    for measure in (krippendorff_alpha, percentage_agreement):
        assert measure(table).value == pytest.approx(measure(shuffled).value)


@given(st.lists(st.lists(marks, min_size=4, max_size=4), min_size=1))
def test_percentage_agreement_is_what_fleiss_observes(rows):
    counts = [[row.count(mark) for mark in range(1, 6)] for row in rows]
    assert percentage_agreement(rows).value == pytest.approx(fleiss_kappa(counts).observed)


@given(pairs)
def test_correlations_equal_scipy(rows):
    first, second = zip(*rows, strict=True)
    comparison = compare_ratings(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert comparison.pearson is comparison.spearman is None
        return
    assert comparison.pearson == pytest.approx(stats.pearsonr(first, second).statistic)
    assert comparison.spearman == pytest.approx(stats.spearmanr(first, second).statistic)


def test_bland_and_altman_limits():
    comparison = compare_ratings([6, 8, 9, 5], [5, 8, 7, 6])
    spread = 1.96 * math.sqrt(5 / 3)  # differences 1, 0, 2, −1: mean .5, squares about it sum to 5
    assert comparison.mean_difference == 0.5
    assert comparison.limits == pytest.approx((0.5 - spread, 0.5 + spread))
    assert comparison.within_one == 0.75
    assert compare_ratings([3], [3]).limits is None


def test_impossible_inputs_are_refused():
    with pytest.raises(ValueError, match="a count, 0 or more, for each of the same categories"):
        fleiss_kappa([[3, 0], [1, 1, 1]])
    for nothing in ([], [[1, 0], [0, 0]]):
        with pytest.raises(ValueError, match="an item with at least two ratings"):
            fleiss_kappa(nothing)
    with pytest.raises(ValueError, match="one rater has 2 items, the other 1"):
        compare_ratings([1, 2], [1])
    with pytest.raises(ValueError, match="an item that both rated"):
        cohen_kappa(["a", None], [None, "a"])
    for measure in (krippendorff_alpha, percentage_agreement):
        with pytest.raises(ValueError, match="an item with at least two ratings"):
            measure([[1, None]])
