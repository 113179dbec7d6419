"""Candidate borders between panels, and how well each is supported within a region.

A border is one line (a frame shared by two panels, or the edge of a gutter) or a pair of lines
with paper between them (a gutter). Along every border it is written down once, as running sums,
where the picture supports it; any stretch of it is then judged by two look-ups a sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from panelwise.geometry import Box, Point, Polygon, polygon_box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.reading._panels_evidence import Direction

    Numbers = NDArray[np.float64]
    Flags = NDArray[np.bool_]

PIXEL_CENTRE = 0.5  # lines are fitted to pixel indices, regions bounded by pixel edges
STEP = 2  # pixels of the small picture between two samples along a border
WIDEST_GUTTER = 0.05  # of the page's short side
BESIDE = 5  # pixels from a line to where paper is looked for: beyond the line's own ink
SHORTEST_CHORD = 0.08  # of the page's short side

# A logistic model of "this border parts two panels", one row for single lines and one for pairs.
# Fitted to the best and the most tempting wrong candidates of each region of two OpenMantra titles
# (tojime_no_siora, tencho_isoro); pages of the other comics were not fitted on. Support can only
# speak for a border, slant and bareness only against it: the fit was held to that.
FEATURES = (
    "constant",
    "straight",  # share of the border along straight runs of edge
    "edge",  # along any edge of the right kind
    "crisp",  # root of the share along straight edges that face paper, for a pair on both sides
    "paper",  # with paper beside the line, between the pair
    "gutter",  # with paper there that is part of the page's margins and gutters
    "either",  # along an edge or paper
    "both_ends",  # straight at the weaker end
    "one_end",  # straight at the better end
    "best_quarter",  # facing paper, in the best quarter
    "second_quarter",
    "slope",
    "length",  # of the page's short side, at most 1
    "bare",  # without paper on a page that has clean gutters
)
WEIGHTS = np.array(
    [
        [-12.58, 2.4, 8.94, 0.0, 0.0, 0.0, 1.74, 1.8, 0.43, 0.0, 0.11, -3.96, 2.93, -1.33],
        [-7.35, 0.0, 0.83, 2.26, 2.82, 0.83, 0.0, 1.42, 1.74, 0.31, 1.0, -2.68, 0.0, -9.04],
    ]
)


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
        self.samples = direction.paper.shape[1]
        self.cleanness = 0.0  # of the page's gutters; set when both directions are known
        first, second = self._gutters(np.concatenate([into.centre, out.centre]))
        lines = np.arange(len(self.slope))
        self.low = np.concatenate([lines, first])
        self.high = np.concatenate([lines, second])
        self._sum_up(direction, first, second)

    def _gutters(self, centre: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Lines into paper, each with the lines out of it a gutter's width further on."""
        n, reach = self.into, WIDEST_GUTTER * self.short
        rate = self.slope[n:] - self.slope[:n, None]
        rest = self.offset[n:] - self.offset[:n, None]
        here, there = rest + rate * centre[:n, None], rest + rate * centre[n:]
        near = (np.abs(rate) < 0.06) & (here > 1.5) & (here < reach) & (there > 1.5)
        first, second = np.nonzero(near & (there < reach))
        return first, second + n

    def _sum_up(
        self, direction: Direction, first: NDArray[np.int64], second: NDArray[np.int64]
    ) -> None:
        n, into, out = self.into, direction.into, direction.out
        y = self.slope[:, None] * (STEP * np.arange(self.samples)) + self.offset[:, None]
        rows = np.rint(y).astype(np.int32)
        straight = np.concatenate(
            [_sample(into.straight, rows[:n]), _sample(out.straight, rows[n:])]
        )
        edge = np.concatenate([_sample(into.edge, rows[:n]), _sample(out.edge, rows[n:])])
        beside = np.concatenate([rows[:n] + BESIDE, rows[n:] - BESIDE])
        between = np.rint((y[first] + y[second]) / 2).astype(np.int32)
        place = np.concatenate([beside, between])
        paper, gutter = _sample(direction.near, place), _sample(direction.paper, place)
        straight_pair, edge_pair = (f[first] | f[second] for f in (straight, edge))
        both = edge[first] & edge[second]
        facing = np.concatenate([edge, both]) & gutter
        crisp = np.concatenate([straight, straight[first] & straight[second]]) & paper
        edge_all = np.concatenate([edge, edge_pair])
        self._straight = _running(np.concatenate([straight, straight_pair]))
        self._facing = _running(facing)
        self._others = [_running(f) for f in (edge_all, crisp, paper, gutter, edge_all | gutter)]

    def facing_paper(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """Running counts of the samples where an edge faces a gutter, a row per candidate."""
        return np.asarray(self._facing[rows])

    def clean_length(self) -> float:
        """Length of the distinct gutters that are clean on both sides, in samples."""
        pairs = np.arange(len(self.slope), len(self.low))
        clean = self._facing[pairs, -1]
        total = 0.0
        taken: list[float] = []
        for k in np.argsort(-clean, kind="stable")[:40]:
            line = self.low[pairs[k]]
            at = self.offset[line] + self.slope[line] * self.samples * STEP / 2
            if all(abs(at - other) > WIDEST_GUTTER * self.short for other in taken):
                taken.append(at)
                total += float(clean[k])
        return total

    def cuts(self, polygon: Polygon, least: float, count: int) -> list[Cut]:
        """The best supported candidates that leave ``least`` pixels on both sides of a region."""
        table, which = self.features(polygon, least)
        pair = (self.low[which] != self.high[which]).astype(np.int64)
        score = (table * WEIGHTS[pair]).sum(1)
        best = np.argsort(-score, kind="stable")[:count]
        return [self.cut(int(which[k]), float(score[k])) for k in best]

    def cut(self, candidate: int, score: float) -> Cut:
        low, high = self.low[candidate], self.high[candidate]
        return Cut(
            score,
            self.down,
            (float(self.slope[low]), float(self.offset[low]) + PIXEL_CENTRE),
            (float(self.slope[high]), float(self.offset[high]) + PIXEL_CENTRE),
        )

    def features(self, polygon: Polygon, least: float) -> tuple[Numbers, NDArray[np.int64]]:
        """``(candidates, FEATURES)`` for those that divide a convex region, and which they are."""
        points = np.array([p[::-1] for p in polygon] if self.down else polygon)
        away = points[:, 1] - self.slope[:, None] * points[:, 0] - self.offset[:, None]
        divides = (-away.min(1)[self.low] > least) & (away.max(1)[self.high] > least)
        which = np.flatnonzero(divides)
        low, high = self.low[which], self.high[which]
        start, end = np.zeros(len(self.slope)), np.zeros(len(self.slope))
        lines = np.union1d(low, high)
        start[lines], end[lines] = _chords(points, self.slope[lines], self.offset[lines])
        a = np.ceil(np.maximum(start[low], start[high]) / STEP)
        b = np.floor(np.minimum(end[low], end[high]) / STEP) + 1
        a, b = (np.clip(v, 0, self.samples).astype(np.int64) for v in (a, b))
        long = (b - a) * STEP > SHORTEST_CHORD * self.short
        which, a, b = which[long], a[long], b[long]
        return self._describe(which, a, b), which

    def _describe(
        self, which: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64]
    ) -> Numbers:
        count = b - a

        def share(sums: NDArray[np.int32], i: NDArray[np.int64], j: NDArray[np.int64]) -> Numbers:
            return np.asarray((sums[which, j] - sums[which, i]) / np.maximum(j - i, 1))

        edge, crisp, paper, gutter, either = (share(s, a, b) for s in self._others)
        rim = np.maximum(count // 8, 4)
        ends = share(self._straight, a, a + rim), share(self._straight, b - rim, b)
        marks = [a + count * q // 4 for q in range(5)]
        quarters = [share(self._facing, marks[q], marks[q + 1]) for q in range(4)]
        ranked = np.sort(np.array(quarters).reshape(4, -1), axis=0)
        columns = (
            np.ones(len(which)),
            share(self._straight, a, b),
            edge,
            np.sqrt(crisp),
            paper,
            gutter,
            either,
            np.minimum(*ends),
            np.maximum(*ends),
            ranked[3],
            ranked[2],
            np.abs(self.slope[self.low[which]]),
            np.minimum(count * STEP / self.short, 1.0),
            self.cleanness * (1 - paper),
        )
        return np.stack(columns, 1)

    def near_box(self, polygon: Polygon, opening: bool, margin: float) -> NDArray[np.int64]:
        """Lines at which a panel may open (or close) that pass through a region."""
        box = polygon_box(polygon)
        box = Box(box.y0, box.x0, box.y1, box.x1) if self.down else box
        at = self.slope * (box.x0 + box.x1) / 2 + self.offset
        lines = np.arange(len(self.slope))
        kind = lines >= self.into if opening else lines < self.into
        return np.flatnonzero(kind & (at > box.y0 - margin) & (at < box.y1 + margin))


def _sample(image: NDArray[np.uint8], rows: NDArray[np.int32]) -> Flags:
    """Pixels of every column at the given row, a line's samples a row; none outside the page."""
    last = image.shape[0] - 1
    inside = (rows >= 0) & (rows <= last)
    columns = np.arange(image.shape[1])
    return np.asarray((image[np.clip(rows, 0, last), columns] > 0) & inside)


def _running(flags: Flags) -> NDArray[np.int32]:
    sums = np.zeros((flags.shape[0], flags.shape[1] + 1), np.int32)
    np.cumsum(flags, axis=1, out=sums[:, 1:])
    return sums


def _chords(points: Numbers, slope: Numbers, offset: Numbers) -> tuple[Numbers, Numbers]:
    """Where along x each line enters and leaves a convex polygon."""
    start, end = np.full(len(slope), -np.inf), np.full(len(slope), np.inf)
    middle = points.mean(0)
    for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, 0), strict=True):
        a, b = y1 - y0, x0 - x1
        c = a * x0 + b * y0
        if a * middle[0] + b * middle[1] > c:
            a, b, c = -a, -b, -c
        rate = a + b * slope
        at = (c - b * offset) / np.where(np.abs(rate) > 1e-9, rate, 1.0)
        end = np.where(rate > 1e-9, np.minimum(end, at), end)
        start = np.where(rate < -1e-9, np.maximum(start, at), start)
    return start, np.maximum(end, start)
