"""The averages over tasks that the papers print, for runs. Source: specification 2.6, 3.6, 7.2."""

from __future__ import annotations

from dataclasses import replace

import pytest

from panelwise.analysis import averages, compare, published_table, summarise
from panelwise.analysis._estimate import Estimate
from panelwise.analysis._summary_types import Breakdown

TASKS = {
    "prediction": "stripcipher.frame_prediction",
    "comprehension": "stripcipher.narrative_comprehension",
    "reorder_choice": "stripcipher.reordering_choice",
    "reorder_generation": "stripcipher.reordering_generation",
}
CHOICE = {"headline": "accuracy"}


@pytest.fixture
def summary_of(make_run):
    """``summary_of(task, value)``: a summary with that headline; ``None`` for a failed task."""
    [blank] = summarise(make_run([0, 1], [0, 0], **CHOICE))

    def make(task, value, *, n=100, model="m", **changes):
        score = Estimate(0.0, 0.0, 0.2, n, "wilson")
        if value is not None:
            score = Estimate(value, value - 0.1, value + 0.1, n, "wilson")
        metric = replace(blank.headline, all_items=score, valid_only=score, headline=score)
        return replace(
            blank,
            **{"model": model, "task": task, "n": n, "metrics": {"accuracy": metric}},
            **({"coverage": 0.0 if value is None else 1.0} | changes),
        )

    return make


def named(found):
    return {one.name: one for one in found}


def test_every_printed_row_of_stripcipher(summary_of):
    """All 16 models and the people of Table 4; a star is a column that failed and counts 0."""
    rows = published_table("stripcipher_t04_main").rows
    assert len(rows) == 17
    starred = 0
    for row in rows:
        printed = {name: row[name].printed for name in (*TASKS, "avg")}
        values = {
            name: None if printed[name] == "*" else float(printed[name]) / 100 for name in TASKS
        }
        found = named(averages([summary_of(TASKS[name], values[name]) for name in TASKS]))
        avg = found["StripCipher AVG, four columns"]
        assert abs(100 * avg.score.value - float(printed["avg"])) <= 0.005 + 1e-9
        assert avg.failed == list(printed.values()).count("*")
        starred += avg.failed
        known = {name: value or 0.0 for name, value in values.items()}
        both = (known["reorder_choice"] + known["reorder_generation"]) / 2
        three = found["StripCipher mean of three tasks"].score.value
        assert three == pytest.approx((known["prediction"] + known["comprehension"] + both) / 3)
    assert starred == 3


def test_an_average_of_which_a_task_was_not_asked_has_no_value(summary_of):
    some = [summary_of(task, 0.5) for task in list(TASKS.values())[:3]]
    for one in averages(some):
        assert one.score.value is None
        assert one.missing == ("stripcipher.reordering_generation",)
        assert one.remark == "no average: stripcipher.reordering_generation not asked"
    assert averages(some[:1]) == ()  # one column is no average


def test_interval_and_chance_are_averaged_with_the_same_weights(summary_of):
    found = named(averages([summary_of(task, 0.5) for task in TASKS.values()]))
    for one in found.values():
        assert (one.score.low, one.score.high) == (pytest.approx(0.4), pytest.approx(0.6))
        assert one.chance == pytest.approx(0.25)
        assert one.score.n == 400


def test_models_and_profiles_are_kept_apart(summary_of):
    both = [
        summary_of(task, value, model=model, profile=profile)
        for task in TASKS.values()
        for model, profile, value in (
            ("a", "paper", 0.4),
            ("a", "recommended", 0.6),
            ("b", "paper", 1),
        )
    ]
    values = {
        (one.model, one.profile): one.score.value for one in averages(both) if "AVG" in one.name
    }
    assert values == {
        ("a", "paper"): pytest.approx(0.4),
        ("a", "recommended"): pytest.approx(0.6),
        ("b", "paper"): pytest.approx(1),
    }


def test_overall_of_chromic_weighs_every_question_alike(summary_of):
    """Table 6, GPT-4o: 118, 231 and 446 questions in its columns, .507 over all (AMB-11)."""
    row = next(
        r
        for r in published_table("chromic_t06_mcqa_by_style").rows
        if r["model"].printed == "GPT-4o"
    )
    parts = [
        summary_of("chromic.chrono_mcq", float(row[name].printed), n=n, run=name)
        for name, n in (("WC", 118), ("JC", 231), ("WCND", 446))
    ]
    [overall] = averages(parts)
    assert overall.name == "CHROMIC Overall, by items"
    assert overall.score.n == 795
    assert round(overall.score.value, 3) == float(row["Overall"].printed)


def test_averages_of_comicvqa_are_over_the_exchanges_of_neighbours(summary_of):
    """Tables 3 and 4; the exchange of the ends is no part of the second."""
    printed = {
        "comicvqa.two_panel_order": ({"21": 64.7, "32": 64.5, "43": 65.7}, 65.0),
        "comicvqa.four_panel_binary": (
            {"2134": 63.7, "1324": 69.0, "1243": 69.3, "4231": 74.4},
            67.3,
        ),
    }
    for task, (values, average) in printed.items():
        rows = tuple(
            Breakdown("against", key, 300, 1.0, Estimate(v / 100, 0.6, 0.7, 300, "wilson"), 0.5)
            for key, v in values.items()
        )
        [one] = averages([summary_of(task, 0.66, breakdowns=rows)])
        assert round(100 * one.score.value, 1) == average
        assert len(one.columns) == 3


def test_a_comparison_carries_them(make_run):
    run = make_run([0, 1], [0, 0], **CHOICE)
    items = [replace(item, task="chromic.chrono_mcq") for item in run.items["pack"]]
    comparison = compare([replace(run, items={"pack": items})])
    assert comparison.averages == ()  # of one run it is the score itself
