"""Reading order of texts and panels, complete or not."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise import metrics
from panelwise.geometry import Box
from panelwise.metrics import mean_over_pages, reading_order, reading_order_of_boxes

sequences = st.integers(2, 8).flatmap(
    lambda n: st.tuples(st.permutations(range(n)), st.permutations(range(n)))
)
answers = st.lists(st.integers(-3, 8), max_size=10)


def row(*places: int) -> list[Box]:
    return [Box(20 * place, 0, 20 * place + 10, 10) for place in places]


@given(sequences)
def test_a_complete_answer_is_scored_as_an_ordering(pair):
    answer, gold = pair
    order = reading_order(answer, gold)
    assert order.exact_match == order.whole_page == metrics.exact_match(answer, gold)
    assert order.kendall_tau == pytest.approx(metrics.kendall_tau(answer, gold))
    assert order.pairwise_accuracy == pytest.approx(metrics.pairwise_accuracy(answer, gold))
    assert order.edit_distance == order.whole_edit_distance
    assert (order.coverage, order.matched, order.answered) == (1, len(gold), len(gold))


@given(st.lists(st.text(max_size=3), min_size=2, unique=True))
def test_the_right_order_is_perfect(gold):
    scores = reading_order(gold, gold).as_scores()
    distances = {"edit_distance", "whole_edit_distance"}
    assert scores == {name: float(name not in distances) for name in scores}


def test_what_is_missing_or_invented_costs_beside_the_order_of_what_is_there():
    order = reading_order(["a", "x", "c", "a"], ["a", "b", "c", "d"])
    assert (order.exact_match, order.kendall_tau, order.edit_distance) == (1, 1, 0)
    assert (order.coverage, order.whole_page, order.whole_edit_distance) == (0.5, 0, 0.5)
    assert (order.matched, order.answered, order.true) == (2, 4, 4)
    assert reading_order("ab", "abcd").coverage == 0.5


def test_edit_distance_of_one_item_out_of_place():
    # Moving one thing is a deletion and an insertion, wherever it goes.
    assert reading_order([3, 0, 1, 2], [0, 1, 2, 3]).edit_distance == 0.5


def test_no_common_pair_leaves_the_order_undefined_and_the_page_in():
    order = reading_order([], ["a", "b"])
    assert (order.kendall_tau, order.exact_match, order.edit_distance) == (None, None, None)
    assert (order.coverage, order.whole_page, order.whole_edit_distance) == (0, 0, 1)
    means = mean_over_pages([order.as_scores(), reading_order("ab", "ab").as_scores()])
    assert means.means["kendall_tau"] == 1
    assert means.counts["kendall_tau"] == 1
    assert means.means["coverage"] == 0.5


def test_a_page_with_one_text_has_no_order():
    assert reading_order(["a"], ["a"]) is None
    assert reading_order([], []) is None
    with pytest.raises(ValueError, match="holds 3 names, of which only 2 differ"):
        reading_order(["a"], ["a", "b", "a"])


@given(answers, st.permutations(range(6)))
def test_values_are_in_range_and_names_are_only_names(answer, gold):
    order = reading_order(answer, gold)
    renamed = reading_order([f"text {k}" for k in answer], [f"text {k}" for k in gold])
    assert order == renamed
    assert 0 <= order.whole_edit_distance <= 1
    assert order.matched == len(set(answer) & set(gold))
    assert order.kendall_tau is None or -1 <= order.kendall_tau <= 1


def test_boxes_are_matched_before_their_order_is_looked_at():
    gold = row(0, 1, 2)
    found = [box._replace(y1=9) for box in (gold[1], gold[0])] + row(7)
    order = reading_order_of_boxes(found, gold)
    assert (order.kendall_tau, order.coverage) == (-1, pytest.approx(2 / 3))
    assert (order.matched, order.answered, order.true) == (2, 3, 3)
    assert reading_order_of_boxes(found, gold, threshold=0.95).matched == 0
    assert reading_order_of_boxes([], gold).coverage == 0


@given(st.permutations(range(5)))
def test_exact_boxes_are_as_good_as_names(answer):
    assert reading_order_of_boxes(row(*answer), row(*range(5))) == reading_order(answer, range(5))


@pytest.mark.parametrize(("height", "matched"), [(20, 2), (20.1, 1)])
def test_boxes_are_the_same_from_an_iou_of_a_half(height, matched):
    gold = row(0, 1)
    found = [gold[0], gold[1]._replace(y1=height)]
    assert reading_order_of_boxes(found, gold).matched == matched
    assert reading_order_of_boxes(found, gold, threshold=0.4).matched == 2


def test_every_field_of_a_faulty_reading():
    order = reading_order("dxbdba", "abcd")  # d, an invention, b, d and b again, a
    assert dataclasses.asdict(order) == pytest.approx(
        {
            "exact_match": 0,
            "kendall_tau": -1,  # d b a: no pair of three is in order
            "pairwise_accuracy": 0,
            "edit_distance": 2 / 3,
            "coverage": 3 / 4,
            "whole_page": 0,
            "whole_edit_distance": 5 / 6,  # only the b keeps a place of its own
            "matched": 3,
            "answered": 6,
            "true": 4,
        }
    )
    assert reading_order("ab", "abc").whole_page == 0
    assert reading_order("abcc", "abc").whole_page == 0
    assert reading_order("b", "ab").kendall_tau is None
    assert reading_order("b", "ab").whole_edit_distance == 0.5
