"""Framed panels found whole, by four sides that face paper.

Panels that overlap, that are staggered, or that are set into one another leave no line along which
a region could be cut in two; their frames are still there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from panelwise.geometry import Polygon, polygon_box
from panelwise.reading.panels._cuts import PIXEL_CENTRE, STEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.reading.panels._cuts import Borders

    Numbers = NDArray[np.float64]

MOST_SIDES = 8  # candidates a side: 4,096 frames are weighed in half a millisecond
OVERLAP = 0.1
SIDE_DEPTH = 6  # pixels from the side of a box to what is drawn beside it


class Sides:
    """The lines that may bound a panel on one side, best first within the region."""

    def __init__(self, borders: Borders, polygon: Polygon, opening: bool) -> None:
        lines = borders.near_box(polygon, opening, margin=4)
        sums = borders.facing_paper(lines)
        box = polygon_box(polygon)
        start, end = (box.y0, box.y1) if borders.down else (box.x0, box.x1)
        a, b = (min(max(int(v / STEP), 0), borders.samples) for v in (start, end))
        best = np.argsort(sums[:, a] - sums[:, b], kind="stable")[:MOST_SIDES]
        self.slope, self.offset = borders.slope[lines[best]], borders.offset[lines[best]]
        self._sums = sums[best]

    def support(self, start: Numbers, end: Numbers) -> Numbers:
        """Share of each line (first axis) that faces paper between two places along it."""
        last = self._sums.shape[1] - 1
        a, b = (
            np.minimum(np.maximum(np.rint(v / STEP), 0), last).astype(np.int32)
            for v in (start, end)
        )
        line = np.arange(len(self._sums))[:, None, None]
        facing = self._sums[line, b] - self._sums[line, a]
        return np.asarray(facing / np.maximum((end - start) / STEP, 1.0))


def _corners(across: Sides, down: Sides) -> tuple[Numbers, Numbers]:
    """X and y where each line across (first axis) meets each line down."""
    slope, offset = across.slope[:, None], across.offset[:, None]
    y = (slope * down.offset + offset) / (1 - slope * down.slope)
    return down.slope * y + down.offset, y


def framed_panels(
    across: Borders,
    down: Borders,
    polygon: Polygon,
    *,
    least_side: float,
    mean_support: float,
    least_support: float,
) -> list[Polygon]:
    """Four-sided frames in a region, at least ``least_side`` pixels a side, none over another.

    ``mean_support`` and ``least_support`` are asked of the four sides of each.
    """
    top, bottom = Sides(across, polygon, True), Sides(across, polygon, False)
    left, right = Sides(down, polygon, True), Sides(down, polygon, False)
    if not all(len(side.slope) for side in (top, bottom, left, right)):
        return []
    tl, tr, bl, br = (_corners(a, d) for a in (top, bottom) for d in (left, right))
    # every array below is indexed by top, bottom, left, right
    on_top = top.support(tl[0][:, :, None], tr[0][:, None, :])[:, None]
    on_bottom = bottom.support(bl[0][:, :, None], br[0][:, None, :])[None]
    on_left = left.support(tl[1].T[:, :, None], bl[1].T[:, None, :])
    on_left = on_left.transpose(1, 2, 0)[:, :, :, None]
    on_right = right.support(tr[1].T[:, :, None], br[1].T[:, None, :])
    on_right = on_right.transpose(1, 2, 0)[:, :, None, :]
    wide = (tr[0][:, None, :] - tl[0][:, :, None])[:, None]
    tall = (bl[1][None] - tl[1][:, None])[:, :, :, None]
    mean = (on_top + on_bottom + on_left + on_right) / 4
    weakest = np.minimum(np.minimum(on_top, on_bottom), np.minimum(on_left, on_right))
    good = (
        (weakest > least_support)
        & (mean > mean_support)
        & (wide > least_side)
        & (tall > least_side)
    )
    t, b, le, r = np.nonzero(good)
    chosen: list[Polygon] = []
    for k in np.argsort(-mean[good], kind="stable")[:200]:
        corners = ((tl, t[k], le[k]), (tr, t[k], r[k]), (br, b[k], r[k]), (bl, b[k], le[k]))
        frame = tuple(
            (float(x[i, j]) + PIXEL_CENTRE, float(y[i, j]) + PIXEL_CENTRE)
            for (x, y), i, j in corners
        )
        if not any(_overlap(frame, other) for other in chosen):
            chosen.append(frame)
    return chosen


def widest_gap(content: NDArray[np.uint8]) -> int:
    """The longest part, in pixels, of the sides of a box beside which nothing is drawn.

    A gutter that opens into the box leaves such a gap at one end at least.

    >>> box = np.ones((40, 40), np.uint8)
    >>> box[:, 18:22] = 0
    >>> widest_gap(box)
    4
    """
    sides = (
        content[:SIDE_DEPTH],
        content[-SIDE_DEPTH:],
        content[:, :SIDE_DEPTH].T,
        content[:, -SIDE_DEPTH:].T,
    )
    return max(_longest_gap(side.max(axis=0)) for side in sides)


def _longest_gap(drawn: NDArray[np.uint8]) -> int:
    return int(np.diff(np.flatnonzero(np.concatenate([[1], drawn, [1]]))).max()) - 1


def _overlap(first: Polygon, second: Polygon) -> bool:
    a, b = polygon_box(first), polygon_box(second)
    return a.intersection(b) > OVERLAP * min(a.area, b.area)
