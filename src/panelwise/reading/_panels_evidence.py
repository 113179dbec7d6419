"""What on a page speaks for a border between panels: paper and straight edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORK_SHORT_SIDE = 540
WORK_PIXELS = 6_000_000
PAPER_TOLERANCE = 28
EDGE_STRENGTH = 90
EDGE_RATIO = 2.2
CHUNK = 64  # longest piece of a line that is fitted at once, so that a bend does not spoil it
MIN_RUN = 22


@dataclass(frozen=True)
class Lines:
    """Straight lines ``y = slope·x + offset`` found along one kind of edge.

    Attributes:
        straight, weak: maps of the edges, with and without the demand that they run straight.
        centre: where along x the evidence lies.
    """

    straight: NDArray[np.uint8]
    weak: NDArray[np.uint8]
    slope: NDArray[np.float64]
    offset: NDArray[np.float64]
    centre: NDArray[np.float64]
    length: NDArray[np.float64]


@dataclass(frozen=True)
class Direction:
    """One of the two ways a border can run, seen so that it runs along x (transposed if down).

    Attributes:
        into, out: lines where paper begins, and where it ends, as y grows.
        paper: gutters and margins; near: anything of the colour of paper.
    """

    into: Lines
    out: Lines
    paper: NDArray[np.uint8]
    near: NDArray[np.uint8]


@dataclass(frozen=True)
class Evidence:
    across: Direction
    down: Direction
    paper: NDArray[np.uint8]
    scale_x: float
    scale_y: float


def gather_evidence(pixels: NDArray[np.uint8]) -> Evidence:
    height, width = pixels.shape[:2]
    scale = min(1.0, WORK_SHORT_SIDE / min(height, width), (WORK_PIXELS / (height * width)) ** 0.5)
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    smooth = cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA
    work = cv2.resize(pixels, size, interpolation=smooth)
    grey = cv2.GaussianBlur(cv2.cvtColor(work, cv2.COLOR_RGB2GRAY), (3, 3), 0)
    dx = cv2.Sobel(grey, cv2.CV_16S, 1, 0)
    dy = cv2.Sobel(grey, cv2.CV_16S, 0, 1)
    colour = paper_colour(work)
    if colour.mean() < 110:  # dark paper: edges turn round
        dx, dy = -dx, -dy
    near = near_paper(work, colour)
    paper = paper_mask(near)
    across = _direction(dy, dx, paper, near)
    down = _direction(*(cv2.transpose(m) for m in (dx, dy, paper, near)))
    return Evidence(across, down, paper, size[0] / width, size[1] / height)


def _direction(
    strong: NDArray[np.int16],
    weak: NDArray[np.int16],
    paper: NDArray[np.uint8],
    near: NDArray[np.uint8],
) -> Direction:
    limit = cv2.max(cv2.convertScaleAbs(weak, alpha=EDGE_RATIO), EDGE_STRENGTH)
    into = _find_lines(cv2.compare(cv2.convertScaleAbs(cv2.max(strong, 0)), limit, cv2.CMP_GT))
    out = _find_lines(cv2.compare(cv2.convertScaleAbs(cv2.min(strong, 0)), limit, cv2.CMP_GT))
    return Direction(into, out, paper, near)


def _find_lines(edge: NDArray[np.uint8]) -> Lines:
    runs, straight = _runs(edge)
    tall = np.ones((3, 1), np.uint8)
    slope, offset, centre, length = _lines(runs, max(edge.shape))
    return Lines(cv2.dilate(straight, tall), cv2.dilate(edge, tall), slope, offset, centre, length)


def _runs(mask: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Straight runs in a mask: a row each of centre x, centre y, slope, length."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, 7), np.uint8))
    mask[:, ::CHUNK] = 0
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    length = stats[:, cv2.CC_STAT_WIDTH]
    area = stats[:, cv2.CC_STAT_AREA]
    good = (length >= MIN_RUN) & (area < 7 * length)
    good[0] = False
    n = int(good.sum())
    points = cv2.findNonZero(mask) if n else None
    if points is None:
        return np.zeros((0, 4)), np.zeros_like(mask)
    xs, ys = points.reshape(-1, 2).T
    which = labels[ys, xs]
    inside = good[which]
    xs, ys, which = xs[inside], ys[inside], (np.cumsum(good) - 1)[which[inside]]
    cx, cy = centres[good].T
    dx, dy = xs - cx[which], ys - cy[which]
    sxx = np.bincount(which, dx * dx, n)
    sxy = np.bincount(which, dx * dy, n)
    syy = np.bincount(which, dy * dy, n)
    slope = sxy / np.maximum(sxx, 1)
    spread = np.sqrt(np.maximum(syy - slope * sxy, 0) / np.maximum(area[good], 1))
    straight = (spread < 1.7) & (np.abs(slope) < 0.45)
    kept = np.zeros_like(mask)
    on = straight[which]
    kept[ys[on], xs[on]] = 1
    found = np.stack([cx, cy, slope, length[good].astype(float)], 1)[straight]
    return found, kept


def _lines(runs: NDArray[np.float64], extent: int) -> tuple[NDArray[np.float64], ...]:
    """Lines through runs that continue one another, each fitted to all of its runs."""
    if not len(runs):
        return (np.zeros(0),) * 4
    runs = runs[np.argsort(-runs[:, 3], kind="stable")][:300]
    x, y, run_slope, weight = runs.T
    slope, offset = run_slope.copy(), y - run_slope * x
    for reach in (150.0, 400.0, 2000.0):
        gap = np.abs(slope[:, None] * x + offset[:, None] - y)
        member = (gap < 2.0) & (np.abs(slope[:, None] - run_slope) < 0.07)
        member &= np.abs(x - x[:, None]) < reach
        np.fill_diagonal(member, True)
        w = member * weight
        total = w.sum(1)
        mx, my = w @ x / total, w @ y / total
        inner = weight**2 / 12  # a run's own extent adds to the spread along x
        sxx = w @ (x * x + inner) / total - mx * mx
        sxy = w @ (x * y + run_slope * inner) / total - mx * my
        slope = sxy / np.maximum(sxx, 1e-6)
        offset = my - slope * mx
    order = np.argsort(-total, kind="stable")
    keep = order[_first_of_kind(slope[order], offset[order], mx[order], extent)]
    return slope[keep], offset[keep], mx[keep], total[keep]


def _first_of_kind(
    slope: NDArray[np.float64],
    offset: NDArray[np.float64],
    centre: NDArray[np.float64],
    extent: int,
) -> NDArray[np.int64]:
    """The lines that do not run along an earlier one, near their own centre."""
    fresh = np.ones(len(slope), bool)
    rate, rest = slope[:, None] - slope, offset[:, None] - offset
    gap = np.abs(rate * centre + rest) + np.abs(rate) * (extent / 4)  # of line i, seen by line j
    for i in range(len(slope)):
        if fresh[i]:
            fresh[i + 1 :] &= gap[i, i + 1 :] > 1.6
    return np.flatnonzero(fresh)


def paper_colour(work: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The most common colour along the border of the page."""
    rim = max(1, min(work.shape[:2]) // 60)
    border = np.concatenate(
        [
            work[:rim].reshape(-1, 3),
            work[-rim:].reshape(-1, 3),
            work[:, :rim].reshape(-1, 3),
            work[:, -rim:].reshape(-1, 3),
        ]
    )
    coarse = border.astype(np.int32) >> 4
    codes = (coarse[:, 0] << 8) | (coarse[:, 1] << 4) | coarse[:, 2]
    mode = np.bincount(codes).argmax()
    return np.median(border[codes == mode], axis=0).astype(np.int16)


def near_paper(work: NDArray[np.uint8], colour: NDArray[np.int16]) -> NDArray[np.uint8]:
    low = np.clip(colour - PAPER_TOLERANCE, 0, 255).tolist()
    high = np.clip(colour + PAPER_TOLERANCE, 0, 255).tolist()
    return cv2.inRange(work, tuple(low), tuple(high))


def paper_mask(near: NDArray[np.uint8]) -> NDArray[np.uint8]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=4)
    height, width = near.shape
    left, top = stats[:, cv2.CC_STAT_LEFT], stats[:, cv2.CC_STAT_TOP]
    wide, high_ = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    area = stats[:, cv2.CC_STAT_AREA]
    keep = (left == 0) | (top == 0) | (left + wide == width) | (top + high_ == height)
    long = np.maximum(wide, high_)
    keep |= (long > 0.12 * min(width, height)) & (area < long * 0.04 * min(width, height))
    keep[0] = False
    return keep[labels].astype(np.uint8)
