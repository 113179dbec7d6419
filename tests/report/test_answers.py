"""The questions that readers come with: what the report answers, and where its links lead."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace

import pytest

from panelwise.analysis import (
    Comparison,
    Condition,
    Estimate,
    MistakeKind,
    PlaceBias,
    PositionBias,
)
from panelwise.profile import RECOMMENDED
from panelwise.report import ItemKey, write_report_files
from panelwise.report._answers import questions, unsolved
from panelwise.report._bias import bias_findings, bias_view
from panelwise.report._chance import chance_line, chance_words
from panelwise.report._example import _numbers
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
        (
            "<b>sure leads with 0.975, certain.</b>"
            " <small>Tests show it to be better than fond-of-b.</small>",
        ),
        ["Scores", "its 1 wrong answer"],
    )
    assert found["guessing"][0] == (
        "<b>Yes: sure.</b> <small>fond-of-b is not shown to beat chance.</small>",
    )
    none, smallest = found["pairs"][0]
    assert none == "<b>None:</b> all pairs differ."
    assert re.fullmatch(
        r"<b>Smallest difference shown: 0\.725\.</b>"
        r" <small>A difference of about 0\.\d{3} is enough: so far its interval reaches to either"
        r" side\.</small>",
        smallest,
    )
    assert found["bias"][0] == (
        "<b>fond-of-b: prefers B.</b> <small>B chosen 100 %, right 25 %, p &lt; 0.001.</small>",
        "<b>sure: no preference shown.</b>",
    )
    assert found["unsolved"] == (("<b>1 of 40 items:</b>",), [list(world.items)[-1].item])
    assert found["chance"][0] == (
        "<b>0.250:</b> <small>1 / the number of options; the mean over the items. The best constant"
        " answer (always A) scores 0.250.</small>",
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
    for target in ("answer-best", "answer-chance", "example", "cost", "unread", "bias-1"):
        assert target in ids
    first = text.index('aria-label="Questions and answers"')
    assert first < text.index('class="card matrix-card"') < text.index('aria-label="Answers"')


def test_pairs_that_no_test_separates_are_named_up_to_a_few(make, tmp_path):
    world = make.world(tmp_path, 24, 0, images=False)
    draw = random.Random(0)
    for name in "abcd":
        items = world.items.values()
        world.add_run(name, [make.result(item, "correct", draw) for item in items])
    pairs, smallest = answers(world)["pairs"][0]
    assert pairs == "<b>6 of 6 pairs:</b> a and b; a and c; a and d; b and c; and 2 more pairs."
    assert smallest.startswith("<b>Largest not shown: 0.000.</b> <small>A difference of about 0.")
    assert ", depending on the pair: so far its interval reaches to either side" in smallest
    assert " if corrected for 6 pairs (0." in smallest
    assert smallest.endswith(" if not).</small>")
    assert answers(world)["unsolved"][0] == ("<b>None of 24 items.</b>",)


def weakest_line(make, *conditions):
    """What is said of one model with these conditions: value, score and p of each."""
    found = []
    for value, score, p in conditions:
        low, high = (Estimate(one, 0.1, 0.9, 20, "wilson") for one in (score, 0.7))
        gap = Estimate(score - 0.7, -0.9, 0.2, 40, "hybrid_score")
        few = 4 if p is None else None
        found.append(Condition("style", value, (), 20, low, high, gap, True, p, p, 3, few))
    [view] = task_views([], Comparison((make.summary("a", conditions=tuple(found)),), ()))
    [asked] = [one for one in questions([view], []) if one.id == "answer-weakest"]
    [line] = asked.answers[0].lines
    return line


@pytest.mark.parametrize(("p", "sure"), [(0.01, "certain"), (0.4, "not certain")])
def test_the_weakest_condition_of_a_model_says_whether_it_is_certain(make, p, sure):
    assert weakest_line(make, ("ink", 0.3, p)) == (
        f"<b>a: 0.300 (style: ink), {sure}.</b> <small>Other items 0.700, p {p:.3f}.</small>"
    )


def test_the_weakest_condition_has_the_lowest_score_not_the_smallest_p(make):
    """One of too few books is named, too, where its score is lower."""
    said = "<b>a: 0.200 (style: flat), not certain.</b> <small>Other items 0.700, p 0.300."
    tested = [("ink", 0.4, 0.2), ("flat", 0.2, 0.3)]
    assert weakest_line(make, *tested) == f"{said}</small>"
    assert weakest_line(make, *tested, ("wash", 0.3, None)) == f"{said}</small>"
    assert weakest_line(make, *tested, ("wash", 0.1, None)) == (
        f"{said} Lower, but too few books to test: 0.100 (style: wash).</small>"
    )
    assert weakest_line(make, *tested, ("wash", 0.2, None)) == (
        f"{said} As low, but too few books to test: 0.200 (style: wash).</small>"
    )
    assert weakest_line(make, ("wash", 0.1, None), ("dots", 0.2, None)) == (
        "<b>a: no tested condition scores worse than the rest.</b>"
        " <small>Too few books to test: 0.100 (style: wash) and 1 more.</small>"
    )


def test_all_conditions_that_are_certain_are_given_not_only_the_lowest(make):
    low, high, mid = ("flat", 0.2, 0.01), ("ink", 0.4, 0.02), ("wash", 0.3, 0.6)
    assert weakest_line(make, high, mid, low) == (
        "<b>a: 0.200 (style: flat), certain; 1 other certain.</b>"
        " <small>Other items 0.700, p 0.010. Also certain: weaker with style: ink (0.400 against"
        " 0.700, p 0.020).</small>"
    )
    assert weakest_line(make, high, ("flat", 0.2, 0.3)) == (
        "<b>a: 0.200 (style: flat), not certain; 1 other certain.</b>"
        " <small>Other items 0.700, p 0.300. Certain: weaker with style: ink (0.400 against"
        " 0.700, p 0.020).</small>"
    )


def test_conditions_of_too_few_books_that_are_as_low_are_counted(make):
    """Those that are lower only with others that are lower, however many are as low."""
    few = [("wash", 0.2, None), ("dots", 0.2, None), ("grey", 0.3, None)]
    assert weakest_line(make, ("flat", 0.2, 0.3), *few).endswith(
        " As low, but too few books to test: 0.200 (style: wash) and 1 more.</small>"
    )
    assert weakest_line(make, ("flat", 0.2, 0.3), ("line", 0.1, None), *few).endswith(
        " Lower, but too few books to test: 0.100 (style: line).</small>"
    )


def test_orders_have_a_chance_level_for_each_length(make, tmp_path):
    """A shuffle that never shows the right order leaves n! − 1 orders: 5 and 23."""
    world = make.empty(tmp_path)
    items = [make.ordering(world, number, 3 + number % 2) for number in range(4)]
    items = [replace(one, meta=one.meta | {"shuffle": "non_identity"}) for one in items]
    level, said = chance_words([make.summary()], items, RECOMMENDED)
    assert level == "0.091:"
    assert said == (
        "the score of a random order other than the one shown, as that is never right: 1/(n! − 1)"
        " for n things (0.200 for 3 things, 0.043 for 4); the mean over the"
        " items. The best constant answer (the order [1, 0, 2]) scores 0.115."
    )


@pytest.mark.parametrize(
    ("first", "metric", "said"),
    [
        ({"shuffle": "non_identity"}, "exact_match", "never right: 1/(n! − 1) for n things"),
        (
            {"shuffle": "non_identity"},
            "accuracy",
            "other than the one shown, as that is never right",
        ),
        ({"shuffle": "derangement"}, "exact_match", "that the shuffle allows equally likely"),
        ({}, "exact_match", "that the shuffle allows equally likely"),
    ],
)
def test_only_a_shuffle_that_never_shows_the_right_order_is_said_to(
    make, tmp_path, first, metric, said
):
    """One item that may have been shown in the right order is enough."""
    world = make.empty(tmp_path)
    items = [make.ordering(world, number, 4) for number in range(2)]
    rules = [first, {"shuffle": "non_identity"}]
    items = [replace(one, meta=one.meta | rule) for one, rule in zip(items, rules, strict=True)]
    head = make.summary().headline
    summary = make.summary(headline_metric=metric, metrics={metric: head})
    level, how, constant = chance_line([summary], items)
    assert (level, constant) == ("0.091", "0.115")
    assert how.endswith(said)
    several = [replace(items[0], accepted=(items[0].gold, (3, 2, 1, 0))), items[1]]
    assert "n!" not in chance_line([summary], several)[1]


def test_the_panels_of_the_example_have_the_numbers_of_the_answer(make, tmp_path):
    """Counted on from one picture to the next; options are named by letters, not numbers."""
    item = make.ordering(make.empty(tmp_path), 3, 4)
    [image] = item.rendering.images
    numbers = itertools.count(item.index_base)
    marks = _numbers(item, image, numbers)
    assert re.findall(r">(\d+)</text>", marks) == ["0", "1", "2", "3"]
    assert re.findall(r">(\d+)</text>", _numbers(item, image, numbers)) == ["4", "5", "6", "7"]
    assert _numbers(make.choice(make.empty(tmp_path), 3), image, numbers) == ""


def test_baselines_alone_are_called_runs(make, world):
    """And a report without a task has no questions."""
    world.runs[:] = [replace(run, model="baseline:random") for run in world.runs]
    asked = questions(task_views(world.runs, world.comparison), world.runs)
    assert asked[0].asked == "Which run is best, and is it certain?"
    assert asked[2].short == "Runs not distinguishable, and the difference that is enough"
    assert not any("model" in one.asked + one.short for one in asked)
    assert questions([], []) == ()


def test_a_baseline_solves_nothing_where_there_is_a_model(world, make):
    items = list(world.items.values())
    right = [make.result(item, "correct", random.Random(0)) for item in items]
    world.add_run("oracle", right, model="baseline:oracle")
    task = items[0].task
    assert len(unsolved(task, world.runs)[0]) == 1
    assert unsolved(task, world.runs[2:]) == ([], 40)


def test_a_task_that_baselines_alone_answered_counts_them(world, make):
    """Also where models answered other tasks."""
    other = {key: replace(item, task="other") for key, item in world.items.items()}
    results = [make.result(item, "wrong", random.Random(0)) for item in other.values()]
    world.runs.append(
        replace(world.runs[0], name="guess", model="baseline:random", items=other, results=results)
    )
    assert unsolved("other", world.runs) == (list(other), 40)


def test_a_model_without_a_preferred_position_may_avoid_one(make, world):
    [_, fond] = world.comparison.summaries
    avoided = tuple(one for one in fond.bias.places if one.verdict == "less")[:1]
    summary = replace(fond, bias=PositionBias(answers={"A": 1}, golds={"A": 9}, places=avoided))
    assert bias_findings([summary], bias_view([summary])) == [
        ("fond-of-b", "avoids A", "A chosen 0 %, right 25 %, p 0.006", True)
    ]


def test_the_shown_order_is_no_preference_for_the_first_panel(make):
    """Of ten answers that wrongly begin with #1, nine are the shown order, or five.

    That they are is only evidence, unless a test shows that the shown order is repeated.
    """
    one, gap = Estimate(0.9, 0.6, 1.0, 10, "wilson"), Estimate(0.5, 0.2, 0.8, 14, "student")
    first = PlaceBias("#1", 10, 1, 24, gap, 0.01, 0.01, 10, 14, (3.2, 3.4), 9)
    kind = MistakeKind("shown order", 9, 24, 24, 0.4, one, 0.02, 0.074)
    bias = PositionBias(identity_rate=0.4, first_index={0: 10}, gold_first_index={0: 1})

    def found(place, kind):
        summary = make.summary("a", mistakes=(kind,), bias=replace(bias, places=(place,)))
        return bias_findings([summary], bias_view([summary]))

    counts = "#1 wrongly put first in 10 of 14 answers, 3.2 to 3.4 expected, p 0.010"
    alone = "9 of 24 wrong answers, 0.4 expected, p 0.074"
    assert found(first, kind) == [
        (
            "a",
            "prefers panel #1",
            f"{counts}; 9 of these 10 are the shown order (alone: {alone})",
            True,
        )
    ]
    assert found(replace(first, repeats=5), kind) == [("a", "prefers panel #1", counts, True)]
    sure = replace(kind, p_holm=0.01)
    assert found(first, sure) == [
        (
            "a",
            "repeats the shown order more often than at random",
            "9 of 24 wrong answers, 0.4 expected, p 0.010",
            True,
        )
    ]
