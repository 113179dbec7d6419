"""Which candidate border, if any, parts the panels of a region: features and a logistic model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from panelwise.reading.panels._cuts import PIXEL_CENTRE, STEP, Cut, running_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.geometry import Polygon
    from panelwise.reading.panels._cuts import Borders

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int64]

SHORTEST_CHORD = 0.08  # of the page's short side
MOUTH = 0.1  # of the page's short side: more of a gutter than this need not be seen at one end
ODD = 6.0  # pixels by which a gutter's width may be odd at most
STRAIGHT, CLEAR = 0, 4  # of the running sums
GUTTER_SEEN = 0.7  # share of a line with a gutter's paper beside it: it is a gutter's edge

FEATURES = (
    "constant",
    "straight",  # share of the border along straight runs of edge
    "edge",  # along any edge of the right kind
    "paper",  # with paper beside the line, between the pair
    "gutter",  # with paper there that is part of the page's margins and gutters
    "both_ends",  # straight at the weaker end
    "one_end",  # straight at the better end
    "slope",
    "length",  # of the page's short side, at most 1
    "bare",  # without paper on a page that has clean gutters
    "clear",  # along an edge that faces paper, for a pair on both sides
    "clear_quarter",  # the same in the last quarter but one
    "thickness",  # of the thinner part, in short sides of the page, at most a half
    "odd_width",  # by how much a gutter is wider or narrower than the page's clearest
    "crossed",  # where neither an edge nor a blank (a balloon, a white wall) lies
    "ink",  # ink along it, times straight
    "mouth_least",  # how far clear paper reaches in from outside, at the worse end
    "mouth_most",  # at the better end
    "mouths",  # at both, as a share of the border
)
GUTTER = FEATURES.index("gutter")
WEIGHTS = np.array(
    [
        [
            -8.23, 0.98, 2.92, 0.00, 1.07, 2.22, 0.00, -8.42, 0.76, -0.19,
            1.24, 1.47, 4.83, 0.00, 0.00, 1.97, 0.00, 0.00, 0.00,
        ],
        [
            -3.68, 0.01, 1.05, 0.13, 0.37, 0.40, 0.26, -2.66, 0.00, -6.81,
            1.35, 1.22, 1.90, -1.39, -5.34, 0.39, 4.34, 1.02, 0.91,
        ],
    ]
)  # fmt: skip


class CutJudge:
    """All candidate borders of a page, of both directions, to be judged within any region."""

    def __init__(self, across: Borders, down: Borders) -> None:
        ways = (across, down)
        self.short = across.short
        clean = sum(way.clean_length() for way in ways) * STEP / self.short
        self.cleanness = min(clean, 4.0) / 2
        self.down = np.repeat([False, True], [len(way.low) for way in ways])
        self.samples = np.repeat([way.samples for way in ways], [len(way.low) for way in ways])
        # (2, candidates): the line that a border begins with, and the one it ends with
        self.slope, self.offset = (
            np.concatenate([np.stack([v[way.low], v[way.high]]) for way, v in values], axis=1)
            for values in (
                [(way, way.slope) for way in ways],
                [(way, way.offset) for way in ways],
            )
        )
        self.pair = np.concatenate([way.low != way.high for way in ways]).astype(np.int64)
        self.odd_width = np.minimum(np.concatenate([way.odd_width for way in ways]), ODD) / ODD
        self._sum_up(ways)

    def _sum_up(self, ways: tuple[Borders, Borders]) -> None:
        """Running sums of what lies along every candidate, and where its paper breaks off."""
        count, samples = len(self.pair), max(way.samples for way in ways)
        flags = np.zeros((len(ways[0].flags), count, samples), np.bool_)
        self.following = np.zeros((count, samples), np.int32)
        self.since = np.zeros((count, samples), np.int32)
        start = 0
        for way in ways:
            rows, columns = slice(start, start + len(way.low)), slice(0, way.samples)
            flags[:, rows, columns] = way.flags
            self.following[rows, columns], self.since[rows, columns] = way.following, way.last
            start += len(way.low)
        sums = running_sums(flags.reshape(-1, samples))
        self.sums = sums.reshape(len(flags), count, samples + 1)

    def cuts(
        self, polygon: Polygon, least: float, count: int, *, framed: bool = False
    ) -> list[Cut]:
        """The best supported candidates that leave ``least`` pixels on both sides of a region.

        Args:
            polygon: the region.
            least: in pixels.
            count: how many.
            framed: the region is a frame with paper all round it. A line in it is scenery then (a
                wall, a row of tiles), unless it is the edge of a gutter.
        """
        table, which = self.features(polygon, least)
        line, gutter = WEIGHTS @ table.T
        if framed:
            line = np.where(table[:, GUTTER] < GUTTER_SEEN, -np.inf, line)
        score = np.where(self.pair[which], gutter, line)
        best = np.argsort(-score, kind="stable")[:count]
        return [self.cut(int(which[k]), float(score[k])) for k in best]

    def cut(self, candidate: int, score: float) -> Cut:
        """A candidate as a cut."""
        slope, offset = self.slope[:, candidate].tolist(), self.offset[:, candidate].tolist()
        low, high = ((s, o + PIXEL_CENTRE) for s, o in zip(slope, offset, strict=True))
        return Cut(score, bool(self.down[candidate]), low, high)

    def features(self, polygon: Polygon, least: float) -> tuple[Numbers, Indices]:
        """``(candidates, FEATURES)`` for those that divide a convex region, and which they are."""
        x, y = np.array(polygon).T[:, :, None]
        along, height = np.where(self.down, (y, x), (x, y))  # (corners, candidates) each
        above = (self.slope[0] * along + self.offset[0] - height).max(0)
        below = (height - self.slope[1] * along - self.offset[1]).max(0)
        which = np.flatnonzero((above > least) & (below > least))
        start, end = self._chords(along.take(which, 1), height.take(which, 1), which)
        last = self.samples[which]
        a = np.minimum(np.maximum(np.ceil(start / STEP), 0), last).astype(np.int64)
        b = np.minimum(np.maximum(np.floor(end / STEP) + 1, 0), last).astype(np.int64)
        long = (b - a) * STEP > SHORTEST_CHORD * self.short
        which, a, b = which[long], a[long], b[long]
        if not len(which):
            return np.zeros((0, len(FEATURES))), which
        return self._describe(which, a, b, np.minimum(above, below)[which]), which

    def _chords(self, u: Numbers, v: Numbers, which: Indices) -> tuple[Numbers, Numbers]:
        """Where along each candidate both its lines have entered, and one leaves, a region."""
        following = np.arange(1 - len(u), 1)
        next_u, next_v = u[following], v[following]
        sign = np.sign((u * next_v - next_u * v).sum(0))
        a, b = (next_v - v) * sign, (u - next_u) * sign  # outward normals of the sides
        rate = a + b * self.slope.take(which, 1)[:, None]
        level = a * u + b * (v - self.offset.take(which, 1)[:, None])
        with np.errstate(divide="ignore", invalid="ignore"):
            at = level / rate
        start = np.where(rate < -1e-9, at, -np.inf).max((0, 1))
        return start, np.maximum(np.where(rate > 1e-9, at, np.inf).min((0, 1)), start)

    def _describe(self, which: Indices, a: Indices, b: Indices, thickness: Numbers) -> Numbers:
        count = b - a
        rim = np.minimum(np.maximum(count // 8, 4), count)
        places = np.array([*(a + count * q // 4 for q in range(5)), a + rim, b - rim])
        rows = which * self.sums.shape[2]
        sums = self.sums.reshape(len(self.sums), -1).take(rows + places, axis=1)
        # (flags, places, candidates)
        straight, edge, paper, gutter, clear, crossed, ink = (sums[:, 4] - sums[:, 0]) / count
        one_end = (sums[STRAIGHT, 5] - sums[STRAIGHT, 0]) / rim
        other_end = (sums[STRAIGHT, 4] - sums[STRAIGHT, 6]) / rim
        clear_at = sums[CLEAR, :5]
        by_quarter = (clear_at[1:] - clear_at[:-1]) / (places[1:5] - places[:4])
        enter, leave = self._mouths(which, a, b)
        most = MOUTH * self.short / STEP
        mouth_a, mouth_b = (
            np.sqrt(np.minimum(enter / most, 1)),
            np.sqrt(np.minimum(leave / most, 1)),
        )
        columns = (
            np.ones(len(which)),
            straight,
            edge,
            paper,
            gutter,
            np.minimum(one_end, other_end),
            np.maximum(one_end, other_end),
            np.abs(self.slope[0, which]),
            np.minimum(count * STEP / self.short, 1.0),
            self.cleanness * (1 - paper),
            clear,
            np.sort(by_quarter, axis=0)[1],
            np.minimum(thickness / self.short, 0.5),
            self.odd_width[which],
            crossed,
            ink * straight,
            np.minimum(mouth_a, mouth_b),
            np.maximum(mouth_a, mouth_b),
            np.minimum(enter + leave, count) / count,
        )
        return np.array(columns).T

    def _mouths(self, which: Indices, a: Indices, b: Indices) -> tuple[Indices, Indices]:
        """Clear samples of each gutter from just outside its two ends to the first break."""
        last = self.samples[which] - 1
        before, after = np.minimum(np.maximum(a - 2, 0), last), np.minimum(b + 1, last)
        to = np.minimum(self.following[which, before], b)
        since = np.minimum(np.maximum(self.since[which, after] + 1, a), after)
        rows = which * self.sums.shape[2]
        clear = self.sums[CLEAR].ravel()
        enter = np.maximum(clear.take(rows + to) - clear.take(rows + before), 0)
        leave = np.maximum(clear.take(rows + after) - clear.take(rows + since), 0)
        return enter, leave
