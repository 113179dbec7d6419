"""Boxes and polygons in page pixels: x grows rightwards, y downwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Point = tuple[float, float]
Polygon = tuple[Point, ...]


class Box(NamedTuple):
    """An axis-aligned box ``[x0, x1) × [y0, y1)`` in pixels.

    >>> a, b = Box(0, 0, 10, 10), Box(5, 0, 15, 10)
    >>> round(a.iou(b), 3)
    0.333
    """

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def from_xywh(cls, x: float, y: float, width: float, height: float) -> Box:
        """The box with corner ``(x, y)`` and the given size."""
        return cls(x, y, x + width, y + height)

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all ``boxes`` (at least one)."""
        xs0, ys0, xs1, ys1 = zip(*boxes, strict=True)
        return cls(min(xs0), min(ys0), max(xs1), max(ys1))

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        """Area in square pixels; 0 for an empty or inverted box."""
        return max(0.0, self.width) * max(0.0, self.height)

    @property
    def center(self) -> Point:
        return ((self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2)

    def intersection(self, other: Box) -> float:
        """Area shared with ``other``."""
        width = min(self.x1, other.x1) - max(self.x0, other.x0)
        height = min(self.y1, other.y1) - max(self.y0, other.y0)
        return width * height if width > 0 and height > 0 else 0.0

    def iou(self, other: Box) -> float:
        """Intersection over union, 0 when both are empty."""
        shared = self.intersection(other)
        union = self.area + other.area - shared
        return shared / union if union > 0 else 0.0

    def contains(self, other: Box, margin: float = 0.0) -> bool:
        """Whether no edge of ``other`` is more than ``margin`` outside this box."""
        return (
            self.x0 - margin <= other.x0
            and self.y0 - margin <= other.y0
            and other.x1 <= self.x1 + margin
            and other.y1 <= self.y1 + margin
        )

    def distance(self, other: Box) -> float:
        """Euclidean distance between the rectangles, 0 when they touch or overlap."""
        dx = max(self.x0 - other.x1, other.x0 - self.x1, 0.0)
        dy = max(self.y0 - other.y1, other.y0 - self.y1, 0.0)
        return math.hypot(dx, dy)

    def clipped(self, width: float, height: float) -> Box:
        """The part of the box inside a page of ``width`` × ``height``."""
        return Box(
            min(max(self.x0, 0), width),
            min(max(self.y0, 0), height),
            min(max(self.x1, 0), width),
            min(max(self.y1, 0), height),
        )

    def is_finite(self) -> bool:
        """Whether all four numbers are finite and the box has a positive area."""
        return all(map(math.isfinite, self)) and self.area > 0

    def rounded(self) -> tuple[int, int, int, int]:
        """The four edges as the nearest integers."""
        return round(self.x0), round(self.y0), round(self.x1), round(self.y1)


def polygon_box(polygon: Sequence[Point]) -> Box:
    """The smallest box that holds a polygon."""
    xs = [point[0] for point in polygon]
    ys = [point[1] for point in polygon]
    return Box(min(xs), min(ys), max(xs), max(ys))


def polygon_area(polygon: Sequence[Point]) -> float:
    """Area of a simple polygon by the shoelace formula.

    >>> polygon_area([(0, 0), (4, 0), (4, 3), (0, 3)])
    12.0
    """
    total = 0.0
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        total += x0 * y1 - x1 * y0
    return abs(total) / 2


def box_polygon(box: Box) -> Polygon:
    """The four corners of a box, clockwise from the top left."""
    return ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))


def stepped_size(width: float, height: float, step: int, least: int, most: int) -> tuple[int, int]:
    """A size as near as possible whose sides are multiples of a step, within limits of the area.

    This is how the processors of Qwen's vision models resize a picture. The rounding is theirs:
    shrinking divides and growing multiplies, since the last bit can decide.

    ``step`` is in pixels, ``least`` and ``most`` in pixels of the area.

    >>> stepped_size(1654, 1170, 28, 3136, 2116800)
    (1652, 1176)
    """
    across, down = _in_steps(width, height, step, round)
    if across * down > most:
        shrink = math.sqrt(width * height / most)
        return _in_steps(width / shrink, height / shrink, step, math.floor)
    if across * down < least:
        grow = math.sqrt(least / (width * height))
        return _in_steps(width * grow, height * grow, step, math.ceil)
    return across, down


def _in_steps(
    width: float, height: float, step: int, rounding: Callable[[float], int]
) -> tuple[int, int]:
    """Both sides as multiples of the step, at least one step."""
    across, down = (rounding(side / step) * step for side in (width, height))
    return max(step, across), max(step, down)
