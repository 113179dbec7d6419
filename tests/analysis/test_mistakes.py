"""Kinds of wrong answers: which there are, and what random wrong answers would be."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from scipy import stats

from panelwise.analysis import summarise
from panelwise.analysis._mistakes import SHOWN, order_counts, order_kind
from panelwise.analysis._odds import two_sided
from panelwise.metrics import wilson

CHOICE = {"headline": "accuracy"}


def mistakes_of(run):
    (summary,) = summarise(run)
    return {one.kind: one for one in summary.mistakes}


def test_wrong_options_are_counted_against_a_uniform_pick(make_run):
    """Twenty wrong answers to items with one strong and two weak wrong options: 14 are strong."""
    golds, answers, facts = [], [], []
    for place in range(20):
        gold, strong = place % 4, (place % 4 + 1) % 4
        kinds = ["strong" if option == strong else "weak" for option in range(4) if option != gold]
        golds.append(gold)
        answers.append(strong if place < 14 else (gold + 2) % 4)
        facts.append({"wrong": ",".join(kinds)})
    golds, answers, facts = [*golds, 0], [*answers, 0], [*facts, {"wrong": "strong,weak,weak"}]
    books = [f"b{k}" for k in range(21)]
    found = mistakes_of(make_run(golds, answers, facts=facts, books=books, **CHOICE))
    assert list(found) == ["strong", "weak"]
    strong = found["strong"]
    assert (strong.chosen, strong.n, strong.offered) == (14, 20, 21)  # one answer is right
    assert strong.expected == pytest.approx(20 / 3)
    assert (strong.share.low, strong.share.high) == wilson(14, 20)
    assert strong.p == pytest.approx(2 * stats.binom.sf(13, 20, 1 / 3))
    assert strong.p_holm == pytest.approx(2 * strong.p)  # of two kinds
    assert (strong.verdict, found["weak"].verdict) == ("more", "less")
    assert found["weak"].expected == pytest.approx(40 / 3)


def test_rotations_of_a_question_are_tested_once(make_run):
    """A model that picks the same words in every rotation gave one answer, not four."""
    facts = [{"wrong": "near,far,far", "rotation_of": f"q{k // 4}"} for k in range(16)]
    books = [f"b{k // 4}" for k in range(16)]
    run = make_run([0] * 16, [1] * 16, facts=facts, books=books, **CHOICE)
    run = replace(
        run,
        items={"pack": [_turned(item, k) for k, item in enumerate(run.items["pack"])]},
        results=[_answered(result, k) for k, result in enumerate(run.results)],
    )
    near = mistakes_of(run)["near"]
    assert (near.chosen, near.n) == (16, 16)
    assert near.p == pytest.approx(two_sided(4, [1 / 3] * 4))


def _turned(item, k):
    return replace(item, id=f"q{k // 4}/turn{k % 4}", gold=-k % 4)


def _answered(result, k):
    return replace(result, item=f"q{k // 4}/turn{k % 4}", answer=(1 - k) % 4)


@pytest.mark.parametrize("wrong", ["near,near,near", "near,far", "near,,far", "near,far,far,far"])
def test_a_list_that_says_nothing_of_the_options_is_left_out(make_run, wrong):
    assert mistakes_of(make_run([0] * 3, [1] * 3, facts=[{"wrong": wrong}] * 3, **CHOICE)) == {}


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_kinds_of_all_wrong_orders_are_counted_as_they_are(n):
    gold = tuple(random.Random(n).sample(range(n), n))
    shown = tuple(range(n))
    kinds = Counter(
        SHOWN if order == shown else order_kind(order, gold)
        for order in itertools.permutations(range(n))
        if order != gold
    )
    assert order_counts(n, order_kind(shown, gold)) == kinds


def test_a_run_that_repeats_the_shown_order_is_found(make_run):
    answers = [(0, 1, 2, 3)] * 6 + [(1, 0, 2, 3), (1, 2, 0, 3)]
    run = make_run([(1, 2, 0, 3)] * 8, answers, books=[f"b{k}" for k in range(8)])
    found = mistakes_of(run)
    assert (found[SHOWN].chosen, found[SHOWN].n, found[SHOWN].offered) == (6, 7, 8)
    assert found[SHOWN].expected == pytest.approx(7 / 23)
    assert found[SHOWN].verdict == "more"
    assert found["two neighbours swapped"].chosen == 1


def test_wrong_answers_of_few_books_are_not_tested(make_run):
    """Twenty shown orders of 20: sure for independent items, unknown of five books."""
    golds, answers = [(1, 2, 0, 3)] * 20, [(0, 1, 2, 3)] * 20
    five, six = (
        mistakes_of(make_run(golds, answers, books=[f"b{k % n}" for k in range(20)]))[SHOWN]
        for n in (5, 6)
    )
    assert (five.few_books, five.p, five.p_holm, five.verdict) == (5, None, None, "")
    assert five.share.method == "wilson"
    assert (six.few_books, six.verdict, six.share.method) == (None, "more", "cluster_wilson")


def test_a_kind_that_one_book_has_alone_is_no_finding(make_run):
    """All 12 shown orders are in one of eight books: its peculiarity, not the run's."""
    books = [f"b{k // 12}" for k in range(96)]
    answers = [(0, 1, 2, 3) if k < 12 else (1, 3, 0, 2) for k in range(96)]
    found = mistakes_of(make_run([(1, 2, 0, 3)] * 96, answers, books=books))[SHOWN]
    assert found.chosen == 12 > 2 * found.expected
    assert two_sided(12, [1 / 23] * 96) < 0.01
    assert found.p > 0.05


def test_the_exact_test_of_unequal_odds():
    """Against all patterns of hits, one by one."""
    odds = [1 / 3, 1 / 3, 2 / 3, 0.1, 0.5]
    at = [0.0] * 6
    for hits in itertools.product((0, 1), repeat=5):
        p = 1.0
        for hit, odd in zip(hits, odds, strict=True):
            p *= odd if hit else 1 - odd
        at[sum(hits)] += p
    for k in range(6):
        assert two_sided(k, odds) == pytest.approx(min(1, 2 * min(sum(at[: k + 1]), sum(at[k:]))))
