"""Where the tail of a balloon points, from the pixels around a text.

The balloon is the area of the paper's brightness around the letters. Opened by a disc it loses its
tail; of what is lost the longest thin piece is the tail. Texts on the drawing itself, captions and
balloons whose outline is broken have none. The limits below were set on pages of the press and of
Craphound, where they keep nearly every tail; without them, free lettering in manga grew tails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from panelwise.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Grey = NDArray[np.uint8]
    Distances = NDArray[np.float32]

AROUND = 1.2  # of the text's longer side: how far around it a balloon is looked for
LIKE_PAPER = 28  # grey values between the paper and what still counts as paper
LARGEST = 14.0  # of the text's box: an area of paper beyond this is no balloon
OPEN = 0.15  # of the window's edge: a balloon that covers more of it is open
DISCS = (0.3, 0.45, 0.6)  # of the balloon's inner radius
SHORTEST = 0.2  # of the inner radius
LEAST_SHARP = (
    0.6  # length over breadth, breadth including a third of the inner radius: less is a bulge
)
BROADEST = 0.5  # mean breadth over length
FARTHEST = 0.4  # of the text's longer side: from the text to where the tail begins
ROUNDEST = 0.9  # area of the balloon without its tail over that of its convex hull, at least
ROOMIEST = 4.0  # area of the balloon without its tail over that of the text's box


class Tail(NamedTuple):
    """The tail of a balloon, in pixels of the page.

    Attributes:
        root: the middle of where it leaves the balloon.
        tip: its farthest point.
        sharpness: how long it is for its breadth; more is surer.
    """

    root: Point
    tip: Point
    sharpness: float


def find_tail(grey: Grey, text: Box) -> Tail | None:
    """The tail of the balloon around a text, if it has one.

    Args:
        grey: the page, height × width.
        text: the box of the words.
    """
    found = _balloon(grey, text)
    if found is None:
        return None
    balloon, (left, top) = found
    reach = _inside(balloon)
    radius = float(reach.max())
    best: Tail | None = None
    for share in DISCS:
        core = _opened(reach, share * radius)
        if not _is_round(core, text):
            continue
        for tail in _pieces(balloon, core, radius):
            moved = Tail(
                (tail.root[0] + left, tail.root[1] + top),
                (tail.tip[0] + left, tail.tip[1] + top),
                tail.sharpness,
            )
            near = text.distance(Box(*moved.root, *moved.root))
            if near <= FARTHEST * max(text.width, text.height) and (
                best is None or moved.sharpness > best.sharpness
            ):
                best = moved
    return best


def _balloon(grey: Grey, text: Box) -> tuple[Grey, tuple[int, int]] | None:
    """The filled balloon around a text in a window, and the window's left and top."""
    height, width = grey.shape
    x0, y0, x1, y1 = text.clipped(width, height).rounded()
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    margin = int(max(AROUND * max(x1 - x0, y1 - y0), 0.06 * max(height, width)))
    left, top = max(0, x0 - margin), max(0, y0 - margin)
    window = grey[top : min(height, y1 + margin), left : min(width, x1 + margin)]
    letters = grey[y0:y1, x0:x1]
    counts = np.bincount(letters.ravel(), minlength=256)
    paper = int(np.convolve(counts, np.ones(21), "same").argmax())
    like = (np.abs(window.astype(np.int16) - paper) <= LIKE_PAPER).astype(np.uint8)
    count, areas = cv2.connectedComponents(like, connectivity=4)
    inside = np.bincount(areas[y0 - top : y1 - top, x0 - left : x1 - left].ravel(), minlength=count)
    inside[0] = 0
    if inside.max() < 0.25 * letters.size:
        return None
    area = (areas == inside.argmax()).astype(np.uint8)
    edge = np.concatenate([area[0], area[-1], area[:, 0], area[:, -1]])
    if area.sum() > LARGEST * letters.size + 2000 or edge.sum() > OPEN * edge.size:
        return None
    outlines, _ = cv2.findContours(area, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(area)
    cv2.drawContours(filled, [max(outlines, key=cv2.contourArea)], -1, 1, -1)
    return filled, (left, top)


def _inside(balloon: Grey) -> Distances:
    """How far each pixel of a balloon is from its outline; the window's edge is outside."""
    framed = cv2.copyMakeBorder(balloon, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1], np.float32)


def _opened(reach: Distances, radius: float) -> Grey:
    """The pixels that a disc covers that lies within the balloon."""
    centres = (reach <= radius).astype(np.uint8)
    covered = cv2.distanceTransform(centres, cv2.DIST_L2, 5) <= radius
    return np.asarray(covered & (reach > 0), np.uint8)


def _is_round(core: Grey, text: Box) -> bool:
    points = cv2.findNonZero(core)
    if points is None:
        return False
    area = float(core.sum())
    return area >= ROUNDEST * cv2.contourArea(cv2.convexHull(points)) and (
        area <= ROOMIEST * text.area
    )


def _pieces(balloon: Grey, core: Grey, radius: float) -> Iterator[Tail]:
    """The pieces of a balloon beyond its core that look like a tail, in pixels of the window."""
    rest = cv2.subtract(balloon, core)
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
    away = cv2.distanceTransform(1 - core, cv2.DIST_L2, 5)
    for number in range(1, count):
        x, y, wide, high, size = (int(value) for value in stats[number])
        here = (slice(y, y + high), slice(x, x + wide))
        piece = pieces[here] == number
        distances = np.where(piece, away[here], 0)
        length = float(distances.max())
        rows, columns = np.nonzero(piece & (distances < 1.6))
        if size < 6 or length < max(4.0, SHORTEST * radius) or not len(rows):
            continue
        breadth = size / length
        sharpness = length / (0.35 * radius + breadth)
        if breadth > BROADEST * length or sharpness < LEAST_SHARP:
            continue
        tip_y, tip_x = np.unravel_index(int(distances.argmax()), distances.shape)
        root = (float(columns.mean()) + x, float(rows.mean()) + y)
        yield Tail(root, (float(tip_x) + x, float(tip_y) + y), sharpness)
