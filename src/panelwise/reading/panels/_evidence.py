"""What on a page speaks for a border between panels: paper, and edges that face it.

The page is looked at once, small. Along each of its two axes every pixel is asked whether the
picture turns from ink to paper there, or from paper to ink; straight runs of such pixels become
lines (:mod:`panelwise.reading.panels._lines`). Colour plays a part only in finding paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.reading.panels._lines import Lines, find_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Map = NDArray[np.uint8]
    Colour = NDArray[np.int16]

# Frames are two to six pixels wide on a page of 1 Mpx; below 500 pixels they begin to vanish.
SHORT_SIDE = 450
MOST_PIXELS = 6_000_000  # of a very long strip
GREY_STEP = 16  # pixels between those looked at to tell whether a page has colour
PAPER_TOLERANCE = 28  # per channel: JPEG noise, yellowed and textured paper
BLEEDING = 0.8  # of the rim, that one colour must hold to be taken for paper unasked
TINT = 20  # between the channels of a rim that may be old paper
COLOURS = 4  # of the commonest ones of a page, that are tried as paper
SHADE = 48  # per channel, between such a colour and the rim: old paper is darker at its edges
CLEARER = 1.25  # times the strips of any other colour, that such a colour must make
THICKEST_STRIP = 0.08  # of the short side; a wider one may be a sky
DARK_PAPER = 110
DARKEST = 100  # grey of the lightest ink
LETTER = 9  # pixels: lettering is closed up, so that a balloon with its words is blank
PAPER, NEAR, BLANK, INK = 1, 2, 4, 8  # on gutters and margins; of paper's colour anywhere; …
EDGE_STRENGTH = 90  # of 1020 that a 3 × 3 Sobel filter can answer
EDGE_RATIO = 2.2  # an edge runs along an axis when it slants by less than about 24 degrees


@dataclass(frozen=True)
class Direction:
    """One of the two ways a border can run, turned so that it runs along x.

    Attributes:
        into: lines where paper begins as y grows; out: lines where it ends.
        ground: PAPER, NEAR, BLANK and INK, added up, at every pixel; like the maps of the lines it
            holds one column for two of the picture.
    """

    into: Lines
    out: Lines
    ground: Map


@dataclass(frozen=True)
class Evidence:
    """All that the search for panels looks at.

    Attributes:
        across, down: borders along x, and along y.
        paper: 1 on gutters and margins, ``(height, width)`` of the small picture.
        edge: 255 near any edge along either axis.
        scale_x, scale_y: pixels of the small picture per pixel of the page.
    """

    across: Direction
    down: Direction
    paper: Map
    edge: Map
    scale_x: float
    scale_y: float


def gather_evidence(pixels: Map) -> Evidence:
    """Look at a page, ``(height, width, 3)`` RGB, at least 16 pixels a side."""
    height, width = pixels.shape[:2]
    scale = min(1.0, SHORT_SIDE / min(height, width), (MOST_PIXELS / (height * width)) ** 0.5)
    size = (_even(width * scale), _even(height * scale))
    small = _shrunk(pixels, size)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), (3, 3), 0)
    dx = cv2.Sobel(grey, cv2.CV_16S, 1, 0)
    dy = cv2.Sobel(grey, cv2.CV_16S, 0, 1)
    colour = paper_colour(small)
    if colour.mean() < DARK_PAPER:
        dx, dy = -dx, -dy
    near = _near_paper(small, colour)
    paper = _connected_paper(near)
    ground = _ground(grey, near, paper, colour)
    edges, edges_down = _edges(dy, dx), _edges(dx, dy)
    into, out = (find_lines(image) for image in edges)
    across = Direction(into, out, np.ascontiguousarray(ground[:, ::2]))
    into, out = (find_lines(cv2.transpose(image)) for image in edges_down)
    down = Direction(into, out, cv2.transpose(ground[::2]))
    edge = cv2.bitwise_or(cv2.bitwise_or(*edges), cv2.bitwise_or(*edges_down))
    edge = cv2.dilate(edge, np.ones((5, 5), np.uint8))
    return Evidence(across, down, paper, edge, size[0] / width, size[1] / height)


def _shrunk(pixels: Map, size: tuple[int, int]) -> Map:
    """The page at a ``(width, height)``, in RGB; of a page without colour one channel is shrunk."""
    seen = pixels[::GREY_STEP, ::GREY_STEP]
    is_grey = bool((seen == seen[..., :1]).all())
    small = cv2.extractChannel(pixels, 1) if is_grey else pixels
    while min(small.shape[0] / size[1], small.shape[1] / size[0]) >= 2:
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)  # quick for whole numbers
    small = cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)
    return cv2.cvtColor(small, cv2.COLOR_GRAY2RGB) if is_grey else small


def _even(length: float) -> int:
    return max(16, 2 * round(length / 2))


def _ground(grey: Map, near: Map, paper: Map, colour: Colour) -> Map:
    """What every pixel of the small picture is: the sum of PAPER, NEAR, BLANK and INK."""
    dark = colour.mean() < DARK_PAPER
    ink = cv2.compare(grey, 255 - DARKEST if dark else DARKEST, cv2.CMP_GT if dark else cv2.CMP_LT)
    blank = cv2.morphologyEx(near, cv2.MORPH_CLOSE, np.ones((LETTER, LETTER), np.uint8))
    return paper * PAPER + (near & NEAR) + (blank & BLANK) + (ink & INK)


def _edges(strong: NDArray[np.int16], weak: NDArray[np.int16]) -> tuple[Map, Map]:
    """Where the picture turns from ink to paper along one axis, and back; 255 there."""
    limit = cv2.max(cv2.convertScaleAbs(weak, alpha=EDGE_RATIO), EDGE_STRENGTH)
    edge = cv2.compare(cv2.convertScaleAbs(strong), limit, cv2.CMP_GT)
    rising = cv2.bitwise_and(edge, cv2.compare(strong, 0, cv2.CMP_GT))
    return rising, cv2.bitwise_xor(edge, rising)


def paper_colour(picture: Map) -> Colour:
    """The most common colour along the rim of a picture, unless art bleeds off most of it.

    Then the paper is what makes the longest clear strips: that colour, white or black. A rim with a
    tint may be that of old paper, which is lighter inside the page: then its shades are tried, too.
    """
    picture = np.ascontiguousarray(picture[::3, ::3])  # gutters are at least four pixels wide
    rim = max(1, min(picture.shape[:2]) // 60)
    strips = (picture[:rim], picture[-rim:], picture[:, :rim], picture[:, -rim:])
    border = np.concatenate([strip.reshape(-1, 3) for strip in strips])
    common, share = _commonest(border, 1)[0]
    if share > BLEEDING:
        return common
    white, black = np.full(3, 250, np.int16), np.full(3, 5, np.int16)
    plain, length = _clearest(picture, (common, white, black))
    if common.max() - common.min() < TINT:
        return plain
    inside = (colour for colour, _ in _commonest(picture.reshape(-1, 3), COLOURS))
    shades = [one for one in inside if np.abs(one - common).max() < SHADE]
    shade, more = _clearest(picture, shades) if shades else (plain, 0)
    return shade if more > CLEARER * length else plain


def _clearest(picture: Map, colours: Sequence[Colour]) -> tuple[Colour, int]:
    """The colour that makes the longest clear strips, and their area."""
    areas = [_strips(_near_paper(picture, colour)) for colour in colours]
    best = int(np.argmax(areas))
    return colours[best], areas[best]


def _commonest(pixels: Map, count: int) -> list[tuple[Colour, float]]:
    """The commonest colours of ``(n, 3)`` pixels, each with its share of them."""
    coarse = pixels.astype(np.int32) >> 4
    codes = (coarse[:, 0] << 8) | (coarse[:, 1] << 4) | coarse[:, 2]
    counts = np.bincount(codes)
    best = np.argsort(-counts, kind="stable")[:count]
    return [
        (np.median(pixels[codes == code], axis=0).astype(np.int16), counts[code] / len(pixels))
        for code in best.tolist()
        if counts[code]
    ]


def _strips(near: Map) -> int:
    """Area of what is clear for three tenths of the page, either way, and thin as a gutter."""
    height, width = near.shape
    thick = max(2, round(THICKEST_STRIP * min(height, width)))
    shapes = ((1, 1 + width * 3 // 10), (1 + height * 3 // 10, 1), (thick, thick))
    wide, tall, blobs = (
        cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones(shape, np.uint8)) for shape in shapes
    )
    return int(cv2.countNonZero(cv2.bitwise_or(wide, tall) & ~blobs))


def _near_paper(picture: Map, colour: Colour) -> Map:
    low = np.clip(colour - PAPER_TOLERANCE, 0, 255).tolist()
    high = np.clip(colour + PAPER_TOLERANCE, 0, 255).tolist()
    return cv2.inRange(picture, tuple(low), tuple(high))


def _connected_paper(near: Map) -> Map:
    """The paper that reaches the edge of the page, and what else is long and thin as a gutter.

    A balloon's white and a white shirt are left out; a gutter that figures cut off is kept.
    """
    half = np.ascontiguousarray(near[::2, ::2])
    height, width = half.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats(half, connectivity=4)
    left, top, wide, tall, area = stats.T
    keep = (left == 0) | (top == 0) | (left + wide == width) | (top + tall == height)
    length, short = np.maximum(wide, tall), min(width, height)
    keep |= (length > 0.12 * short) & (area < length * 0.04 * short)
    keep[0] = False
    kept = np.take(keep.astype(np.uint8), labels)
    size = near.shape[::-1]
    kept = cv2.dilate(
        cv2.resize(kept, size, interpolation=cv2.INTER_NEAREST), np.ones((3, 3), np.uint8)
    )
    return cv2.min(kept, near)
