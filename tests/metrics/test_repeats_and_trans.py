"""The filter for repeated texts, and reading without regard to positions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.geometry import Box
from panelwise.metrics import (
    TRANS_METRICS,
    TextRegion,
    TransCounts,
    filter_repeats,
    overlap_area,
    trans_counts,
    trans_scores,
)

WIDTH, HEIGHT = 300, 200


def row(text: str, copies: int, top: int = 0) -> list[TextRegion]:
    """Copies side by side, the last of thirty still inside the page."""
    return [TextRegion(Box(10 * k, top, 10 * k + 10, top + 9), text) for k in range(copies)]


def kept(predicted, **options):
    return filter_repeats(predicted, WIDTH, HEIGHT, **options)


@pytest.mark.parametrize(("copies", "left"), [(9, 9), (10, 0), (11, 0)])
def test_the_released_filter_drops_every_copy_from_the_tenth_on(copies, left):
    predicted = [*row("ド", copies), *row("え", 2, top=50)]
    result = kept(predicted, mode="drop_all")
    assert len(result.kept) == left + 2
    assert result.filtered == copies - left


def test_the_printed_filter_allows_ten():
    assert len(kept(row("ド", 10), mode="drop_all", most=10).kept) == 10
    assert not kept(row("ド", 11), mode="drop_all", most=10).kept


def test_keeping_the_first_ten_copies():
    assert kept(row("ド", 10)).filtered == 0
    result = kept([*row("え", 1, top=50), *row("ド", 25)])
    assert result.kept == (0, *range(1, 11))
    assert result.filtered == 15


def test_copies_outside_the_page_or_over_each_other_are_not_among_the_ten():
    """A model in a loop repeats one box, or walks off the page."""
    assert kept([TextRegion(Box(0, 0, 9, 9), "ド")] * 40).kept == (0,)
    walking = [TextRegion(Box(40 * k, 0, 40 * k + 30, 9), "ド") for k in range(20)]
    assert kept(walking).kept == tuple(range(7))
    slanted = [
        TextRegion(((0, 0), (9, 0), (9, 9)), "ド"),
        TextRegion(((0, 0), (9, 9), (0, 9)), "ド"),
    ]
    assert kept(slanted * 6).kept == (0, 1)


def test_up_to_ten_copies_are_left_alone_wherever_they_are():
    assert kept([TextRegion(Box(0, 0, 9, 9), "ド")] * 10).filtered == 0


def test_switched_off():
    assert kept(row("ド", 30), mode="off").kept == tuple(range(30))


@given(
    st.lists(
        st.builds(
            lambda x, y, text: TextRegion(Box(x, y, x + 9, y + 9), text),
            st.integers(-5, 300),
            st.integers(-5, 200),
            st.sampled_from("あいう"),
        ),
        max_size=40,
    ),
    st.integers(1, 12),
)
def test_what_is_kept_obeys_the_rule(predicted, most):
    before = Counter(region.text for region in predicted)
    for mode in ("drop_all", "keep_first"):
        result = kept(predicted, mode=mode, most=most)
        assert len(result.kept) + result.filtered == len(predicted)
        assert list(result.kept) == sorted(result.kept)
        after = Counter(predicted[at].text for at in result.kept)
        for text, count in before.items():
            if count <= most:
                assert after[text] == count
            elif mode == "drop_all":
                assert after[text] == 0
            else:
                boxes = [predicted[at].shape for at in result.kept if predicted[at].text == text]
                assert len(boxes) <= most
                assert all(overlap_area(a, b) == 0 for a in boxes for b in boxes if a != b)
                assert len(set(boxes)) == len(boxes)


letters = st.text("アドえ", max_size=4)
pages = st.lists(letters, max_size=6)


@pytest.mark.shared
def test_golden_file(shared: Path):
    golden = json.loads((shared / "protocol/derived/golden_values.json").read_text())
    for text, read, found in golden["trans"]:
        assert trans_counts([text], [read]).found == found


def test_golden_values():
    assert trans_counts(["apple"], ["banana apple orange"]).found == 1
    assert trans_counts(["apple"], ["banana aple orange"]).found == 0


@given(pages, pages)
def test_trans_is_the_share_of_substrings(gold, predicted):
    counts = trans_counts(gold, predicted)
    texts = [text for text in gold if text]
    found = [text for text in texts if text in "\n".join(predicted)]
    assert (counts.gold, counts.found) == (len(texts), len(found))
    assert counts.long_gold == sum(len(text) >= 3 for text in texts)
    assert counts.long_found == sum(len(text) >= 3 for text in found)
    assert counts.read == len("".join(predicted))


@given(pages, pages)
def test_letters_that_are_used_up_find_no_more_than_letters_that_are_not(gold, predicted):
    counts = trans_counts(gold, predicted)
    assert counts.found_once <= counts.found
    assert counts.accounted <= counts.read
    assert (counts.found_once > 0) == (counts.found > 0)


@given(pages, pages, st.randoms(use_true_random=False))
def test_order_does_not_matter(gold, predicted, random):
    before = trans_counts(gold, predicted)
    random.shuffle(gold)
    random.shuffle(predicted)
    assert trans_counts(gold, predicted) == before


@given(pages)
def test_reading_everything_scores_one(page):
    counts = trans_counts(page, page)
    assert set(trans_scores(counts).values()) <= {1}
    assert counts.found_once == counts.gold


def test_one_reading_serves_one_text_when_letters_are_used_up():
    counts = trans_counts(["ア", "ア", "ア"], ["ア", "アド"])
    assert (counts.found, counts.found_once, counts.accounted, counts.read) == (3, 2, 2, 3)


def test_the_longer_text_chooses_first_and_from_the_tightest_line():
    assert trans_counts(["アド", "ア"], ["アド", "ア"]).found_once == 2
    assert trans_counts(["ア", "アド"], ["アドア"]).found_once == 2
    assert trans_counts(["アド", "ドア"], ["アドア", "アド"]).found_once == 2


def test_texts_do_not_run_from_one_line_into_the_next():
    assert trans_counts(["apple"], ["app", "le"]).found == 0


def test_inventing_text_costs_precision_only():
    short, long = trans_counts(["pear"], ["pear"]), trans_counts(["pear"], ["pear", "apple melon!"])
    assert trans_scores(short)["trans"] == trans_scores(long)["trans"] == 1
    assert trans_scores(long)["trans_precision"] == 0.25


def test_a_whole_page_in_one_line_is_as_precise_as_its_lines():
    lines = ["えーっ", "そんな", "ばかな"]
    assert trans_counts(lines, ["".join(lines)]) == trans_counts(lines, lines)


def test_counts_of_pages_add_up_and_undefined_shares_are_absent():
    pages = [(["apple"], ["apple"]), (["no"], []), ([], ["noise"]), ([""], [""])]
    total = sum((trans_counts(*page) for page in pages), TransCounts())
    assert total == TransCounts(2, 1, 1, 1, 1, 10, 5)
    assert trans_scores(total) == {
        "trans": 0.5,
        "trans_once": 0.5,
        "trans_long": 1.0,
        "trans_precision": 0.5,
    }
    assert set(trans_scores(total)) == set(TRANS_METRICS)
    assert trans_scores(TransCounts()) == {}


def test_composed_and_decomposed_letters_are_one():
    assert trans_counts(["がっこう"], ["か\u3099っこう"]).found == 1
