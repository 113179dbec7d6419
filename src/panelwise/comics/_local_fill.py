"""Covering boxes so that their surroundings go on in them, on paper and on screened grounds.

On halftone or hatching, the middle colour around a box is that of the paper between the dots: a box
in it stands out. There, the tone that is most frequent around the box goes on in it, with its dots
where their period is found.

Source: CV-8; AMB-40.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]
    Mask = NDArray[np.bool_]
    Area = tuple[slice, slice]

EDGE = 2  # pixels around a box: thin enough to stay inside a balloon
NEAR_MEDIAN = 24  # levels by which paper may differ from itself
CELL, SCREENED = 8, 0.6  # dots are in most cells of an edge, lines that meet the box in few
EVEN = 9  # pixels: side of the window that evens a screen out
NEAR, REACH = 6, 32  # pixels around a box in which its tone, and the screen of that, are looked for
TONE = 12  # levels by which an evened screen may differ from its tone
PERIODS = range(2, 49)  # pixels, along each side
REPEATS = 0.5  # a period's mean difference, as a share of that of pixels taken at random


def fill_locally(pixels: PixelArray, areas: list[Area], covered: Mask) -> PixelArray:
    """Pixels with these areas filled, each from what is around it; ``covered`` are all of them.

    The areas of which most is seen around come first; once filled, they are surroundings, too.
    """
    import numpy as np

    masked, hidden = pixels.copy(), covered.copy()

    def seen(area: Area) -> float:
        return float((~covered[_grown(*area, NEAR, covered.shape)]).mean())

    for rows, columns in sorted(areas, key=seen, reverse=True):
        near = _seen_around(rows, columns, hidden)
        free = ~hidden[near]
        colours = masked[near][free] if free.any() else pixels.reshape(-1, 3)
        middle = np.rint(np.median(colours, axis=0)).astype(np.uint8)
        screened = free.any() and _is_screened(masked[near], free, middle)
        masked[rows, columns] = _ground(masked, hidden, rows, columns) if screened else middle
        hidden[rows, columns] = False
    return masked


def _is_screened(pixels: PixelArray, free: Mask, middle: Any) -> bool:
    """Whether other colours than the middle one are all around, and not where lines end."""
    import numpy as np

    other = (np.abs(pixels.astype(np.int16) - middle).max(axis=2) > NEAR_MEDIAN) & free
    cells, others = (
        {(y // CELL, x // CELL) for y, x in zip(*np.nonzero(where), strict=True)}
        for where in (free, other)
    )
    return len(others) >= SCREENED * len(cells)


def _ground(pixels: PixelArray, covered: Mask, rows: slice, columns: slice) -> Any:
    """The most frequent tone around a box, or its screen over the whole box."""
    import numpy as np

    window = _grown(rows, columns, REACH, covered.shape)
    picture, hidden = pixels[window], covered[window]
    evened = _evened(picture, hidden).astype(np.int16)
    top, left = rows.start - window[0].start, columns.start - window[1].start
    high, wide = rows.stop - rows.start, columns.stop - columns.start
    box = slice(top, top + high), slice(left, left + wide)
    near = _grown(*box, NEAR, hidden.shape)
    seen = evened[near][~hidden[near]]
    if not len(seen):
        seen = evened[~hidden]
    tones, counts = np.unique(seen // TONE, axis=0, return_counts=True)
    likely = seen[np.abs(seen // TONE - tones[counts.argmax()]).max(axis=1) <= 1]
    tone = np.median(likely, axis=0)
    pure = (np.abs(evened - tone).max(axis=2) <= TONE) & ~hidden
    periods = [_period(picture, pure, axis) for axis in (0, 1)]
    if None in periods:
        return np.rint(tone).astype(np.uint8)
    down, across = (period or 1 for period in periods)
    screen = np.zeros((down, across, 3), np.float32)
    for y in range(down):
        for x in range(across):
            alike = picture[y::down, x::across][pure[y::down, x::across]]
            screen[y, x] = np.median(alike, axis=0) if len(alike) else tone
    height, width = hidden.shape
    tiled = np.tile(screen, (-(-height // down), -(-width // across), 1))
    return np.rint(tiled[box]).astype(np.uint8)


def _period(picture: PixelArray, pure: Mask, axis: int) -> int | None:
    """After how many pixels a screen repeats itself along an axis; ``None`` where it does not."""
    import numpy as np

    values = np.moveaxis(picture.astype(np.int16), axis, 0)
    known = np.moveaxis(pure, axis, 0)
    colours = values[known]
    at_random = np.abs(colours - colours[::-1]).mean() if len(colours) else 0.0
    best: tuple[float, int] | None = None
    for period in PERIODS:
        both = known[period:] & known[:-period]
        if both.sum() < 4 * period:
            break
        off = float(np.abs(values[period:][both] - values[:-period][both]).mean())
        if off <= REPEATS * at_random and (best is None or off < 0.8 * best[0]):
            best = (off, period)
    return best[1] if best else None


def _evened(pixels: PixelArray, covered: Mask) -> PixelArray:
    """A picture without its screen: means over small windows of what is not covered."""
    import cv2
    import numpy as np

    free = (~covered).astype(np.float32)
    share = np.maximum(cv2.blur(free, (EVEN, EVEN)), 1e-6)
    sums = cv2.blur(pixels.astype(np.float32) * free[..., None], (EVEN, EVEN))
    return np.asarray(np.clip(np.rint(sums / share[..., None]), 0, 255), np.uint8)


def _seen_around(rows: slice, columns: slice, covered: Mask) -> Area:
    """The thinnest frame around a box of which something is seen; the picture where nothing is."""
    by = EDGE
    while True:
        near = _grown(rows, columns, by, covered.shape)
        if not covered[near].all() or by > max(covered.shape):
            return near
        by *= 2


def _grown(rows: slice, columns: slice, by: int, shape: tuple[int, ...]) -> Area:
    return (
        slice(max(0, rows.start - by), min(shape[0], rows.stop + by)),
        slice(max(0, columns.start - by), min(shape[1], columns.stop + by)),
    )
