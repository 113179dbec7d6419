"""Cutting a page into panels along its gutters and frame lines, straight or slanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.geometry import Box, Point, Polygon, box_polygon, polygon_area, polygon_box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.reading._panels_evidence import Direction, Evidence

MIN_SIDE = 0.1
MIN_AREA = 0.01
GUTTER = 0.05
STEP = 2
NAMES = (
    "one",
    "straight",
    "clean",
    "crisp",
    "half",
    "paper",
    "either",
    "weak",
    "joined",
    "ends",
    "end",
    "q4",
    "q3",
    "q2",
    "q1",
    "slope",
    "chord",
    "bare",
)
FEATURES = tuple(NAMES) + tuple("pair " + n for n in NAMES)
WEIGHTS = np.array([-13.07, 0.06, -0.6, -1.83, 1.57, -1.38, 3.61, 6.38, 0.4, 1.39, 2.4, 0.57, -0.36, 1.84, 0.55, 1.25, 1.85, -5.57, 2.25, 1.14, -2.69, -2.72, 0.76, 1.93, -1.9, -0.47, 0.21, -0.54, -0.75, 1.99, 1.89, 2.16, -0.29, 2.1, 0.25, 1.67, 3.7, -2.28, -2.02, -5.46])
LOGIT = 0.0
LOOK = 3.0
AHEAD = 0.6
FRAMES = True


def clip(polygon: Polygon, plane: tuple[float, float, float]) -> Polygon:
    """The part of a convex polygon where ``a·x + b·y <= c``."""
    a, b, c = plane
    out: list[Point] = []
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        d0, d1 = a * x0 + b * y0 - c, a * x1 + b * y1 - c
        if d0 <= 0:
            out.append((x0, y0))
        if (d0 < 0 < d1) or (d1 < 0 < d0):
            t = d0 / (d0 - d1)
            out.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
    return tuple(out) if len(out) > 2 else ()


@dataclass(frozen=True)
class Cut:
    """A band across a region, between two lines ``y = slope·x + offset`` (x, y swapped if down)."""

    score: float
    down: bool
    low: tuple[float, float]
    high: tuple[float, float]

    def part(self, polygon: Polygon, first: bool) -> Polygon:
        slope, offset = self.low if first else self.high
        sign = 1.0 if first else -1.0
        a, b = (-slope * sign, sign) if not self.down else (sign, -slope * sign)
        return clip(polygon, (a, b, offset * sign))


class Candidates:
    """All lines and pairs of lines of one direction, with what supports them along the way."""

    def __init__(self, direction: Direction, short: int, down: bool) -> None:
        self.ruled = 0.0
        self.down = down
        self.short = short
        into, out = direction.into, direction.out
        x = np.arange(0, direction.paper.shape[1], STEP)
        slope = np.concatenate([into.slope, out.slope])
        offset = np.concatenate([into.offset, out.offset])
        centre = np.concatenate([into.centre, out.centre])
        n = self.into = len(into.slope)
        y = slope[:, None] * x + offset[:, None]
        kinds = ((into, y[:n]), (out, y[n:]))
        edge = np.concatenate([self.sample(k.straight, x, at) for k, at in kinds])
        weak = np.concatenate([self.sample(k.weak, x, at) for k, at in kinds])
        beside = np.concatenate([y[:n] + 5, y[n:] - 5])
        beside = self.sample(direction.paper, x, beside)
        first, second = self.pairs(slope, offset, centre, n)
        near = self.sample(direction.near, x, (y[first] + y[second]) / 2)
        joined = self.sample(direction.paper, x, (y[first] + y[second]) / 2)
        either, both = weak[first] | weak[second], weak[first] & weak[second]
        union = edge[first] | edge[second]
        channels = [
            np.concatenate([edge, union]),
            np.concatenate([weak & beside, both & near]),
            np.concatenate([edge & beside, edge[first] & edge[second] & near]),
            np.concatenate([edge & beside, union & near]),
            np.concatenate([beside, near]),
            np.concatenate([weak | beside, either | near]),
            np.concatenate([weak, either]),
            np.concatenate([weak & self.beside_near(direction, x, y, n), joined]),
            np.concatenate([weak & beside, both & joined]),
        ]
        self.sums = [
            np.concatenate([np.zeros((len(c), 1), np.int32), np.cumsum(c, 1, dtype=np.int32)], 1)
            for c in channels
        ]
        index = np.arange(len(slope))
        self.low = np.concatenate([index, first])
        self.high = np.concatenate([index, second])
        self.slope, self.offset = slope, offset
        self.samples = len(x)

    @staticmethod
    def sample(
        image: NDArray[np.uint8], x: NDArray[np.int64], y: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        rows = np.rint(y).astype(np.int32)
        inside = (rows >= 0) & (rows < image.shape[0])
        return (image[np.clip(rows, 0, image.shape[0] - 1), x] > 0) & inside

    def beside_near(self, direction, x, y, n):
        return self.sample(direction.near, x, np.concatenate([y[:n] + 5, y[n:] - 5]))

    def pairs(
        self,
        slope: NDArray[np.float64],
        offset: NDArray[np.float64],
        centre: NDArray[np.float64],
        n: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Lines into paper, each with the lines out of it a gutter's width further on."""
        rate = slope[n:] - slope[:n, None]
        rest = offset[n:] - offset[:n, None]
        gap_here = rest + rate * centre[:n, None]
        gap_there = rest + rate * centre[n:]
        reach = GUTTER * self.short
        near = (np.abs(rate) < 0.06) & (gap_here > 1.5) & (gap_here < reach)
        near &= (gap_there > 1.5) & (gap_there < reach)
        first, second = np.nonzero(near)
        return first, second + n

    def in_region(self, polygon: Polygon) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Features of the candidates that divide a region, and which candidates they are."""
        points = np.array(polygon)
        if self.down:
            points = points[:, ::-1]
        if not len(self.slope):
            return np.zeros((0, len(FEATURES))), np.zeros(0, np.int64)
        least = MIN_SIDE * self.short
        away = points[:, 1] - self.slope[:, None] * points[:, 0] - self.offset[:, None]
        ok = (-away.min(1)[self.low] > least) & (away.max(1)[self.high] > least)
        which = np.flatnonzero(ok)
        start, end = self.chord(points)
        a = np.maximum(start[self.low[which]], start[self.high[which]])
        b = np.minimum(end[self.low[which]], end[self.high[which]])
        i0 = np.clip(np.ceil(a / STEP), 0, self.samples).astype(int)
        i1 = np.clip(np.floor(b / STEP) + 1, 0, self.samples).astype(int)
        count = i1 - i0
        long = count * STEP > 0.8 * least
        which, i0, i1, count = which[long], i0[long], i1[long], count[long]
        shares = [(s[which, i1] - s[which, i0]) / count for s in self.sums]
        shares[1], shares[2] = np.sqrt(shares[1]), np.sqrt(shares[2])
        rim = np.maximum(count // 8, 4)
        e0 = (self.sums[0][which, np.minimum(i0 + rim, i1)] - self.sums[0][which, i0]) / rim
        e1 = (self.sums[0][which, i1] - self.sums[0][which, np.maximum(i1 - rim, i0)]) / rim
        shares.append(np.minimum(e0, e1))
        shares.append(np.maximum(e0, e1))
        marks = [i0 + count * q // 4 for q in range(5)]
        quarters = [
            (self.sums[-1][which, b] - self.sums[-1][which, a]) / np.maximum(b - a, 1)
            for a, b in zip(marks[:-1], marks[1:], strict=True)
        ]
        ordered = np.sort(np.array(quarters), axis=0)
        shares.append(np.maximum(quarters[0], quarters[3]))
        shares += [ordered[3], ordered[2], ordered[1], ordered[0]]
        slope = np.abs(self.slope[self.low[which]])
        pair = (self.low[which] != self.high[which]).astype(float)
        chord = np.minimum(count * STEP / self.short, 1.0)
        table = np.stack(
            [np.ones(len(which)), *shares, slope, chord, self.ruled * (1 - shares[4])], 1
        )
        return np.concatenate([table * (1 - pair)[:, None], table * pair[:, None]], 1), which

    def chord(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where along x each line enters and leaves a convex polygon."""
        start = np.full(len(self.slope), -np.inf)
        end = np.full(len(self.slope), np.inf)
        centre = points.mean(0)
        for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, 0), strict=True):
            a, b = y1 - y0, x0 - x1
            c = a * x0 + b * y0
            if a * centre[0] + b * centre[1] > c:
                a, b, c = -a, -b, -c
            rate, rest = a + b * self.slope, c - b * self.offset
            with np.errstate(divide="ignore", invalid="ignore"):
                at = rest / rate
            end = np.where(rate > 1e-9, np.minimum(end, at), end)
            start = np.where(rate < -1e-9, np.maximum(start, at), start)
        return start, np.maximum(end, start)

    def cut(self, which: int, score: float) -> Cut:
        low, high = self.low[which], self.high[which]
        return Cut(
            score,
            self.down,
            (float(self.slope[low]), float(self.offset[low])),
            (float(self.slope[high]), float(self.offset[high])),
        )


class Cutter:
    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.short = min(evidence.paper.shape)
        self.ways = [
            Candidates(evidence.across, self.short, False),
            Candidates(evidence.down, self.short, True),
        ]
        ruled = self.gutters()
        for way in self.ways:
            way.ruled = ruled

    def gutters(self) -> float:
        """How much clean gutter the page has, in page sides, at most 2."""
        total = 0.0
        for way in self.ways:
            clean = way.sums[1][:, -1]
            length, which = np.zeros(way.samples), np.argsort(-clean)[:40]
            taken: list[float] = []
            for k in which:
                at = way.offset[way.low[k]] + way.slope[way.low[k]] * way.samples * STEP / 2
                if all(abs(at - t) > GUTTER * self.short for t in taken):
                    taken.append(at)
                    total += clean[k] * STEP
        return float(min(total / self.short, 4.0)) / 2

    def leaves(self, polygon: Polygon, depth: int = 0) -> list[Polygon]:
        polygon = self.trimmed(polygon)
        if not polygon:
            return []
        cut = self.best_cut(polygon) if depth < 12 else None
        if cut is None:
            parts = self.frames(polygon) if depth < 12 else []
            parts = [q for q in parts if not self.sparse(q)]
            if len(parts) > 1 or (parts and polygon_area(parts[0]) < 0.85 * polygon_area(polygon)):
                return [leaf for part in parts for leaf in self.leaves(part, depth + 6)] or [
                    polygon
                ]
            if parts:
                return parts
            parts = self.islands(polygon) if depth < 12 else []
            if not parts and self.sparse(polygon):
                return []
            return [leaf for part in parts for leaf in self.leaves(part, depth + 1)] or [polygon]
        return [
            leaf
            for first in (True, False)
            for leaf in self.leaves(cut.part(polygon, first), depth + 1)
        ]

    def frames(self, polygon: Polygon) -> list[Polygon]:
        from panelwise.reading._panels_frames import framed_panels

        found = framed_panels(self.ways, polygon, MIN_SIDE * self.short)
        found = [f for f in found if not self.too_small(f)]
        if not found:
            return []
        x0, y0, content, mask = self.window(polygon)
        whole = int(content.sum())
        for f in found:
            cv2.fillConvexPoly(content, np.rint(np.array(f) - (x0, y0)).astype(np.int32), 0)
        content = cv2.morphologyEx(content, cv2.MORPH_OPEN, np.ones((11, 11), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(content, connectivity=4)
        rest = []
        for left, top, width, height, area in stats[1:count]:
            box = Box(x0 + left, y0 + top, x0 + left + width, y0 + top + height)
            if area > 0.6 * box.area and not self.too_small(box_polygon(box)):
                rest.append(box_polygon(box))
        covered = sum(polygon_area(f) for f in found + rest)
        if covered < 0.5 * whole:
            return []
        return found + rest

    def sparse(self, polygon: Polygon) -> bool:
        content, mask = self.window(polygon)[2:]
        small = polygon_area(polygon) < 0.06 * self.evidence.paper.size
        return small and content.sum() < 0.5 * mask.sum()

    def islands(self, polygon: Polygon) -> list[Polygon]:
        """Boxes of the parts of a region that paper parts although no straight line does."""
        x0, y0, content, _ = self.window(polygon)
        content = cv2.morphologyEx(content, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(content, connectivity=4)
        found = []
        for left, top, width, height, area in stats[1:count]:
            box = Box(x0 + left, y0 + top, x0 + left + width, y0 + top + height)
            if area > 0.75 * box.area and not self.too_small(box_polygon(box)):
                found.append(box)
        whole = polygon_box(polygon)
        if len(found) < 2 or sum(b.area for b in found) < 0.6 * whole.area:
            return []
        if any(
            a.intersection(b) > 0.15 * min(a.area, b.area)
            for a in found
            for b in found
            if a is not b
        ):
            return []
        return [box_polygon(b) for b in found]

    def window(self, polygon: Polygon) -> tuple[int, int, NDArray[np.uint8], NDArray[np.uint8]]:
        """The corner of a region's box, its content (what is not paper) and its mask."""
        points = np.array(polygon)
        x0, y0 = np.floor(points.min(0)).astype(int)
        x1, y1 = np.ceil(points.max(0)).astype(int)
        paper = self.evidence.paper[y0:y1, x0:x1]
        mask = np.zeros(paper.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(points - (x0, y0)).astype(np.int32), 1)
        return int(x0), int(y0), cv2.bitwise_and(mask, 1 - paper), mask

    def too_small(self, polygon: Polygon) -> bool:
        box = polygon_box(polygon)
        thin = min(box.width, box.height) < MIN_SIDE * self.short
        return thin or polygon_area(polygon) < MIN_AREA * self.evidence.paper.size

    def best_cut(self, polygon: Polygon) -> Cut | None:
        """The best supported cut; a weak one counts if it opens the way to strong ones."""
        cuts = self.cuts(polygon, 3)
        if not cuts or cuts[0].score > LOGIT:
            return cuts[0] if cuts else None
        for cut in cuts:
            gain = 0.0
            if cut.score < LOGIT - LOOK: break
            for first in (True, False):
                part = self.trimmed(cut.part(polygon, first))
                if not part: gain -= 10
                below = self.cuts(part, 1) if part else []
                gain += min(max(below[0].score, 0.0), 5.0) if below else 0.0
            if cut.score + AHEAD * gain > LOGIT:
                return cut
        return None

    def cuts(self, polygon: Polygon, count: int) -> list[Cut]:
        found = []
        for way in self.ways:
            features, which = way.in_region(polygon)
            score = features @ WEIGHTS
            for at in np.argsort(-score, kind="stable")[:count]:
                found.append(way.cut(int(which[at]), float(score[at])))
        found.sort(key=lambda cut: -cut.score)
        return found[:count]

    def trimmed(self, polygon: Polygon) -> Polygon:
        """A region without the margins at its sides, or nothing if too little is left."""
        for _ in range(2):
            if not polygon:
                return ()
            x0, y0, content, mask = self.window(polygon)
            if not content.size:
                return ()
            for down in (False, True):
                axis = 0 if down else 1
                total = cv2.reduce(mask, axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
                inked = cv2.reduce(content, axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
                full = np.flatnonzero(inked > np.maximum(0.03 * total, 1))
                if not len(full):
                    return ()
                start = x0 if down else y0
                if full[0] > 0:
                    polygon = Cut(0, down, (0, 0), (0.0, float(start + full[0]))).part(
                        polygon, False
                    )
                if full[-1] < len(total) - 1:
                    polygon = Cut(0, down, (0.0, float(start + full[-1] + 1)), (0, 0)).part(
                        polygon, True
                    )
        return () if not polygon or self.too_small(polygon) else polygon
