"""Two runs on the same items."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from panelwise.analysis import SIGNIFICANT, compare, mcnemar
from panelwise.errors import InputError
from panelwise.profile import PAPER

A, B, C = (1, 0, 2), (2, 0, 1), (1, 2, 0)


def test_mcnemar_on_the_items_that_both_were_asked(make_run):
    golds = [A] * 10
    first = make_run(golds, [A] * 8 + [B, ...], name="first")
    second = make_run(golds, [A] * 2 + [B] * 6 + [A, A], name="second")
    (test,) = compare([first, second]).tests
    assert (test.first, test.second, test.metric) == ("first", "second", "exact_match")
    assert (test.n, test.only_first_right, test.only_second_right) == (9, 6, 1)
    assert test.test == "mcnemar"
    assert test.p == test.p_holm == pytest.approx(mcnemar(6, 1))
    assert test.difference.value == pytest.approx(5 / 9)
    assert test.difference.low < 5 / 9 < test.difference.high


def test_silence_counts_and_the_common_valid_difference_stands_beside(make_run):
    first = make_run([A] * 4, [A, A, B, B], name="first")
    second = make_run([A] * 4, [A, None, None, None], name="second")
    (test,) = compare([first, second]).tests
    assert test.difference.value == 0.25
    assert (test.common_valid_difference.value, test.common_valid_difference.n) == (0.0, 1)


def test_books_are_exchanged_whole_when_there_are_enough(make_run):
    books = [f"b{k}" for k in range(6) for _ in range(5)]
    first = make_run([A] * 30, [A] * 30, name="first", books=books)
    second = make_run([A] * 30, [B] * 30, name="second", books=books)
    (test,) = compare([first, second]).tests
    assert test.test == "sign_flip_by_book"
    assert test.p == pytest.approx(2 / 64)  # thirty items, but six books
    assert (test.only_first_right, test.difference.method) == (30, "cluster_student")


@pytest.mark.parametrize(("count", "too_few"), [(5, True), (6, False)])
def test_where_no_outcome_could_show_a_difference_that_is_told(make_run, count, too_few):
    """All of five items on one side: p = 2/32 = .0625, whatever the interval says."""
    first = make_run([A] * count, [A] * count, name="first")
    second = make_run([A] * count, [B] * count, name="second")
    (test,) = compare([first, second]).tests
    assert (test.units, test.too_few) == (count, too_few)
    assert (test.p_holm < 0.05) is not too_few
    assert test.difference.low > 0


def test_too_few_counts_the_correction_over_all_pairs(make_run):
    """Seven books allow p = 2/128; three pairs make 3 × .0156 = .047 of it, six pairs .094."""
    books = [f"b{k}" for k in range(7) for _ in range(3)]
    answers = {"right": [A] * 21, "wrong": [B] * 21, "also": [C] * 21, "mute": [None] * 21}
    runs = [make_run([A] * 21, said, name=name, books=books) for name, said in answers.items()]
    three, six = compare(runs[:3]).tests, compare(runs).tests
    assert {test.p for test in three[:2]} == {2 / 128}
    assert [test.differs for test in three] == [True, True, False]
    assert not any(test.too_few for test in three)
    assert not any(test.differs for test in six)
    assert all(test.too_few for test in six)
    assert {test.least_p_holm for test in six} == {6 * 2 / 128}


def test_partial_credit_takes_the_permutation_test(make_run):
    first = make_run([A] * 3, [A, A, A], name="first", headline="accuracy")
    second = make_run([A] * 3, [B, C, A], name="second", headline="accuracy")
    (test,) = compare([first, second]).tests
    assert (test.test, test.only_first_right, test.p) == ("sign_flip", None, 0.5)


def test_repeats_are_averaged_per_item(make_run):
    first = make_run([A, A], [[A, B], [A, A]], name="first")
    second = make_run([A, A], [[B, B], [A, A]], name="second")
    (test,) = compare([first, second]).tests
    assert (test.n, test.test, test.difference.value) == (2, "sign_flip", 0.25)


def test_p_values_are_corrected_over_all_pairs(make_run):
    golds = [A] * 12
    runs = [
        make_run(golds, [A] * right + [B] * (12 - right), name=name)
        for name, right in (("weak", 1), ("middle", 6), ("strong", 12))
    ]
    comparison = compare(runs)
    assert [summary.run for summary in comparison.summaries] == ["weak", "middle", "strong"]
    tests = {(test.first, test.second): test for test in comparison.tests}
    assert len(tests) == 3
    assert tests["weak", "strong"].p == pytest.approx(mcnemar(0, 11))
    assert tests["weak", "strong"].p_holm == pytest.approx(3 * mcnemar(0, 11))
    assert tests["middle", "strong"].p_holm == pytest.approx(2 * mcnemar(0, 6))
    assert tests["weak", "middle"].p_holm == pytest.approx(max(2 * mcnemar(0, 6), mcnemar(0, 5)))
    assert all(test.p <= test.p_holm <= 1 for test in tests.values())


def test_where_interval_and_verdict_part_the_row_says_which_is_which(make_run):
    """Six items apart of 40: the pair alone differs (p = .03), among three pairs it does not."""
    golds = [A] * 40
    runs = [
        make_run(golds, [A] * right + [B] * (40 - right), name=name)
        for name, right in (("weak", 28), ("strong", 34), ("other", 28))
    ]
    tests = compare(runs).tests
    assert {test.pairs for test in tests} == {3}
    test = tests[0]
    assert test.p < SIGNIFICANT <= test.p_holm
    assert test.difference.high < 0
    assert not test.differs
    assert test.remark == "shown by this pair alone, not after correction for 3 pairs"
    [alone] = compare(runs[:2]).tests
    assert (alone.differs, alone.remark, alone.pairs) == (True, "", 1)
    rough = dataclasses.replace(alone, p=0.2, p_holm=0.2)
    assert rough.remark == "the interval is approximate, the verdict is the test's"
    for one in (*tests, alone, rough):
        apart = not one.difference.low <= 0 <= one.difference.high
        assert (apart == one.differs) == (not one.remark)


def test_baselines_leave_the_correction_of_models_alone(make_run):
    """Two models apart with p = .0039: three pairs with baselines would make it .0117 of four."""
    golds = [A] * 12
    said = {"strong": [A] * 12, "weak": [A] * 3 + [B] * 9}
    models = [
        dataclasses.replace(make_run(golds, answers, name=name), model=f"made-up/{name}")
        for name, answers in said.items()
    ]
    baselines = [
        dataclasses.replace(make_run(golds, [C] * 12, name=name), model=f"baseline:{name}")
        for name in ("random", "constant")
    ]
    [alone] = compare(models).tests
    mixed = compare(models + baselines)
    assert mixed.tests == (alone,)
    assert (alone.p_holm, alone.pairs) == (mcnemar(9, 0), 1)
    untested = {(one.first, one.second): one for one in mixed.baseline_differences}
    assert len(untested) == 5
    assert untested["strong", "random"].difference.value == 1
    assert not hasattr(untested["strong", "random"], "p")
    [between] = compare(baselines).tests
    assert (between.p_holm, mixed.baseline_differences[-1].n) == (1, between.n)


def test_too_few_goes_by_the_same_pairs_as_the_verdict(make_run):
    """Seven items allow p = .0156: enough for one pair of models, whatever baselines there are."""
    golds = [A] * 7
    said = {"right": [A] * 7, "wrong": [B] * 7, "random": [B] * 6 + [A], "constant": [C] * 7}
    runs = [make_run(golds, answers, name=name) for name, answers in said.items()]
    grammars = ("made-up/", "made-up/", "baseline:", "baseline:")
    runs = [
        dataclasses.replace(run, model=of + run.name)
        for run, of in zip(runs, grammars, strict=True)
    ]
    [test] = compare(runs).tests
    assert ((test.first, test.second), test.differs) == (("right", "wrong"), True)
    assert not test.too_few
    several = [dataclasses.replace(run, model=f"made-up/{run.name}") for run in runs]
    by_pair = {(test.first, test.second): test for test in compare(several).tests}
    assert by_pair["right", "constant"].too_few  # six pairs: 6 × .0156 = .094


def test_other_profiles_and_other_items_are_not_compared(make_run):
    first = make_run([A], [A], name="first")
    second = make_run([A], [A], name="second", profile=PAPER)
    comparison = compare([first, second])
    assert len(comparison.summaries) == 2
    assert comparison.tests == ()
    third = make_run([A], [A], name="third")
    elsewhere = dataclasses.replace(
        third,
        items={"other pack": third.items["pack"]},
        results=tuple(dataclasses.replace(r, pack="other pack") for r in third.results),
    )
    assert compare([first, elsewhere]).tests == ()


def test_two_runs_of_one_name_are_refused(make_run):
    run = make_run([A], [A])
    with pytest.raises(InputError, match="two runs are called 'run'"):
        compare([run, run])


@pytest.mark.shared
def test_recorded_answers_of_two_models(make_run, shared: Path):
    def load(name):
        text = (shared / f"annotations/recorded-orderings/{name}.json").read_text()
        return {row["panels_path"]: row for row in json.loads(text)}

    large, small = load("gpt-4o"), load("gpt-4o-mini")
    paths = sorted(set(large) & set(small))
    golds = [tuple(large[path]["correct_order"]) for path in paths]

    def answers(rows):
        said = [tuple(rows[path]["predicted_order"]) for path in paths]
        return [
            order if sorted(order) == list(range(len(gold))) else None
            for order, gold in zip(said, golds, strict=True)
        ]

    runs = [
        make_run(golds, answers(rows), name=name) for name, rows in (("4o", large), ("mini", small))
    ]
    (test,) = compare(runs).tests
    assert test.n == len(paths)
    assert test.difference.value == pytest.approx(0.159, abs=0.005)
    assert test.difference.low > 0.12
    assert test.p < 1e-20
