"""What a layout hands to the press: the frames of a page and which panels stand in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from panelwise.comics import Layout, ReadingDirection
from panelwise.geometry import Box, Point, Polygon

Gutter = Literal["white", "black"]
_OUT_OF_SIGHT = 12.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a panel stands.

    Attributes:
        polygon: four corners in page pixels, clockwise from the top left, all inside the page.
        border: whether a line is drawn around it.
        bleed: whether it runs into the edge of the page.
        inset: whether it lies inside the frame before it, which is read first.
        over: whether it covers a part of the frame before it.
    """

    polygon: Polygon
    border: bool = True
    bleed: bool = False
    inset: bool = False
    over: bool = False

    @property
    def slants(self) -> bool:
        """Whether a side is neither upright nor level."""
        a, b, c, d = self.polygon
        return not (a[0] == d[0] and b[0] == c[0] and a[1] == b[1] and c[1] == d[1])


@dataclass(frozen=True, slots=True)
class PagePlan:
    """One page before anything is drawn.

    Attributes:
        width, height: of the page in pixels.
        direction, layout: as :class:`panelwise.comics.Page` has them.
        gutter: the colour of whatever no frame covers.
        frames: in reading order; where two overlap, the later one is drawn over the earlier.
        story: which of the stories stands here.
        beats: the panels of that story that stand in the frames.
        letter_size: height of the lettering in pixels that suits the page.
    """

    width: int
    height: int
    direction: ReadingDirection
    layout: Layout
    gutter: Gutter
    frames: tuple[Frame, ...]
    story: int
    beats: tuple[int, ...]
    letter_size: float = 21.0

    def mirrored(self) -> PagePlan:
        """The page in a mirror, read from the other side."""
        direction: dict[ReadingDirection, ReadingDirection] = {"ltr": "rtl", "rtl": "ltr"}
        return replace(
            self,
            direction=direction.get(self.direction, self.direction),
            frames=tuple(
                replace(frame, polygon=_mirrored(frame.polygon, self.width))
                for frame in self.frames
            ),
        )

    def tidied(self) -> PagePlan:
        """The page with every panel that another one lies over cut back to what is seen of it.

        A crop of such a panel then shows nothing of its neighbour. Panels with slanting sides get a
        line around them, without which the picture seems to break off.
        """
        frames = list(self.frames)
        for at, frame in enumerate(frames):
            if frame.over:
                under = at - 2 if frames[at - 1].inset else at - 1
                outline = _beside(frames[under].polygon, frame.polygon)
                frames[under] = replace(frames[under], polygon=outline)
        lined = (
            one if one.bleed else replace(one, border=one.border or one.slants) for one in frames
        )
        return replace(self, frames=tuple(lined))

    def border_of(self, frame: Frame) -> Polygon:
        """The line around a frame: the sides that bleed are moved out of sight."""
        return tuple(self._out_of_sight(point) for point in frame.polygon)

    def _out_of_sight(self, point: Point) -> Point:
        return _pushed(point[0], self.width), _pushed(point[1], self.height)


def between_slants(outline: Polygon) -> Box:
    """The box within the slanting sides of a frame, clockwise from its top left corner."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    return Box(max(ax, dx), max(ay, by), min(bx, cx), min(cy, dy))


def _pushed(value: float, size: int) -> float:
    if value <= 0:
        return value - _OUT_OF_SIGHT
    return value + _OUT_OF_SIGHT if value >= size else value


def _beside(polygon: Polygon, cover: Polygon) -> Polygon:
    """The part of an outline to the left or right of another one whose near side is upright."""
    a, b, c, d = polygon
    if cover[0][0] > a[0]:
        return a, _at(cover[0][0], a, b), _at(cover[0][0], d, c), d
    return _at(cover[1][0], a, b), b, c, _at(cover[1][0], d, c)


def _at(x: float, start: Point, end: Point) -> Point:
    """The point of a line at ``x``."""
    part = (x - start[0]) / (end[0] - start[0])
    return x, start[1] + part * (end[1] - start[1])


def _mirrored(polygon: Polygon, width: int) -> Polygon:
    a, b, c, d = ((round(width - x, 1), y) for x, y in polygon)
    return b, a, d, c
