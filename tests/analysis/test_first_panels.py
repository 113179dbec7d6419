"""Which panel orders put first: a guesser prefers none, whatever the shuffle excludes."""

from __future__ import annotations

import itertools
import random

import pytest

from panelwise.analysis import summarise
from panelwise.analysis._bias import _first_odds, position_bias
from panelwise.analysis._samples import samples_by_task

ALLOWED = {
    n: [order for order in itertools.permutations(range(n)) if order != tuple(range(n))]
    for n in (3, 4)
}
BOOKS = [f"b{k % 6}" for k in range(36)]


def run_of(make_run, seed, guess, books=BOOKS):
    draw = random.Random(seed)
    golds = [draw.choice(ALLOWED[3 + k % 2]) for k in range(36)]
    return make_run(golds, [guess(draw, gold) for gold in golds], books=books, rule="non_identity")


def any_order(draw, gold):
    return tuple(draw.sample(range(len(gold)), len(gold)))


def allowed_order(draw, gold):
    return draw.choice(ALLOWED[len(gold)])


def half_right(draw, gold):
    return gold if draw.random() < 0.5 else any_order(draw, gold)


@pytest.mark.parametrize(
    "runs", [40, pytest.param(400, marks=pytest.mark.slow)], ids=["few", "many"]
)
@pytest.mark.parametrize("guess", [any_order, allowed_order, half_right])
def test_a_guesser_is_seldom_said_to_prefer_a_panel(make_run, guess, runs):
    """The gold is never the shown order, so #1 is right first in 1 of 5 orders of three panels."""
    alarms = 0
    for seed in range(runs):
        (task,) = samples_by_task(run_of(make_run, seed, guess))
        alarms += any(one.verdict for one in position_bias(task).places)
    assert alarms / runs <= 0.05


def test_a_model_that_puts_the_first_panel_first_is_found(make_run):
    (summary,) = summarise(run_of(make_run, 0, lambda _, gold: tuple(range(len(gold)))))
    found = {one.label: one.verdict for one in summary.bias.places}
    assert found["#1"] == "more"
    first = next(one for one in summary.bias.places if one.label == "#1")
    assert first.wrongly == first.wrong == first.repeats == 36 - first.right
    least, most = first.expected
    assert least < most < first.wrongly
    assert first.p is not None
    assert first.few_books is None


def test_first_panels_of_few_books_are_counted_and_not_tested(make_run):
    books = [f"b{k % 5}" for k in range(36)]
    run = run_of(make_run, 0, lambda _, gold: tuple(range(len(gold))), books)
    (summary,) = summarise(run)
    first, *_ = summary.bias.places
    assert (first.label, first.few_books, first.p, first.p_holm) == ("#1", 5, None, None)
    assert first.wrongly == first.wrong > first.expected[1]
    assert first.verdict == ""


@pytest.mark.parametrize("rule", ["uniform", "non_identity", "derangement"])
@pytest.mark.parametrize("right", [0, 2])
def test_the_odds_of_a_wrong_first_panel_are_those_of_all_orders_listed(make_run, rule, right):
    gold = (right, *(k for k in (3, 1, 2, 0) if k != right))
    ((item,),) = make_run([gold], [gold], rule=rule).items.values()
    orders = [
        order
        for order in itertools.permutations(range(4))
        if order[0] != right
        and (rule != "non_identity" or order != (0, 1, 2, 3))
        and (rule != "derangement" or all(k != place for place, k in enumerate(order)))
    ]
    for index in {0, 1, 2, 3} - {right}:
        share = sum(order[0] == index for order in orders) / len(orders)
        assert _first_odds(item, index, by_rule=True) == pytest.approx(share)
        assert _first_odds(item, index, by_rule=False) == pytest.approx(1 / 3)
