"""Framed panels found whole, by four sides that face paper: for layouts no cut can divide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from panelwise.geometry import Box, Polygon, polygon_box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.reading._panels_cuts import Candidates

SIDES = 20
MEAN_SUPPORT = 0.78
LEAST_SUPPORT = 0.5
STEP = 2

Array = "NDArray[np.float64]"


class Sides:
    """The lines that may bound a panel on one side, with what speaks for them along the way."""

    def __init__(self, way: Candidates, region: Box, opening: bool) -> None:
        start, end = (region.y0, region.y1) if way.down else (region.x0, region.x1)
        low, high = (region.x0, region.x1) if way.down else (region.y0, region.y1)
        middle = (start + end) / 2
        at = way.slope * middle + way.offset
        rows = np.arange(len(way.slope))
        right = (rows >= way.into) if opening else (rows < way.into)
        rows = rows[right & (at > low - 4) & (at < high + 4)]
        a, b = (int(np.clip(v / STEP, 0, way.samples)) for v in (start, end))
        sums = way.sums[1][rows]
        strength = sums[:, b] - sums[:, a]
        best = np.sort(np.argsort(-strength, kind="stable")[:SIDES])
        self.slope, self.offset = way.slope[rows[best]], way.offset[rows[best]]
        self.sums = sums[best]

    def support(self, start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
        """Share of each line (first axis) that is supported between two points along it."""
        last = self.sums.shape[1] - 1
        a = np.clip(np.rint(start / STEP), 0, last).astype(np.int32)
        b = np.clip(np.rint(end / STEP), 0, last).astype(np.int32)
        line = np.arange(len(self.sums))[:, None, None]
        found = self.sums[line, b] - self.sums[line, a]
        return found / np.maximum((end - start) / STEP, 1.0)


def crossing(across: Sides, down: Sides) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """X and y where each line across meets each line down."""
    s, o = across.slope[:, None], across.offset[:, None]
    y = (s * down.offset + o) / (1 - s * down.slope)
    return down.slope * y + down.offset, y


def framed_panels(ways: list[Candidates], polygon: Polygon, least: float) -> list[Polygon]:
    """Four-sided frames inside a region, best supported first, none over another."""
    region = polygon_box(polygon)
    top, bottom = Sides(ways[0], region, True), Sides(ways[0], region, False)
    left, right = Sides(ways[1], region, True), Sides(ways[1], region, False)
    if not all(len(s.slope) for s in (top, bottom, left, right)):
        return []
    tl, tr, bl, br = (crossing(a, d) for a in (top, bottom) for d in (left, right))
    on_top = top.support(tl[0][:, :, None], tr[0][:, None, :])  # t, l, r
    on_bottom = bottom.support(bl[0][:, :, None], br[0][:, None, :])  # b, l, r
    on_left = left.support(tl[1].T[:, :, None], bl[1].T[:, None, :])  # l, t, b
    on_right = right.support(tr[1].T[:, :, None], br[1].T[:, None, :])  # r, t, b
    wide = (tr[0][:, None, :] - tl[0][:, :, None])[:, None]
    tall = (bl[1].T[:, None, :] - tl[1].T[:, :, None]).transpose(1, 2, 0)[:, :, :, None]
    sides = [
        on_top[:, None],
        on_bottom[None],
        on_left.transpose(1, 2, 0)[:, :, :, None],
        on_right.transpose(1, 2, 0)[:, :, None, :],
    ]
    weakest = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    mean = (sides[0] + sides[1] + sides[2] + sides[3]) / 4
    good = (weakest > LEAST_SUPPORT) & (mean > MEAN_SUPPORT) & (wide > least) & (tall > least)
    t, b, le, r = np.nonzero(good)
    order = np.argsort(-mean[good] - 0.1 * weakest[good], kind="stable")[:200]
    chosen: list[Polygon] = []
    for k in order:
        corners = tuple(
            (float(p[0][i, j]), float(p[1][i, j]))
            for p, i, j in (
                (tl, t[k], le[k]),
                (tr, t[k], r[k]),
                (br, b[k], r[k]),
                (bl, b[k], le[k]),
            )
        )
        box = polygon_box(corners)
        if all(
            box.intersection(polygon_box(c)) < 0.1 * min(box.area, polygon_box(c).area)
            for c in chosen
        ):
            chosen.append(corners)
    return chosen
