"""Kovanen and Aizawa's cuts: how deep a cut may go, and what happens when none is left."""

from __future__ import annotations

from panelwise.geometry import Box
from panelwise.reading import order_panels


def test_a_cut_may_slice_a_quarter_of_a_panel_and_no_more():
    # The second tier rises into the tall right panel by the given share of its height.
    def order(overlap: float) -> tuple[int, ...]:
        tall, top, below = Box(50, 0, 90, 100), Box(0, 0, 40, 60), Box(0, 100 - overlap, 90, 200)
        return order_panels([tall, top, below], "rtl", "xycut").indices

    assert order(25) == (0, 1, 2)
    assert order_panels([Box(50, 0, 90, 100), Box(0, 70, 40, 170)], "ltr", "xycut").indices == (
        1,
        0,
    )


def test_a_sliced_panel_goes_with_its_larger_part():
    # Cut at y = 40: the right panel loses a fifth to the upper tier, so it is read in the lower.
    boxes = [Box(0, 0, 40, 40), Box(50, 30, 90, 80), Box(0, 40, 40, 80)]
    assert order_panels(boxes, "ltr", "xycut").indices == (0, 2, 1)


def test_a_shallow_cut_is_preferred_to_a_clean_column():
    # Rows come first whenever they are valid: this is where the rule goes wrong on real pages.
    big, small, tail = Box(50, 0, 90, 100), Box(0, 0, 40, 20), Box(0, 21, 40, 100)
    assert order_panels([big, small, tail], "rtl", "xycut").indices == (1, 0, 2)
    assert order_panels([big, small, tail], "rtl", "default").indices == (0, 1, 2)


def test_inseparable_panels_are_read_by_top_edge_with_little_confidence():
    pinwheel = [Box(0, 0, 60, 30), Box(60, 0, 90, 60), Box(30, 60, 90, 90), Box(0, 30, 30, 90)]
    order = order_panels([*pinwheel, Box(30, 30, 60, 60)], "ltr", "xycut")
    assert order.indices == (0, 1, 3, 4, 2)
    assert order.confidence <= 0.5**4
    assert "no gutter parts them" in order.reasons[0]
