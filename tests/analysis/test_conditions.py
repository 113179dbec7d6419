"""Where a run is weakest: which conditions are tested, and by what."""

from __future__ import annotations

import pytest
from scipy import stats

from panelwise.analysis import Estimate, summarise
from panelwise.analysis._conditions import _p_value
from panelwise.analysis._intervals import hybrid_difference
from panelwise.metrics import wilson

CHOICE = {"headline": "accuracy"}


def conditions_of(run):
    (summary,) = summarise(run)
    return summary.conditions


def facts_of(*names):
    return [dict(zip(("style", "direction"), name, strict=True)) for name in names]


def test_a_condition_is_compared_with_the_rest_and_corrected(make_run):
    """Of 30 questions of 30 books, 10 in rtl and ink, of which 1 is right; of the others 18."""
    facts = facts_of(*[("ink", "rtl")] * 10, *[("flat", "ltr")] * 10, *[("clean", "ltr")] * 10)
    answers = [0] + [1] * 9 + [0] * 9 + [1] + [0] * 9 + [1]
    books = [f"b{k}" for k in range(30)]
    first, *others = conditions_of(make_run([0] * 30, answers, facts=facts, books=books, **CHOICE))
    assert (first.key, first.value, first.same) == ("style", "ink", (("direction", "rtl"),))
    assert (first.n, first.score.value, first.rest.value) == (10, 0.1, 0.9)
    expected = hybrid_difference(
        Estimate(0.1, *wilson(1, 10), 10, "wilson"), Estimate(0.9, *wilson(18, 20), 20, "wilson")
    )
    assert first.difference == expected
    assert first.tested == 3  # ink (as rtl, against ltr), flat, clean
    assert first.p_holm == pytest.approx(3 * first.p)
    assert first.is_weak
    assert [(one.value, one.is_weak) for one in others] == [("clean", False), ("flat", False)]


def test_a_condition_within_another_says_so(make_run):
    """Ink is five of the ten items in rtl."""
    facts = facts_of(*[("ink", "rtl")] * 5, *[("flat", "rtl")] * 5, *[("flat", "ltr")] * 10)
    books, answers = [f"b{k}" for k in range(20)], [1] * 5 + [0] * 15
    found = conditions_of(make_run([0] * 20, answers, facts=facts, books=books, **CHOICE))
    assert [(one.value, one.within) for one in found] == [
        ("ink", (("direction", "rtl"),)),
        ("rtl", ()),
    ]


def test_few_questions_and_books_are_no_condition(make_run):
    facts = facts_of(*[("ink", "rtl")] * 4, *[("flat", "rtl")] * 8)
    books = [f"b{k // 2}" for k in range(12)]
    assert conditions_of(make_run([0] * 12, [1] * 12, facts=facts, books=books, **CHOICE)) == ()


@pytest.mark.parametrize("freedom", [5, 30, float("inf")])
def test_p_is_below_5_per_cent_where_the_interval_leaves_out_0(freedom):
    for value, sure in ((-0.31, True), (-0.29, False), (0.31, True)):
        ends = (value - 0.3, value + 0.3)
        p = _p_value(Estimate(value, *ends, 40, "hybrid_score"), freedom)
        assert (p < 0.05) is sure
    half = stats.norm.isf(0.025) if freedom == float("inf") else stats.t.isf(0.025, freedom)
    p = _p_value(Estimate(-0.6, -0.9, -0.3, 40, "hybrid_score"), freedom)
    tail = stats.norm.sf if freedom == float("inf") else lambda x: stats.t.sf(x, freedom)
    assert p == pytest.approx(2 * tail(2 * half))


def test_a_condition_from_few_books_has_a_difference_and_no_test(make_run):
    """Eight books of five questions: ink in two of them, where nothing is right, rtl in four."""
    facts = facts_of(*[("ink", "rtl")] * 10, *[("flat", "rtl")] * 10, *[("flat", "ltr")] * 20)
    books = [f"b{k // 5}" for k in range(40)]
    answers = [1] * 10 + [0] * 30
    found = conditions_of(make_run([0] * 40, answers, facts=facts, books=books, **CHOICE))
    assert [(one.value, one.few_books) for one in found] == [("ink", 2), ("rtl", 4)]
    assert [(one.p, one.p_holm, one.tested, one.is_weak) for one in found] == [
        (None, None, 0, False),
        (None, None, 0, False),
    ]
    assert found[0].difference.high < 0, "by items alone it would count as sure"
    books = [f"b{k // 2}" for k in range(40)]  # twenty books, five of them of ink
    first, second = conditions_of(make_run([0] * 40, answers, facts=facts, books=books, **CHOICE))
    assert (first.value, first.few_books, first.tested, first.is_weak) == ("rtl", None, 1, True)
    assert first.score.method == "cluster_wilson"
    assert first.p_holm == first.p, "only what is tested is corrected for"
    assert (second.value, second.few_books, second.p) == ("ink", 5, None)
