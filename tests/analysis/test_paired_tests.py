"""Paired tests: references, exact enumeration, and the correction for many pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from panelwise.analysis import mcnemar, minimal_detectable_difference, sign_flip
from panelwise.analysis._paired_tests import exchange
from panelwise.metrics import holm


@given(st.integers(0, 80), st.integers(0, 80))
def test_mcnemar_is_the_binomial_test_of_the_discordant_items(first, second):
    theirs = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert mcnemar(first, second) == pytest.approx(theirs)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 5))
def test_mcnemar_is_the_sign_flip_test_of_independent_items(first, second, ties):
    differences = [1.0] * first + [-1.0] * second + [0.0] * ties
    items = list(range(len(differences)))
    assert sign_flip(differences, items) == pytest.approx(mcnemar(first, second))


@given(st.lists(st.integers(-4, 4).map(lambda k: k / 4), min_size=2, max_size=9))
def test_sign_flip_equals_scipy_where_all_patterns_can_be_tried(differences):
    theirs = stats.permutation_test(
        (np.array(differences),), np.sum, permutation_type="samples", n_resamples=np.inf
    )
    assert sign_flip(differences, range(len(differences))) == pytest.approx(theirs.pvalue)


def test_items_of_one_book_change_sides_together():
    differences = [1.0] * 30
    assert sign_flip(differences, list(range(30))) < 0.001
    books = [k % 3 for k in range(30)]
    assert sign_flip(differences, books) == pytest.approx(2 / 8)


def test_random_patterns_come_near_the_exact_value_are_repeatable_and_never_zero():
    differences = [1.0] * 15 + [-1.0] * 6
    sampled = sign_flip(differences, range(21))
    assert sampled == pytest.approx(mcnemar(15, 6), abs=0.01)
    assert sampled == sign_flip(differences, range(21))
    assert sign_flip([1.0] * 400, range(400)) == pytest.approx(1 / 10_001)


def test_weights_count():
    assert sign_flip([1.0, -1.0], ["a", "b"], weights=[1, 3]) == 1.0
    assert sign_flip([0.0, 0.0], ["a", "b"]) == 1.0


def test_under_no_difference_p_is_below_5_percent_at_most_5_percent_of_the_time():
    rng = np.random.default_rng(0)
    books = np.repeat(np.arange(12), 10)
    by_book = by_item = 0
    for _ in range(500):
        shift = np.repeat(rng.normal(0, 0.3, 12), 10)
        differences = (shift + rng.normal(0, 0.5, 120)).tolist()
        by_book += sign_flip(differences, books.tolist()) < 0.05
        by_item += stats.ttest_1samp(differences, 0).pvalue < 0.05
    assert by_book / 500 < 0.075
    assert by_item / 500 > 0.15  # what ignoring the books would have claimed


def test_holm_by_hand():
    # Sorted .005 ×4 = .02, .01 ×3 = .03, .03 ×2 = .06, .04 ×1 → not below .06.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_minimal_detectable_difference_has_the_power_it_promises():
    n, p = 400, 0.5
    least = minimal_detectable_difference(n, p)
    assert least == pytest.approx(0.099, abs=0.001)
    rng = np.random.default_rng(0)
    first = rng.binomial(n, p + least / 2, 4000) / n
    second = rng.binomial(n, p - least / 2, 4000) / n
    z = (first - second) / np.sqrt(first * (1 - first) / n + second * (1 - second) / n)
    assert (z > 1.96).mean() == pytest.approx(0.8, abs=0.03)
    with pytest.raises(ValueError, match="n = 0 must be at least 1"):
        minimal_detectable_difference(0)


@pytest.mark.parametrize(
    ("differences", "clusters", "weights", "p"),
    [
        ([1, 1, 1], "abc", [1, 2, 4], 2 / 8),  # 7 of 7, 5, 3, 1 and their negatives
        ([-1, 1, 1], "abc", [1, 2, 4], 4 / 8),
        ([1, -1, 1], "abc", [1, 2, 4], 6 / 8),
        ([1, 1, -1], "abc", [1, 2, 4], 1),
        ([1, -1, 1, 1], "aabc", [3, 1, 1, 1], 4 / 8 / 2),  # a book's sum is 2, not 0
        ([1, -1, 1], "aab", [2, 2, 5], 1),  # a book without a difference has no sign
    ],
)
def test_weighted_patterns_by_hand(differences, clusters, weights, p):
    assert sign_flip(differences, clusters, weights) == p


@pytest.mark.parametrize("count", [12, 13])
def test_twelve_clusters_are_tried_in_all_patterns_and_thirteen_at_random(count):
    p = sign_flip([1.0] * count, range(count))
    assert (p == 2 / 2**12) is (count == 12)
    assert p == pytest.approx(2 / 2**count, abs=3e-4)
    many = exchange([[1.0]] * count, [[0.0]] * count, range(count), lambda sums: sums[..., 0])
    assert many == pytest.approx(2 / 2**count, abs=3e-4)
    assert (many == 2 / 2**12) is (count == 12)


@pytest.mark.parametrize("count", [3, 12, 20])
def test_exchange_is_sign_flip_for_a_mean(count):
    rng = np.random.default_rng(count)
    first, second = rng.integers(0, 3, (2, count)).astype(float)
    swapped = exchange(
        first[:, None].tolist(), second[:, None].tolist(), range(count), lambda sums: sums[..., 0]
    )
    flipped = sign_flip((first - second).tolist(), range(count))
    assert swapped == pytest.approx(flipped, abs=0 if count <= 12 else 0.02)


def test_exchange_of_a_ratio_by_hand():
    # 2 of 3 and 1 of 1 against 1 of 1 and 0 of 2; a third cluster is the same for both.
    first, second = [[2, 3], [1, 1], [1, 2]], [[1, 1], [0, 2], [1, 2]]

    def ratio(sums):
        return sums[..., 0] / sums[..., 1]

    # As they are: 4/6 − 2/5 = .267. The first exchanged: 3/4 − 3/7 = .321.
    assert exchange(first, second, "abc", ratio) == 1.0
    first, second = [[3, 3], [1, 1], [1, 2]], [[0, 1], [0, 2], [1, 2]]
    # 5/6 − 1/5 = .633; the first exchanged: 2/4 − 4/7 = −.071.
    assert exchange(first, second, "abc", ratio) == 0.5


@pytest.mark.parametrize("count", [11, 13])
def test_a_pattern_as_far_out_as_the_one_seen_counts(count):
    # Seven against six, or six against five: no pattern of an odd number of signs is nearer to 0.
    differences = [(-1.0) ** k for k in range(count)]
    assert sign_flip(differences, range(count)) == 1
    first = [[1.0 if one > 0 else 0.0] for one in differences]
    second = [[0.0 if one > 0 else 1.0] for one in differences]
    assert exchange(first, second, range(count), lambda sums: sums[..., 0]) == 1


@pytest.mark.parametrize(
    "given", [{"n": 0}, {"p": 0}, {"p": 1}, {"power": 0}, {"power": 1}], ids=str
)
def test_a_detectable_difference_needs_items_and_shares_between_the_ends(given):
    with pytest.raises(ValueError, match="n = "):
        minimal_detectable_difference(**{"n": 100, **given})
    assert minimal_detectable_difference(1) == pytest.approx((1.959964 + 0.841621) * 0.5**0.5)


@pytest.mark.parametrize("count", [13, 400])
def test_ten_thousand_random_patterns_and_the_one_that_was_seen(count):
    rng = np.random.default_rng(0)
    differences = (np.arange(count) % 3 - 0.5) / 4
    signs = rng.integers(0, 2, (10_000, count), dtype=np.int8)
    hits = (np.abs((2 * signs - 1) @ differences) >= abs(differences.sum()) - 1e-9).sum()
    p = (1 + hits) / 10_001
    assert sign_flip(differences.tolist(), range(count)) == pytest.approx(p, rel=1e-9)
    first = [[0.5 + one] for one in differences]
    second = [[0.5]] * count
    kept = np.random.default_rng(0).integers(0, 2, (10_000, count))
    hits = (np.abs((2 * kept - 1) @ differences) >= abs(differences.sum()) - 1e-9).sum()
    found = exchange(first, second, range(count), lambda sums: sums[..., 0])
    assert found == pytest.approx((1 + hits) / 10_001, rel=1e-9)


def test_runs_that_differ_nowhere_are_not_told_apart():
    assert exchange([[1.0]] * 9, [[1.0]] * 9, range(9), lambda sums: sums[..., 0]) == 1
    # Within one book the samples' differences cancel, so there is nothing to exchange.
    first, second = [[1.0], [0.0], [1.0]], [[0.0], [1.0], [1.0]]
    assert exchange(first, second, "aab", lambda sums: sums[..., 0]) == 1
    assert sign_flip([1.0, -1.0, 0.0], "aab") == 1


@pytest.mark.parametrize(
    ("counts", "p"),
    [((0, 1), 1), ((0, 5), 2 / 32), ((1, 5), 14 / 64), ((2, 2), 1), ((6, 0), 2 / 64)],
)
def test_mcnemar_by_hand(counts, p):
    assert mcnemar(*counts) == pytest.approx(p)
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)
    with pytest.raises(ValueError, match="negative"):
        mcnemar(3, -1)


def test_detectable_differences_by_hand():
    # (1.959964 + 1.281552) √(2 × .2 × .8 / 50), and with a power of .8 √(2 × .25 / 100).
    assert minimal_detectable_difference(50, 0.2, power=0.9) == pytest.approx(0.2593, abs=1e-4)
    assert minimal_detectable_difference(100) == pytest.approx(0.1981, abs=1e-4)
