"""Texts: which panel they belong to, and their order within it."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.geometry import Box
from panelwise.reading import assign_texts, order_panels, order_texts

LEFT, RIGHT = Box(0, 0, 100, 100), Box(110, 0, 210, 100)


def test_a_text_belongs_to_the_panel_it_overlaps_most_else_to_the_nearest():
    texts = [Box(80, 10, 120, 20), Box(95, 10, 140, 20), Box(102, 10, 104, 20), Box(300, 0, 310, 9)]
    assert assign_texts(texts, [LEFT, RIGHT]) == (0, 1, 0, 1)


def test_ties_go_to_the_earlier_panel():
    assert assign_texts([Box(104, 0, 106, 10), Box(90, 0, 120, 10)], [RIGHT, LEFT]) == (0, 0)


def test_without_panels_no_text_has_one():
    assert assign_texts([LEFT, RIGHT], []) == (None, None)
    assert assign_texts([], [LEFT]) == ()


def test_texts_follow_their_panels():
    texts = [Box(150, 10, 160, 20), Box(10, 70, 20, 80), Box(60, 10, 70, 20)]
    assert order_texts(texts, [LEFT, RIGHT], "ltr").indices == (2, 1, 0)
    assert order_texts(texts, [RIGHT, LEFT], "rtl").indices == (0, 2, 1)


def test_within_a_panel_the_corner_of_the_texts_counts_not_that_of_the_panel():
    panel = Box(0, 40, 200, 140)
    high_left, low_right = Box(10, 50, 30, 60), Box(50, 85, 60, 95)
    corner = Box(panel.x1, panel.y0, panel.x1, panel.y0)
    assert corner.distance(low_right) < corner.distance(high_left)
    assert order_texts([low_right, high_left], [panel], "rtl").indices == (1, 0)


def test_reasons_and_confidence():
    texts = [Box(0, 0, 10, 10), Box(60, 0, 70, 10), Box(120, 0, 130, 10)]
    order = order_texts(texts, [LEFT, RIGHT], "ltr")
    assert order.reasons == (
        "text 0 before text 1: nearer to the panel's starting corner",
        "text 1 before text 2: in an earlier panel",
    )
    assert order.confidence == 1
    equally_far = [Box(0, 20, 10, 30), Box(20, 0, 30, 10)]
    assert order_texts(equally_far, [LEFT], "ltr").confidence == 0.5


def test_without_panels_texts_are_read_like_panels():
    texts = [Box(0, 0, 10, 10), Box(20, 0, 30, 10)]
    assert order_texts(texts, [], "rtl").indices == (1, 0)
    assert order_texts([], [], "rtl").indices == ()


box = st.builds(Box.from_xywh, *[st.integers(0, 50)] * 4)


@given(texts=st.lists(box, max_size=20), panels=st.lists(box, max_size=6))
@settings(max_examples=60, deadline=None)
def test_every_page_gets_a_permutation(texts, panels):
    for direction in ("ltr", "rtl", "ttb"):
        order = order_texts(texts, panels, direction)
        assert sorted(order.indices) == list(range(len(texts)))
        assert len(order.reasons) == max(len(texts) - 1, 0)
        assert 0 <= order.confidence <= 1


@pytest.mark.shared
def test_real_texts_need_panels(shared):
    right = {"true": 0, "ordered": 0, "none": 0}
    pages = 0
    for book in json.loads((shared / "comics/openmantra/annotation.json").read_bytes()):
        for number, page in enumerate(book["pages"]):
            frames, texts = (
                [Box.from_xywh(*(b[k] for k in "xywh")) for b in page[kind]]
                for kind in ("frame", "text")
            )
            if len(texts) < 2:
                continue
            pages += 1
            positions = random.Random(number).sample(range(len(texts)), len(texts))
            ordered = [frames[i] for i in order_panels(frames, "rtl").indices]
            for name, panels in (("true", frames), ("ordered", ordered), ("none", [])):
                order = order_texts([texts[i] for i in positions], panels, "rtl")
                right[name] += [positions[i] for i in order.indices] == sorted(positions)
    assert right["true"] >= 0.95 * pages
    assert right["ordered"] >= 0.93 * pages
    assert right["none"] <= 0.65 * pages


@pytest.mark.parametrize(("gap", "sure"), [(0, 0.5), (2, 0.6), (5, 0.75), (10, 1.0), (30, 1.0)])
def test_texts_are_surer_the_farther_the_second_is_by_the_size_of_a_text(gap, sure):
    """The hull's corner is (0, 0): one text 20 below it, the other 20 and the gap beside it."""
    texts = [Box(0, 20, 10, 30), Box(20 + gap, 0, 45 + gap, 40)]
    order = order_texts(texts, [Box(0, 0, 200, 200)], "ltr")
    assert order.indices == ((0, 1) if gap else (1, 0))
    assert order.confidence == pytest.approx(sure)


def test_in_a_western_panel_the_corner_is_the_left_one_also_for_scrolls():
    texts = [Box(60, 0, 70, 10), Box(0, 5, 10, 15)]
    panel = [Box(0, 0, 100, 100)]
    assert order_texts(texts, panel, "ltr").indices == order_texts(texts, panel, "ttb").indices
    assert order_texts(texts, panel, "ltr").indices == (1, 0)
    assert order_texts(texts, panel, "rtl").indices == (0, 1)
