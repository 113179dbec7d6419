"""Straight lines in a map of edges that run along x, fitted in floating point.

Edges are joined to runs, runs that continue one another to lines. A run is at most ``CHUNK``
columns long, so that a line drawn by hand, or bent by a scanner, is still made of straight runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

EDGE, STRAIGHT = 16, 32  # beside the marks of the ground
CHUNK = 32  # in columns of the halved map, as the two below
OPENING = 4  # hair, hatching and letters are shorter
SHORTEST_RUN = 11
MOST_RUNS = 300
MOST_LINES = 60  # borders are among the longest
WIDEST_SPREAD = 1.7  # root mean square distance of a run's pixels from its line
STEEPEST = 0.45
REACHES = (150.0, 400.0, 2000.0)  # along x, over which runs are joined: near ones first
APART = 1.6  # two lines closer than this are one


@dataclass(frozen=True)
class Lines:
    """Lines ``y = slope·x + offset`` and the edges they were found in.

    Attributes:
        marks: EDGE near any edge, plus STRAIGHT near pixels of straight runs, one column for two
            of the picture.
        slope, offset, centre: of each line; ``centre`` is the x about which its runs lie.
    """

    marks: NDArray[np.uint8]
    slope: Numbers
    offset: Numbers
    centre: Numbers


def find_lines(mask: NDArray[np.uint8]) -> Lines:
    """The lines in a map of edges (255 on an edge), of even width; longest first."""
    half = (mask.view(np.uint16) > 0).view(np.uint8)
    runs, straight = _straight_runs(half)
    thick = np.ones((3, 1), np.uint8)
    slope, offset, centre = _joined(runs, max(mask.shape))
    half *= EDGE
    marks = cv2.bitwise_or(cv2.dilate(straight, thick), cv2.dilate(half, thick))
    return Lines(marks, slope, offset, centre)


def _straight_runs(half: NDArray[np.uint8]) -> tuple[Numbers, NDArray[np.uint8]]:
    """Rows of centre x, centre y, slope and length, and a map, STRAIGHT where they lie."""
    mask = cv2.morphologyEx(half, cv2.MORPH_OPEN, np.ones((1, OPENING), np.uint8))
    mask[:, ::CHUNK] = 0
    straight = np.zeros_like(mask)
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    places = np.flatnonzero(mask.view(np.bool_))
    run = labels.ravel()[places].astype(np.intp)
    area = np.bincount(run, minlength=count)
    long = area[run] >= SHORTEST_RUN  # most patches are smaller
    places, run = places[long], run[long]
    if not len(run):
        return np.zeros((0, 4)), straight
    area = np.maximum(area, 1)

    def mean(values: Numbers) -> Numbers:
        return np.asarray(np.bincount(run, values, count) / area)

    rows, columns = np.divmod(places.astype(np.int32), np.int32(mask.shape[1]))
    xs, ys = columns.astype(np.float64), rows.astype(np.float64)
    centre_x, centre_y = mean(xs), mean(ys)
    dx, dy = xs - centre_x[run], ys - centre_y[run]
    sxx, sxy, syy = mean(dx * dx), mean(dx * dy), mean(dy * dy)
    length = np.sqrt(12 * sxx + 1)
    slope = sxy / np.maximum(sxx, 0.1)
    spread = np.sqrt(np.maximum(syy - slope * sxy, 0))
    fits = (length >= SHORTEST_RUN) & (spread < WIDEST_SPREAD) & (np.abs(slope) < 2 * STEEPEST)
    straight.ravel()[places[fits[run]]] = STRAIGHT
    table = np.stack([2.0 * centre_x + 0.5, centre_y, slope / 2, 2.0 * length], 1)
    return table[fits], straight


def _joined(runs: Numbers, extent: int) -> tuple[Numbers, Numbers, Numbers]:
    """A line through every run, fitted again and again to all runs that lie along it."""
    if not len(runs):
        return np.zeros(0), np.zeros(0), np.zeros(0)
    runs = runs[np.argsort(-runs[:, 3], kind="stable")][:MOST_RUNS]
    x, y, tilt, weight = runs.T
    slope, offset, centre, total = tilt, y - tilt * x, x, weight
    own = weight**2 / 12  # the extent of a run itself steadies the slope
    moments = np.stack([np.ones_like(x), x, y, x * x + own, x * y + tilt * own], 1)
    moments *= weight[:, None]
    apart = np.abs(x - x[:, None])
    for reach in REACHES:
        gap = np.abs(slope[:, None] * x + (offset[:, None] - y))
        member = (gap < 2.0) & (np.abs(slope[:, None] - tilt) < 0.07) & (apart < reach)
        member.flat[:: len(x) + 1] = True
        total, *sums = (member @ moments).T
        centre, middle, sxx, sxy = (s / total for s in sums)
        sxx, sxy = sxx - centre**2, sxy - centre * middle
        slope = sxy / np.maximum(sxx, 1e-6)
        offset = middle - slope * centre
    order = np.argsort(-total, kind="stable")
    slope, offset, centre = slope[order], offset[order], centre[order]
    kept = _distinct(slope, offset, centre, extent)
    return slope[kept], offset[kept], centre[kept]


def _distinct(slope: Numbers, offset: Numbers, centre: Numbers, extent: int) -> NDArray[np.int64]:
    """The lines that do not run along an earlier one near their own centre."""
    fresh = np.ones(len(slope), bool)
    rate, rest = slope[:, None] - slope, offset[:, None] - offset
    gap = np.abs(rate * centre + rest) + np.abs(rate) * (extent / 4)
    same = np.triu(gap <= APART, 1)
    for line in np.flatnonzero(same.any(1)).tolist():
        if fresh[line]:
            fresh &= ~same[line]
    return np.flatnonzero(fresh)[:MOST_LINES]
