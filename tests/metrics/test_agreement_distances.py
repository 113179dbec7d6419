"""Distances of annotations, α with any of them, and intervals of agreement."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from panelwise.geometry import Box
from panelwise.metrics import wilson
from panelwise.metrics.agreement import (
    COEFFICIENTS,
    agreement_interval,
    box_distance,
    box_f1_distance,
    cohen_kappa,
    distance_alpha,
    distance_interval,
    fleiss_kappa,
    grouping_distance,
    krippendorff_alpha,
    link_distance,
    order_distance,
    percentage_agreement,
    rating_counts,
    set_distance,
    text_distance,
)

marks = st.integers(1, 5)
tables = st.lists(st.lists(st.none() | marks, min_size=3, max_size=3), min_size=1, max_size=12)
corners = st.integers(0, 20)
boxes = st.builds(Box.from_xywh, corners, corners, st.integers(1, 9), st.integers(1, 9))
links = st.sets(st.tuples(st.sampled_from("abc"), st.sampled_from("XY")))
ANNOTATIONS = {
    order_distance: st.permutations("abcde"),
    text_distance: st.text("abc", max_size=6),
    box_distance: st.lists(boxes, max_size=4),
    box_f1_distance: st.lists(boxes, max_size=4),
    set_distance: st.sets(st.sampled_from("abcd")),
    link_distance: links,
    grouping_distance: st.lists(st.integers(0, 3), min_size=5, max_size=5),
}


@pytest.mark.parametrize("distance", ANNOTATIONS, ids=lambda one: one.__name__)
@given(data=st.data())
def test_distances_are_symmetric_and_between_0_and_1(distance, data):
    first, second = data.draw(ANNOTATIONS[distance]), data.draw(ANNOTATIONS[distance])
    assert distance(first, first) == pytest.approx(0)
    assert distance(first, second) == pytest.approx(distance(second, first))
    assert -1e-12 <= distance(first, second) <= 1 + 1e-12


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_order_distance_is_kendalls(first, second):
    places = [second.index(thing) for thing in first]
    tau = stats.kendalltau(places, range(6)).statistic
    assert order_distance(first, second) == pytest.approx((1 - tau) / 2)


def test_orders_of_different_things_cannot_be_compared():
    assert math.isnan(order_distance("abc", "abd"))
    assert order_distance("a", "a") == 0
    with pytest.raises(ValueError, match="must hold each thing once"):
        order_distance("aab", "abb")
    assert math.isnan(grouping_distance([1, 2], [1, 2, 3]))


def test_boxes_without_a_partner_count():
    one, far = Box(0, 0, 10, 10), Box(50, 50, 60, 60)
    assert box_distance([one], [one, far]) == 0.5
    assert box_distance([one], [far]) == box_f1_distance([one], [far]) == 1
    assert box_distance([], []) == box_f1_distance([], []) == 0
    assert box_distance([], [one]) == 1


@given(tables)
def test_alpha_of_nominal_distances_is_nominal_alpha(table):
    assume(any(sum(value is not None for value in row) > 1 for row in table))
    ours = distance_alpha(table, lambda a, b: float(a != b))
    nominal = krippendorff_alpha(table, "nominal")
    assert ours.observed == pytest.approx(nominal.observed)
    assert ours.expected == pytest.approx(nominal.expected)
    squared = distance_alpha(table, lambda a, b: float((a - b) ** 2))
    interval = krippendorff_alpha(table, "interval")
    assert (squared.value is None) == (interval.value is None)
    assert squared.value is None or squared.value == pytest.approx(interval.value)


def test_alpha_of_orders_by_definition():
    random = np.random.default_rng(3)
    orders = list(permutations("abcd"))
    table = [[orders[k] for k in random.integers(0, 6, 3)] for _ in range(20)]
    values = [value for row in table for value in row]
    within = np.mean([order_distance(a, b) for r in table for a in r for b in r]) * 3 / 2
    chance = np.mean([order_distance(a, b) for a in values for b in values]) * 60 / 59
    assert distance_alpha(table, order_distance).value == pytest.approx(1 - within / chance)


def test_alpha_leaves_out_what_cannot_be_compared():
    table = [["abc", "acb"], ["cba", "cba"], ["xy", "yx"], ["yx", "yx"]]
    agreement = distance_alpha(table, order_distance)
    assert agreement.n == 4
    assert agreement.value is not None
    lone = distance_alpha([["ab", "ab"], ["xyz", "xyz"]], order_distance)
    assert lone.value is None
    with pytest.raises(ValueError, match="item 0: two of its annotations cannot be compared"):
        distance_alpha([["ab", "xy"]], order_distance)


def test_chance_of_many_items_is_estimated_from_some():
    random = np.random.default_rng(0)
    table = [[int(t), int(t if random.random() < 0.8 else 9)] for t in random.integers(0, 9, 600)]

    def apart(a, b):
        return float(a != b)

    whole = distance_alpha(table, apart, chance_items=600)
    some = distance_alpha(table, apart, chance_items=150)
    assert some.observed == whole.observed
    assert some.value == pytest.approx(whole.value, abs=0.01)
    assert distance_alpha(table, apart, chance_items=150) == some


def ratings(seed, *, items=60, books=12, right=0.8, raters=4, missing=0.2):
    """Ratings of items in books that differ in difficulty; some are missing."""
    random = np.random.default_rng(seed)
    book = random.permutation(np.arange(items) % books)
    ease = np.clip(right + 0.15 * random.normal(size=books)[book], 0.05, 0.98)
    truth = random.integers(1, 5, items)
    given = np.where(
        random.random((items, raters)) < ease[:, None],
        truth[:, None],
        random.integers(1, 5, (items, raters)),
    )
    absent = random.random((items, raters)) < missing
    table = [
        [None if gone else int(value) for value, gone in zip(row, gaps, strict=True)]
        for row, gaps in zip(given, absent, strict=True)
    ]
    return table, [f"book {one}" for one in book]


def points(table):
    """Every coefficient by its own function."""
    first, second = [row[0] for row in table], [row[1] for row in table]
    scale = range(1, 6)
    return {
        "percentage": percentage_agreement(table),
        "fleiss": fleiss_kappa(rating_counts(table)),
        "cohen": cohen_kappa(first, second),
        "cohen_linear": cohen_kappa(first, second, weights="linear", categories=scale),
        "cohen_quadratic": cohen_kappa(first, second, weights="quadratic", categories=scale),
        **{
            f"alpha_{level}": krippendorff_alpha(table, level)
            for level in ("nominal", "ordinal", "interval", "ratio")
        },
    }


def test_intervals_are_about_the_coefficients():
    table, books = ratings(1)
    singles = points(table)
    assert tuple(sorted(singles)) == tuple(sorted(COEFFICIENTS))
    for name, point in singles.items():
        estimate = agreement_interval(table, name, books=books, categories=range(1, 6))
        assert (estimate.value, estimate.n) == (pytest.approx(point.value), point.n)
        assert estimate.low < estimate.value < estimate.high
        assert (estimate.clusters, estimate.by_book) == (12, True)


@pytest.mark.parametrize("name", ["cohen", "fleiss", "alpha_ordinal"])
def test_resampling_by_weights_is_resampling_of_rows(name):
    """The interval from a plain bootstrap that draws rows and calls the coefficient each time."""
    table, _ = ratings(2, items=40)
    random = np.random.default_rng(9)
    drawn = [points([table[i] for i in random.integers(0, 40, 40)])[name].value for _ in range(300)]
    estimate = agreement_interval(table, name)
    assert np.quantile(drawn, [0.025, 0.975]) == pytest.approx(
        [estimate.low, estimate.high], abs=0.06
    )


def test_the_interval_of_a_distance_is_that_of_its_coefficient():
    table, books = ratings(3)
    nominal = agreement_interval(table, "alpha_nominal", books=books, seed=5)
    distance = distance_interval(table, lambda a, b: float(a != b), books=books, seed=5)
    for ours, theirs in zip(
        (distance.value, distance.low, distance.high),
        (nominal.value, nominal.low, nominal.high),
        strict=True,
    ):
        assert ours == pytest.approx(theirs, abs=0.02)


def test_intervals_where_nothing_varies():
    perfect = agreement_interval([[1, 1], [2, 2]] * 10, "alpha_nominal")
    assert perfect.value == perfect.high == 1
    assert perfect.low < 0.8  # twenty items that agree do not exclude some that do not
    for row, right in (([1, 1], 9), ([1, 2], 0)):  # a share is never below 0
        share = agreement_interval([row] * 9, "percentage")
        assert (share.low, share.high) == pytest.approx(wilson(right, 9))
    alike = agreement_interval([[1, 1]] * 9, "fleiss")
    assert (alike.value, alike.low, alike.observed) == (None, None, 1)
    single = agreement_interval([[1, 2]], "alpha_nominal")
    assert single.low is None
    few = agreement_interval([[1, 1], [2, 2], [1, 2]], "cohen", books=["a", "a", "b"])
    assert (few.by_book, few.clusters) == (False, 3)
    with pytest.raises(ValueError, match="unknown coefficient 'pi'; one of percentage"):
        agreement_interval([[1, 1]], "pi")


@pytest.mark.slow
@pytest.mark.parametrize(("items", "books"), [(60, 6), (100, 10), (200, 20)])
@pytest.mark.parametrize("right", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("name", ["cohen", "fleiss", "alpha_nominal", "alpha_ordinal"])
def test_coverage(name, right, items, books):
    """95 % intervals hold the true value about 95 % of the time, also with six books."""
    true = agreement_interval(ratings(0, items=20000, books=5000, right=right)[0], name).value
    held = 0
    for seed in range(1, 301):
        table, of = ratings(seed, items=items, books=books, right=right)
        estimate = agreement_interval(table, name, books=of, seed=seed)
        held += estimate.low <= true <= estimate.high
    print(f"{name} {right} {books} books: {held / 300:.3f}")
    assert held / 300 >= 0.88
