"""The questions that readers come with: what the report answers, and where its links lead."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from panelwise.analysis import Comparison, Condition, Estimate, PositionBias
from panelwise.profile import RECOMMENDED
from panelwise.report import ItemKey, write_report_files
from panelwise.report._answers import questions, unsolved
from panelwise.report._bias import bias_findings, bias_view
from panelwise.report._chance import chance_words
from panelwise.report._overview import task_views


def answers(world) -> dict[str, tuple[tuple[str, ...], list[str]]]:
    """Question → the lines of the first task and the words of its links."""
    views = task_views(world.runs, world.comparison)
    return {
        one.id.removeprefix("answer-"): (
            tuple(map(str, one.answers[0].lines)),
            [link.words for link in one.answers[0].links],
        )
        for one in questions(views, world.runs)
    }


@pytest.fixture
def world(make, tmp_path):
    """Forty questions in fifteen books: one model always right, one that always answers B."""
    world = make.empty(tmp_path)
    items = [make.choice(world, number) for number in range(40)]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    draw = random.Random(0)
    world.add_run("sure", [make.result(item, "correct", draw) for item in items[:-1]] + [
        make.result(items[-1], "wrong", draw)
    ])  # fmt: skip
    world.add_run("fond-of-b", [
        make.result(item, "correct" if item.gold == 1 else "wrong", draw, answer=1)
        for item in items
    ])  # fmt: skip
    return world


def test_every_question_is_answered_in_a_line_with_a_link_to_the_evidence(world):
    found = answers(world)
    assert found["best"] == (
        ("sure leads with 0.975. Certain: tests show it to be better than fond-of-b.",),
        ["Scores", "its 1 wrong answer"],
    )
    assert found["guessing"][0] == ("Yes: sure. fond-of-b is not shown to beat chance.",)
    pairs = found["pairs"][0][0]
    assert re.fullmatch(
        r"None: all pairs differ\. On these 40 items, a difference below 0\.\d{3} is unlikely to"
        r" be shown\.",
        pairs,
    )
    assert found["bias"][0] == (
        "fond-of-b: prefers B (chosen 100 %, right 25 %). sure: no preference shown.",
    )
    assert found["unsolved"] == (("1 of 40 items:",), [list(world.items)[-1].item])
    assert found["chance"][0] == (
        "0.250 on average over the items: 1 / the number of options. The best constant answer"
        " (always A) scores 0.250.",
    )


def test_every_link_of_the_page_leads_somewhere(world, make, tmp_path):
    """A second task, of orders, has sections with other ids."""
    ordering = make.ordering(world, 77, 4)
    world.items[ItemKey(make.pack, ordering.id)] = ordering
    results = [*world.runs[0].results, make.result(ordering, "wrong", random.Random(0))]
    world.runs[0] = replace(world.runs[0], results=results)
    page = write_report_files(world.runs, world.comparison, tmp_path / "out")
    text = page.read_text("utf-8")
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    inside = re.findall(r'href="#([^"]+)"', text)
    assert set(inside) <= ids
    for target in ("answer-best", "answer-chance", "example", "runs", "bias-1"):
        assert target in ids
    first = text.index('aria-label="Questions"')
    assert first < text.index('class="card matrix-card"') < text.index('aria-label="Answers"')


def test_pairs_that_no_test_separates_are_named_up_to_a_few(make, tmp_path):
    world = make.world(tmp_path, 24, 0, images=False)
    draw = random.Random(0)
    for name in "abcd":
        items = world.items.values()
        world.add_run(name, [make.result(item, "correct", draw) for item in items])
    [said] = answers(world)["pairs"][0]
    assert said.startswith("a and b; a and c; a and d; b and c; and 2 more pairs of 6. On these 24")
    assert said.endswith("with the correction for 6 pairs).")
    assert answers(world)["unsolved"][0] == ("None of 24 items.",)


@pytest.mark.parametrize(
    ("p", "sure"),
    [
        (0.01, "certain, p 0.010"),
        (0.4, "not certain, p 0.400"),
        (None, "not tested, as one side has fewer than 6 books"),
    ],
)
def test_the_weakest_condition_of_a_model_says_whether_it_is_certain(make, p, sure):
    low, high = (Estimate(value, 0.1, 0.9, 20, "wilson") for value in (0.3, 0.7))
    gap = Estimate(-0.4, -0.6, -0.2, 40, "hybrid_score")
    few = 4 if p is None else None
    rtl = Condition("direction", "rtl", (), 20, low, high, gap, True, p, p, 3, few)
    [view] = task_views([], Comparison((make.summary("a", conditions=(rtl,)),), ()))
    [found] = [one for one in questions([view], []) if one.id == "answer-weakest"]
    assert found.answers[0].lines == (
        f"<b>a</b> reading direction: rtl, 0.300 against 0.700 ({sure})",
    )


def test_orders_have_a_chance_level_for_each_length(make, tmp_path):
    """A shuffle that never shows the right order leaves n! − 1 orders: 5 and 23."""
    world = make.empty(tmp_path)
    items = [make.ordering(world, number, 3 + number % 2) for number in range(4)]
    items = [replace(one, meta=one.meta | {"shuffle": "non_identity"}) for one in items]
    said = chance_words([make.summary()], items, RECOMMENDED)
    assert said.startswith("0.091 on average over the items: the score of a random order, all")
    assert "equally likely (0.200 for 3 things, 0.043 for 4)." in said
    assert said.endswith("The best constant answer (the order 2 1 3) scores 0.115.")


def test_baselines_alone_are_called_runs(make, world):
    """And a report without a task has no questions."""
    world.runs[:] = [replace(run, model="baseline:random") for run in world.runs]
    asked = questions(task_views(world.runs, world.comparison), world.runs)
    assert asked[0].asked == "Which run is best, and is it certain?"
    assert asked[2].short == "Runs not distinguishable, smallest difference"
    assert not any("model" in one.asked + one.short for one in asked)
    assert questions([], []) == ()


def test_a_baseline_solves_nothing_where_there_is_a_model(world, make):
    items = list(world.items.values())
    right = [make.result(item, "correct", random.Random(0)) for item in items]
    world.add_run("oracle", right, model="baseline:oracle")
    task = items[0].task
    assert len(unsolved(task, world.runs)[0]) == 1
    assert unsolved(task, world.runs[2:]) == ([], 40)


def test_a_model_without_a_preferred_position_may_avoid_one(make, world):
    [_, fond] = world.comparison.summaries
    avoided = tuple(one for one in fond.bias.places if one.verdict == "less")[:1]
    summary = replace(fond, bias=PositionBias(answers={"A": 1}, golds={"A": 9}, places=avoided))
    assert bias_findings([summary], bias_view([summary])) == (
        "fond-of-b: avoids A (chosen 0 %, right 25 %)."
    )
