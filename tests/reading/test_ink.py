"""Outlines of writing moved to its ink, on drawn lines whose ink is known to the pixel."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.geometry import Box, box_polygon, polygon_box
from panelwise.reading._ink import ink_outline

MARGINS = st.integers(3, 14)


def drawn(ground, ink):
    """A page with one word without half tones, and the box around its ink."""
    written = np.zeros((120, 320), np.uint8)
    cv2.putText(written, "SHOUT!", (60, 80), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 255, 3)
    mask = written > 127
    page = np.where(mask[..., None], np.uint8(ink), np.uint8(ground)).repeat(3, axis=2)
    rows, columns = np.nonzero(mask)
    edges = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return page, Box(*map(float, edges))


@settings(max_examples=40, deadline=None)
@given(st.tuples(MARGINS, MARGINS, MARGINS, MARGINS), st.sampled_from([(255, 0), (20, 240)]))
def test_however_far_the_outline_stands_off_the_ink_is_found(margins, colours):
    page, ink = drawn(*colours)
    left, above, right, below = margins
    loose = Box(ink.x0 - left, ink.y0 - above, ink.x1 + right, ink.y1 + below)
    assert polygon_box(ink_outline(page, box_polygon(loose))) == ink


def test_a_balloons_outline_and_the_next_row_are_not_of_the_line():
    page, ink = drawn(255, 0)
    cv2.rectangle(page, (40, 30), (300, 118), (0, 0, 0), 2)  # crosses the outline on three sides
    cv2.putText(page, "NEXT", (60, 128), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (0, 0, 0), 3)
    loose = Box(ink.x0 - 25, ink.y0 - 22, ink.x1 + 8, ink.y1 + 22)
    assert polygon_box(ink_outline(page, box_polygon(loose))) == ink


def test_a_slanted_outline_stays_slanted():
    page, ink = drawn(255, 0)
    turn = cv2.getRotationMatrix2D(ink.center, 12, 1.0)
    page = cv2.warpAffine(page, turn, (320, 120), borderValue=(255, 255, 255))
    loose = np.array(box_polygon(Box(ink.x0 - 9, ink.y0 - 9, ink.x1 + 9, ink.y1 + 9)))
    turned = [tuple(turn @ (*corner, 1)) for corner in loose]
    corners = np.array(ink_outline(page, tuple(turned)))
    expected = np.array([turn @ (*corner, 1) for corner in box_polygon(ink)])
    assert np.abs(corners - expected).max() < 2.5


def test_where_no_ink_is_the_outline_stays():
    outline = box_polygon(Box(20, 20, 90, 50))
    assert ink_outline(np.full((100, 100, 3), 200, np.uint8), outline) == outline
    assert ink_outline(np.full((100, 100, 3), 200, np.uint8), outline[:3]) == outline[:3]
