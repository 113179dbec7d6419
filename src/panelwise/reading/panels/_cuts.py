"""Candidate borders between panels, and how well each is supported within a region.

A border is one line (a frame shared by two panels, or the edge of a gutter) or a pair of lines
with paper between them (a gutter). Along every border it is written down once, as running sums,
where the picture supports it; any stretch of it is then judged by two look-ups a sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.geometry import Box, Point, Polygon, polygon_box
from panelwise.reading.panels._evidence import BLANK, INK, NEAR, PAPER
from panelwise.reading.panels._lines import EDGE, STRAIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.reading.panels._evidence import Direction

    Map = NDArray[np.uint8]

    Numbers = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Indices = NDArray[np.int64]

PIXEL_CENTRE = 0.5  # lines are fitted to pixel indices, regions bounded by pixel edges
STEP = 2  # pixels of the small picture between two samples along a border
WIDEST_GUTTER = 0.05  # of the page's short side
BESIDE = 5  # pixels from a line to where paper is looked for: beyond the line's own ink
ASIDE = 6  # pixels from a line to where a balloon's white is looked for, on either side
NARROW = 4.0  # pixels; the blur leaves no paper between the edges of a narrower gutter


@dataclass(frozen=True)
class Cut:
    """A band right across a region, between two lines ``y = slope·x + offset``.

    ``x`` and ``y`` change places for a cut that runs ``down`` the page. ``score`` is the logit.
    """

    score: float
    down: bool
    low: tuple[float, float]
    high: tuple[float, float]

    @property
    def probability(self) -> float:
        """That the cut parts two panels, by the model."""
        return 1 / (1 + math.exp(-self.score))

    @property
    def is_line(self) -> bool:
        """Whether it is a single line, without a gutter."""
        return self.low == self.high

    def part(self, polygon: Polygon, first: bool) -> Polygon:
        """The part of a convex polygon above (left of) the band, or the other one."""
        slope, offset = self.low if first else self.high
        sign = 1.0 if first else -1.0
        a, b = (sign, -slope * sign) if self.down else (-slope * sign, sign)
        return clip(polygon, a, b, offset * sign)


def clip(polygon: Polygon, a: float, b: float, c: float) -> Polygon:
    """The part of a convex polygon where ``a·x + b·y <= c``; empty when nothing is left."""
    kept: list[Point] = []
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        from_line, to_line = a * x0 + b * y0 - c, a * x1 + b * y1 - c
        if from_line <= 0:
            kept.append((x0, y0))
        if from_line * to_line < 0:
            t = from_line / (from_line - to_line)
            kept.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
    return tuple(kept) if len(kept) > 2 else ()


class Borders:
    """The candidate borders of one direction: every line, then every pair.

    ``low`` and ``high`` index the lines that bound a candidate (the same line twice for a single);
    the first ``into`` lines are those where paper begins.
    """

    def __init__(self, direction: Direction, short: int, down: bool) -> None:
        into, out = direction.into, direction.out
        self.down, self.short, self.into = down, short, len(into.slope)
        self.slope = np.concatenate([into.slope, out.slope])
        self.offset = np.concatenate([into.offset, out.offset])
        self.samples = direction.ground.shape[1]
        first, second = self._gutters(np.concatenate([into.centre, out.centre]))
        lines = np.arange(len(self.slope))
        self.low = np.concatenate([lines, first])
        self.high = np.concatenate([lines, second])
        self._sum_up(direction)

    def _gutters(self, centre: Numbers) -> tuple[Indices, Indices]:
        """Lines into paper, each with the lines out of it a gutter's width further on."""
        n, reach = self.into, WIDEST_GUTTER * self.short
        rate = self.slope[n:] - self.slope[:n, None]
        rest = self.offset[n:] - self.offset[:n, None]
        here, there = rest + rate * centre[:n, None], rest + rate * centre[n:]
        near = (np.abs(rate) < 0.06) & (here > 1.5) & (here < reach) & (there > 1.5)
        first, second = np.nonzero(near & (there < reach))
        return first, second + n

    def _sum_up(self, direction: Direction) -> None:
        """Write down, as running sums along every candidate, what lies on it and beside it."""
        n, lines, low, high = self.into, len(self.slope), self.low, self.high
        ground = _padded(direction.ground)
        y = self.slope[:, None] * (STEP * np.arange(self.samples)) + self.offset[:, None]
        rows = np.rint(y).astype(np.int32)
        ahead = np.where(np.arange(lines) < n, 1, -1)[:, None].astype(np.int32)  # to the paper
        into, out = _padded(direction.into.marks), _padded(direction.out.marks)
        marks = np.concatenate([_sample(into, rows[:n]), _sample(out, rows[n:])])
        upper, lower = y.take(low[lines:], 0), y.take(high[lines:], 0)
        between = np.rint((upper + lower) / 2).astype(np.int32)
        around = (rows - ASIDE, rows + ASIDE, rows - 2 * ahead, rows + BESIDE * ahead, between)
        seen = _sample(ground, np.concatenate(around))
        above, below, behind = seen[: 3 * lines].reshape(3, lines, self.samples)
        place = seen[3 * lines :]

        first, second = marks.take(low, 0), marks.take(high, 0)
        either, both = first | second, first & second
        edges = both & EDGE > 0
        narrow = edges[lines:] & (lower - upper < NARROW)
        paper, gutter = place & NEAR > 0, place & PAPER > 0
        paper[lines:] |= narrow
        gutter[lines:] |= narrow
        aside = above.take(low, 0) & below.take(high, 0)
        aside[lines:] &= place[lines:]
        edge, blank, ink = (
            either & EDGE > 0,
            aside & BLANK > 0,
            behind.take(low, 0) & behind.take(high, 0) & INK > 0,
        )
        clear = edges & paper
        facing = running_sums(edges & gutter)
        self.flags = np.stack(
            [either & STRAIGHT > 0, edge, paper, gutter, clear, ~(blank | edge), ink]
        )
        self._facing, self._clean = facing[:lines], facing[lines:, -1]
        self.following = np.zeros(paper.shape, np.int32)  # a line is no gutter
        self.last = np.full(paper.shape, self.samples, np.int32)
        self.following[lines:], self.last[lines:] = _nearest_break(paper[lines:])
        self.middle = self.slope * (self.samples * STEP / 2) + self.offset
        self.odd_width = self._odd_width(self.middle[high] - self.middle[low])

    def facing_paper(self, rows: Indices) -> NDArray[np.int32]:
        """Running counts of the samples where an edge faces a gutter, a row per line."""
        return np.asarray(self._facing[rows])

    def clean_length(self) -> float:
        """Length of the distinct gutters that are clean on both sides, in samples."""
        total = 0.0
        taken: list[float] = []
        for k in np.argsort(-self._clean, kind="stable")[:40]:
            at = self.middle[self.low[len(self.slope) + k]]
            if all(abs(at - other) > WIDEST_GUTTER * self.short for other in taken):
                taken.append(at)
                total += float(self._clean[k])
        return total

    def _odd_width(self, width: Numbers) -> Numbers:
        """By how much gutters differ in width from the clearest ones; 0 for single lines."""
        lines = len(self.slope)
        best = np.argsort(-self._clean, kind="stable")[:12]
        best = best[self._clean[best] * STEP > 0.15 * self.short]
        if not len(best):
            return np.zeros(len(width))
        order = best[np.argsort(width[lines + best], kind="stable")]
        length = np.cumsum(self._clean[order])
        usual = width[lines + order[np.searchsorted(length, length[-1] / 2)]]
        return np.where(np.arange(len(width)) < lines, 0.0, np.abs(width - usual))

    def near_box(self, polygon: Polygon, opening: bool, margin: float) -> Indices:
        """Lines at which a panel may open (or close) that pass through a region."""
        box = polygon_box(polygon)
        box = Box(box.y0, box.x0, box.y1, box.x1) if self.down else box
        at = self.slope * (box.x0 + box.x1) / 2 + self.offset
        lines = np.arange(len(self.slope))
        kind = lines >= self.into if opening else lines < self.into
        return np.flatnonzero(kind & (at > box.y0 - margin) & (at < box.y1 + margin))


def _padded(image: Map) -> Map:
    return cv2.copyMakeBorder(image, 1, 1, 0, 0, cv2.BORDER_CONSTANT, value=(0,))


def _sample(padded: Map, rows: NDArray[np.int32]) -> Map:
    """Pixels of every column at the given row, a line's samples a row; 0 outside the page."""
    height, width = padded.shape
    places = np.minimum(np.maximum(rows, -1), height - 2).astype(np.intp)
    places *= width
    places += np.arange(width, 2 * width)
    return np.asarray(padded.ravel()[places])


def running_sums(flags: Flags) -> NDArray[np.int32]:
    """Running sums along every row, beginning with 0."""
    if not flags.size:
        return np.zeros((len(flags), flags.shape[1] + 1), np.int32)
    sums = cv2.integral(flags.view(np.uint8))  # over the rows too, but quicker than cumsum
    return np.asarray(sums[1:] - sums[:-1], np.int32)


def _nearest_break(paper: Flags) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For every sample the next one, and the last one before, that is not paper."""
    count = paper.shape[1]
    steps = np.arange(count, dtype=np.int32)
    ahead = np.where(paper, np.int32(count), steps)[:, ::-1]
    behind = np.where(paper, np.int32(-1), steps)
    following = np.minimum.accumulate(ahead, axis=1)[:, ::-1]
    return np.asarray(following), np.asarray(np.maximum.accumulate(behind, axis=1))
