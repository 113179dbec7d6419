"""The first screen: ten questions, each with its answer in a line."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from markupsafe import Markup

from panelwise.analysis import (
    Comparison,
    Condition,
    Estimate,
    PlaceBias,
    PositionBias,
    RunData,
    compare,
)
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.report import ItemKey
from panelwise.report._answers import questions
from panelwise.report._digest import digest
from panelwise.report._overview import task_views
from panelwise.report._run_totals import AllTotals, all_totals

NOTHING = AllTotals((), (), "")
PAIRS = "Models not distinguishable, and the difference that is enough"
WEAKEST = "Where a model is weaker than elsewhere"
UNREAD = "Unreadable or refused, and how they count"


def rows(comparison, runs=(), totals=NOTHING):
    """Words of each question → its answer over all tasks, and that of each task."""
    views = task_views(runs, comparison)
    found = digest(questions(views, runs), views, runs, None, totals)
    return {one.asked.words: (one.overall, *one.cells) for one in found}


def scored(make, run, task, value, **changes):
    """A summary with this score, and an interval of 0.05 to either side."""
    one = make.summary(run, task, **changes)
    spread = Estimate(value, value - 0.05, value + 0.05, 200, "wilson")
    head = replace(one.headline, headline=spread, all_items=spread, valid_only=spread)
    return replace(one, metrics={one.headline_metric: head})


def tasks_of(make, *scores):
    """A task for each pair of scores of two models; a difference from 0.3 on is significant."""
    summaries, tests = [], []
    for number, (first, second) in enumerate(scores):
        task = f"mine.task-{number}"
        summaries += [scored(make, "a", task, first), scored(make, "b", task, second)]
        p = 0.01 if abs(first - second) >= 0.3 else 0.5
        tests.append(make.test(first - second, p, first="a", second="b", task=task, pairs=3))
    return Comparison(tuple(summaries), tuple(tests))


def test_a_few_tasks_have_a_column_each_and_the_first_sums_them_up(make):
    found = rows(tasks_of(make, (0.9, 0.5), (0.6, 0.55), (0.3, 0.35)))
    assert found["Best model, and is it certain?"] == (
        "<b>a on 2 of 3 tasks</b>; <b>b on 1</b>. Certain on <b>1</b>.",
        "<b>a 0.900</b>, <b>certain</b>",
        "<b>a 0.600</b>, not certain",
        "<b>b 0.350</b>, not certain",
    )
    overall, first, second, _ = found[PAIRS]
    assert overall == "<b>2 of 3 pairs</b>"
    # 0.05 to either side, at .05 / 3 instead of .05: 0.05 x 2.394 / 1.960
    assert first == "<b>None of 1 pair</b>. A difference of about <b>0.061</b> is enough"
    assert second == "<b>1 of 1 pair</b>: a and b. A difference of about <b>0.061</b> is enough"


def test_many_tasks_are_summed_up_without_columns(make):
    found = rows(tasks_of(make, *[(0.9, 0.5)] * 4, (0.5, 0.5)))
    assert {len(answers) for answers in found.values()} == {1}
    [best] = found["Best model, and is it certain?"]
    assert best == "<b>a on all 5 tasks (1 tied)</b>; <b>b on 1 (1 tied)</b>. Certain on <b>4</b>."


def test_nothing_certain_is_said_to_be_so(make):
    found = rows(tasks_of(make, (0.1, 0.05), (0.1, 0.1)))
    overall, weak, tie = found["Best model, and is it certain?"]
    assert (
        overall
        == "<b>a on both tasks (1 tied)</b>; <b>b on 1 (1 tied)</b>. Certain on <b>none</b>."
    )
    assert weak == "<b>a 0.100</b>, not certain; not shown to beat chance"
    assert tie.startswith("<b>a and b 0.100</b>, not certain")
    assert found["Better than chance and constant answers?"] == (
        "<b>a and b</b> on none",
        *["<b>None is shown to be</b>"] * 2,
    )
    assert found[WEAKEST][0] == "<b>Not tested</b>: too few items"


def test_one_model_is_compared_with_nothing(make):
    """And one task has its answer where several have the sum."""
    found = rows(Comparison((scored(make, "a", "mine.task", 0.5),), ()))
    assert found["Best model, and is it certain?"] == ("<b>a 0.500</b>, the only one",)
    assert found["Better than chance and constant answers?"] == ("<b>Yes</b>",)
    assert found[PAIRS] == ("<b>Not known:</b> there is nothing to compare with",)
    two = [scored(make, "a", f"mine.task-{k}", 0.5) for k in range(2)]
    assert rows(Comparison(tuple(two), ()))["Best model, and is it certain?"][0] == (
        "<b>Not known:</b> only one model has scores."
    )


def test_the_weakest_conditions_that_are_certain_come_first(make):
    low, rest = (Estimate(one, 0.1, 0.9, 20, "wilson") for one in (0.2, 0.8))
    gap = Estimate(-0.6, -0.9, -0.2, 40, "hybrid_score")

    def weak(run, key, value, p):
        one = Condition(key, value, (), 20, low, rest, gap, True, p, p, 3)
        return make.summary(run, conditions=(one,))

    summaries = (weak("a", "style", "ink", 0.5), weak("b", "perspective", "PBP", 0.001))
    assert rows(Comparison(summaries, ()))[WEAKEST] == (
        "<b>Certain:</b> <b>b 0.200 (what comes after the last panel, PBP)</b>;"
        ' <a href="#answer-weakest">1 not certain</a>',
    )


def test_all_conditions_that_are_certain_are_on_the_first_screen(make):
    """Also those of one model; three at most, and how many more there are."""
    low, rest = (Estimate(one, 0.1, 0.9, 20, "wilson") for one in (0.2, 0.8))
    gap = Estimate(-0.6, -0.9, -0.2, 40, "hybrid_score")
    styles = [
        Condition("style", value, (), 20, low, rest, gap, True, 0.001, 0.001, 3)
        for value in ("ink", "flat", "wash", "dots")
    ]

    def said(number):
        weak = make.summary("a", conditions=tuple(styles[:number]))
        others = [make.summary(run, task, conditions=(replace(styles[0], p=0.4, p_holm=0.4),))
                  for run, task in (("b", weak.task), ("b", "mine.other"))]  # fmt: skip
        return rows(Comparison((weak, *others), ()))[WEAKEST]

    two = "<b>Certain:</b> <b>a 0.200 (style: ink)</b>; <b>a 0.200 (style: flat)</b>"
    overall, first, second = said(2)
    assert overall == f"{two}; no other"
    not_certain = '<a href="#answer-weakest">1 not certain</a>'
    assert first == f"{two}; {not_certain}"
    assert second == "<b>None certain</b>; not certain: b 0.200 (style: ink)"
    overall, first, _ = said(4)
    more = '<a href="#answer-weakest">1 more</a>'
    assert overall == f"{two}; <b>a 0.200 (style: wash)</b>; {more}"
    assert first == f"{overall}; {not_certain}"


def test_costs_and_unreadable_answers_are_those_of_the_models(make, tmp_path):
    world = make.empty(tmp_path)
    items = [make.choice(world, number) for number in range(10)]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    draw = random.Random(0)
    refused = [make.result(item, "refused", draw, cost=0.5) for item in items]
    world.add_run("dear", refused)
    world.add_run("local", [make.result(item, "correct", draw, cost=None) for item in items])
    unpriced = [replace(one, cost=None) for one in refused]
    world.add_run("guess", unpriced, model="baseline:random")
    order = ["dear", "local", "guess"]
    found = rows(world.comparison, world.runs, all_totals(world.runs, order))
    assert found[UNREAD] == (
        "<b>10 of 20 answers (50 %)</b>, <b>counted as 0</b>: dear 10 refused",
    )
    assert found["Cost of each run"] == (
        "dear <b>$5.00</b>; local <b>not recorded</b>. In all <b>$5.00</b>.",
    )
    free = [replace(run, results=world.runs[1].results) for run in world.runs]
    assert rows(world.comparison, free, all_totals(free, order))["Cost of each run"] == (
        "<b>No prices known.</b>",
    )
    assert all(isinstance(one, Markup) for answers in found.values() for one in answers)


@pytest.mark.parametrize(
    ("profile", "rule", "other"),
    [(RECOMMENDED, "counted as 0", "readable only 1.000"), (PAPER, "left out", "all items 0.750")],
)
def test_unreadable_answers_count_as_the_profile_says_on_each_task(
    make, tmp_path, profile, rule, other
):
    """Next to their number is the score if they counted the other way."""
    world = make.empty(tmp_path)
    items = [
        replace(one, id=f"{one.kind}-{number}")
        for number in range(8)
        for one in (make.choice(world, number), make.ordering(world, number, 4))
    ]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    draw = random.Random(0)
    unread = {"ordering-0": "refused", "ordering-1": "unparsed"}
    results = [make.result(one, unread.get(one.id, "correct"), draw) for one in items]
    world.add_run("a", results, profile=profile)
    data = RunData("a", "made-up/a", profile, {make.pack: items}, tuple(results))
    said = rows(compare([data]), world.runs, all_totals(world.runs, ["a"]))
    assert said[UNREAD] == (
        f"<b>2 of 16 answers (12.5 %)</b>, <b>{rule}</b>: a 1 refused, 1 unparsed",
        "<b>None</b> of 8 answers",
        f"<b>2</b> of 8 answers, <b>{rule}</b>: a 2 ({other})",
    )


def test_names_that_are_no_html_are_shown_as_they_are(make):
    odd = "<i>x</i>"
    found = rows(Comparison((scored(make, odd, "mine.task", 0.5),), ()))
    for answers in found.values():
        assert odd not in answers[0]
    assert "&lt;i&gt;x" in found["Best model, and is it certain?"][0]


def test_too_few_books_to_test_positions_is_no_absence_of_bias(make):
    gap = Estimate(0.5, 0.2, 0.8, 14, "student")
    first = PlaceBias("#1", 10, 1, 24, gap, None, None, 10, 14, (3.2, 3.4), 0)
    bias = PositionBias(first_index={0: 10}, gold_first_index={0: 1}, places=(first,))

    def said(one):
        summary = make.summary(bias=replace(bias, places=(one,)))
        return rows(Comparison((summary,), ()))["Position bias"]

    assert said(first) == ("<b>Not tested</b>: too few books",)
    assert said(replace(first, p=0.6, p_holm=0.6)) == ("<b>None shown</b>",)
    assert said(replace(first, p=0.01, p_holm=0.01)) == ("<b>model-a prefers panel #1</b>",)
