"""Intervals: known values, references, the choice of method, and coverage by simulation."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from panelwise.analysis import cluster_bootstrap, cluster_bounded, cluster_wilson, estimate_mean
from panelwise.analysis._intervals import (
    estimate_drawn,
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


def test_bootstrap_matches_the_normal_interval_of_the_cluster_means():
    rng = np.random.default_rng(1)
    books = [f"b{k}" for k in range(60) for _ in range(5)]
    values = (np.repeat(rng.normal(0.5, 0.1, 60), 5) + rng.normal(0, 0.1, 300)).tolist()
    low, high = cluster_bootstrap(values, books)
    means = np.reshape(values, (60, 5)).mean(axis=1)
    theirs = stats.t.interval(0.95, 59, means.mean(), stats.sem(means))
    assert (low, high) == pytest.approx(theirs, abs=0.004)
    assert cluster_bootstrap(values, books) == (low, high)
    assert cluster_bootstrap(values, books, seed=1) != (low, high)


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
    assert cluster_bounded(values, books) == pytest.approx(theirs, abs=0.003)
    wide = cluster_bounded([3 * value - 1 for value in values], books, bounds=(-1, 2))
    assert wide == pytest.approx([3 * end - 1 for end in cluster_bounded(values, books)])
    low, high = cluster_bounded([0.0] * 11 + [1.0], list(range(12)))
    assert 0 < low < 1 / 12 < high < 1
    with pytest.raises(ValueError, match="beyond"):
        cluster_bounded([0.5, 1.5], [1, 2])


def test_values_beyond_the_bounds_take_the_bootstrap():
    estimate = estimate_mean([0.0, 1.0, 1.5], books=["a"] * 3, items=[1, 2, 3], bounds=(0, 1))
    assert estimate.method == "bootstrap"


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
        (["one"] * 12, 1, False, "bootstrap"),
        ([*list("abcde" * 2), "a", "b"], 1, True, "wilson"),
        (list("abcdef" * 2), 1, True, "cluster_wilson"),
        (list("abcdef" * 2), 1, False, "cluster_bootstrap"),
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
    assert estimate.method == "bootstrap"


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


@pytest.mark.parametrize("count", [6, 10, 20, 50])
def test_coverage_of_means_in_books(count):
    rng = np.random.default_rng(count)
    covered = 0
    for _ in range(400):
        sizes = np.maximum(1, rng.poisson(12, count))
        books = np.repeat(np.arange(count), sizes).tolist()
        centres = np.repeat(rng.normal(0.5, 0.15, count), sizes)
        values = (centres + rng.normal(0, 0.25, len(books))).tolist()
        low, high = cluster_bootstrap(values, books, resamples=1000)
        covered += low <= 0.5 <= high
    assert covered / 400 > 0.91


@pytest.mark.parametrize("mean", [0.5, 0.9, 0.97])
@pytest.mark.parametrize("correlation", [0.05, 0.2])
@pytest.mark.parametrize("count", [6, 10, 20])
def test_coverage_of_bounded_means_in_books(count, correlation, mean):
    """The evidence for the rule: a share of four places, as accuracy on four panels is."""
    rng = np.random.default_rng(count)
    bounded = resampled = 0
    a, b = (part * (1 - correlation) / correlation for part in (mean, 1 - mean))
    for _ in range(300):
        sizes = np.maximum(1, rng.poisson(12, count))
        books = np.repeat(np.arange(count), sizes).tolist()
        values = (rng.binomial(4, np.repeat(rng.beta(a, b, count), sizes)) / 4).tolist()
        low, high = cluster_bounded(values, books)
        bounded += low <= mean <= high
        low, high = cluster_bootstrap(values, books, resamples=300)
        resampled += low <= mean <= high
    assert bounded / 300 > 0.83
    assert bounded >= resampled - 6


def by_the_book(values, clusters, weights, floor):
    """Wilson's interval with a cluster-robust effective size, in plain sums (Student's quantile).

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
    n = mean * (1 - mean) / variance
    if floor:  # never more than the weighted items themselves are worth
        n = min(n, total**2 / sum(w * w for w in weights))
    t = stats.t.ppf(0.975, len(names) - 1)
    # The two roots of (mean − p)² = t² p (1 − p) / n.
    roots = np.roots([1 + t * t / n, -(2 * mean + t * t / n), mean * mean])
    return sorted(float(root) for root in roots)


UNEVEN = list("aaabbcccc")
UNEVEN_WEIGHTS = [1.0, 2.0, 0.5, 3.0, 1.0, 1.0, 1.0, 2.0, 0.25]


@pytest.mark.parametrize("weights", [[1.0] * 9, UNEVEN_WEIGHTS], ids=["alike", "weighted"])
def test_few_clusters_and_weights_count_as_the_sums_say(weights):
    binary = [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0]
    expected = by_the_book(binary, UNEVEN, weights, floor=True)
    assert cluster_wilson(binary, UNEVEN, weights) == pytest.approx(expected)
    marks = [0.9, 0.5, 0.7, 0.2, 0.25, 1.0, 0.0, 0.6, 0.5]
    expected = by_the_book(marks, UNEVEN, weights, floor=False)
    assert cluster_bounded(marks, UNEVEN, weights) == pytest.approx(expected)


def test_books_that_resemble_each_other_more_than_their_items_are_worth_no_more_than_these():
    weights = [1.0, 2.0, 3.0, 4.0, 2.0, 2.0]
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]
    expected = by_the_book(values, list("aabbcc"), weights, floor=True)
    assert cluster_wilson(values, list("aabbcc"), weights) == pytest.approx(expected)


def test_with_three_clusters_the_bootstrap_reaches_from_the_least_to_the_largest_mean():
    # Student's 4.303 times √(3/2) is a normal quantile of 5.27: all 27 resamples are inside.
    assert cluster_bootstrap([0.0, 4.0, 1.0], "abc") == pytest.approx((0.0, 4.0))
    weighted = cluster_bootstrap([0.0, 4.0, 1.0, 1.0], "aabc", [3.0, 1.0, 1.0, 1.0])
    assert weighted == pytest.approx((1.0, 1.0))


@pytest.mark.parametrize(
    ("count", "tail"), [(3, 6.8e-8), (5, 0.000954), (10, 0.00855), (30, 0.018754)]
)
def test_percentiles_are_student_s_widened_for_few_clusters(count, tail):
    """t₀.₉₇₅ with G − 1 degrees of freedom times √(G / (G − 1)), as a normal quantile."""
    drawn = np.linspace(0, 1, 20_001)
    estimate = estimate_drawn(0.5, drawn, books=["b"] * count, items=list(range(count)))
    assert (estimate.low, estimate.high) == pytest.approx((tail, 1 - tail), abs=5e-6)
    assert (estimate.value, estimate.n, estimate.method) == (0.5, count, "bootstrap")
    nothing = estimate_drawn(0.5, drawn, books=["b"], items=[1])
    assert (nothing.low, nothing.method) == (None, "none")


def test_one_cluster_says_nothing_of_a_spread():
    for interval in (cluster_wilson, cluster_bounded, cluster_bootstrap):
        with pytest.raises(ValueError, match="1 cluster; "):
            interval([1.0, 0.0], "aa")
        assert interval([1.0, 0.0], "ab")
    with pytest.raises(ValueError, match="2 values, 1 clusters, 2 weights"):
        cluster_wilson([1.0, 0.0], "a", [1.0, 1.0])


@pytest.mark.parametrize(("bounds", "middle"), [((0.0, 1.0), 0.5), ((-1.0, 1.0), 0.0)])
def test_a_ratio_that_no_resample_moves_keeps_wilsons_doubt(bounds, middle):
    parts = [[1.0, 2.0]] * 8
    given = {"books": ["b"] * 8, "items": list(range(8)), "bounds": bounds}

    def ratio(sums):
        return bounds[0] + (bounds[1] - bounds[0]) * sums[..., 0] / sums[..., 1]

    estimate = estimate_ratio(parts, ratio, **given)
    low, high = (bounds[0] + (bounds[1] - bounds[0]) * end for end in wilson(4, 8))
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((middle, low, high))
    assert estimate.method == "bootstrap"


def test_the_bootstrap_draws_two_thousand_times_from_seed_0():
    """The draws written out, and t₀.₉₇₅ with six clusters times √(6/5) as a normal quantile."""
    values, weights = [0.2, 0.9, 0.4, 0.4, 0.7, 0.1, 1.5], [1.0, 2.0, 1.0, 0.5, 1.0, 3.0, 1.0]
    books = list("abcddef")
    sums, sizes = np.array([0.2, 1.8, 0.4, 0.9, 0.3, 1.5]), np.array([1, 2, 1, 1.5, 3, 1])
    drawn = np.random.default_rng(0).integers(0, 6, (2000, 6))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    tail = stats.norm.cdf(-stats.t.ppf(0.975, 5) * (6 / 5) ** 0.5)
    expected = tuple(np.quantile(means, [tail, 1 - tail]))
    assert cluster_bootstrap(values, books, weights) == pytest.approx(expected, abs=1e-12)
    estimate = estimate_mean(values, books=books, items=range(7), weights=weights)
    assert (estimate.low, estimate.high) == pytest.approx(expected, abs=1e-12)
    assert (estimate.value, estimate.n) == (pytest.approx(5.1 / 9.5), 7)
    assert estimate.method == "cluster_bootstrap"
    parts = [[w * v, w] for v, w in zip(values, weights, strict=True)]
    ratio = estimate_ratio(
        parts, lambda sums: sums[..., 0] / sums[..., 1], books=books, items=range(7)
    )
    assert (ratio.low, ratio.high) == pytest.approx(expected, abs=1e-12)
    assert dataclasses.replace(ratio, low=0, high=1) == dataclasses.replace(
        estimate, low=0, high=1, value=ratio.value
    )


def test_a_difference_of_ratios_draws_both_runs_together():
    first = [[1.0, 2.0], [2.0, 2.0], [1.0, 1.0], [0.0, 3.0], [2.0, 4.0], [3.0, 3.0]]
    second = [[1.0, 1.0], [0.0, 2.0], [1.0, 3.0], [2.0, 2.0], [1.0, 2.0], [1.0, 5.0]]
    given = {"books": list("abcdef"), "items": range(6)}

    def ratio(sums):
        return sums[..., 0] / sums[..., 1]

    found = estimate_ratio_difference(first, second, ratio, **given)
    drawn = np.random.default_rng(0).integers(0, 6, (2000, 6))
    one, two = (ratio(np.array(rows)[drawn].sum(axis=1)) for rows in (first, second))
    tail = stats.norm.cdf(-stats.t.ppf(0.975, 5) * (6 / 5) ** 0.5)
    expected = np.quantile(one - two, [tail, 1 - tail])
    assert found.value == pytest.approx(9 / 15 - 6 / 15)
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-12)
    assert (found.n, found.method) == (6, "cluster_bootstrap")
    assert estimate_ratio_difference([], [], ratio, books=[], items=[]).method == "none"
    alike = estimate_ratio_difference(first, first, ratio, **given, bounds=(-1, 1))
    assert (alike.value, alike.low, alike.high) == pytest.approx(
        (0, *(2 * end - 1 for end in wilson(3, 6)))
    )


def test_undefined_ratios_have_no_interval_and_undefined_resamples_are_left_out():
    def ratio(sums):
        with np.errstate(invalid="ignore"):
            return np.divide(sums[..., 0], sums[..., 1])

    nothing = estimate_ratio([[0.0, 0.0]] * 3, ratio, books=["b"] * 3, items=range(3))
    assert dataclasses.astuple(nothing) == (None, None, None, 3, "none")
    single = estimate_ratio([[1.0, 2.0]] * 3, ratio, books=["b"] * 3, items=[1, 1, 1])
    assert dataclasses.astuple(single) == (0.5, None, None, 3, "none")
    assert dataclasses.astuple(estimate_ratio([], ratio, books=[], items=[])) == (
        None, None, None, 0, "none",
    )  # fmt: skip
    some = estimate_ratio([[1.0, 2.0], [0.0, 0.0], [0.0, 1.0]], ratio, books="aaa", items=range(3))
    assert (some.low, some.high) == pytest.approx((0, 0.5))


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
