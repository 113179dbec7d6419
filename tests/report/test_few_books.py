"""What the report says of kinds of wrong answers and of positions that come from few books."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape

import pytest

from panelwise.analysis import Comparison, Estimate, MistakeKind, PlaceBias, PositionBias
from panelwise.report import ItemKey, write_leaderboard, write_report_files
from panelwise.report._bias import UNTESTED_PLACE, place_verdict
from panelwise.report._findings import mistake_view

SHARE = Estimate(0.5, 0.3, 0.7, 12, "wilson")


def kind(name: str, p: float | None, chosen: int = 6) -> MistakeKind:
    return MistakeKind(name, chosen, 12, 20, 4.0, SHARE, p, p, None if p is not None else 4)


def place(label: str, p: float | None) -> PlaceBias:
    gap = Estimate(0.3, 0.1, 0.5, 12, "student")
    return PlaceBias(label, 8, 4, 12, gap, p, p, few_books=None if p is not None else 4)


@pytest.fixture(scope="module")
def few(make, tmp_path_factory):
    """The folder of a report on two runs, whose items are from three books."""
    out = tmp_path_factory.mktemp("few") / "report"
    world = make.world(out.parent / "images", 4, 0)
    for name in ("model-a", "model-b"):
        world.add_run(name, [], model=f"made-up/{name}")
    summaries = tuple(make.summary(run.name, few_books=3) for run in world.runs)
    write_report_files(world.runs, Comparison(summaries, (make.test(0.1, 0.01),)), out)
    return out


def test_a_score_from_few_books_is_marked_and_not_compared_with_guessing(few):
    """Its interval lies beyond chance and the best constant answer, but is too narrow."""
    words = unescape(re.sub("<[^>]*>", "", (few / "index.html").read_text("utf-8")))
    assert "Not known: fewer than 6 books" in words
    assert "are not compared with guessing (fewer than 6 books)" in words
    assert "better than chance" not in words
    assert "[0.551, 0.699]†" in words
    assert "tests compare the runs on these books only" in words
    page = (few / "index.html").read_text("utf-8")
    assert 'class="mark">highest score<' in page
    assert "▲ best</span>" not in page
    assert "\\[0.551, 0.699\\]†" in (few / "tables.md").read_text("utf-8")
    assert "†" in next((few / "plots").glob("*-scores.svg")).read_text("utf-8")


def test_a_leaderboard_marks_it_too(few, tmp_path):
    page = write_leaderboard([few], tmp_path / "site").read_text("utf-8")
    assert "[0.551, 0.699]†" in page
    assert "not compared with guessing" in page


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (
            [kind("temporal", 0.4), kind("object", None)],
            "a: no kind is shown to be more or less frequent than at random. 1 kind was not"
            " tested, as the wrong answers share fewer than 6 books.",
        ),
        (
            [kind("temporal", 0.01), kind("object", None), kind("scene", None)],
            "a: wrong answers are ‘temporal’ more often than at random: 6 of 12, 4.0 expected."
            " 2 kinds were not tested, as the wrong answers share fewer than 6 books.",
        ),
        (
            [kind("temporal", None), kind("object", None)],
            "a: no kind was tested, as the wrong answers share fewer than 6 books.",
        ),
    ],
)
def test_kinds_that_were_not_tested_are_counted(make, kinds, said):
    assert mistake_view([make.summary("a", mistakes=tuple(kinds))]).said == (said,)


def test_runs_of_which_the_same_is_said_share_a_sentence(make):
    tested, partly = kind("temporal", 0.4), kind("object", None)
    runs = [("a", (tested,)), ("b", (tested, partly)), ("c", (tested,))]
    said = mistake_view([make.summary(name, mistakes=found) for name, found in runs]).said
    assert [sentence.partition(":")[0] for sentence in said] == ["a and c", "b"]


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([place("A", None), place("B", None)], "not tested, as the answers share"),
        ([place("A", 0.01), place("B", None)], "A more often than right; B not tested, as the"),
        ([place("A", 0.2), place("B", None)], "no preference shown; B not tested, as the answers"),
    ],
)
def test_positions_that_were_not_tested_are_named(places, said):
    assert place_verdict(PositionBias(places=tuple(places))).startswith(said)


def test_of_orders_it_is_the_wrong_answers_that_share_few_books():
    first = replace(place("#1", None), wrongly=3, wrong=9, expected=(2.0, 3.0))
    said = "not tested, as the wrong answers share fewer than 6 books"
    assert place_verdict(PositionBias(places=(first,))) == said


def test_options_chosen_in_few_books_are_counted_and_not_tested(make, tmp_path):
    """Forty answers B in five books: as clear as can be, were the items independent."""
    world = make.empty(tmp_path)
    for number in range(40):
        item = make.choice(world, number)
        [source] = item.sources
        item = replace(item, sources=(replace(source, book=f"book-{number % 5}"),))
        world.items[ItemKey(make.pack, item.id)] = item
    draw = random.Random(0)
    answers = [
        make.result(item, "correct" if item.gold == 1 else "wrong", draw, answer=1)
        for item in world.items.values()
    ]
    world.add_run("fond-of-b", answers)
    [summary] = world.comparison.summaries
    assert {one.label: (one.chosen, one.p, one.few_books) for one in summary.bias.places} == {
        "A": (0, None, 5),
        "B": (40, None, 5),
        "C": (0, None, 5),
        "D": (0, None, 5),
    }
    text = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert UNTESTED_PLACE in text
    assert "fond-of-b: not tested, as the answers share fewer than 6 books." in text
