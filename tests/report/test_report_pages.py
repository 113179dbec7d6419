"""The first page: what it says, that it says it honestly, and that nothing in it can run."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from PIL import Image

from panelwise.analysis import (
    Comparison,
    Estimate,
    MetricSummary,
    PositionBias,
)
from panelwise.errors import InputError
from panelwise.evaluation import Run, evaluate
from panelwise.packs import Made, write_pack
from panelwise.report import ItemKey, write_report, write_report_files
from panelwise.report._grid import overview_grid
from panelwise.report._headline import best_first, headline_rows, in_order
from panelwise.report._words import BASELINE_PAIRS
from panelwise.tasks import BestConstant


class Words(HTMLParser):
    """The text of a page, and its tags with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def report(make, tmp_path_factory):
    """Three runs over 200 items, with every outcome."""
    folder = tmp_path_factory.mktemp("report")
    world = make.world(folder / "images", 200, 3)
    write_report_files(world.runs, world.comparison, folder / "out")
    return folder / "out"


def page(make, folder, comparison, **changes) -> Words:
    world = make.world(folder / "images", 4, 0)
    names = dict.fromkeys(summary.run for summary in comparison.summaries)
    for name in names:
        world.add_run(name, [], **changes)
    path = write_report_files(world.runs, comparison, folder / "out")
    return Words(path.read_text("utf-8"))


def test_a_score_stands_with_all_that_it_depends_on(make, tmp_path):
    words = page(make, tmp_path, Comparison((make.summary(),), ()))
    for fact in (
        *("0.625", "[0.551, 0.699]", "0.091", "0.587", "200", "94 %"),
        *("recommended", "made-up.ordering/1", "made-up/model-a"),
    ):
        assert fact in words.text, fact


def test_what_the_paper_printed_stands_beside_our_score(make, tmp_path):
    """The headline of this task is exact match, and the figures are the paper's by that metric."""
    summary = make.summary(task="stripcipher.reordering_generation")
    words = page(make, tmp_path / "known", Comparison((summary,), ()))
    assert "What the paper printed" in words.text
    printed = words.text[words.text.index("Each figure as the paper has it") :]
    rows = (
        "model-a0.625200[0.551, 0.699]—this report, profile recommended",
        "Human [1]0.800100—80.00StripCipher, Table 4",
        "Gemini1.5-Pro0.320890—32.02StripCipher, Table 4",
        "Guessing, the paper's items0.066———one of n! orders over Table 8's strips",
        "Guessing, the items here0.091———this report",
    )
    places = [printed.index(row) for row in rows]
    assert places == sorted(places)
    other = page(make, tmp_path / "unknown", Comparison((make.summary(),), ()))
    assert "What the paper printed" not in other.text


def test_doubts_about_a_printed_figure_are_footnotes_that_its_row_leads_to(make, tmp_path):
    metric = replace(make.summary().headline, metric="accuracy")
    summary = make.summary(
        task="chromic.chrono_mcq", headline_metric="accuracy", metrics={"accuracy": metric}
    )
    words = page(make, tmp_path, Comparison((summary,), ()))
    assert "165 examples, each by 4 annotators" in words.text
    known = {attributes.get("id") for _, attributes in words.tags}
    links = [a["href"] for tag, a in words.tags if tag == "a" and a.get("class") == "ref"]
    assert links
    assert all(link.removeprefix("#") in known for link in links)


def test_items_that_were_changed_are_not_passed_off_as_the_papers(make, tmp_path):
    summary = make.summary(task="chromic.description_reordering", headline_metric="exact_match")
    for transform, expected in (
        ("text_only", "as the paper asked them here: text only"),
        ("mirror:1", "were changed (mirror:1); the paper's were not"),
    ):
        world = make.world(tmp_path / transform.replace(":", "") / "images", 2, 0)
        world.items = {
            key: replace(item, task=summary.task, meta=item.meta | {"transform": transform})
            for key, item in world.items.items()
        }
        world.add_run("model-a", [])
        path = write_report_files(
            world.runs, Comparison((summary,), ()), world.folder.parent / "out"
        )
        assert expected in Words(path.read_text("utf-8")).text


def test_pairs_of_one_text_say_whether_a_model_looked(make, tmp_path):
    words = page(make, tmp_path, Comparison((make.summary(pairs=make.pairs()),), ()))
    assert "One text, two pictures" in words.text
    for line in (
        "Both of a pair right0.050[0.010, 0.160]0.06240",
        "Both of a pair answered alike0.900[0.770, 0.960]0.22240",
        "Chance of both right is 0.083 if it is known that the answers differ.",
        "model-a did not look: answered 36 of 40 pairs alike.",
    ):
        assert line in words.text, line
    other = page(make, tmp_path / "other", Comparison((make.summary(),), ()))
    assert "One text, two pictures" not in other.text


def test_questions_asked_in_every_rotation_have_a_circular_score(make, tmp_path):
    words = page(make, tmp_path, Comparison((make.summary(circular=make.circular()),), ()))
    assert "Options in every rotation" in words.text
    for line in (
        "Right in every rotation (circular score)0.340[0.220, 0.480]0.00450",
        "Mean over rotations0.610[0.500, 0.710]0.25050",
        "Same words in every rotation0.700[0.560, 0.810]0.01650",
        "model-a: 2 questions were not asked in every rotation and are left out.",
    ):
        assert line in words.text, line
    other = page(make, tmp_path / "other", Comparison((make.summary(),), ()))
    assert "Options in every rotation" not in other.text


def test_scores_are_broken_down_by_every_fact(make, tmp_path):
    rows = (
        *(make.row("perspective", "CAS", 0.5, 20), make.row("perspective", "PBP", 0.25, 4)),
        *(make.row("silent", "no", 0.5, 23), make.row("silent", "yes", None, 0)),
    )
    summary = make.summary(task="chromic.chrono_mcq", n=24, breakdowns=rows)
    words = page(make, tmp_path, Comparison((summary,), ()))
    assert "By perspective" in words.text
    assert "By page without words" in words.text
    assert "CASone character's actions in order0.500[0.400, 0.600]0.250—20100 %" in words.text
    assert "model-a: of 1 samples no page without words is known." in words.text
    nothing = page(make, tmp_path / "other", Comparison((make.summary(),), ()))
    assert "there is nothing to break down by" in nothing.text


def test_the_best_printed_figure_of_a_part_stands_beside_ours(make, tmp_path):
    metric = replace(make.summary().headline, metric="accuracy")
    summary = make.summary(
        task="chromic.chrono_mcq",
        headline_metric="accuracy",
        metrics={"accuracy": metric},
        breakdowns=(make.row("perspective", "IMN", 0.5, 20), make.row("perspective", "?", 0.5, 2)),
    )
    words = page(make, tmp_path, Comparison((summary,), ()))
    assert "0.578 Gemini-2.0, n ≈109" in words.text
    assert "[0.400, 0.600]0.250—2100 %—" in words.text


def grid_of(words: Words, heading: str) -> list[str | None]:
    """The columns that the cells of a breakdown name on a narrow screen."""
    start = words.text.index(f"By {heading}")
    assert start
    return [attrs.get("data-column") for tag, attrs in words.tags if "data-column" in attrs]


def test_few_values_are_columns_and_many_are_rows(make, tmp_path):
    few = tuple(make.row("wrong_from", value, 0.5, 9) for value in "abc")
    many = tuple(make.row("category", value, 0.5, 9) for value in "abcdefghijkl")
    words = page(make, tmp_path, Comparison((make.summary(n=27, breakdowns=few),), ()))
    assert grid_of(words, "source of the wrong panels")[1:] == ["a", "b", "c"]
    words = page(make, tmp_path / "b", Comparison((make.summary(n=108, breakdowns=many),), ()))
    assert grid_of(words, "category")[1:] == ["model-a"] * 12


def test_a_part_that_is_not_shown_to_beat_chance_is_grey_and_says_so(make, tmp_path):
    rows = (make.row("wrong_from", "near", 0.3, 9), make.row("wrong_from", "far", 0.6, 9))
    words = page(make, tmp_path, Comparison((make.summary(n=18, breakdowns=rows),), ()))
    cells = {a["data-column"]: a["class"] for tag, a in words.tags if "data-column" in a}
    assert cells["near"] == "cell weak"
    assert cells["far"] == "cell"
    assert words.text.count("not shown to beat the dashed line") >= 1


def test_a_part_has_to_beat_the_best_constant_answer_too(make, tmp_path):
    """As a whole score has: chance is 0.25, and 0.6 with [0.5, 0.7] does not lie beyond 0.55."""
    far = make.row("wrong_from", "far", 0.6, 9)
    rows = (
        make.row("wrong_from", "near", 0.6, 9),
        replace(far, constant=BestConstant(0.55, "always B")),
    )
    words = page(make, tmp_path, Comparison((make.summary(n=18, breakdowns=rows),), ()))
    cells = {a["data-column"]: a["class"] for tag, a in words.tags if "data-column" in a}
    assert (cells["near"], cells["far"]) == ("cell", "cell weak")
    drawn = [
        a["aria-label"] for tag, a in words.tags if tag == "svg" and "source of the wrong" in str(a)
    ]
    assert [one.rpartition(", ")[2] for one in drawn] == ["to beat 0.250", "to beat 0.550"]


@pytest.mark.parametrize(
    ("kind", "metric", "meaning"),
    [
        ("ordering", "accuracy", "share of places with the right panel"),
        ("choice", "accuracy", "share of questions answered right"),
    ],
)
def test_a_column_says_what_its_accuracy_counts(make, tmp_path, kind, metric, meaning):
    [info] = make.summary().metrics.values()
    summary = make.summary(kind=kind, headline_metric=metric, metrics={metric: info})
    words = page(make, tmp_path, Comparison((summary,), ())).text
    assert f"Accuracy ({meaning}), n " in words
    assert f"Accuracy of made-up.ordering{meaning.capitalize()}." in words, "in the definitions"


def test_the_number_of_tests_leads_to_these_tests(make, tmp_path):
    summaries = tuple(make.summary(name) for name in ("model-a", "model-b"))
    found = page(make, tmp_path, Comparison(summaries, (make.test(0.1, 0.3),)))
    links = {a["href"]: a for tag, a in found.tags if tag == "a" and "title" in a}
    assert "Against each other run on each task" in links["#tests-1"]["title"]
    assert {"tests-1", "tests-2"} <= {a.get("id") for _, a in found.tags}
    assert found.text.count("model-a minus model-b+0.100") == 2, "in the list of either run"
    assert "no difference from model-a shown" in found.text
    assert any("no proof of equality" in a["title"] for tag, a in found.tags if "title" in a)
    assert "Tests below a nameEach model is tested against each other model" in found.text


def test_a_part_from_few_books_is_marked_and_not_judged(make, tmp_path):
    """Its interval treats items as independent, so its colour says nothing about guessing."""
    near, far = make.row("wrong_from", "near", 0.3, 9), make.row("wrong_from", "far", 0.6, 9)
    rows = (replace(near, few_books=4), far)
    comparison = Comparison((make.summary(n=18, breakdowns=rows),), ())
    words = page(make, tmp_path, comparison)
    cells = {a["data-column"]: a["class"] for tag, a in words.tags if "data-column" in a}
    assert cells["near"] == "cell plain"
    assert cells["far"] == "cell"
    assert words.text.count("[0.200, 0.400]†") == 2  # in the chart and in the table
    assert "[0.500, 0.700]†" not in words.text
    assert words.text.count("† Fewer than 6 books") == 2
    tables = (tmp_path / "out" / "tables.md").read_text("utf-8")
    assert r"\[0.200, 0.400\]†" in tables
    assert "- † Fewer than 6 books: the interval treats items as independent" in tables
    alone = page(make, tmp_path / "b", Comparison((make.summary(n=9, breakdowns=(far, far)),), ()))
    assert not re.search("]†|† Fewer", alone.text)  # "Definitions" alone names the mark


def test_the_light_lines_of_charts_are_explained(make, tmp_path):
    rows = tuple(make.row("wrong_from", value, 0.5, 9) for value in "ab")
    words = page(make, tmp_path, Comparison((make.summary(n=18, breakdowns=rows),), ()))
    assert words.text.count("light lines: 0, 0.5 and 1") == 2  # the matrix and the breakdown
    assert words.text.count("to beat: the better of chance and the best constant answer") == 2


def test_a_fact_with_one_value_to_draw_has_no_chart(make, tmp_path):
    rows = (make.row("wrong_from", "near", 0.5, 9), make.row("wrong_from", "far", 0.5, 2))
    words = page(make, tmp_path, Comparison((make.summary(n=11, breakdowns=rows),), ()))
    named = [a["data-column"] for tag, a in words.tags if "data-column" in a]
    assert "near" not in named
    assert "near0.500[0.400, 0.600]" in words.text  # the table stays


def test_a_task_without_wrong_answers_or_positions_says_why(make, tmp_path):
    speakers = make.summary(task="comix.speaker_identification", kind="speakers")
    choice = make.summary("model-b", task="comicvqa.missing_panel", kind="choice")
    words = page(make, tmp_path, Comparison((speakers, choice), ()))
    assert "No sections on wrong answers and position bias: the answers to this task" in words.text
    why = "the items do not record what kind each wrong option is."
    assert f"No section on wrong answers: {why}" in words.text
    assert "No section on position bias: no answer could be read." in words.text
    assert words.text.count("not asked: the run has no answers to such items") == 1
    assert "R@#text" in words.text


def test_the_intervals_name_their_quantile(make, tmp_path):
    world = make.world(tmp_path / "images", 24, 1)
    text = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert "The items are from 15 books, so 14 degrees of freedom" in text
    assert "with Student&#39;s quantile, widened for pages of one book" in text
    assert "Intervals, to compute them again" in text


def test_facts_of_a_pack_are_shown_and_never_run(make, tmp_path):
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    rows = (make.row(evil, evil, 0.5, 9), make.row(evil, "=1+1", 0.5, 9))
    words = page(make, tmp_path, Comparison((make.summary(n=18, breakdowns=rows),), ()))
    assert all(tag not in ("img", "script") for tag, _ in words.tags)
    assert evil in words.text


def test_the_page_names_the_version_that_the_provider_reported(make, tmp_path):
    world = make.world(tmp_path / "images", 12, 1)
    words = Words(
        write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    )
    assert "made-up-2026-03-01" in words.text


def test_where_a_profile_leaves_answers_out_the_all_items_figure_stands_beside(make, tmp_path):
    summary = make.summary(profile="paper")
    metric = summary.metrics["exact_match"]
    kept = Estimate(0.71, 0.63, 0.79, 176, "cluster_bounded")
    summary = replace(
        summary, metrics={"exact_match": replace(metric, headline=kept, valid_only=kept)}
    )
    words = page(make, tmp_path, Comparison((summary,), ()))
    assert "0.710" in words.text
    assert "176 of 200" in words.text
    assert "All items" in words.text
    assert "0.625 [0.551, 0.699]" in words.text
    assert "leaves the rest out" in words.text


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.20, 0.40, "Every interval lies on the better side of chance and of the best constant"),
        (0.01, 0.05, "worse than chance, not shown to beat the best constant answer"),
        (
            0.05,
            0.40,
            "not shown to beat chance or the best constant answer (the order",
        ),
        (0.103, 0.30, "better than chance, not shown to beat the best constant answer (the order"),
    ],
)
def test_a_score_is_held_against_chance(make, tmp_path, low, high, verdict):
    summary = make.summary()
    metric = summary.metrics["exact_match"]
    estimate = Estimate((low + high) / 2, low, high, 200, "wilson")
    metric = replace(metric, headline=estimate, all_items=estimate, chance=0.1)
    words = page(
        make, tmp_path, Comparison((replace(summary, metrics={"exact_match": metric}),), ())
    )
    assert verdict in words.text


def test_random_answers_below_a_constant_chosen_on_few_items_are_not_worse_than_chance(
    make, tmp_path
):
    """Four items, of which the best constant answer was chosen by their right answers."""
    estimate = Estimate(0.05, 0.01, 0.14, 4, "wilson")
    metric = MetricSummary(
        *("exact_match", estimate, estimate, estimate, 0.1, True, None),
        constant=BestConstant(0.5, "always B"),
    )
    summary = make.summary(n=4, metrics={"exact_match": metric})
    words = page(make, tmp_path, Comparison((summary,), ())).text
    assert "model-a is not shown to beat chance or the best constant answer (always B)." in words
    assert "on few items it lies above chance by accident" in words
    assert "worse than chance" not in words
    tables = (tmp_path / "out" / "tables.tex").read_text("utf-8")
    assert "not shown to beat chance or the best constant answer" in tables
    assert "worse than" not in tables


def test_a_run_without_a_score_is_not_compared_with_chance(make, tmp_path):
    nothing = Estimate(None, None, None, 0, "none")
    metric = MetricSummary("exact_match", nothing, nothing, nothing, None, True, None)
    summary = make.summary(n=0, metrics={"exact_match": metric}, coverage=0.0, outcomes={})
    words = page(make, tmp_path, Comparison((summary,), ())).text
    assert "model-a is without a score to compare with chance." in words
    assert "Nothing was answered yet." in words
    assert "model-a is not shown to beat" not in words
    assert "95 % intervals: none" not in words


def test_far_below_chance_is_no_number(make, tmp_path):
    """Unreadable answers as zero, on a metric that random answers score 0.87 on."""
    zero = Estimate(0.01, 0.0, 0.02, 200, "student")
    metric = MetricSummary("ndcg", zero, zero, zero, 0.87, True, -6.6)
    summary = make.summary(headline_metric="ndcg", metrics={"ndcg": metric})
    words = page(make, tmp_path, Comparison((summary,), ())).text
    assert "< −1" in words
    assert "−6.6" not in words
    assert "unreadable answers count as zero" in words


def test_for_an_error_lower_is_better(make, tmp_path):
    summary = make.summary(headline_metric="mae")
    estimate = Estimate(0.4, 0.3, 0.5, 200, "cluster_bounded")
    metric = replace(
        summary.metrics["exact_match"],
        metric="mae",
        headline=estimate,
        all_items=estimate,
        chance=1.25,
        constant=BestConstant(1.1, "the shown order"),
        higher_is_better=False,
    )
    pair = (
        replace(summary, metrics={"mae": metric}),
        replace(summary, run="model-b", metrics={"mae": metric}),
    )
    worse = make.test(0.3, 0.001, metric="mae")
    words = page(make, tmp_path, Comparison(pair, (worse,)))
    assert "better than chance and than the best constant answer" in words.text
    assert "model-b better" in words.text


def test_no_difference_shown_is_never_called_a_tie(make, tmp_path):
    summaries = (make.summary(), make.summary("model-b"), make.summary("model-c"))
    tests = (
        make.test(0.09, 0.21, pairs=3),
        make.test(0.21, 0.0001, second="model-c", pairs=3),
    )
    words = page(make, tmp_path, Comparison(summaries, tests))
    for wrong in ("≈", "tie", "tied", "won"):
        assert f" {wrong} " not in words.text
    assert "1 of 2 pairs: no difference shown after correction for 3 pairs (Holm)" in words.text
    assert words.text.count("no difference shown") >= 2
    assert "model-a better" in words.text
    assert "+0.090" in words.text
    assert "the verdict is the test's" in words.text
    for heading in ("95 % interval, this pair", "p, this pair", "p (Holm), 3 pairs"):
        assert heading in words.text
    assert "< 0.001" in words.text


def test_too_few_books_are_named(make, tmp_path):
    """No answers on so few books could show a difference after the correction."""
    summaries = (make.summary(), make.summary("model-b"), make.summary("model-c"))
    few = {"test": "sign_flip_by_book", "units": 8, "pairs": 30, "least_p_holm": 0.23}
    tests = (make.test(0.4, 0.23, **few), make.test(0.5, 0.23, second="model-c", **few))
    words = page(make, tmp_path, Comparison(summaries, tests))
    assert "2 of 2 pairs: 8 books are too few to show any difference" in words.text
    assert "too few to tell: 8 books" in words.text
    assert (
        "too few: with so few books or items, no outcome of a test could show a difference"
        in words.text
    )
    assert "pairs: no difference shown" not in words.text


def test_a_difference_that_the_correction_takes_away_shows_both_p(make, tmp_path):
    summaries = (make.summary(), make.summary("model-b"))
    test = make.test(-0.21, 0.054, p=0.0011, pairs=30)
    words = page(make, tmp_path, Comparison(summaries, (test,))).text
    assert "no difference shown: p 0.001 before correction, 0.054 after, for 30 pairs" in words
    assert "no difference after correction" not in words, "one name for one state"
    assert "+0.210" in words
    assert "−0.210" not in words, "the better score minus the worse"


def test_a_pair_with_a_baseline_has_a_difference_and_no_verdict(make, tmp_path):
    """Better than guessing is judged in one place: under “Scores”, against its expected score."""
    guess = make.summary("guess", model="baseline:random")
    summaries = (make.summary(), make.summary("model-b"), guess)
    tests = (make.test(0.123, 0.2, pairs=1, units=6, test="sign_flip_by_book"),)
    untested = (make.difference(0.321), make.difference(0.321, first="model-b"))
    compared = Comparison(summaries, tests, baseline_differences=untested)
    words = page(make, tmp_path, compared).text
    assert BASELINE_PAIRS in words
    assert "+0.321" in words
    assert "model-a better" not in words
    assert "With 6 books no p is below 0.031. Largest not shown: 0.123. A difference of" in words
    stored = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    assert [test["second"] for test in stored["tests"]] == ["model-b"]
    assert [one["second"] for one in stored["baseline_differences"]] == ["guess", "guess"]
    csv = (tmp_path / "out" / "comparison.csv").read_text("utf-8-sig").splitlines()
    assert csv[2].endswith(",cluster_student,,,,,200,,")
    assert BASELINE_PAIRS in (tmp_path / "out" / "tables.md").read_text("utf-8")


def test_every_score_of_a_model_says_how_it_compares_with_the_best(make, tmp_path):
    summaries = tuple(make.summary(name) for name in ("a", "b", "c", "d"))
    tests = (
        make.test(0.3, 0.01, first="a", second="b"),
        make.test(0.1, 0.9, first="c", second="a"),
    )
    rows = headline_rows([], Comparison(summaries, tests))
    [(_, models)] = overview_grid(rows, tests).groups
    assert {row.name: (row.cells[0].mark, row.cells[0].than) for row in models} == {
        "a": ("best", ""), "b": ("worse", "a"), "c": ("open", "a"), "d": ("untested", ""),
    }  # fmt: skip
    assert "worse than a" in page(make, tmp_path, Comparison(summaries, tests)).text


def test_the_best_score_comes_first_in_every_table(make, tmp_path):
    """Before a run that a test shows to be better; baselines come last."""
    low, high = make.summary("low"), make.summary("high")
    better = replace(high.headline, headline=replace(high.headline.headline, value=0.69))
    high = replace(high, metrics={"exact_match": better})
    guess = make.summary("guess", model="baseline:random")
    world = make.empty(tmp_path / "none")
    for name in ("guess", "low", "high"):
        world.add_run(name, [])
    tests = (make.test(0.1, 0.01, first="low", second="high"),)
    comparison = Comparison((guess, low, high), tests)
    rows = headline_rows(world.runs, comparison)
    assert [row.summary.run for row in rows] == ["high", "low", "guess"]
    assert [run.name for run in in_order(world.runs, comparison)] == ["high", "low", "guess"]
    [(_, models), (_, baselines)] = overview_grid(rows, tests).groups
    assert [row.name for row in (*models, *baselines)] == ["high", "low", "guess"]


@pytest.mark.parametrize("model", ["made-up/one", "baseline:random"])
def test_a_run_that_was_not_asked_the_first_task_comes_after_those_that_were(make, model):
    """Baselines alone, too, as in the demonstration."""
    asked = [make.summary("asked", model=model, task=task) for task in ("first", "second")]
    other = make.summary("other", model=model, task="second")
    assert best_first(headline_rows([], Comparison((asked[0], other, asked[1]), ()))) == [
        "asked",
        "other",
    ]


def test_runs_under_different_profiles_are_said_to_be_untested(make, tmp_path):
    summaries = (make.summary(), make.summary("model-b", profile="paper"))
    words = page(make, tmp_path, Comparison(summaries, ()))
    assert "Runs under different profiles are not tested against each other." in words.text


def test_a_p_value_is_not_rounded_across_what_counts(make, tmp_path):
    summaries = (make.summary(), make.summary("model-b"))
    words = page(make, tmp_path, Comparison(summaries, (make.test(0.1, 0.0499, p=0.0499),)))
    assert "model-a better" in words.text
    assert "0.0499" in words.text
    assert "The two differ." in words.text  # one comparison needs no correction
    assert "after Holm's correction" not in words.text


def test_the_funnel_accounts_for_every_sample(make, tmp_path):
    outcomes = {
        "correct": 50,
        "partial": 20,
        "wrong": 10,
        "no_answer": 2,
        "unparsed": 8,
        "refused": 3,
        "truncated": 4,
        "unsupported": 1,
        "provider_error": 2,
    }
    words = page(make, tmp_path, Comparison((make.summary(n=100, outcomes=outcomes),), ()))
    for stage in (
        *("Asked 100 · 100 %", "Responded 97 · 97 %", "Answered 88 · 88 %", "Readable 80 · 80 %"),
        "Right 50 · 50 %",
    ):
        assert stage in words.text, stage
    (bar,) = [a for tag, a in words.tags if tag == "svg" and a.get("class") == "stack"]
    assert "correct 50 (50 %), partial 20 (20 %), wrong 10 (10 %), unparsed 8" in bar["aria-label"]
    segments = [a for tag, a in words.tags if tag == "rect" and "out-" in (a["class"] or "")]
    assert [a["class"] for a in segments][:3] == ["out-correct", "out-partial", "out-wrong"]
    assert sum(float((a["width"] or "").rstrip("%")) for a in segments) == pytest.approx(100)
    links = [attrs["href"] for tag, attrs in words.tags if tag == "a"]
    assert "samples.html#only-run=model-a&only-task=made-up.ordering&only-outcome=refused" in links


def test_position_bias_stands_beside_what_is_right_and_what_is_chance(make, tmp_path):
    bias = PositionBias(
        identity_rate=0.31,
        identity_expected=0.0,
        identity_chance=0.052,
        inverse_rate=0.12,
        echo_rate=0.02,
        first_index={0: 90, 1: 60, 2: 38},
        gold_first_index={0: 60, 1: 64, 2: 64},
        guess_first_index={0: 62.0, 1: 63.0, 2: 63.0},
    )
    words = page(make, tmp_path, Comparison((make.summary(bias=bias),), ()))
    for fact in ("31 %", "right 0 %, chance 5.2 %", "12 %", "2 %", "0.115", "47.9 %"):
        assert fact in words.text, fact


def test_an_unfinished_run_says_so(make, tmp_path):
    world = make.world(tmp_path / "images", 12, 1)
    world.runs[0] = replace(world.runs[0], results=world.runs[0].results[:7])
    html = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert "model-a is unfinished: 5 items not asked yet." in Words(html).text


def test_two_versions_of_a_model_in_one_run_are_told(make, tmp_path):
    world = make.world(tmp_path / "images", 12, 1)
    first, *rest = world.runs[0].results
    changed = [replace(first, model="made-up-2026-09-09"), *rest]
    world.runs[0] = replace(world.runs[0], results=changed)
    html = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert "several versions: made-up-2026-03-01, made-up-2026-09-09" in Words(html).text


def test_the_first_page_runs_no_script_and_asks_no_network(report):
    html = (report / "index.html").read_text("utf-8")
    words = Words(html)
    assert "script-src 'none'" in html
    assert not [tag for tag, _ in words.tags if tag == "script"]
    assert not re.search(r"https?:|//[a-z]", html)
    assert not [attrs for _, attrs in words.tags if "style" in attrs]


def test_no_file_of_a_report_names_a_server(report):
    for path in [report / "samples.html", *report.glob("assets/*"), *report.glob("data/*")]:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), path.name


def test_every_chart_has_a_description_for_those_who_cannot_see_it(report):
    words = Words((report / "index.html").read_text("utf-8"))
    charts = [attrs for tag, attrs in words.tags if tag == "svg" and attrs.get("role") == "img"]
    assert len(charts) > 20
    assert all(attrs["aria-label"] for attrs in charts)


def test_text_of_models_and_packs_is_never_markup(make, tmp_path):
    evil = "<script>alert(1)</script>"
    world = make.empty(tmp_path / "none")
    item = make.ordering(world, 1, 4, item_id=f'"><img src=x onerror=alert(2)>{evil}')
    world.items[ItemKey(make.pack, item.id)] = item
    response = f"</script>{evil}\u2028\ud800 [0, 1, 2, 3]"
    result = replace(
        make.result(item, "wrong", random.Random(1)),
        response=response,
        model=evil,
        rule=evil,
    )
    world.add_run(f"run {evil}", [result], model=evil, configuration={"note": evil})
    write_report_files(world.runs, world.comparison, tmp_path / "out", title=evil)
    for name in ("index.html", "samples.html"):
        html = (tmp_path / "out" / name).read_text("utf-8")
        assert "<script>alert" not in html
        assert "<img" not in html
    for path in (tmp_path / "out" / "data").iterdir():
        text = path.read_bytes().decode("ascii")
        assert "<" not in text


def test_images_are_brought_once_each_and_only_by_their_hash(make, tmp_path):
    world = make.world(tmp_path / "images", 12, 2)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    brought = {path.name: path for path in (tmp_path / "out" / "images").iterdir()}
    assert set(brought) == {f"{path.name}.png" for path in (tmp_path / "images").iterdir()}
    one = next(iter(brought.values()))
    original = tmp_path / "images" / one.stem
    assert one.read_bytes() == original.read_bytes()
    assert not one.samefile(original)  # whoever edits a report changes no pack


def test_large_images_are_brought_smaller_and_small_reports_can_be_mailed(make, tmp_path):
    world = make.world(tmp_path / "images", 1, 0)
    (file,) = world.folder.iterdir()
    Image.effect_noise((3000, 1500), 90).convert("RGB").save(file, "PNG")
    (key, item) = next(iter(world.items.items()))
    copy = replace(item.rendering.images[0], sha256="0" * 64)
    (world.folder / copy.sha256).write_bytes(file.read_bytes())
    several = replace(item.rendering, images=(copy, copy))
    world.items[ItemKey(key.pack, "2")] = replace(item, id="2", rendering=several)
    world.add_run("model-a", [])
    out = tmp_path / "elsewhere" / "out"
    write_report_files(world.runs, Comparison((make.summary(),), ()), out)
    sizes = {path.name: Image.open(path).size for path in (out / "images").iterdir()}
    assert sizes == {f"{file.name}.jpg": (1024, 512), f"{'0' * 64}.jpg": (384, 192)}
    data = (out / "data" / "items-000.js").read_text("ascii")
    assert "../" not in data  # the pack does not lie beside: nothing is told of where it is
    assert "none longer than 1,024 pixels" in (out / "index.html").read_text("utf-8")


def test_the_form_with_one_image_is_brought_only_where_it_was_sent(make, tmp_path):
    world = make.world(tmp_path / "images", 2, 0)
    first, second = world.items
    form = world.items[second].rendering
    world.items[first] = replace(world.items[first], single_image=form)
    del world.items[second]
    result = make.result(world.items[first], "correct", random.Random(1))
    for rendering, images in (("default", 1), ("single_image", 2)):
        world.runs.clear()
        world.add_run("model-a", [replace(result, rendering=rendering)])
        write_report_files(world.runs, Comparison((make.summary(),), ()), tmp_path / "out")
        assert len(list((tmp_path / "out" / "images").iterdir())) == images


def test_a_file_that_is_no_picture_is_not_shown(make, tmp_path):
    world = make.world(tmp_path / "images", 1, 1)
    (file,) = world.folder.iterdir()
    file.write_bytes(b"no picture" * 5000)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    assert '"images":[[null,' in (tmp_path / "out" / "data" / "items-000.js").read_text("ascii")


def test_a_hash_that_is_a_path_is_not_followed(make, tmp_path):
    world = make.world(tmp_path / "images", 1, 0)
    (key, item), secret = next(iter(world.items.items())), tmp_path / "secret"
    secret.write_text("secret")
    image = replace(item.rendering.images[0], sha256="../../secret")
    world.items[key] = replace(item, rendering=replace(item.rendering, images=(image,)))
    world.add_run("model-a", [], image_path=lambda sha256: secret)
    write_report_files(world.runs, Comparison((make.summary(),), ()), tmp_path / "out")
    assert not (tmp_path / "out" / "images").exists()
    assert '"images":[[null,' in (tmp_path / "out" / "data" / "items-000.js").read_text("ascii")


def test_a_folder_that_is_not_a_report_is_left_alone(make, tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    world = make.world(tmp_path / "images", 2, 1)
    with pytest.raises(InputError, match="not a report; give a new folder"):
        write_report_files(world.runs, world.comparison, tmp_path)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_an_older_report_is_replaced_whole(make, tmp_path):
    many, few = make.world(tmp_path / "a", 250, 1), make.world(tmp_path / "b", 2, 1)
    write_report_files(many.runs, many.comparison, tmp_path / "out")
    assert (tmp_path / "out" / "data" / "items-002.js").is_file()
    write_report_files(few.runs, few.comparison, tmp_path / "out")
    assert not (tmp_path / "out" / "data" / "items-002.js").exists()
    assert len(list((tmp_path / "out" / "images").iterdir())) == 2


def test_runs_on_disk_become_a_report(make, tmp_path):
    world = make.world(tmp_path / "images", 9, 0)
    made = [
        Made(item, {entry.sha256: (tmp_path / "images" / entry.sha256).read_bytes()})
        for item in world.items.values()
        for entry in item.rendering.images
    ]
    pack = write_pack(tmp_path / "pack", made, {"task": "made-up.ordering"}, "#", images=False)
    for name in ("random", "identity"):
        evaluate(pack, f"baseline:{name}", out=tmp_path / name)
    runs = [Run.open(tmp_path / name) for name in ("random", "identity")]
    index = write_report(runs, tmp_path / "out", title="Two baselines")
    words = Words(index.read_text("utf-8"))
    assert "Two baselines" in words.text
    assert "9 questions" in words.text
    assert "baseline:identity" in words.text
    assert pack.hash in words.text
    assert "Browse 18 samples" in words.text
    assert str(tmp_path) not in index.read_text("utf-8")


def test_a_report_of_nothing_is_a_mistake(tmp_path):
    with pytest.raises(InputError, match="no run to report"):
        write_report([], tmp_path / "out")


def test_each_baseline_is_explained_below_the_table(make, tmp_path):
    guess = make.summary("order", model="baseline:noisy_oracle")
    found = page(make, tmp_path, Comparison((make.summary(), guess), ())).text
    assert "order: the right answer, but with probability noise any of the wrong ones" in found
    assert "the baseline “constant” is fixed without them" in found
