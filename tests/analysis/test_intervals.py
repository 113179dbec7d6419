"""Intervals: known values, references, the choice of method; coverage of shares in books."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from panelwise.analysis import cluster_bounded, cluster_wilson, estimate_mean
from panelwise.analysis._clustered import effective_items
from panelwise.analysis._intervals import (
    estimate_difference,
    estimate_ratio,
    estimate_ratio_difference,
)
from panelwise.metrics import wilson


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_equals_scipy(case):
    successes, n = case
    theirs = stats.binomtest(successes, n).proportion_ci(method="wilson")
    assert wilson(successes, n) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_wilson_of_nothing_right_is_not_a_point():
    assert wilson(0, 60) == pytest.approx((0, 0.0602), abs=1e-4)
    with pytest.raises(ValueError, match="3 successes in 2 tries"):
        wilson(3, 2)


def test_books_that_agree_leave_wilson_nearly_alone_and_books_that_differ_widen_it():
    books = [f"b{k}" for k in range(20) for _ in range(10)]
    alike = [0, 1] * 100
    unlike = [k % 2 for k in range(20) for _ in range(10)]
    plain = wilson(100, 200)
    low, high = cluster_wilson(alike, books)
    assert (low, high) == pytest.approx(plain, abs=0.01)  # Student's quantile is a little wider
    low, high = cluster_wilson(unlike, books)
    # Twenty books of one opinion each are worth about twenty items, not two hundred.
    assert (low, high) == pytest.approx(wilson(10, 20), abs=0.03)


def test_a_difference_without_bounds_has_student_s_interval_of_the_cluster_means():
    rng = np.random.default_rng(1)
    books = [f"b{k}" for k in range(60) for _ in range(5)]
    values = (np.repeat(rng.normal(0.5, 0.1, 60), 5) + rng.normal(0, 0.1, 300)).tolist()
    found = estimate_difference(values, books=books, items=range(300))
    means = np.reshape(values, (60, 5)).mean(axis=1)
    theirs = stats.t.interval(0.95, 59, means.mean(), stats.sem(means))
    assert (found.low, found.high) == pytest.approx(theirs)
    assert (found.n, found.method) == (300, "cluster_student")


@pytest.mark.parametrize(("bounds", "best"), [((0, 1), 1), ((-1, 1), 1), ((0, 2.5), 0)])
def test_perfect_scores_do_not_make_certainty(bounds, best):
    books = [f"b{k}" for k in range(10) for _ in range(6)]
    given = {"books": books, "items": list(range(60)), "bounds": bounds}
    perfect = estimate_mean([float(best)] * 60, **given)
    assert perfect.method == "cluster_bounded"
    assert best in (perfect.low, perfect.high)
    bottom, _ = cluster_wilson([1] * 60, books)
    width = (bounds[1] - bounds[0]) * (1 - bottom)
    assert perfect.high - perfect.low == pytest.approx(width)
    assert 0.05 < 1 - bottom < 0.1  # about the rule of three, for few books


def test_the_bounded_interval_is_student_s_in_the_middle_and_never_leaves_the_bounds():
    rng = np.random.default_rng(2)
    books = [f"b{k}" for k in range(40) for _ in range(5)]
    values = (np.repeat(rng.uniform(0.3, 0.7, 40), 5) + rng.uniform(-0.1, 0.1, 200)).tolist()
    means = np.reshape(values, (40, 5)).mean(axis=1)
    theirs = stats.t.interval(0.95, 39, means.mean(), stats.sem(means))
    assert cluster_bounded(values, books) == pytest.approx(theirs, abs=0.004)
    wide = cluster_bounded([3 * value - 1 for value in values], books, bounds=(-1, 2))
    assert wide == pytest.approx([3 * end - 1 for end in cluster_bounded(values, books)])
    low, high = cluster_bounded([0.0] * 11 + [1.0], list(range(12)))
    assert 0 < low < 1 / 12 < high < 1
    with pytest.raises(ValueError, match="beyond"):
        cluster_bounded([0.5, 1.5], [1, 2])


def test_values_beyond_the_bounds_take_student_s_interval():
    values = [0.0, 1.0, 1.5]
    estimate = estimate_mean(values, books=["a"] * 3, items=[1, 2, 3], bounds=(0, 1))
    theirs = stats.t.interval(0.95, 2, np.mean(values), stats.sem(values))
    assert (estimate.low, estimate.high) == pytest.approx(theirs)
    assert estimate.method == "student"


def test_weights_are_those_of_the_mean():
    estimate = estimate_mean(
        [0.0, 1.0], books=["a", "b"], items=[1, 2], weights=[3, 1], binary=True
    )
    assert estimate.value == 0.25
    assert estimate.method == "cluster_wilson"


@pytest.mark.parametrize(
    ("books", "repeats", "binary", "method"),
    [
        (["one"] * 12, 1, True, "wilson"),
        (["one"] * 12, 1, False, "student"),
        ([*list("abcde" * 2), "a", "b"], 1, True, "wilson"),
        (list("abcdef" * 2), 1, True, "cluster_wilson"),
        (list("abcdef" * 2), 1, False, "cluster_student"),
        (list("abcdefghijkl"), 1, True, "wilson"),
        (["one"] * 12, 2, True, "cluster_wilson"),
    ],
)
def test_the_method_follows_from_books_repeats_and_the_kind_of_score(
    books, repeats, binary, method
):
    values = [0.0, 1.0, 1.0] * 4
    estimate = estimate_mean(
        values * repeats, books=books * repeats, items=list(range(12)) * repeats, binary=binary
    )
    assert (estimate.method, estimate.n) == (method, 12 * repeats)
    assert estimate.low < estimate.value < estimate.high


def test_nothing_and_one_thing():
    nothing = estimate_mean([], books=[], items=[])
    assert (nothing.value, nothing.low, nothing.high, nothing.n) == (None, None, None, 0)
    one = estimate_mean([0.4], books=["a"], items=[1])
    assert (one.value, one.low, one.high, one.method) == (0.4, None, None, "none")
    right = estimate_mean([1.0], books=["a"], items=[1], binary=True)
    assert (right.low, right.high) == pytest.approx((0.2065, 1.0), abs=1e-4)


def test_fractions_are_no_successes():
    # A guesser's 0.25 for unreadable answers makes even exact match a mean, not a share.
    estimate = estimate_mean([0.25, 1.0, 0.0], books=["a"] * 3, items=[1, 2, 3], binary=True)
    assert estimate.method == "student"


@pytest.mark.parametrize("share", [0.05, 0.4])
@pytest.mark.parametrize("correlation", [0.05, 0.2])
@pytest.mark.parametrize("count", [6, 10, 20])
def test_coverage_of_shares_in_books(count, correlation, share):
    """The evidence for the rule: clustered Wilson covers, Wilson that ignores books does not."""
    rng = np.random.default_rng(count)
    covered = ignoring = 0
    a, b = (part * (1 - correlation) / correlation for part in (share, 1 - share))
    for _ in range(500):
        sizes = np.maximum(1, rng.poisson(12, count))
        books = np.repeat(np.arange(count), sizes).tolist()
        values = (rng.random(len(books)) < np.repeat(rng.beta(a, b, count), sizes)).tolist()
        low, high = cluster_wilson(values, books)
        covered += low <= share <= high
        low, high = wilson(sum(values), len(values))
        ignoring += low <= share <= high
    assert covered / 500 > 0.88
    assert covered >= ignoring
    if correlation == 0.2:
        assert ignoring / 500 < 0.85


def roots_of(share, n, clusters):
    """Wilson's interval, as the two roots of (share − p)² = t² p (1 − p) / n; t is Student's."""
    t = stats.t.ppf(0.975, clusters - 1)
    roots = np.roots([1 + t * t / n, -(2 * share + t * t / n), share * share])
    return sorted(float(root) for root in roots)


def by_the_book(values, clusters, weights, *, binary):
    """Wilson's interval with a cluster-robust effective size, in plain sums.

    Source: Korn and Graubard 1998 for the effective size; the sandwich variance of a ratio.
    """
    total = sum(weights)
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) / total
    names = sorted(set(clusters))
    residuals = [
        sum(w * (v - mean) for w, v, c in zip(weights, values, clusters, strict=True) if c == name)
        for name in names
    ]
    variance = len(names) / (len(names) - 1) * sum(r * r for r in residuals) / total**2
    items = total**2 / sum(w * w for w in weights)
    if not binary:  # one more item at the far bound
        variance += min(mean * (1 - mean) / items, (max(mean, 1 - mean) / items) ** 2)
    n = mean * (1 - mean) / variance
    # Shares are never worth more than the weighted items themselves.
    return roots_of(mean, min(n, items) if binary else n, len(names))


UNEVEN = list("aaabbcccc")
UNEVEN_WEIGHTS = [1.0, 2.0, 0.5, 3.0, 1.0, 1.0, 1.0, 2.0, 0.25]


@pytest.mark.parametrize("weights", [[1.0] * 9, UNEVEN_WEIGHTS], ids=["alike", "weighted"])
def test_few_clusters_and_weights_count_as_the_sums_say(weights):
    binary = [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0]
    expected = by_the_book(binary, UNEVEN, weights, binary=True)
    assert cluster_wilson(binary, UNEVEN, weights) == pytest.approx(expected)
    marks = [0.9, 0.5, 0.7, 0.2, 0.25, 1.0, 0.0, 0.6, 0.5]
    expected = by_the_book(marks, UNEVEN, weights, binary=False)
    assert cluster_bounded(marks, UNEVEN, weights) == pytest.approx(expected)


def test_books_that_resemble_each_other_more_than_their_items_are_worth_no_more_than_these():
    weights = [1.0, 2.0, 3.0, 4.0, 2.0, 2.0]
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]
    expected = by_the_book(values, list("aabbcc"), weights, binary=True)
    assert cluster_wilson(values, list("aabbcc"), weights) == pytest.approx(expected)


def test_one_cluster_says_nothing_of_a_spread():
    for interval in (cluster_wilson, cluster_bounded):
        with pytest.raises(ValueError, match="1 cluster; "):
            interval([1.0, 0.0], "aa")
        assert interval([1.0, 0.0], "ab")
    with pytest.raises(ValueError, match="2 values, 1 clusters, 2 weights"):
        cluster_wilson([1.0, 0.0], "a", [1.0, 1.0])


def test_repeats_of_an_item_are_one_item():
    assert effective_items([1, 1, 1, 2]) == 16 / 10
    assert effective_items([1, 2, 3], [2.0, 1.0, 1.0]) == 16 / 6
    given = {"books": ["b"] * 60, "items": list(range(20)) * 3, "bounds": (0.0, 1.0)}
    thrice = estimate_mean([1.0] * 60, **given)
    assert [thrice.low, thrice.high] == pytest.approx(roots_of(1.0, 20, 20))


def ratio(sums):
    hits, gold = sums[..., 0], sums[..., 1]
    return np.divide(hits, gold, out=np.full(np.shape(hits), np.nan), where=gold > 0)


HITS = [[1.0, 2.0], [2.0, 2.0], [1.0, 1.0], [0.0, 3.0], [2.0, 4.0], [3.0, 3.0], [1.0, 4.0]]
OTHERS = [[1.0, 1.0], [0.0, 2.0], [1.0, 3.0], [2.0, 2.0], [1.0, 2.0], [1.0, 5.0], [2.0, 2.0]]
SEVEN = list("abcdeff")


def jackknife(value_of, books):
    """The delete-one-book variance of a figure of the samples that are kept, in plain loops."""
    names = sorted(set(books))
    without = [value_of([k for k, b in enumerate(books) if b != name]) for name in names]
    middle = sum(without) / len(names)
    return (len(names) - 1) / len(names) * sum((one - middle) ** 2 for one in without)


def share(rows):
    return lambda kept: sum(rows[k][0] for k in kept) / sum(rows[k][1] for k in kept)


def test_a_figure_of_sums_has_the_interval_of_a_share_that_varies_as_much():
    value = 10 / 19
    spread = jackknife(share(HITS), SEVEN) + (value / 7) ** 2
    found = estimate_ratio(HITS, ratio, books=SEVEN, items=range(7), bounds=(0.0, 1.0))
    expected = roots_of(value, value * (1 - value) / spread, 6)
    assert [found.low, found.high] == pytest.approx(expected)
    assert (found.value, found.n, found.method) == (pytest.approx(value), 7, "cluster_bounded")
    stretched = estimate_ratio(
        HITS, lambda sums: 3 * ratio(sums) - 1, books=SEVEN, items=range(7), bounds=(-1.0, 2.0)
    )
    assert [stretched.low, stretched.high] == pytest.approx([3 * end - 1 for end in expected])


def test_of_equal_items_a_figure_of_sums_is_their_mean():
    values = [0.2, 0.9, 0.4, 0.4, 0.7, 0.1]
    given = {"books": ["b"] * 6, "items": range(6), "bounds": (0.0, 1.0)}
    summed = estimate_ratio([[value, 1.0] for value in values], ratio, **given)
    mean = estimate_mean(values, **given)
    assert (summed.low, summed.high) == pytest.approx((mean.low, mean.high))
    assert summed.method == mean.method == "bounded"


def test_a_perfect_figure_of_sums_begins_where_as_many_successes_do():
    books = [f"b{k}" for k in range(6) for _ in range(4)]
    given = {"books": books, "items": range(24), "bounds": (0.0, 1.0)}
    found = estimate_ratio([[3.0, 3.0]] * 24, ratio, **given)
    assert [found.low, found.high] == pytest.approx(roots_of(1.0, 24, 6))


def test_samples_that_cannot_change_a_figure_of_sums_say_nothing():
    books = [*SEVEN, *"gggg"]
    given = {"items": range(11), "bounds": (0.0, 1.0)}
    more = estimate_ratio([*HITS, *[[0.0, 0.0]] * 4], ratio, books=books, **given)
    fewer = estimate_ratio(HITS, ratio, books=SEVEN, items=range(7), bounds=(0.0, 1.0))
    assert dataclasses.replace(more, n=7) == fewer


def test_more_clusters_than_groups_are_left_out_in_groups():
    rng = np.random.default_rng(3)
    gold = rng.integers(1, 9, 900)
    rows = np.stack([rng.binomial(gold, 0.6), gold], axis=1).astype(float).tolist()
    given = {"books": ["b"] * 900, "items": range(900), "bounds": (0.0, 1.0)}
    found = estimate_ratio(rows, ratio, **given)
    every = (1 - 1 / 900) ** 0.5 * 1.96 * jackknife(share(rows), list(range(900))) ** 0.5
    assert (found.high - found.low) / 2 == pytest.approx(every, rel=0.1)


def test_a_difference_of_figures_of_sums_leaves_a_book_out_of_both_runs():
    given = {"books": SEVEN, "items": range(7), "span": 1.0}
    found = estimate_ratio_difference(HITS, OTHERS, ratio, **given)
    value = 10 / 19 - 8 / 17
    first, second = share(HITS), share(OTHERS)
    spread = jackknife(lambda kept: first(kept) - second(kept), SEVEN) + (1 / 7) ** 2
    reach = stats.t.ppf(0.975, 5) * spread**0.5
    assert [found.low, found.high] == pytest.approx([value - reach, value + reach])
    assert (found.value, found.n, found.method) == (pytest.approx(value), 7, "cluster_student")
    assert estimate_ratio_difference([], [], ratio, books=[], items=[], span=1).method == "none"


def test_runs_that_differ_alike_on_every_item_are_not_certain_to():
    reach = stats.t.ppf(0.975, 5) / 7
    given = {"books": SEVEN, "items": range(7), "span": 1.0}
    alike = estimate_ratio_difference(HITS, HITS, ratio, **given)
    assert (alike.value, alike.low, alike.high) == pytest.approx((0, -reach, reach))
    same = estimate_difference([0.0] * 7, **given)
    assert (same.value, same.low, same.high) == pytest.approx((0, -reach, reach))
    all_of_it = estimate_difference([1.0] * 7, **given)
    assert (all_of_it.low, all_of_it.high) == pytest.approx((1 - reach, 1))


def test_undefined_ratios_have_no_interval():
    three = {"books": ["b"] * 3, "items": range(3), "bounds": (0.0, 1.0)}
    nothing = estimate_ratio([[0.0, 0.0]] * 3, ratio, **three)
    assert dataclasses.astuple(nothing) == (None, None, None, 3, "none")
    single = estimate_ratio([[1.0, 2.0]] * 3, ratio, **three | {"items": [1, 1, 1]})
    assert dataclasses.astuple(single) == (0.5, None, None, 3, "none")
    assert dataclasses.astuple(estimate_ratio([], ratio, books=[], items=[], bounds=(0, 1))) == (
        None, None, None, 0, "none",
    )  # fmt: skip
    # Without its only page with gold there is no recall: how it varies cannot be known.
    one = estimate_ratio([[1.0, 2.0], [0.0, 0.0], [1.0, 0.0]], ratio, **three)
    assert dataclasses.astuple(one) == (1.0, None, None, 3, "none")


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_a_value_a_little_beyond_its_bounds_is_taken_to_them(value):
    slightly = 1e-10 if value > 1 else -1e-10
    edge = round(value)
    values = [edge + slightly, 0.5, 0.25, 0.75]
    expected = cluster_bounded([edge, 0.5, 0.25, 0.75], "abcd")
    assert cluster_bounded(values, "abcd") == pytest.approx(expected)
    with pytest.raises(ValueError, match="beyond"):
        cluster_bounded([value, 0.5], "ab")
    with pytest.raises(ValueError, match="beyond"):
        cluster_bounded([0.5, 0.5], "ab", bounds=(1.0, 1.0))


@pytest.mark.parametrize("binary", [True, False])
def test_an_interval_can_be_computed_from_what_the_report_says_of_it(binary):
    """As under “Definitions”: Student's quantile, V between books, Wilson's interval."""
    draw = random.Random(3)
    books = [f"b{draw.randrange(9)}" for _ in range(60)]
    lean = {book: draw.random() for book in books}
    scores = [draw.random() < lean[book] if binary else lean[book] * 0.8 for book in books]
    values = [float(score) for score in scores]
    total, k = len(values), len(set(books))
    s = sum(values) / total
    sums = [
        sum(v - s for v, book in zip(values, books, strict=True) if book == one)
        for one in set(books)
    ]
    v = k / (k - 1) * sum(one**2 for one in sums) / total**2
    tries = s * (1 - s) / total
    if binary:
        n = total / max(1.0, v / tries)
    else:
        n = s * (1 - s) / (v + min(tries, max(s, 1 - s) ** 2 / total**2))
    q = stats.t.ppf(0.975, k - 1)
    middle, half = s + q**2 / (2 * n), q * math.sqrt(s * (1 - s) / n + q**2 / (4 * n**2))
    ends = [(middle + sign * half) / (1 + q**2 / n) for sign in (-1, 1)]
    found = estimate_mean(values, books=books, items=range(total), binary=binary, bounds=(0.0, 1.0))
    assert found.method == ("cluster_wilson" if binary else "cluster_bounded")
    assert [found.low, found.high] == pytest.approx(ends)
