"""A measured score next to a printed one: the interval of their difference; parts; conditions."""

from __future__ import annotations

import numpy as np
import pytest

from panelwise.analysis import (
    Estimate,
    Score,
    compare,
    difference_from_printed,
    mean_of_scores,
    paired_conditions,
    score_of_part,
    summarise,
)
from panelwise.errors import SettingError
from panelwise.metrics import wilson

A, B = (1, 0, 2), (2, 0, 1)


def share(successes: int, n: int) -> Estimate:
    return Estimate(successes / n, *wilson(successes, n), n, "wilson")


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_the_interval_is_newcombes(first, second, low, high):
    """Newcombe 1998, Table II, method 10."""
    found = difference_from_printed(share(*first), second[0] / second[1], second[1])
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)
    assert found.method == "hybrid_score"


@pytest.mark.parametrize(("ours", "theirs"), [(0.4, 0.5), (0.05, 0.1), (0.7, 0.7)])
def test_the_interval_covers_the_true_difference(ours, theirs):
    random = np.random.default_rng(5)
    hits = 0
    for _ in range(1000):
        mine, printed = random.binomial(60, ours), random.binomial(600, theirs)
        found = difference_from_printed(share(int(mine), 60), printed / 600, 600)
        hits += found.low <= ours - theirs <= found.high
    assert 0.93 <= hits / 1000 <= 0.98


def test_without_the_papers_n_there_is_no_interval():
    found = difference_from_printed(share(5, 10), 0.4, None)
    assert found.value == pytest.approx(0.1)
    assert (found.low, found.high) == (None, None)


def test_of_a_figure_that_is_no_share_there_is_no_interval():
    assert difference_from_printed(share(5, 10), 1.9, 100).low is None


def test_a_mean_of_columns_lacks_a_value_where_one_column_does():
    known, unknown = Score(0.4, 0.2, 0.6, 10, "wilson", 0.25), Score(None, None, None, 0, "", None)
    both = mean_of_scores([known, Score(0.6, 0.5, 0.7, 30, "wilson", 0.25)])
    assert (both.value, both.low, both.high, both.n, both.chance) == pytest.approx(
        (0.5, 0.35, 0.65, 40, 0.25)
    )
    assert mean_of_scores([known, unknown]).value is None


def test_a_part_of_a_run_is_its_breakdown(make_run):
    facts = [{"style": style} for style in ("manga", "manga", "ink", "ink")]
    run = make_run([A] * 4, [A, B, A, None], facts=facts)
    [summary] = summarise(run)
    for row in summary.breakdowns:
        if row.key == "style":
            part = score_of_part(run, where={"style": [row.value]})
            assert part.score.value == row.score.value
            assert part.score.chance == row.chance
            assert (part.n, part.coverage) == (row.n, row.coverage)
    assert score_of_part(run).score == summary.score
    assert score_of_part(run, where={"style": ["no such"]}).n == 0
    with pytest.raises(SettingError, match="unknown metric 'exact'"):
        score_of_part(run, "exact")


def test_conditions_are_compared_as_two_runs_are(make_run):
    golds = [A] * 12
    plain = make_run(golds, [A] * 9 + [B] * 3, name="plain")
    blind = make_run(golds, [A] * 2 + [B] * 10, name="blind")
    [test] = paired_conditions({"plain": plain, "blind": blind})
    [same] = compare([blind, plain]).tests
    assert (test.p, test.n, test.test) == (same.p, same.n, same.test)
    assert test.difference == same.difference
    assert (test.first, test.second) == ("blind", "plain")
    assert paired_conditions({"plain": plain}) == ()
