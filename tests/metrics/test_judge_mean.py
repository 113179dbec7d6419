"""The mean of a judge's marks, and its correction by people's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from panelwise.metrics import corrected_judge_mean, judge_mean

marks = st.lists(st.none() | st.integers(1, 10), max_size=30)


def test_failures_are_excluded_and_counted_or_count_as_the_lowest_mark():
    assert judge_mean([8, None, 6, None]).mean == 7
    assert judge_mean([8, None, 6, None], "lowest").mean == 4
    assert (judge_mean([8, None]).n, judge_mean([8, None]).failed) == (1, 1)
    assert (judge_mean([8, None], "lowest").n, judge_mean([8, None], "lowest").failed) == (2, 1)


def test_nothing_to_average():
    assert judge_mean([]).mean is None
    assert judge_mean([None]).mean is None
    assert judge_mean([None], "lowest").mean == 1


def test_marks_off_the_scale_are_refused():
    with pytest.raises(ValueError, match="a mark is 0; marks go from 1 to 10"):
        judge_mean([5, 0])


@given(marks, st.randoms(use_true_random=False))
def test_a_failure_never_raises_the_papers_mean(values, shuffler):
    paper = judge_mean(values, "lowest")
    assert paper == judge_mean(shuffler.sample(values, len(values)), "lowest")
    assert paper.failed == values.count(None)
    if paper.mean is not None:
        assert judge_mean([*values, None], "lowest").mean <= paper.mean


@given(st.lists(st.integers(1, 10), min_size=2, max_size=30), st.integers(1, 10))
def test_where_people_marked_everything_only_people_count(human, constant):
    corrected = corrected_judge_mean([constant] * len(human), human)
    interval = stats.t.interval(
        0.95, len(human) - 1, loc=np.mean(human), scale=stats.sem(human) or 1e-12
    )
    assert corrected.mean == pytest.approx(np.mean(human))
    assert (corrected.low, corrected.high) == pytest.approx(interval, abs=1e-9)


def test_a_judge_that_is_always_one_too_kind_is_corrected_without_loss():
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 10, 400).astype(float)
    human = [float(mark) if k < 40 else None for k, mark in enumerate(truth)]
    corrected = corrected_judge_mean((truth + 1).tolist(), human)
    assert corrected.bias == -1
    assert corrected.mean == pytest.approx(truth.mean())
    # Only what separates 400 items from all items is left to be unsure of.
    expected = stats.t.ppf(0.975, 39) * truth[:40].std(ddof=1) / 20
    assert corrected.high - corrected.mean == pytest.approx(expected)


def test_items_without_a_mark_of_the_judge_are_counted():
    corrected = corrected_judge_mean([8, 7, None, 9], [7, 7, 5, None])
    assert (corrected.n, corrected.anchors, corrected.left_out) == (3, 2, 1)
    with pytest.raises(ValueError, match="at least 2 anchors, not 1"):
        corrected_judge_mean([8, None], [8, 7])
    with pytest.raises(ValueError, match="the judge has 1 items, people have 2"):
        corrected_judge_mean([8], [8, 7])


@pytest.mark.parametrize("anchors", [10, 30, 100])
def test_the_interval_holds_the_truth_as_often_as_it_says(anchors):
    """A judge too kind to weak answers: its own mean is off, the corrected interval covers."""
    rng = np.random.default_rng(anchors)
    draws, items, centre = 600, 300, 6.0
    held = shorter = 0
    for _ in range(draws):
        truth = np.clip(np.round(rng.normal(centre, 2, items)), 1, 10)
        judge = np.clip(np.round(0.6 * truth + 3.5 + rng.normal(0, 0.7, items)), 1, 10)
        human = [*truth[:anchors].tolist(), *[None] * (items - anchors)]
        corrected = corrected_judge_mean(judge.tolist(), human)
        held += corrected.low <= 5.987 <= corrected.high  # the mean of such marks
        alone = stats.t.ppf(0.975, anchors - 1) * truth[:anchors].std(ddof=1) / anchors**0.5
        shorter += corrected.high - corrected.mean < alone
        assert judge.mean() > 6.8
    assert 0.92 <= held / draws <= 0.98
    assert shorter / draws > 0.9  # than people's marks alone would give
