"""Means over pages and collections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.metrics import mean_over_collections, mean_over_pages

# Audited from the printed averages: pages of the four collections, as shares.
SHARES = {"dcm": 13, "ebd": 4, "comics": 51, "pop": 32}


def test_pages_left_out_and_values_left_out_are_counted():
    means = mean_over_pages([{"tau": None, "ami": 1.0}, None, {"tau": 0.5, "ami": 0.0}, None])
    assert means.means == {"tau": 0.5, "ami": 0.5}
    assert means.counts == {"tau": 1, "ami": 2}
    assert (means.pages, means.skipped) == (2, 2)
    assert mean_over_pages([{"tau": None}]).means == {"tau": None}
    assert mean_over_pages([None]).means == {}


def test_a_bad_page_is_named_and_never_averaged():
    with pytest.raises(ValueError, match="page 1 has ami = nan"):
        mean_over_pages([{"ami": 1.0}, {"ami": float("nan")}])
    with pytest.raises(ValueError, match=r"page 2 has the metrics \['nmi'\], others \['ami'\]"):
        mean_over_pages([{"ami": 1.0}, None, {"nmi": 1.0}])


@given(st.lists(st.none() | st.floats(0, 1), max_size=20), st.randoms(use_true_random=False))
def test_the_order_of_pages_is_irrelevant(values, shuffler):
    pages = [None if value is None else {"x": value} for value in values]
    means = mean_over_pages(pages)
    again = mean_over_pages(shuffler.sample(pages, len(pages)))
    assert means.means == pytest.approx(again.means)
    assert means.pages + means.skipped == len(values)


def test_collections_weigh_by_pages_or_equally():
    scores = {"dcm": 0.8, "ebd": 0.6, "comics": 0.9, "pop": 0.7}
    means = mean_over_collections(scores, SHARES)
    assert means.page_weighted == pytest.approx(0.13 * 0.8 + 0.04 * 0.6 + 0.51 * 0.9 + 0.32 * 0.7)
    assert means.plain == pytest.approx(0.75)
    assert means.missing == ()


def test_a_collection_without_a_score_is_named():
    means = mean_over_collections({"dcm": 0.5, "ebd": None}, SHARES)
    assert (means.page_weighted, means.plain, means.missing) == (0.5, 0.5, ("ebd",))
    assert mean_over_collections({}, {}).plain is None
    with pytest.raises(ValueError, match="collection 'x' needs a positive number of pages"):
        mean_over_collections({"x": 1.0}, {})
