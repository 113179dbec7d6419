"""Which way a book reads, when nothing in its files tells.

The vote is about lettering: glyph-sized dark blobs on light ground stand in columns in Japanese
and traditional Chinese print, which reads from right to left, and in rows elsewhere. Each blob
whose nearest neighbour of its size is below it votes for columns, one whose nearest is beside it
votes for rows.

Evidence (``bench/reading_order.py``): 0.74 to 0.78 of the votes are for columns in three manga, at
most 0.39 in western comics in English and French, and 0.17 in one lettered in horizontal Japanese,
which does read from left to right.

A scroll that was cut into pages is known by its cuts: pages of one width whose last row of pixels
goes on in the first row of the next. Of 1,937 pairs of a page's last and another page's first row
in three manga and two western comics, none correlates above .74; of 1,130 pairs of neighbouring
rows inside pages, 97 % do above ``SAME_ROW``. Cuts through a blank gutter tell nothing.

**What it cannot see**: a translated manga that was not mirrored has rows of letters and still
reads from right to left, hence ``ROWS_CEILING``.
"""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.comics import Book, Page, ReadingDirection

SCROLL_ASPECT = 3.0  # height / width; book pages stay below 1.6, one vertical strip near 3
TALL_ASPECT = 2.0  # of pages that also have one width
SAMPLE = 8  # pages looked at
FEWEST_SLICES = 3  # pages
ONE_WIDTH = 0.9  # of the pages: a title or an advert may be of another
PLAIN_ROW = 12.0  # standard deviation of the grey values of an edge that shows nothing
SAME_ROW = 0.75  # least correlation of neighbouring rows of one drawing
FEWEST_CUTS = 2  # through art, that go on
WORK_PIXELS = 1_200_000
GLYPH_SIDE = (0.005, 0.04)  # of the page's height
LIGHT = 200
MOST_GLYPHS = 1000
COMPARED = 64  # glyphs at a time with all others; all at once take 60 MB
FEW_VOTES = 20
DEPENDENCE = 5  # neighbouring glyphs vote alike: so many votes are worth one
ROWS_CEILING = 0.6
COLUMNS_CEILING = 0.95
SCROLL_CONFIDENCE = 0.9


def detect_direction(book: Book) -> tuple[ReadingDirection, float, str]:
    """Reading direction of a book, a confidence in [0, 1], and the reason in words.

    What the book's files give is kept. Else very tall pages make a scroll (``ttb``), and so do
    pages of one width that are tall or whose art goes on across their ends; else up to
    ``SAMPLE`` pages vote by their lettering. Without evidence the answer is ``ltr`` with little
    confidence.

    Raises:
        InputError: when a page that is looked at is damaged.
    """
    if book.direction_known and book.pages:
        directions = [page.reading_direction for page in book.pages]
        direction = max(sorted(set(directions)), key=directions.count)
        return direction, 1.0, "given by the book's own files or annotation"
    if not book.pages:
        return "ltr", 0.0, "the book has no pages; left to right is only the default"
    aspect = median(page.height / page.width for page in book.pages)
    if aspect >= SCROLL_ASPECT:
        return "ttb", SCROLL_CONFIDENCE, f"pages are {aspect:.1f} times as tall as wide: a scroll"
    if _of_one_width(book):
        if aspect >= TALL_ASPECT:
            reason = f"pages of one width, {aspect:.1f} times as tall as wide: a scroll in slices"
            return "ttb", SCROLL_CONFIDENCE, reason
        going_on, cuts = _cuts(_neighbours(book))
        if going_on >= FEWEST_CUTS and going_on > cuts / 2:
            count = f"the art goes on across {going_on} of {cuts} page ends that show any"
            return "ttb", SCROLL_CONFIDENCE, f"{count}: a scroll in slices"
    return _by_lettering(_sample(book))


def _sample(book: Book) -> list[Page]:
    """Pages with an image, evenly over the book and away from its covers."""
    pages = [page for page in book.pages if page.image is not None]
    step = len(pages) / min(SAMPLE, len(pages)) if pages else 1.0
    return [pages[int((i + 0.5) * step)] for i in range(min(SAMPLE, len(pages)))]


def _of_one_width(book: Book) -> bool:
    widths = [page.width for page in book.pages]
    common = max(widths.count(width) for width in set(widths))
    return len(widths) >= FEWEST_SLICES and common >= ONE_WIDTH * len(widths)


def _neighbours(book: Book) -> list[Page]:
    """``SAMPLE`` pages from the middle that follow each other."""
    pages = [page for page in book.pages if page.image is not None]
    start = max(0, (len(pages) - SAMPLE) // 2)
    return pages[start : start + SAMPLE]


def _cuts(pages: list[Page]) -> tuple[int, int]:
    """Of the cuts between pages that show art on both sides, how many does it go on across."""
    edges = []
    for page in pages:
        pixels = _decoded(page)
        if pixels is not None:
            grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
            edges.append((grey[0].astype(float), grey[-1].astype(float)))
    going_on = cuts = 0
    for (_, above), (below, _) in pairwise(edges):
        if len(above) != len(below) or min(above.std(), below.std()) < PLAIN_ROW:
            continue
        cuts += 1
        going_on += float(np.corrcoef(above, below)[0, 1]) >= SAME_ROW
    return going_on, cuts


def _decoded(page: Page) -> NDArray[np.uint8] | None:
    """A page's pixels; ``None`` where they are damaged, which is said when the page is read."""
    try:
        return None if page.image is None else page.image.pixels()
    except InputError:
        return None


def _by_lettering(pages: list[Page]) -> tuple[ReadingDirection, float, str]:
    if not pages:
        return "ltr", 0.0, "no page has an image; left to right is only the default"
    seen = map(_decoded, pages)
    votes = [lettering_votes(pixels) for pixels in seen if pixels is not None]
    rows, columns = (sum(vote[i] for vote in votes) for i in (0, 1))
    count = f"{columns} of {rows + columns} glyphs on {len(pages)} pages are in columns"
    if rows + columns < FEW_VOTES:
        return "ltr", 0.1, f"too little lettering ({count}); left to right is only the default"
    z = abs(columns - rows) / math.sqrt((rows + columns) * DEPENDENCE)
    confidence = math.erf(z / math.sqrt(2))
    if columns > rows:
        return "rtl", min(confidence, COLUMNS_CEILING), f"{count}, as in Japanese or Chinese print"
    reason = f"{count}, the others in rows; a translated manga would look the same"
    return "ltr", min(confidence, ROWS_CEILING), reason


def lettering_votes(pixels: NDArray[np.uint8]) -> tuple[int, int]:
    """Glyphs of a page that stand in rows, and glyphs that stand in columns."""
    boxes = _glyphs(pixels)
    rows = columns = 0
    for start in range(0, len(boxes), COMPARED):
        along, down = _nearest(boxes[start : start + COMPARED], boxes)
        rows += int((along < down - 0.05).sum())
        columns += int((down < along - 0.05).sum())
    return rows, columns


def _nearest(
    some: NDArray[np.float64], boxes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For some of the glyphs: how far the next one of their size is to the right, and below."""
    centre, size = boxes[:, :2] + boxes[:, 2:] / 2, boxes[:, 2:].max(axis=1)
    own_centre, own_size = some[:, :2] + some[:, 2:] / 2, some[:, 2:].max(axis=1)
    larger = np.maximum(own_size[:, None], size)
    alike = larger < 2 * np.minimum(own_size[:, None], size)
    step = (centre[None] - own_centre[:, None]) / larger[..., None]
    beside = alike & (step[..., 0] > 0) & (step[..., 0] < 1.6) & (np.abs(step[..., 1]) < 0.35)
    below = alike & (step[..., 1] > 0) & (step[..., 1] < 1.6) & (np.abs(step[..., 0]) < 0.35)
    along = np.where(beside, step[..., 0], np.inf).min(axis=1)
    down = np.where(below, step[..., 1], np.inf).min(axis=1)
    return along, down


def _glyphs(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Dark blobs of a glyph's size on light ground: ``(n, 4)`` of x, y, width, height."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    scale = math.sqrt(WORK_PIXELS / grey.size)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = grey.shape
    ink = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, blockSize=31, C=25
    )
    blobs = cv2.connectedComponentsWithStats(ink, connectivity=8)[2][1:].astype(np.int64)
    side = blobs[:, 2:4].max(axis=1)
    filled = blobs[:, 4] >= 0.12 * blobs[:, 2] * blobs[:, 3]
    low, high = (share * height for share in GLYPH_SIDE)
    blobs = blobs[(side >= low) & (side <= high) & filled, :4]
    inner = np.hstack([blobs[:, :2], blobs[:, :2] + blobs[:, 2:]])
    outer = inner.copy()
    outer[:, :2] = np.maximum(outer[:, :2] - 3, 0)
    outer[:, 2:] = np.minimum(outer[:, 2:] + 3, (width, height))
    light = np.asarray(cv2.integral((grey > LIGHT).astype(np.uint8)), dtype=np.int64)
    ring = _sum(light, outer) - _sum(light, inner)
    blobs = blobs[ring >= 0.9 * (_area(outer) - _area(inner))]
    return blobs[:: -(-len(blobs) // MOST_GLYPHS) or 1].astype(np.float64)


def _sum(integral: NDArray[np.int64], boxes: NDArray[np.int64]) -> NDArray[np.int64]:
    x0, y0, x1, y1 = boxes.T
    total: NDArray[np.int64] = (
        integral[y1, x1] - integral[y0, x1] - integral[y1, x0] + integral[y0, x0]
    )
    return total


def _area(boxes: NDArray[np.int64]) -> NDArray[np.int64]:
    area: NDArray[np.int64] = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return area
