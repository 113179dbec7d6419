"""Text found without weights: letter-sized marks side by side on an even ground.

The second, independent detector of AMB-40. It reads nothing. A dark mark counts when
it has the size of a letter, stands out, and the ground around it is even; and it needs neighbours
of its own size, in a row or column with it. Light letters on a dark ground are left to OCR: what
looks like them is hatched clothing more often than not, and whole figures would be covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from panelwise.geometry import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

SMALLEST, LARGEST = 5, 70  # pixels of a letter's longer side
CONTRAST = 60.0  # grey levels between mark and ground
DARKEST = 120.0  # ground that dark marks can stand out from
EVENNESS = 14.0  # standard deviation of the ground, in grey levels
THINNEST, FULLEST = 0.12, 0.95  # share of its box that a letter fills
THIN = 3  # pixels of a letter's shorter side: rows of dashes are thinner
REACH = 0.55  # gap to a neighbour, in letters
FEWEST = 3  # letters of a text: two eyes are fewer
MOST = 400  # more in one group is a pattern
IN_LINE = 0.6  # share of letters that stand in a row or column of three


def find_letters(pixels: NDArray[np.uint8]) -> tuple[Box, ...]:
    """Boxes of groups of letter-like marks, from top to bottom.

    Args:
        pixels: ``(height, width, 3)`` RGB.

    Source: CV-8; AMB-40.

    >>> page = np.full((120, 200, 3), 255, np.uint8)
    >>> _ = cv2.putText(page, "HELLO", (40, 70), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2)
    >>> [tuple(round(edge, -1) for edge in box) for box in find_letters(page)]
    [(40.0, 50.0, 110.0, 70.0)]
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return tuple(sorted(_groups(_marks(grey)), key=lambda box: (box.y0, box.x0, box)))


class _Marks(NamedTuple):
    """Columns of equal length: corner, size, and area of the marks that may be letters."""

    x: Ints
    y: Ints
    width: Ints
    height: Ints
    area: Ints


def _marks(grey: NDArray[np.uint8]) -> _Marks:
    """Dark marks with the size, fill and surroundings of letters."""
    dark = (grey < _ground(grey) - CONTRAST).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    x, y, width, height, area = stats[1:].astype(np.int64).T
    longer = np.maximum(width, height)
    fill = area / (width * height)
    fits = (longer >= SMALLEST) & (longer <= LARGEST) & (fill >= THINNEST)
    # A short stroke fills its box; a long one that does is a line of the drawing.
    fits &= (fill <= FULLEST) | (longer <= 20)
    kept = _Marks(*(column[fits] for column in (x, y, width, height, area)))
    even = _is_ground_even(grey, dark, kept)
    return _Marks(*(column[even] for column in kept))


def _ground(grey: NDArray[np.uint8]) -> Floats:
    """The brightness around each pixel, letters closed over."""
    kernel = np.ones((15, 15), np.uint8)
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(half, cv2.MORPH_CLOSE, kernel)
    return cv2.resize(closed, grey.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float64)


def _is_ground_even(
    grey: NDArray[np.uint8], dark: NDArray[np.uint8], marks: _Marks
) -> NDArray[np.bool_]:
    """Whether the pixels around each mark that are no mark have nearly one brightness."""
    # Edges of strokes are blurred: one more pixel belongs to them.
    free = 1 - cv2.dilate(dark, np.ones((3, 3), np.uint8))
    values = grey.astype(np.float64) * free
    count, total, squares = (
        cv2.integral(plane.astype(np.float64)) for plane in (free, values, values * grey)
    )
    rows, columns = grey.shape
    x0, y0 = np.maximum(marks.x - 4, 0), np.maximum(marks.y - 4, 0)
    x1 = np.minimum(marks.x + marks.width + 4, columns)
    y1 = np.minimum(marks.y + marks.height + 4, rows)

    def inside(plane: Floats) -> Floats:
        return plane[y1, x1] - plane[y0, x1] - plane[y1, x0] + plane[y0, x0]

    number = inside(count)
    mean = inside(total) / np.maximum(number, 1)
    spread = inside(squares) / np.maximum(number, 1) - mean**2
    return (number >= 8) & (spread <= EVENNESS**2) & (mean >= DARKEST)


def _groups(marks: _Marks) -> list[Box]:
    """Boxes of marks that reach each other, have a size in common and stand in lines."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    count = len(marks.x)
    if count < FEWEST:
        return []
    one, other = _neighbours(marks)
    links = coo_matrix((np.ones(len(one)), (one, other)), shape=(count, count))
    number, label = connected_components(links, directed=False)
    large = np.flatnonzero(np.bincount(label, minlength=number) >= FEWEST)
    groups = (np.flatnonzero(label == group) for group in large)
    return [_grown(marks, members) for members in groups if _is_writing(marks, members)]


def _neighbours(marks: _Marks) -> tuple[Ints, Ints]:
    """Pairs of marks with a gap of at most ``REACH`` of the larger, neither far larger."""
    from scipy.spatial import cKDTree

    size, center = _sizes(marks), _centers(marks)
    reach = (1 + REACH) * 1.5 * float(size.max())
    pairs = cKDTree(center).query_pairs(reach, output_type="ndarray")
    one, other = pairs.T.astype(np.int64)
    larger, smaller = np.maximum(size[one], size[other]), np.minimum(size[one], size[other])
    apart = np.abs(center[one] - center[other])
    extent = np.stack([marks.width, marks.height], axis=1)
    gap = np.maximum(apart - (extent[one] + extent[other]) / 2, 0)
    near = (np.hypot(gap[:, 0], gap[:, 1]) <= REACH * larger) & (larger <= 4 * smaller)
    return one[near], other[near]


def _sizes(marks: _Marks) -> Floats:
    return np.maximum(marks.width, marks.height).astype(np.float64)


def _centers(marks: _Marks) -> Floats:
    return np.stack([marks.x + marks.width / 2, marks.y + marks.height / 2], axis=1)


def _is_writing(marks: _Marks, members: Ints) -> bool:
    """Whether enough of these marks are of one size, and enough of those stand in lines."""
    size = _sizes(marks)[members]
    usual = float(np.median(size))
    letters = members[(size >= 0.5 * usual) & (size <= 2 * usual)]
    thin = np.median(np.minimum(marks.width, marks.height)[letters]) < THIN
    if thin or not FEWEST <= len(letters) <= MOST:
        return False
    center = _centers(marks)[letters]
    apart = np.abs(center[:, None] - center[None]) / usual
    in_row = (apart[..., 1] <= 0.4) & (apart[..., 0] <= 3)
    in_column = (apart[..., 0] <= 0.4) & (apart[..., 1] <= 3)
    lined = (in_row.sum(axis=1) >= 3) | (in_column.sum(axis=1) >= 3)
    box = _around(marks, members)
    ink = float(marks.area[members].sum()) / box.area
    return bool(lined.mean() >= IN_LINE and 0.08 <= ink <= 0.75)


def _grown(marks: _Marks, members: Ints) -> Box:
    """The box of a text with the loose marks at its edge: points, dashes, the ends of words."""
    size, center = _sizes(marks), _centers(marks)
    usual = float(np.median(size[members]))
    fits = size <= 2 * usual
    box = _around(marks, members)
    for _ in range(4):
        margin = 0.8 * usual
        x, y = center.T
        inside = (x >= box.x0 - margin) & (x <= box.x1 + margin)
        inside &= (y >= box.y0 - margin) & (y <= box.y1 + margin)
        larger = _around(marks, np.union1d(members, np.flatnonzero(inside & fits)))
        if larger == box:
            break
        box = larger
    return box


def _around(marks: _Marks, members: Ints) -> Box:
    x0, y0 = marks.x[members].min(), marks.y[members].min()
    x1 = (marks.x + marks.width)[members].max()
    y1 = (marks.y + marks.height)[members].max()
    return Box(float(x0), float(y0), float(x1), float(y1))
