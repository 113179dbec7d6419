"""What a report says of whole runs: cost, outcomes over all tasks, scores by language."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from panelwise.analysis import Comparison
from panelwise.profile import PAPER
from panelwise.report import write_report_files
from panelwise.report._answers import unsolved
from panelwise.report._grid import overview_grid
from panelwise.report._headline import headline_rows
from panelwise.report._languages import language_grid
from panelwise.report._run_totals import all_totals, totals_of

OUTCOMES = ("correct", "correct", "wrong", "refused", "refused", "unparsed", "provider_error")


@pytest.fixture
def world(make, tmp_path):
    """Seven items: a model with three kinds of failure, a local one, and a baseline."""
    world = make.world(tmp_path / "images", len(OUTCOMES), 0, images=False)
    items = list(world.items.values())

    def results(outcomes, **changes):
        pairs = zip(items, outcomes, strict=True)
        return [make.result(item, name, random.Random(0), **changes) for item, name in pairs]

    paid = results(OUTCOMES)
    paid[-1] = replace(paid[-1], cost=None, tokens_in=None, tokens_out=None, attempts=5)
    paid[1] = replace(paid[1], cached=True, attempts=0)
    world.add_run("paid", paid)
    world.add_run("local", results(["correct"] * 2 + ["wrong"] * 5, cost=None))
    nothing = dict.fromkeys(("cost", "tokens_in", "tokens_out", "latency"))
    world.add_run("guess", results(["correct"] * 7, **nothing), model="baseline:oracle")
    return world


def test_a_runs_cost_is_the_sum_of_its_answers(world):
    paid, local, guess = map(totals_of, world.runs)
    assert paid.cost == pytest.approx(6 * 0.0012)
    assert (paid.tokens_in, paid.tokens_out) == (6 * 900, 6 * 60)
    assert (paid.requests, paid.cached) == (5 + 5, 1)
    assert paid.seconds == pytest.approx(7 * 1.4)
    assert paid.unpriced == 0, "a failed request has no price and owes none"
    assert (local.cost, local.unpriced, local.tokens_in) == (None, 0, 7 * 900)
    assert (guess.cost, guess.requests, guess.seconds) == (None, None, None)


def test_answers_without_a_price_are_counted_where_others_have_one(world):
    one = world.runs[0]
    some = [replace(one.results[0], cost=None), *one.results[1:]]
    assert totals_of(replace(one, results=some)).unpriced == 1


def test_all_runs_together_and_the_items_that_no_model_got_right(world):
    """Models were right on two items; that a baseline was right on all does not matter."""
    found = all_totals(world.runs, ["local", "paid", "guess"])
    assert [row.run for row in found.rows] == ["local", "paid", "guess"]
    assert found.columns == ("refused", "unparsed", "provider_error")
    missed, asked = unsolved(world.comparison.summaries[0].task, world.runs)
    assert (len(missed), asked) == (5, 7)
    assert found.said.startswith("21 samples · $0.01 · 17 requests · ")
    assert "of answering" in found.said
    assert "in recordings" not in found.said
    assert unsolved(world.comparison.summaries[0].task, world.runs[2:]) == ([], 7)


def test_unread_answers_count_as_the_profile_of_each_run_says(world):
    """A run without such answers has nothing to count; nor has a report of only such runs."""
    order = ["paid", "local", "guess"]
    assert all_totals(world.runs, order).unread_rules == ("counted as 0",)
    assert all_totals(world.runs[1:], order).unread_rules == ()
    assert "They are" not in all_totals(world.runs[1:], order).unread_said[0]
    paper = replace(world.runs[0], name="paper", profile=PAPER)
    both = all_totals([*world.runs, paper], [*order, "paper"])
    assert both.unread_rules == ("counted as 0", "left out")
    assert both.unread_said[0].endswith("They are counted as 0 or left out.")


def test_the_time_of_recorded_answers_is_apart_from_that_of_requests(world):
    """A recording sent no request and has a time all the same: the two are not added up."""
    one = world.runs[0]
    nothing = dict.fromkeys(("cost", "tokens_in", "tokens_out"))
    old = [replace(some, **nothing, latency=60.0) for some in one.results[:4]]
    recorded = replace(one, name="old", results=old)
    found = all_totals([one, recorded], ["paid", "old"])
    assert found.said.endswith("10 requests · 10 s of answering · 4 min in recordings")


def test_what_is_not_known_is_no_zero(world, tmp_path):
    """Tokens and times of a baseline are unknown in every table; a small cost is not $0.00."""
    local, guess = world.comparison.summaries[1:]
    assert (guess.tokens_in, guess.tokens_out, guess.mean_latency) == (None, None, None)
    assert local.tokens_in == 7 * 900
    page = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    used = page[page.index("What each run used") :]
    assert "&lt; $0.01" not in used
    assert (
        '<td class="n">none</td><td class="n">—</td><td class="n">—</td><td class="n">—</td>'
        in used
    )
    assert "0.00 s" not in used
    assert page.count('<td class="n">not recorded</td>') == 2  # of the local run, in both tables
    assert "—: not recorded, as of imported answers; baselines send no requests." in page
    assert "$0.00" not in page


def test_the_overview_counts_failures_and_cost_without_opening_a_task(world):
    rows = headline_rows(world.runs, world.comparison)
    grid = overview_grid(rows, world.comparison.tests)
    under = {
        row.name: row.under.replace("\u00a0", " ") for _, group in grid.groups for row in group
    }
    assert under["paid"].endswith(
        "4 of 7 without a readable answer (2 refused, 1 unparsed, 1 error), counted as 0 · $0.01"
    )
    assert "refused" not in under["local"]
    assert under["local"].endswith("no cost recorded"), "while another run has one"
    assert "cost" not in under["guess"]
    assert grid.columns[0].under.startswith("Exact match, n 7, to beat 0.")


def test_every_count_of_the_page_leads_to_its_samples(world, tmp_path):
    page = write_report_files(world.runs, world.comparison, tmp_path / "out")
    html = page.read_text("utf-8")
    assert 'href="samples.html#only-run=paid&amp;only-outcome=refused">2</a>' in html
    assert 'only-missed=1">All 5</a>' in html
    table = html[html.index('id="runs"') :]
    assert [table.count(f">{name}</th>") for name in ("No readable answer", "Refused")] == [1, 1]
    sums = [totals_of(run).unread for run in world.runs]
    assert sums == [4, 0, 0]
    said = (
        "<b>4 of 14 answers of models could not be read, none missing. They are counted as 0.</b>"
    )
    assert said in html
    assert "<small>paid 2 refused, 1 unparsed, 1 error. Of baselines: 0 of 7.</small>" in html
    stored = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    totals = {run["name"]: run["totals"] for run in stored["runs"]}
    assert totals["paid"]["requests"] == 10
    assert totals["paid"]["outcomes"]["refused"] == 2
    assert totals["guess"]["cost"] is None


def grid_of(make, folder, summaries, languages):
    """The grid by language of a report whose items have these languages, task by task."""
    world = make.empty(folder / "none")
    for number, (task, language) in enumerate(languages):
        item = replace(make.ordering(world, number, 4), task=task, meta={"language": language})
        world.items[(make.pack, item.id)] = item
    for name in dict.fromkeys(one.run for one in summaries):
        world.add_run(name, [])
    rows = headline_rows(world.runs, Comparison(tuple(summaries), ()))
    return language_grid(rows, world.runs, [run.name for run in world.runs])


def test_a_language_has_its_own_score_on_every_task(make, tmp_path):
    split = make.summary(
        breakdowns=(make.row("language", "en", 0.8, 60), make.row("language", "ja", 0.3, 40))
    )
    single = make.summary(task="made-up.other")
    tasks = [(split.task, "en"), (split.task, "ja"), (single.task, "fr")]
    grid = grid_of(make, tmp_path, [split, single], tasks)
    [(run, rows)] = grid.groups
    assert run == "model-a"
    shown = {row.name: [cell and cell.value for cell in row.cells] for row in rows}
    assert shown == {"en": ["0.800", None], "fr": [None, "0.625"], "ja": ["0.300", None]}
    weak = {row.name: row.cells[0].weak for row in rows if row.cells[0]}
    assert weak == {"en": False, "ja": True}, "0.2 to 0.4 does not lie beyond chance, 0.25"


def test_one_language_needs_no_grid(make, tmp_path):
    summary = make.summary()
    assert grid_of(make, tmp_path, [summary], [(summary.task, "en")]) is None
