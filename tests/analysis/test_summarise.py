"""What a run says about itself: n, coverage, chance, policies, breakdowns, position bias."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import pytest

from panelwise.analysis import Estimate, summarise
from panelwise.benchmarks import PAPERS
from panelwise.errors import InputError
from panelwise.metrics import wilson
from panelwise.profile import PAPER, RECOMMENDED

A, B, C = (1, 0, 2), (2, 0, 1), (1, 2, 0)
IDENTITY = (0, 1, 2)


def only(summaries):
    assert len(summaries) == 1
    return summaries[0]


def test_every_figure_has_n_coverage_chance_and_interval(make_run):
    summary = only(summarise(make_run([A, B, C, A], [A, B, A, None])))
    assert (summary.n, summary.coverage, summary.headline_metric) == (4, 0.75, "exact_match")
    assert summary.score.value == 0.5
    assert summary.score.low < 0.5 < summary.score.high
    assert summary.headline.valid_only.value == pytest.approx(2 / 3)
    assert summary.headline.chance == pytest.approx(1 / 5)  # the shown order is never right
    assert summary.headline.chance_adjusted == pytest.approx((0.5 - 0.2) / 0.8)
    assert summary.outcomes == {"correct": 2, "wrong": 1, "unparsed": 1}
    assert summary.statuses == {"ok": 3, "invalid": 1}
    assert summary.prompt_ids == ("test-prompt",)
    assert (summary.mean_n_all, summary.mean_n_valid) == (3, 3)


def test_unread_answers_score_zero_but_their_mae_is_that_of_chance(make_run):
    metrics = only(summarise(make_run([A, A], [A, None]))).metrics
    assert metrics["accuracy"].all_items.value == 0.5
    assert metrics["spearman"].all_items.value == 0.5
    assert metrics["mae"].all_items.value == pytest.approx((0 + 8 / 9) / 2)
    assert metrics["mae"].valid_only.value == 0
    assert not metrics["mae"].higher_is_better
    assert metrics["mae"].chance_adjusted == pytest.approx(1 - (4 / 9) / metrics["mae"].chance)


def test_the_paper_leaves_unread_answers_out_and_the_honest_figure_stands_beside(make_run):
    four = (3, 1, 0, 2)
    run = make_run([A, four, four], [A, None, (3, 1, 2, 0)], profile=PAPER)
    headline = only(summarise(run)).headline
    assert headline.headline == headline.valid_only
    assert (headline.headline.value, headline.headline.n) == (0.5, 2)
    assert (headline.all_items.value, headline.all_items.n) == (pytest.approx(1 / 3), 3)
    assert headline.chance == pytest.approx((1 / 6 + 1 / 24) / 2)  # of the items that count


@pytest.mark.parametrize(
    ("policy", "value"), [("chance", 0.25), ("worst_case", 0.0), ("identity_fallback", 1 / 3)]
)
def test_other_policies_impute_into_the_headline(make_run, policy, value):
    profile = RECOMMENDED.with_settings({"scoring.invalid_policy": policy})
    run = make_run([A], [None], profile=profile, headline="accuracy")
    accuracy = only(summarise(run)).headline
    expected = (3 * 2 - 1) / 15 if policy == "chance" else value
    # Under `chance` the guesser avoids the shown order, which has one panel of three right.
    assert accuracy.headline.value == pytest.approx(expected)


def test_items_that_were_never_asked_are_not_scored(make_run):
    summary = only(summarise(make_run([A, B, C], [A, ..., ...])))
    assert (summary.n, summary.coverage, summary.score.value) == (1, 1.0, 1.0)
    nothing = only(summarise(make_run([A, B], [..., ...])))
    assert (nothing.n, nothing.coverage, nothing.score.value) == (0, 0.0, None)
    assert nothing.headline.chance is None
    assert nothing.breakdowns == ()


def test_repeats_are_samples_and_cluster_by_item(make_run):
    summary = only(summarise(make_run([A, B, C], [[A, A], [B, A], [A, None]])))
    assert (summary.n, summary.score.value) == (6, 0.5)
    assert summary.score.method == "cluster_wilson"


def test_panel_weighted_averages(make_run):
    four = (3, 1, 0, 2)
    profile = RECOMMENDED.with_settings({"scoring.average": "panel"})
    headline = only(summarise(make_run([A, four], [A, (*A, 3)], profile=profile))).headline
    assert headline.headline.value == pytest.approx(3 / 7)
    assert headline.chance == pytest.approx((3 / 5 + 4 / 23) / 7)


def test_items_that_record_no_rule_have_the_chance_of_all_orders(make_run):
    chance = only(summarise(make_run([B, A], [A, A], rule="unknown"))).headline.chance
    assert chance == pytest.approx(1 / 6)


def test_choices_count_unanswered_items_as_wrong_or_drop_them(make_run):
    golds, answers = [0, 1, 2, 3], [0, 1, 0, None]
    recommended = only(summarise(make_run(golds, answers, headline="accuracy")))
    assert recommended.score.value == 0.5
    assert recommended.headline.chance == 0.25
    dropping = PAPERS["stripcipher"]
    paper = only(summarise(make_run(golds, answers, headline="accuracy", profile=dropping)))
    assert paper.score.value == pytest.approx(2 / 3)
    assert paper.headline.all_items.value == 0.5
    assert recommended.bias.answers == {"A": 2, "B": 1, "C": 0, "D": 0}
    assert recommended.bias.golds == {"A": 1, "B": 1, "C": 1, "D": 1}
    assert recommended.headline.constant.value == 0.25


def test_a_model_that_repeats_the_shown_order_is_seen(make_run):
    inverse_of_c = (2, 0, 1)
    golds = [A, A, C, C, B]
    answers = [IDENTITY, IDENTITY, inverse_of_c, (2, 1, 0), None]
    summary = only(summarise(make_run(golds, answers)))
    bias = summary.bias
    assert bias.identity_rate == 0.5
    assert bias.identity == Estimate(0.5, *wilson(2, 4), 4, "wilson")
    assert bias.identity_expected == 0
    assert bias.identity_chance == 0  # the shuffle never lets the shown order be right
    assert bias.inverse_rate == 0.25
    assert bias.echo_rate == 0.25
    assert bias.first_index == {0: 2, 2: 2}
    assert bias.gold_first_index == {1: 4, 2: 1}
    assert summary.headline.constant.value == pytest.approx(2 / 5)


def test_the_chance_of_the_shown_order_is_that_among_the_orders_of_the_shuffle(make_run):
    """One definition for the score and for the identity rate (AMB-10)."""
    rules = {"uniform": 1 / 6, "non_identity": 0.0, "derangement": 0.0}
    for rule, chance in rules.items():
        bias = only(summarise(make_run([C, C], [C, IDENTITY], rule=rule))).bias
        assert bias.identity_chance == pytest.approx(chance), rule


def test_breakdowns_by_panels_facts_and_book(make_run):
    four = (3, 1, 0, 2)
    run = make_run(
        [A, B, four],
        [A, None, (*IDENTITY, 3)],
        books=["x", "y", "y"],
        facts=[{"style": "manga"}, {"style": "western"}, {"style": "manga", "once": "only"}],
    )
    rows = {(row.key, row.value): row for row in only(summarise(run)).breakdowns}
    assert list(rows) == [
        ("panels", "3"),
        ("panels", "4"),
        ("style", "manga"),
        ("style", "western"),
        ("book", "x"),
        ("book", "y"),
    ]
    three = rows["panels", "3"]
    assert (three.n, three.coverage, three.score.value) == (2, 0.5, 0.5)
    assert three.chance == pytest.approx(1 / 5)
    assert rows["panels", "4"].answered_identity == 1.0
    assert rows["panels", "4"].chance == pytest.approx(1 / 23)


def test_cost_tokens_and_latency_are_added_up(make_run):
    run = make_run([A, B], [A, B])
    bill = {"tokens_in": 10, "tokens_out": 2, "cost": 0.5, "latency": 3.0}
    billed = dataclasses.replace(run.results[0], **bill)
    run = dataclasses.replace(run, results=(billed, run.results[1]))
    summary = only(summarise(dataclasses.replace(run, model="made-up/model")))
    assert (summary.tokens_in, summary.tokens_out, summary.cost) == (10, 2, 0.5)
    assert summary.mean_latency == 3.0
    assert only(summarise(run)).mean_latency is None, "a baseline has no time of its own"
    unknown = only(summarise(make_run([A], [A])))
    assert (unknown.tokens_in, unknown.tokens_out, unknown.cost) == (None, None, None)


def test_results_of_unknown_items_are_refused(make_run):
    run = make_run([A], [A])
    with pytest.raises(InputError, match="no item 'i0'; give the packs it was made with"):
        summarise(dataclasses.replace(run, items={"pack": []}))


@pytest.mark.shared
def test_the_trap_of_the_recorded_answers_is_found(make_run, shared: Path):
    """All strips of one length were shuffled alike, and the model leans on the shown order."""
    text = (shared / "annotations/recorded-orderings/gpt-4o-mini.json").read_text()
    rows = json.loads(text)
    golds = [tuple(row["correct_order"]) for row in rows]
    answers = [tuple(row["predicted_order"]) for row in rows]
    summary = only(summarise(make_run(golds, answers)))
    assert summary.score.value == pytest.approx(0.1278, abs=5e-5)
    assert summary.metrics["accuracy"].headline.value == pytest.approx(0.3027, abs=5e-5)
    assert summary.bias.identity_rate == pytest.approx(451 / 892)
    assert summary.bias.identity_expected == 0
    assert summary.bias.identity_chance < 0.2
    assert math.isclose(summary.headline.constant.value, 1.0)  # one per length
