"""From evidence to panels: cut a page in two, and again, until nothing speaks for another cut."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from panelwise.geometry import Box, Polygon, box_polygon, polygon_area, polygon_box
from panelwise.reading.panels._cuts import Borders, Cut, clip
from panelwise.reading.panels._frames import framed_panels, widest_gap
from panelwise.reading.panels._score import CutJudge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from panelwise.reading.panels._evidence import Evidence

    Map = NDArray[np.uint8]
    PixelCounts = NDArray[np.int32]

LEAST_SIDE = 0.1  # of the page's short side; 99 of 100 annotated panels are larger
LEAST_AREA = 0.01  # of the page
DEEPEST = 12
ACCEPT = 0.0  # logit of a cut that is made
CONSIDER = -1.5  # logit of a cut that is made if it opens the way to good ones
SHARE_OF_GAIN = 0.4
SURE = 2.0  # logit of a cut that is made without looking for frames
WHOLE_FRAME = 0.9  # of a region: a frame that holds so much of it is the region's own
WIDEST_GAP = 2  # pixels of a side where nothing is drawn; more may be the mouth of a gutter
RIM = 0.5  # of a pixel: the outermost ones hold as much paper as ink
MARGIN_INK = 0.03  # a row or column with less content than this is margin


class Demand(NamedTuple):
    """What frames must show to be believed.

    ``mean_support`` and ``least_support`` of their four sides, the share of the region's content
    ``explained``, and whether a ``remainder`` that no frame holds is allowed.
    """

    mean_support: float
    least_support: float
    explained: float
    remainder: bool


INSTEAD_OF_A_CUT = Demand(0.93, 0.8, 0.95, remainder=False)
LOOSE_AREA, LOOSE_PAPER = 0.15, 0.04
WHERE_NO_CUT_GOES = Demand(0.85, 0.4, 0.5, remainder=True)


class FoundOutline(NamedTuple):
    """A convex outline in pixels of the small picture, clockwise, and how certain its cuts are."""

    outline: Polygon
    certainty: float


class PanelLayout:
    """The panels of a page, found by cutting, with frames and islands where no cut can go."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.short = min(evidence.paper.shape)
        self.across = Borders(evidence.across, self.short, down=False)
        self.down = Borders(evidence.down, self.short, down=True)
        self.judge = CutJudge(self.across, self.down)
        self._sums = cv2.integral(1 - evidence.paper)
        self._cuts: dict[Polygon, list[Cut]] = {}
        self._trimmed: dict[Polygon, Polygon] = {}

    def panels(self) -> list[FoundOutline]:
        """The panels of the page."""
        height, width = self.evidence.paper.shape
        return self.divide(box_polygon(Box(0, 0, width, height)), 1.0)

    def divide(self, region: Polygon, certainty: float, depth: int = 0) -> list[FoundOutline]:
        """The panels of a region that is itself right with a ``certainty`` in [0, 1]."""
        region = self.trimmed(region)
        if not region:
            return []
        cuts = self.cuts(region, 3) if depth < DEEPEST else []
        cut = next((c for c in cuts if self.is_made(c, region)), None)
        if cut is None:
            doubt = cuts[0].probability if cuts else 0.0
            return self.undivided(region, min(certainty, 1 - doubt), depth)
        framed = self.frames(region, INSTEAD_OF_A_CUT) if cut.score < SURE else []
        if len(framed) > 1:
            return [p for part in framed for p in self.divide(part, certainty, depth + 6)]
        certainty = min(certainty, max(cut.probability, 0.5))
        parts = cut.part(region, True), cut.part(region, False)
        return [p for part in parts for p in self.divide(part, certainty, depth + 1)]

    def undivided(self, region: Polygon, certainty: float, depth: int) -> list[FoundOutline]:
        """The panels of a region that no cut goes through."""
        parts = self.loose_parts(region) if depth < DEEPEST else []
        if parts:
            found = [p for part in parts for p in self.divide(part, certainty, depth + 6)]
            return found or [FoundOutline(region, certainty)]
        return [] if self.is_scrap(region) else [FoundOutline(region, certainty)]

    def loose_parts(self, region: Polygon) -> list[Polygon]:
        """Panels in a region with gutters inside that no cut follows: staggered, overlapping."""
        if polygon_area(region) < LOOSE_AREA * self.evidence.paper.size:
            return []
        _, _, content, mask = self.window(region)
        if cv2.countNonZero(content) > (1 - LOOSE_PAPER) * cv2.countNonZero(mask):
            return []
        frames = self.frames(region, WHERE_NO_CUT_GOES)
        if len(frames) == 1 and polygon_area(frames[0]) > 0.85 * polygon_area(region):
            return []
        return frames or self.islands(region)

    def is_made(self, cut: Cut, region: Polygon) -> bool:
        """Whether to make a cut; a doubtful one counts if it opens the way to strong ones."""
        if cut.score > ACCEPT:
            return True
        return cut.score + SHARE_OF_GAIN * self.gain(cut, region) > ACCEPT

    def cuts(self, region: Polygon, count: int) -> list[Cut]:
        if region not in self._cuts:
            least = LEAST_SIDE * self.short
            found = self._considered(self.judge.cuts(region, least, 3))
            frame = self.frame_of(region) if found else ()
            if frame and self.is_closed(frame):
                found = []
            elif frame and any(cut.is_line for cut in found):
                found = self._considered(self.judge.cuts(region, least, 3, framed=True))
            self._cuts[region] = found
        return self._cuts[region][:count]

    @staticmethod
    def _considered(cuts: list[Cut]) -> list[Cut]:
        return [cut for cut in cuts if cut.score > CONSIDER]

    def frame_of(self, region: Polygon) -> Polygon:
        """The frame with paper on all four sides that holds nearly all of a region, if any."""
        frames = self.supported(region, INSTEAD_OF_A_CUT)
        whole = WHOLE_FRAME * polygon_area(region)
        return next((one for one in frames if polygon_area(one) > whole), ())

    def is_closed(self, frame: Polygon) -> bool:
        """Whether no gutter opens into an upright frame: something is drawn all along its sides."""
        if not _is_upright(frame):
            return False
        return widest_gap(self.window(frame)[2]) <= WIDEST_GAP

    def supported(self, region: Polygon, demand: Demand) -> list[Polygon]:
        """Frames in a region whose four sides have the support that is demanded."""
        return framed_panels(
            self.across,
            self.down,
            region,
            least_side=LEAST_SIDE * self.short,
            mean_support=demand.mean_support,
            least_support=demand.least_support,
        )

    def gain(self, cut: Cut, region: Polygon) -> float:
        """How good the next cuts become, as logits of at most 5 a part."""
        total = 0.0
        for first in (True, False):
            part = self.trimmed(cut.part(region, first))
            if not part:
                return 0.0
            below = self.cuts(part, 1)
            total += min(max(below[0].score, 0.0), 5.0) if below else 0.0
        return total

    def frames(self, region: Polygon, demand: Demand) -> list[Polygon]:
        """Framed panels in a region and what they leave over, if that meets the demand."""
        frames = self.supported(region, demand)
        found = [frame for frame in frames if not self.too_small(frame)]
        if not found:
            return []
        x0, y0, content, _ = self.window(region)
        inked = cv2.countNonZero(content)
        for frame in found:
            corners = np.rint(np.array(frame) - (x0, y0)).astype(np.int32)
            cv2.fillConvexPoly(content, corners, 0)
        rest = self.solid_parts(content, x0, y0, opening=11, fill=0.6)
        if rest and not demand.remainder:
            return []
        parts = [part for part in found + rest if not self.is_scrap(part)]
        return parts if sum(map(polygon_area, parts)) > demand.explained * inked else []

    def islands(self, region: Polygon) -> list[Polygon]:
        """Parts of a region with paper all round them, though no straight line divides them."""
        x0, y0, content, _ = self.window(region)
        parts = self.solid_parts(content, x0, y0, opening=5, fill=0.75)
        boxes = [polygon_box(part) for part in parts]
        apart = all(
            a.intersection(b) < 0.15 * min(a.area, b.area)
            for i, a in enumerate(boxes)
            for b in boxes[:i]
        )
        whole = polygon_box(region).area
        enough = len(boxes) > 1 and sum(box.area for box in boxes) > 0.6 * whole
        return parts if apart and enough else []

    def solid_parts(
        self, content: Map, x0: int, y0: int, *, opening: int, fill: float
    ) -> list[Polygon]:
        """Boxes of the connected parts of a map, seen at half its size, that fill their boxes."""
        square = np.ones((opening, opening), np.uint8)
        content = cv2.morphologyEx(content, cv2.MORPH_OPEN, square)
        half = np.ascontiguousarray(content[::2, ::2])
        stats = cv2.connectedComponentsWithStats(half, connectivity=4)[2]
        parts = []
        for left, top, width, height, area in (stats[1:] * (2, 2, 2, 2, 4)).tolist():
            box = Box(x0 + left, y0 + top, x0 + left + width, y0 + top + height)
            if area > fill * box.area and not self.too_small(box_polygon(box)):
                parts.append(box_polygon(box))
        return parts

    def trimmed(self, region: Polygon) -> Polygon:
        """A region without the margins at its sides; empty when too little is left."""
        if region not in self._trimmed:
            self._trimmed[region] = self._trim(region)
        return self._trimmed[region]

    def _trim(self, region: Polygon) -> Polygon:
        rest = self._tightened(region) if region else ()
        return () if not rest or self.too_small(rest) else rest

    def _tightened(self, region: Polygon) -> Polygon:
        for down, (start, inked, length) in zip((False, True), self._ink(region), strict=True):
            full = np.flatnonzero(inked > np.maximum(MARGIN_INK * length, 1))
            if not len(full) or not region:
                return ()
            end = self.evidence.paper.shape[1 if down else 0]
            low, high = int(start + full[0]), int(start + full[-1] + 1)
            region = _between(region, down, low + RIM * (low > 0), high - RIM * (high < end))
        return region

    def _ink(self, region: Polygon) -> Iterator[tuple[int, PixelCounts, PixelCounts | int]]:
        """Of a region's rows, and of its columns: the first, the content of each, the length."""
        x0, y0, x1, y1 = self._bounds(region)
        if _is_upright(region):
            # Most regions: two look-ups a row in sums over the whole page.
            rows, columns = self._sums[y0 : y1 + 1, (x0, x1)], self._sums[(y0, y1), x0 : x1 + 1]
            yield y0, np.diff(rows[:, 1] - rows[:, 0]), x1 - x0
            yield x0, np.diff(columns[1] - columns[0]), y1 - y0
            return
        _, _, content, mask = self.window(region)
        for axis, start in ((1, y0), (0, x0)):
            inked, length = (
                cv2.reduce(m, axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
                for m in (content, mask)
            )
            yield start, inked, length

    def _bounds(self, region: Polygon) -> tuple[int, int, int, int]:
        """The whole pixels that a region touches: left, top, right and bottom."""
        height, width = self.evidence.paper.shape
        box = polygon_box(region)
        x0, y0 = max(math.floor(box.x0), 0), max(math.floor(box.y0), 0)
        return x0, y0, min(math.ceil(box.x1), width), min(math.ceil(box.y1), height)

    def window(self, region: Polygon) -> tuple[int, int, Map, Map]:
        """The corner of a region's box, and in the box its content (not paper) and its mask."""
        x0, y0, x1, y1 = self._bounds(region)
        paper = self.evidence.paper[y0:y1, x0:x1]
        if _is_upright(region):
            return x0, y0, 1 - paper, np.ones(paper.shape, np.uint8)
        mask = np.zeros(paper.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(np.array(region) - (x0, y0)).astype(np.int32), 1)
        return x0, y0, cv2.subtract(mask, paper), mask

    def too_small(self, region: Polygon) -> bool:
        box = polygon_box(region)
        thin = min(box.width, box.height) < LEAST_SIDE * self.short
        return thin or polygon_area(region) < LEAST_AREA * self.evidence.paper.size

    def is_scrap(self, region: Polygon) -> bool:
        """Whether a region is small and mostly paper: a balloon's top, hair over a frame."""
        if polygon_area(region) > 0.06 * self.evidence.paper.size:
            return False
        _, _, content, mask = self.window(region)
        return cv2.countNonZero(content) < 0.5 * cv2.countNonZero(mask)


def _is_upright(region: Polygon) -> bool:
    """Whether a convex outline is a box, or as good as one."""
    return polygon_area(region) > 0.998 * polygon_box(region).area


def _between(region: Polygon, down: bool, low: float, high: float) -> Polygon:
    """The part of a region between two places along y (x, if down)."""
    a, b = (1.0, 0.0) if down else (0.0, 1.0)
    rest = clip(region, -a, -b, -low)
    return clip(rest, a, b, high) if rest else ()
