"""How much of a page two regions share, and which regions can be scored at all."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from panelwise.geometry import Box, Polygon, box_polygon, polygon_area
from panelwise.metrics import (
    TextRegion,
    overlap_area,
    shape_iou,
    text_orientation,
    usable_shape,
)

small = st.integers(0, 12)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x, y = draw(small), draw(small)
    return Box(x, y, x + draw(st.integers(1, 9)), y + draw(st.integers(1, 9)))


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    """Simple polygons of three to eight corners: one chain of them over, one under a diagonal."""
    xs = sorted(draw(st.sets(small, min_size=3, max_size=8)))
    corners = [(x, draw(small)) for x in xs]
    (x0, y0), (x1, y1) = corners[0], corners[-1]
    height = {(x, y): (y - y0) * (x1 - x0) - (x - x0) * (y1 - y0) for x, y in corners}
    over = [corner for corner in corners if height[corner] > 0]
    under = [corner for corner in corners if height[corner] < 0]
    polygon = (corners[0], *over, corners[-1], *reversed(under))
    assume(polygon_area(polygon) > 0)
    return draw(st.sampled_from([polygon, tuple((y, x) for x, y in polygon)]))


def exact_overlap(polygon: Polygon, other: Polygon) -> Fraction:
    """Another way, in fractions: fans of signed triangles, every two of them clipped."""
    return abs(
        sum(
            one_sign * two_sign * area(clipped(one, two))
            for (one, one_sign), (two, two_sign) in itertools.product(fan(polygon), fan(other))
        )
    )


def fan(polygon: Polygon) -> list[tuple[list[tuple[Fraction, Fraction]], int]]:
    corners = [(Fraction(x), Fraction(y)) for x, y in polygon]
    triangles = []
    for second, third in itertools.pairwise(corners[1:]):
        triangle = [corners[0], second, third]
        twice = signed(triangle)
        if twice:
            triangles.append((triangle if twice > 0 else triangle[::-1], 1 if twice > 0 else -1))
    return triangles


def signed(corners):
    return sum(
        a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def area(corners):
    return abs(signed(corners)) / 2 if len(corners) > 2 else Fraction(0)


def clipped(corners, triangle):
    """What of a convex polygon lies in a triangle of positive turn, side after side."""
    for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True):
        kept = []
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
            left = [(b[0] - a[0]) * (o[1] - a[1]) - (b[1] - a[1]) * (o[0] - a[0]) for o in (p, q)]
            if left[0] >= 0:
                kept.append(p)
            if left[0] * left[1] < 0:
                t = left[0] / (left[0] - left[1])
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        corners = kept
        if not corners:
            break
    return corners


@given(polygons(), polygons())
def test_polygons_share_what_clipped_triangles_share(polygon, other):
    assert overlap_area(polygon, other) == pytest.approx(float(exact_overlap(polygon, other)))


@given(polygons(), boxes())
def test_a_box_is_its_four_corners(polygon, box):
    shared = overlap_area(polygon, box)
    assert shared == pytest.approx(overlap_area(polygon, box_polygon(box)))
    assert shared == pytest.approx(overlap_area(box, polygon))


@given(boxes(), boxes())
def test_upright_rectangles_are_exact_to_the_last_bit(box, other):
    cells = [
        set(itertools.product(range(int(b.x0), int(b.x1)), range(int(b.y0), int(b.y1))))
        for b in (box, other)
    ]
    shared, union = len(cells[0] & cells[1]), len(cells[0] | cells[1])
    for shape, another in itertools.product((box, box_polygon(box)), (other, box_polygon(other))):
        assert overlap_area(shape, another) == shared
        assert shape_iou(shape, another) == shared / union


def test_the_height_of_a_level_edge_is_not_rounded():
    # Worked out from where the edges cross, this height of 8 misses it by a bit.
    box, other = Box(75, 3, 91, 45), Box(52, 8, 81, 18)
    assert overlap_area(box_polygon(box), box_polygon(other)) == 60 == box.intersection(other)


@given(polygons())
def test_a_shape_is_wholly_in_itself_whichever_way_it_is_drawn(polygon):
    assert usable_shape(polygon) == polygon
    turned = polygon[2:] + polygon[:2]
    assert shape_iou(polygon, turned[::-1]) == pytest.approx(1)
    assert shape_iou(polygon, tuple((x + 40, y) for x, y in polygon)) == 0


def test_empty_shapes_share_nothing():
    assert shape_iou(Box(3, 3, 3, 3), Box(3, 3, 3, 3)) == 0
    assert overlap_area(Box(3, 3, 3, 9), ((0, 0), (9, 0), (0, 9))) == 0


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (((0, 0), (4, 4), (4, 0), (0, 4)), "crosses itself"),
        (((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), "touches its own side"),
        (((0, 0), (4, 0), (4, 4), (4, 0), (0, 4)), "a spike"),
        (((0, 0), (2, 2), (4, 4)), "no area"),
        (((0, 0), (4, 0)), "two corners"),
        ((), "no corner"),
        (((0, 0), (math.nan, 0), (0, 4)), "not a number"),
        (((0, 0), (math.inf, 0), (0, 4)), "endless"),
        (Box(0, 0, 0, 5), "no width"),
        (Box(0, math.nan, 5, 5), "not a number"),
        (Box(0, 0, math.inf, 5), "endless"),
        (Box(0, 0, 10**400, 5), "a number that no float holds"),
        (Box(0, 0, 1e9, 5), "as far off as no page is wide"),
        (((0, 0), (4, 0), (4, -1e9)), "as far off as no page is high"),
    ],
)
def test_what_encloses_nothing_or_crosses_itself_cannot_be_scored(shape, why):
    assert usable_shape(shape) is None, why


def test_the_farthest_corner_that_is_taken():
    assert usable_shape(Box(0, 0, 999_999_999, 5)) == Box(0, 0, 999_999_999, 5)


def test_small_faults_of_a_usable_shape_are_put_right():
    assert usable_shape(Box(9, 7, 3, 4)) == Box(3, 4, 9, 7)
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert usable_shape((*square, (0, 0))) == square
    assert usable_shape(((0, 0), (2, 0), (4, 0), (4, 4), (0, 4))) is not None


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(
    ("polygon", "simple"),
    [
        # An arm that touches the far side with its tip, from inside and short of it.
        (((0, 0), (8, 0), (8, 8), (5, 8), (4, 0), (3, 8), (0, 8)), False),
        (((0, 0), (8, 0), (8, 8), (5, 8), (4, 1), (3, 8), (0, 8)), True),
        # Two corners in one place, the edges side by side and crossing there.
        (((0, 0), (4, 4), (8, 0), (8, 8), (4, 4), (0, 8)), False),
        # An edge that runs back along the one before it, and one that goes straight on.
        (((0, 0), (8, 0), (6, 0), (6, 8)), False),
        (((0, 0), (6, 0), (8, 0), (6, 8)), True),
        # Edges on one line that do not touch, and two that overlap.
        (((0, 0), (2, 0), (2, 4), (6, 4), (6, 0), (8, 0), (8, 8), (0, 8)), True),
        (((0, 0), (6, 0), (6, 4), (2, 4), (2, 0), (8, 0), (8, 8), (0, 8)), False),
        (((0, 0), (8, 0), (0, 8)), True),
    ],
)
def test_a_polygon_may_not_touch_itself(polygon, simple, turn):
    turned = polygon[turn:] + polygon[:turn]
    across = tuple((-y, x) for x, y in turned)
    for one in (turned, turned[::-1], across):
        assert usable_shape(one) == (one if simple else None)


def test_taller_than_wide_is_vertical():
    assert text_orientation(Box(0, 0, 10, 11)) == "vertical"
    assert text_orientation(((0, 0), (9, 0), (9, 9), (0, 9))) == "horizontal"


def test_three_hashes_need_not_be_read():
    assert TextRegion(Box(0, 0, 1, 1), "###").is_dont_care
    assert not TextRegion(Box(0, 0, 1, 1), "####").is_dont_care
