"""Panels of a vertical scroll: a picture many screens tall, read from the top down.

A scroll has no tiers that fill a page. Its panels are parted by bands of background (white, black,
any colour, or a gradient), as high as the author liked, so it is first cut wherever whole rows are
empty. Within the bands that remain, framed panels are found as on any page; art without frames is
found as what stands apart on the background. Lettering between the panels is no panel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.comics import Panel
from panelwise.geometry import Box, box_polygon

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Map = NDArray[np.uint8]

    PagePanels = Callable[[Map], Sequence[Panel]]

WIDTH = 450  # of the picture that is looked at; as for pages
FLAT = 16  # grey levels by which a pixel of an empty row may differ from the row's middle one
SPECKS = 0.01  # of a row, that may differ by more: noise of compression, a hair
SIDE = 0.9  # of the empty rows, that a line down them crosses
LEAST_BAND = 0.015  # of the width: an empty band this high parts panels
MARGIN = 10  # rows and columns of background around a band, against which a frame is seen
FRAMED = 0.4  # confidence from which several panels in one band are believed
TOGETHER = 0.012  # of the width: what is closer than this belongs together
PIECE_WIDE, PIECE_HIGH = 0.3, 0.1  # of the width: art smaller than this is no panel by itself
BALLOON_FILL = (0.6, 0.92)  # of its box; an ellipse fills 0.79, a frame all of it
BALLOON_PLAIN = 0.6  # of a balloon, that is one shade


def scroll_panels(pixels: Map, page_panels: PagePanels) -> tuple[Panel, ...]:
    """The panels of a scroll, from the top down; empty when nothing on it is large enough.

    Art without frames has as its confidence the share of what is drawn in its rows that lies
    within it.

    Args:
        pixels: ``(height, width, 3)`` RGB.
        page_panels: finds the panels of an ordinary page; asked for each band of the scroll.
    """
    height, width = pixels.shape[:2]
    scale = min(1.0, WIDTH / width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    grey = cv2.cvtColor(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    found: list[Panel] = []
    bands = _bands(grey)
    for (top, bottom), space in zip(bands, _space_around(bands, len(grey)), strict=True):
        content = _content(grey, top, bottom)
        left, right = _columns(content)
        y0, y1 = math.floor((top - space) / scale), min(math.ceil((bottom + space) / scale), height)
        x0 = max(math.floor((left - space) / scale), 0)
        x1 = min(math.ceil((right + space) / scale), width)
        framed = page_panels(pixels[y0:y1, x0:x1])
        if len(framed) > 1 and min(panel.confidence or 0.0 for panel in framed) >= FRAMED:
            whole = _joined(framed, PIECE_HIGH * width)
            found += [_moved(panel, x0, y0) for panel in whole]
            continue
        for box, share in _pieces(grey, content, top):
            edges = (edge / scale for edge in box)
            outline = Box(*map(min, edges, (width, height, width, height)))
            found.append(Panel(outline, box_polygon(outline), share))
    return tuple(found)


def _bands(grey: Map) -> list[tuple[int, int]]:
    """First and last row (exclusive) of what stands between bands of background."""
    middle = np.median(grey, axis=1, keepdims=True).astype(np.int16)
    away = np.abs(grey.astype(np.int16) - middle) > FLAT
    empty = np.count_nonzero(away, axis=1) <= SPECKS * grey.shape[1]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ~empty, [False]]).astype(np.int8)))
    runs: list[tuple[int, int]] = [(start, end) for start, end in edges.reshape(-1, 2).tolist()]
    least = LEAST_BAND * grey.shape[1]
    gaps = [away[end:start] for (_, end), (start, _) in pairwise(runs)]
    lines = [_lines_down(gap) for gap in gaps]
    between = [line for gap, line in zip(gaps, lines, strict=True) if len(gap) >= least]
    # A line in every gap is the edge of a scan, or a border of the whole page.
    along_page = np.mean(between, axis=0) > SIDE if between else np.False_
    bands = runs[:1]
    for run, gap, line in zip(runs[1:], gaps, lines, strict=True):
        if len(gap) < least or (line & ~along_page).any():
            bands[-1] = (bands[-1][0], run[1])
        else:
            bands.append(run)
    return [(start, end) for start, end in bands if end - start >= least]


def _lines_down(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """In which columns a line runs down empty rows, as the sides of a frame do."""
    return np.asarray(np.count_nonzero(rows, axis=0) > SIDE * len(rows))


def _space_around(bands: Sequence[tuple[int, int]], height: int) -> list[int]:
    """How many rows of background there are above and below each band, at most MARGIN."""
    ends = [0, *(end for _, end in bands)]
    starts = [*(start for start, _ in bands), height]
    gaps = [start - end for end, start in zip(ends, starts, strict=True)]
    return [min(MARGIN, above, below) for above, below in pairwise(gaps)]


def _joined(panels: Sequence[Panel], least: float) -> list[Panel]:
    """The panels of a band, those too low to be one joined to the one they touch."""
    low = [p for p in panels if p.box.height < least]
    whole = [p for p in panels if p.box.height >= least]
    for scrap in low:
        near = [p for p in whole if _is_near(p.box, scrap.box)]
        if near:
            box = Box.around([near[0].box, scrap.box])
            whole[whole.index(near[0])] = replace(near[0], box=box, polygon=box_polygon(box))
    return whole


def _is_near(one: Box, other: Box) -> bool:
    beside = min(one.x1, other.x1) - max(one.x0, other.x0) > 0.5 * other.width
    return beside and max(one.y0, other.y0) - min(one.y1, other.y1) < 0.1 * other.width


def _moved(panel: Panel, x: float, y: float) -> Panel:
    box = panel.box
    outline = tuple((px + x, py + y) for px, py in panel.outline)
    return replace(panel, box=Box(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y), polygon=outline)


def _content(grey: Map, top: int, bottom: int) -> Map:
    """1 where a band differs from its background."""
    away = cv2.absdiff(grey[top:bottom], _background(grey, top, bottom))
    return np.asarray(away > FLAT, np.uint8)


def _columns(content: Map) -> tuple[int, int]:
    """First and last column (exclusive) with anything in it; all columns when there is none."""
    columns = np.flatnonzero(content.any(axis=0))
    return (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, content.shape[1])


def _pieces(grey: Map, content: Map, top: int) -> list[tuple[Box, float]]:
    """Art on the background of a band, in pixels of the scroll, each with its share of the ink."""
    width = grey.shape[1]
    band = grey[top : top + len(content)]
    reach = 2 * max(1, round(TOGETHER * width / 2)) + 1
    joined = cv2.dilate(content, np.ones((reach, reach), np.uint8))
    stats = cv2.connectedComponentsWithStats(joined)[2]
    large: list[Box] = []
    small: list[Box] = []
    for left, up, wide, high, _ in stats[1:].tolist():
        margin = reach // 2
        x0, y0 = max(left + margin, 0), max(up + margin, 0)
        x0, y0 = (0 if left == 0 else x0), (0 if up == 0 else y0)
        x1 = width if left + wide >= width else left + wide - margin
        y1 = len(band) if up + high >= len(band) else up + high - margin
        box = Box(x0, y0, x1, y1)
        is_large = box.width >= PIECE_WIDE * width and box.height >= PIECE_HIGH * width
        (large if is_large else small).append(box)
    large = [one for one in large if not any(_holds(other, one) for other in large)]
    small = [b for b in small if b.width >= PIECE_HIGH * width and not _is_balloon(band, b)]
    alone = [b for b in small if not any(min(b.y1, o.y1) > max(b.y0, o.y0) for o in large)]
    if alone and (row := Box.around(alone)).width >= PIECE_WIDE * width:
        large.append(row)
    shares = [(one, _share(content, one)) for one in large]
    return [(Box(b.x0, b.y0 + top, b.x1, b.y1 + top), share) for b, share in shares]


def _holds(other: Box, one: Box) -> bool:
    return other != one and other.intersection(one) >= 0.9 * one.area


def _background(grey: Map, top: int, bottom: int) -> Map:
    """The shade behind a band: that of the empty rows above and below it, or a way between."""
    above = float(np.median(grey[max(top - 1, 0)]))
    below = float(np.median(grey[min(bottom, len(grey) - 1)]))
    if top == 0:
        above = below
    if bottom == len(grey):
        below = above
    rows = np.linspace(above, below, bottom - top).round().astype(np.uint8)
    return np.repeat(rows[:, None], grey.shape[1], axis=1)


def _is_balloon(band: Map, box: Box) -> bool:
    """Whether something small is round and mostly of one shade: lettering, not art."""
    x0, y0, x1, y1 = box.rounded()
    window = band[y0:y1, x0:x1]
    ground = int(window[0, 0])
    outside = cv2.absdiff(window, np.full_like(window, ground)) <= FLAT
    filled = np.zeros(window.shape, np.uint8)
    contours = cv2.findContours((~outside).astype(np.uint8), cv2.RETR_EXTERNAL, 2)[0]
    cv2.drawContours(filled, contours, -1, (1,), -1)
    inside = window[filled > 0]
    if not len(inside):
        return False
    plain = np.bincount(inside >> 4, minlength=16).max() / len(inside)
    low, high = BALLOON_FILL
    return bool(plain > BALLOON_PLAIN and low < len(inside) / window.size < high)


def _share(content: Map, box: Box) -> float:
    """The share of the ink in a box's rows that lies within it."""
    x0, y0, x1, y1 = box.rounded()
    rows = content[y0:y1]
    inked = cv2.countNonZero(rows)
    return cv2.countNonZero(np.ascontiguousarray(rows[:, x0:x1])) / inked if inked else 0.0
