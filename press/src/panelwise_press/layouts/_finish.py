"""From boxes to frames: slanted sides, bleeding and borderless panels, overlaps and insets.

A side slants by drawing in one of its ends, so that a frame never leaves its box and a gutter
never gets narrower. The two sides of a gutter slant independently: nobody can match neighbours by
their slants (MS-13).

What still tells something of the order, by nature: an inset and a panel over another are never the
first on a page, and cover a part of the panel before them; a panel that bleeds stands at the page's
edge (it has no border whose missing side would say which edge); panels of one row are of one
height, and their widths add up to the page's; the smaller page of a story cut in two is at one of
its ends, where its panels are larger.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from panelwise.comics import ReadingDirection
from panelwise.geometry import Box, Polygon, polygon_box
from panelwise_press.layouts._page_plan import Frame
from panelwise_press.layouts._tree import PanelCell

SHORTEST = 170.0  # side of a panel
FLATTEST, STEEPEST = 3.2, 0.4  # width beside height
_STANDS_OUT = 9.0  # of a panel over another, above and below its row
# Shift of a side's end, as a part of its length.
_SLANT_UPRIGHT, _SLANT_LEVEL, _SLANT_ALONE = 0.13, 0.03, 0.085


@dataclass(frozen=True, slots=True)
class Manner:
    """How freely frames are treated; all are chances.

    Attributes:
        slanted: that a page has slanted sides.
        unbordered: that a panel has no border.
        bleeding: that a panel without a border at the page's edge runs into it.
        overlaps: that on a page one panel reaches over the one before.
        insets: that on a page one panel stands inside the one before.
    """

    slanted: float = 0.0
    unbordered: float = 0.0
    bleeding: float = 0.0
    overlaps: float = 0.0
    insets: float = 0.0


def frames_of(
    cells: list[PanelCell],
    page: Box,
    direction: ReadingDirection,
    manner: Manner,
    rng: random.Random,
) -> list[Frame]:
    """Frames for the cells of a page, in the same order."""
    over = None
    if rng.random() < manner.overlaps:
        over = _overlap(cells, direction, rng)
    slanted = rng.random() < manner.slanted
    frames = []
    for at, cell in enumerate(cells):
        # Without a line nobody would see where one picture ends and the other begins.
        overlaps = over is not None and at in (over - 1, over)
        border = rng.random() >= manner.unbordered or overlaps
        bleed = not border and not all(cell.inner) and rng.random() < manner.bleeding
        seen = _bled(cell, page) if bleed else cell
        frames.append(Frame(_outline(seen, slanted, rng), border, bleed, over=at == over))
    return frames


def well_shaped(frame: Frame) -> bool:
    """Whether a frame is big enough to show something, and neither a slit nor a ribbon."""
    points = frame.polygon
    box = polygon_box(points)
    sides = (math.dist(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))
    return min(sides) >= SHORTEST and STEEPEST <= box.width / box.height <= FLATTEST


def inset_frames(
    frames: list[Frame], direction: ReadingDirection, rng: random.Random
) -> list[Frame] | None:
    """The frames with one more inside one of them, read after it; ``None`` where all are small.

    The inset stands low on the side where the eye leaves its host.
    """
    hosts = [at for at, frame in enumerate(frames) if _is_host(frame)]
    if not hosts:
        return None
    at = rng.choice(hosts)
    host = frames[at].polygon
    box = polygon_box(host)
    width = SHORTEST + rng.uniform(10, 40)
    height = min(SHORTEST + rng.uniform(10, 60), 0.118 * box.area / width)
    # Inside the slanted sides too.
    x0, x1 = max(host[0][0], host[3][0]), min(host[1][0], host[2][0])
    bottom = min(host[2][1], host[3][1]) - 16
    left = x0 + 16 if direction == "rtl" else x1 - 16 - width
    frame = Frame(_corners(Box(left, bottom - height, left + width, bottom)), inset=True)
    return [*frames[: at + 1], frame, *frames[at + 1 :]]


def _is_host(frame: Frame) -> bool:
    box = polygon_box(frame.polygon)
    return frame.border and box.width >= 460 and box.height >= 380 and box.area >= 330_000


def _overlap(cells: list[PanelCell], direction: ReadingDirection, rng: random.Random) -> int | None:
    """Let one panel of a row reach over the one before it; which one, if there is any."""
    pairs = [
        at
        for at in range(1, len(cells))
        if (cells[at].box.y0, cells[at].box.y1) == (cells[at - 1].box.y0, cells[at - 1].box.y1)
    ]
    if not pairs:
        return None
    at = rng.choice(pairs)
    before, box = cells[at - 1].box, cells[at].box
    reach = min(rng.uniform(28, 46), 0.11 * min(before.width, box.width))
    # Both sides stay upright, so that the overlap is one; the upper panel stands out a little.
    if direction == "rtl":
        box, sides = box._replace(x1=before.x0 + reach), (0, 2)
    else:
        box, sides = box._replace(x0=before.x1 - reach), (2, 0)
    box = box._replace(y0=box.y0 - _STANDS_OUT, y1=box.y1 + _STANDS_OUT)
    cells[at - 1] = replace(cells[at - 1], upright=(sides[0],))
    cells[at] = replace(cells[at], box=box, upright=(sides[1],))
    return at


def _bled(cell: PanelCell, page: Box) -> PanelCell:
    """The cell grown to the page's edge wherever it faces it."""
    edges = (
        own if inner else edge for own, edge, inner in zip(cell.box, page, cell.inner, strict=True)
    )
    return replace(cell, box=Box(*edges))


def _outline(cell: PanelCell, slanted: bool, rng: random.Random) -> Polygon:
    if not slanted:
        return _corners(cell.box)
    left, top, right, bottom = (_pulls(cell, side, rng) for side in range(4))
    box = cell.box
    points = (
        (box.x0 + left[0], box.y0 + top[0]),
        (box.x1 - right[0], box.y0 + top[1]),
        (box.x1 - right[1], box.y1 - bottom[1]),
        (box.x0 + left[1], box.y1 - bottom[0]),
    )
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def _pulls(cell: PanelCell, side: int, rng: random.Random) -> tuple[float, float]:
    """How far the two ends of a side are drawn in: one of them not at all."""
    chance, end = rng.random(), rng.random()
    amount = rng.uniform(0.2, 1)
    if not cell.inner[side] or side in cell.upright or chance > 0.7:
        return 0.0, 0.0
    if side in (0, 2):
        pull = amount * min(_SLANT_UPRIGHT * cell.box.height, 0.2 * cell.box.width)
    else:
        alone = not cell.inner[0] and not cell.inner[2]
        pull = amount * (_SLANT_ALONE if alone else _SLANT_LEVEL) * cell.box.width
    return (pull, 0.0) if end < 0.5 else (0.0, pull)


def _corners(box: Box) -> Polygon:
    x0, y0, x1, y1 = (round(value, 1) for value in box)
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
