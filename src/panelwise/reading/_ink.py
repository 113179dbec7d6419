"""Where the ink of a line of writing is.

OCR's outlines keep a distance from the letters that follows neither their size nor the page's:
about a third of a letter on every side. On a short text in small letters that is half the overlap
with a box that fits.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from panelwise.geometry import Polygon

    PixelArray = NDArray[np.uint8]

CONTRAST = 40.0  # grey levels between ink and ground; with less there is nothing to measure
LEAST = 0.3  # share of the outline's shorter side that ink must keep, or it is no line


def ink_outline(pixels: PixelArray, outline: Polygon) -> Polygon:
    """The outline moved to the ink of the line in it; unchanged where none can be measured.

    Args:
        pixels: ``(height, width, 3)`` RGB of the page.
        outline: four corners in pixels, clockwise or not, of a row or column, slanted or not.

    Ink is what differs from the ground in the direction that fewer pixels at the outline's edge
    do. Marks that cross the edge (a balloon's outline, the next row) do not count.

    >>> page = np.full((60, 120, 3), 255, np.uint8)
    >>> page[20:40, 30:90] = 0
    >>> ink_outline(page, ((20, 10), (100, 10), (100, 50), (20, 50)))
    ((30.0, 20.0), (90.0, 20.0), (90.0, 40.0), (30.0, 40.0))
    """
    if len(outline) != 4:
        return outline
    (ax, ay), (bx, by), _, (dx, dy) = outline
    # Columns and rows of the crop run along the outline's sides, slanted or not.
    width, height = math.hypot(bx - ax, by - ay), math.hypot(dx - ax, dy - ay)
    columns, rows = round(width), round(height)
    if columns < 4 or rows < 4:
        return outline
    corners = np.array(((0, 0), (columns, 0), (0, rows)), np.float32) - 0.5
    away = np.array((outline[0], outline[1], outline[3]), np.float32) - 0.5
    back: Any = cv2.getAffineTransform(corners, away)
    crop = cv2.warpAffine(
        pixels,
        back,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    found = _extent(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY))
    if found is None:
        return outline
    x0, y0, x1, y1 = found
    if max(x1 - x0, y1 - y0) < LEAST * min(columns, rows):
        return outline
    u, v = ((bx - ax) / columns, (by - ay) / columns), ((dx - ax) / rows, (dy - ay) / rows)

    def at(x: float, y: float) -> tuple[float, float]:
        return round(ax + x * u[0] + y * v[0], 1), round(ay + x * u[1] + y * v[1], 1)

    return at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)


def _extent(grey: PixelArray) -> tuple[int, int, int, int] | None:
    """The columns and rows between which ink lies."""
    _, light = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    bright = light.astype(bool)
    if not bright.any() or bright.all():
        return None
    if float(grey[bright].mean()) - float(grey[~bright].mean()) < CONTRAST:
        return None
    edge = np.concatenate((bright[0], bright[-1], bright[:, 0], bright[:, -1]))
    ink = (~bright if edge.mean() >= 0.5 else bright).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    rows, columns = ink.shape
    x, y, width, height, _ = stats.T
    crossing = (x == 0) | (y == 0) | (x + width == columns) | (y + height == rows)
    kept = ~crossing
    kept[0] = False
    if not kept.any():
        return None
    return (
        int(x[kept].min()),
        int(y[kept].min()),
        int((x + width)[kept].max()),
        int((y + height)[kept].max()),
    )
