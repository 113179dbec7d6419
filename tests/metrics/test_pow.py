"""Which books to annotate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.metrics import pow_scores, select_books

BOOKS = {"b1": ["A", "B"], "b2": ["A", "C"], "b3": ["A", "B"], "b4": ["D"]}
libraries = st.dictionaries(st.text(max_size=3), st.lists(st.sampled_from("ABCD")), max_size=8)


def test_golden_values():
    assert pow_scores(BOOKS) == {"b1": 2.25, "b2": 1.0, "b3": 2.25, "b4": 0.0}
    assert pow_scores(BOOKS, compare="set") == {"b1": 0.25, "b2": 1.0, "b3": 0.25, "b4": 0.0}


@pytest.mark.shared
def test_golden_file(shared: Path):
    case = json.loads((shared / "protocol/derived/golden_values.json").read_text())["pow"]
    assert pow_scores(case["books"]) == case["corrected_compare_ids"]
    assert pow_scores(case["books"], compare="set") == case["printed_compare_sets"]


def test_an_empty_book_scores_0_and_a_name_twice_is_one_character():
    assert pow_scores({"a": [], "b": ["A", "A"], "c": ["A"]}) == {"a": 0, "b": 1, "c": 1}
    assert pow_scores({"a": [], "b": []}, compare="set") == {"a": 0, "b": 0}
    assert pow_scores({}) == {}
    with pytest.raises(ValueError, match="the power is 0; it must be above 0"):
        pow_scores(BOOKS, power=0)


@given(libraries, st.sampled_from(["id", "set"]))
def test_scores_equal_the_printed_algorithm(books, compare):
    for book, score in pow_scores(books, compare=compare).items():
        cast = set(books[book])
        others = [
            set(theirs)
            for other, theirs in books.items()
            if (other != book if compare == "id" else set(theirs) != cast)
        ]
        shared = sum(character in other for character in cast for other in others)
        assert score == pytest.approx((shared / len(cast)) ** 2 if cast else 0)


@given(libraries, st.floats(0.5, 4))
def test_the_power_is_cosmetic(books, power):
    scores = pow_scores(books, power)
    assert select_books(scores, {}, 5) == select_books(pow_scores(books), {}, 5)


@given(libraries, st.randoms(use_true_random=False), st.integers(1, 9))
def test_the_order_of_books_is_irrelevant(books, shuffler, top):
    shuffled = dict(shuffler.sample(sorted(books.items()), len(books)))
    chosen = select_books(pow_scores(books), {}, top)
    assert chosen == select_books(pow_scores(shuffled), {}, top)
    assert len(chosen) == min(top, len(books))


def test_a_long_series_does_not_fill_the_list():
    scores = {"x1": 9, "x2": 8, "x3": 7, "y1": 2, "z1": 1}
    series = {"x1": "x", "x2": "x", "x3": "x", "y1": "y"}
    assert select_books(scores, series, top=3) == ["x1", "x2", "x3"]
    assert select_books(scores, series, top=4, max_per_series=1) == ["x1", "y1", "z1"]
    for wrong in ({"top": 0}, {"top": 1, "max_per_series": 0}):
        with pytest.raises(ValueError, match="is 0; it must be at least 1"):
            select_books(scores, series, **wrong)
