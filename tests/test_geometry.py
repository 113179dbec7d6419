"""Boxes and polygons, against counted pixels and known shapes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.geometry import Box, box_polygon, polygon_area, polygon_box

edges = st.tuples(*[st.integers(-5, 25)] * 4)
boxes = edges.map(lambda e: Box(min(e[0], e[2]), min(e[1], e[3]), max(e[0], e[2]), max(e[1], e[3])))


def pixels(box: Box) -> np.ndarray:
    """The box as a mask over [-5, 25)²."""
    mask = np.zeros((30, 30), bool)
    mask[box.y0 + 5 : box.y1 + 5, box.x0 + 5 : box.x1 + 5] = True
    return mask


@given(boxes, boxes)
def test_areas_are_counted_pixels(a, b):
    both, either = (pixels(a) & pixels(b)).sum(), (pixels(a) | pixels(b)).sum()
    assert a.area == pixels(a).sum()
    assert a.intersection(b) == b.intersection(a) == both
    assert a.iou(b) == b.iou(a) == (both / either if either else 0)


@given(boxes, boxes)
def test_the_distance_is_that_of_the_nearest_points(a, b):
    near = [
        (np.clip(x, b.x0, b.x1) - x) ** 2 + (np.clip(y, b.y0, b.y1) - y) ** 2
        for x in range(a.x0, a.x1 + 1)
        for y in range(a.y0, a.y1 + 1)
    ]
    assert a.distance(b) == b.distance(a) == pytest.approx(math.sqrt(min(near)))


@given(boxes, st.integers(1, 20), st.integers(1, 20))
def test_the_clipped_box_is_the_part_on_the_page(box, width, height):
    clipped = box.clipped(width, height)
    assert clipped.area == box.intersection(Box(0, 0, width, height))
    assert clipped.clipped(width, height) == clipped


@given(st.lists(boxes, min_size=1, max_size=5))
def test_the_box_around_boxes_is_the_smallest_that_holds_them(several):
    around = Box.around(several)
    assert all(around.intersection(box) == box.area for box in several)
    for side in range(4):
        assert any(box[side] == around[side] for box in several)


def test_a_box_by_its_corner_and_size():
    box = Box.from_xywh(10, 20, 30, 40)
    assert box == (10, 20, 40, 60)
    assert (box.width, box.height, box.center) == (30, 40, (25, 40))


def test_an_inverted_box_has_no_area():
    assert Box(5, 5, 0, 0).area == 0
    assert Box(5, 5, 0, 0).iou(Box(0, 0, 9, 9)) == 0


@pytest.mark.parametrize(
    ("box", "answer"),
    [
        (Box(0, 0, 1, 1), True),
        (Box(0, 0, math.inf, 1), False),
        (Box(0, math.nan, 1, 1), False),
        (Box(0, 0, 0, 1), False),
        (Box(3, 0, 1, 1), False),
    ],
)
def test_only_a_finite_box_with_an_area_can_be_cut_out(box, answer):
    assert box.is_finite() is answer


def test_edges_are_rounded_to_pixels():
    assert Box(0.4, 0.6, 10.4, 10.6).rounded() == (0, 1, 10, 11)


@given(boxes)
def test_the_polygon_of_a_box_has_its_area_and_its_box(box):
    assert polygon_area(box_polygon(box)) == box.area
    assert polygon_box(box_polygon(box)) == box


def test_the_area_of_a_polygon_does_not_depend_on_its_sense():
    triangle = [(0, 0), (6, 0), (0, 4)]
    assert polygon_area(triangle) == polygon_area(triangle[::-1]) == 12
