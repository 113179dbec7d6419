"""Texts that stand somewhere on a page, and how much of the page two of them share.

Two boxes share exactly what :class:`~panelwise.geometry.Box` says. With a polygon the page is cut
into horizontal bands at every corner and every crossing of two edges: inside a band all widths
grow linearly, so the width half-way down times the height of the band is its area, for concave
polygons as well as convex ones. Where edges have integer corners and stand upright nothing is
rounded, so that "more than half" means it.

Source: specification 4.3 (MV-11), 7.4.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from panelwise.geometry import Box, Point, Polygon, box_polygon, polygon_area, polygon_box

Shape = Box | Polygon
Edge = tuple[Point, Point]
Span = tuple[float, float]

DONT_CARE = "###"
FARTHEST = 1e9  # pixels; a model may write a number of any length, which no float can hold


@dataclass(frozen=True, slots=True)
class TextRegion:
    """A text and where it stands: predicted, or gold.

    Attributes:
        shape: a box, or a simple polygon, in pixels of the page (see :func:`usable_shape`).
        text: what is written there, normalised; gold ``###`` means that nobody need read it.
    """

    shape: Shape
    text: str

    @property
    def is_dont_care(self) -> bool:
        """Whether the text is the mark ``###``; it means something on gold only."""
        return self.text == DONT_CARE


def usable_shape(shape: Shape) -> Shape | None:
    """The shape as it can be scored, or ``None``: no area, no number, far off, or self-crossing.

    A box with exchanged corners becomes the box between them, and a polygon loses repeated
    corners: that is what the released scorer does. Source: MV-11.

    >>> usable_shape(Box(9, 0, 3, 4))
    Box(x0=3, y0=0, x1=9, y1=4)
    >>> usable_shape(((0, 0), (4, 4), (4, 0), (0, 4))) is None
    True
    """
    corners = box_polygon(shape) if isinstance(shape, Box) else shape
    if not corners or not all(abs(number) < FARTHEST for point in corners for number in point):
        return None
    if isinstance(shape, Box):
        box = polygon_box(corners)
        return box if box.area > 0 else None
    following = [*corners[1:], corners[0]]
    corners = tuple(a for a, b in zip(corners, following, strict=True) if a != b)
    return corners if corners and polygon_area(corners) > 0 and _is_simple(corners) else None


def upright(box: Box) -> Box:
    """The box between two corners, whichever comes first; it may have no area.

    >>> upright(Box(9, 0, 3, 4))
    Box(x0=3, y0=0, x1=9, y1=4)
    """
    return polygon_box(box_polygon(box))


def shape_area(shape: Shape) -> float:
    """Area in square pixels."""
    return shape.area if isinstance(shape, Box) else polygon_area(shape)


def overlap_area(shape: Shape, other: Shape) -> float:
    """Area in square pixels that two shapes share; polygons must be simple.

    >>> notched = ((0, 0), (10, 0), (10, 10), (5, 5), (0, 10))
    >>> overlap_area(notched, Box(0, 5, 10, 10))
    25.0
    """
    if isinstance(shape, Box) and isinstance(other, Box):
        return shape.intersection(other)
    if shape_box(shape).intersection(shape_box(other)) == 0:
        return 0.0
    edges, others = list(_edges(_outline(shape))), list(_edges(_outline(other)))
    area = 0.0
    for top, bottom in itertools.pairwise(sorted(_levels(edges, others))):
        middle = (top + bottom) / 2
        area += (bottom - top) * _shared(_spans(edges, middle), _spans(others, middle))
    return area


def shape_iou(shape: Shape, other: Shape) -> float:
    """Intersection over union, 0 when both are empty; polygons must be simple.

    >>> round(shape_iou(((0, 0), (10, 0), (0, 10)), Box(0, 0, 10, 10)), 3)
    0.5
    """
    shared = overlap_area(shape, other)
    union = shape_area(shape) + shape_area(other) - shared
    return shared / union if union > 0 else 0.0


def shape_box(shape: Shape) -> Box:
    """The smallest box that holds a shape."""
    return shape if isinstance(shape, Box) else polygon_box(shape)


def text_orientation(shape: Shape) -> Literal["vertical", "horizontal"]:
    """``vertical`` for a region that is taller than wide, a guess for texts of one character.

    >>> text_orientation(Box(0, 0, 10, 40))
    'vertical'
    """
    box = shape_box(shape)
    return "vertical" if box.height > box.width else "horizontal"


def _outline(shape: Shape) -> Polygon:
    return box_polygon(shape) if isinstance(shape, Box) else shape


def _edges(polygon: Polygon) -> Iterator[Edge]:
    return zip(polygon, [*polygon[1:], polygon[0]], strict=True)


def _levels(edges: list[Edge], others: list[Edge]) -> set[float]:
    """The heights at which a corner stands or an edge of one crosses an edge of the other."""
    levels = {start[1] for start, _ in (*edges, *others)}
    for edge, other in itertools.product(edges, others):
        levels.update(_crossing(edge, other))
    return levels


def _crossing(edge: Edge, other: Edge) -> Iterator[float]:
    """The height at which two edges cross between their ends; none where one of them is level.

    A level edge's height is that of its corners, which is known without rounding.
    """
    (ax, ay), (bx, by) = edge
    (cx, cy), (dx, dy) = other
    slant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if slant != 0:
        y = ay + ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / slant * (by - ay)
        if max(min(ay, by), min(cy, dy)) < y < min(max(ay, by), max(cy, dy)):
            yield y


def _spans(edges: list[Edge], y: float) -> list[Span]:
    """The intervals of x inside a polygon at height ``y``."""
    xs = sorted(
        ax + (bx - ax) * ((y - ay) / (by - ay))
        for (ax, ay), (bx, by) in edges
        if (ay <= y) != (by <= y)
    )
    return list(zip(xs[::2], xs[1::2], strict=True))


def _shared(spans: list[Span], others: list[Span]) -> float:
    return sum(
        max(0.0, min(right, other_right) - max(left, other_left))
        for (left, right), (other_left, other_right) in itertools.product(spans, others)
    )


def _is_simple(polygon: Polygon) -> bool:
    """Whether no two edges meet but neighbours in their common corner."""
    edges = list(_edges(polygon))
    for (i, edge), (j, other) in itertools.combinations(enumerate(edges), 2):
        if j == i + 1:
            meets = _turns_back(edge, other)
        elif i == 0 and j == len(edges) - 1:
            meets = _turns_back(other, edge)
        else:
            meets = _meets(edge, other)
        if meets:
            return False
    return True


def _turns_back(edge: Edge, following: Edge) -> bool:
    (ax, ay), (bx, by), (cx, cy) = *edge, following[1]
    return _turn(edge, following[1]) == 0 and (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0


def _meets(edge: Edge, other: Edge) -> bool:
    turns = [_turn(edge, point) for point in other], [_turn(other, point) for point in edge]
    if all(first * second < 0 for first, second in turns):
        return True
    return any(_lies_on(point, edge) for point in other) or any(_lies_on(p, other) for p in edge)


def _lies_on(point: Point, edge: Edge) -> bool:
    box = polygon_box(edge)
    inside = box.x0 <= point[0] <= box.x1 and box.y0 <= point[1] <= box.y1
    return inside and _turn(edge, point) == 0


def _turn(edge: Edge, point: Point) -> float:
    """Positive, zero or negative: on which side of the edge a point lies."""
    (ax, ay), (bx, by) = edge
    side = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
    return (side > 0) - (side < 0)
