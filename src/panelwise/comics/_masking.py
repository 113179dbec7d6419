"""Covering regions of a picture so that nothing in them can be read.

Source: CV-8, AMB-14, AMB-40.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, get_args, overload

from PIL import Image

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean

if TYPE_CHECKING:
    from panelwise.comics._local_fill import Area, Mask, PixelArray
    from panelwise.geometry import Box

MaskFill = Literal["local", "median", "white", "inpaint", "blur"]
MASK_FILLS: tuple[MaskFill, ...] = get_args(MaskFill)
_RING = 2  # pixels: thin enough to stay inside a balloon, enough for a median
_INPAINT_RADIUS = 3.0


@overload
def mask_boxes(
    image: Image.Image, boxes: Iterable[Box], *, fill: MaskFill = ..., padding: int = ...
) -> Image.Image: ...
@overload
def mask_boxes(
    image: PixelArray, boxes: Iterable[Box], *, fill: MaskFill = ..., padding: int = ...
) -> PixelArray: ...
def mask_boxes(
    image: Image.Image | PixelArray,
    boxes: Iterable[Box],
    *,
    fill: MaskFill = "median",
    padding: int = 3,
) -> Image.Image | PixelArray:
    """A copy of a picture with these boxes covered; everything outside them stays as it is.

    Args:
        image: a Pillow image (comes back in mode RGB) or pixels ``(height, width, 3)``.
        boxes: what to cover, in pixels of the image; parts outside the image are ignored.
        fill: ``local``: each box as its surroundings go on, in their colour where they are even,
            else in the tones of their screen; ``median``: each in the colour-wise median of the
            pixels around it; ``white``; ``inpaint``: continued from the surroundings (Telea);
            ``blur``: Gaussian with a sigma of a third of the box's shorter side, which leaves no
            stroke of a letter.
        padding: pixels by which each box grows on every side first.

    A box's surroundings are the two pixels around it that no other box covers, so that the lines
    of one text do not colour each other.

    Raises:
        SettingError: for an unknown fill or a negative padding.

    Source: CV-8; AMB-40.

    >>> from panelwise.geometry import Box
    >>> page = Image.new("RGB", (20, 20), "ivory")
    >>> page.putpixel((10, 10), (0, 0, 0))
    >>> mask_boxes(page, [Box(9, 9, 12, 12)]).getpixel((10, 10))
    (255, 255, 240)
    """
    import numpy as np

    if fill not in MASK_FILLS:
        raise SettingError(f"no mask fill '{fill}'; {did_you_mean(fill, MASK_FILLS)}")
    if padding < 0:
        raise SettingError(f"a mask padding of {padding}; give 0 or more pixels")
    is_picture = isinstance(image, Image.Image)
    pixels = np.asarray(image.convert("RGB") if isinstance(image, Image.Image) else image)
    height, width = pixels.shape[:2]
    padded = [_whole(box, padding, width, height) for box in boxes]
    areas = [(rows, columns) for rows, columns in padded if rows.stop > rows.start]
    covered = np.zeros((height, width), np.bool_)
    for area in areas:
        covered[area] = True
    masked = pixels.copy() if not areas else _FILLS[fill](pixels, areas, covered)
    return Image.fromarray(masked) if is_picture else masked


def _whole(box: Box, padding: int, width: int, height: int) -> Area:
    """Rows and columns of the padded box within the image; no rows when it is outside."""
    rows = slice(max(0, math.floor(box.y0) - padding), min(height, math.ceil(box.y1) + padding))
    columns = slice(max(0, math.floor(box.x0) - padding), min(width, math.ceil(box.x1) + padding))
    empty = rows.stop <= rows.start or columns.stop <= columns.start
    return (slice(0, 0), slice(0, 0)) if empty else (rows, columns)


def _median(pixels: PixelArray, areas: list[Area], covered: Mask) -> PixelArray:
    import numpy as np

    masked = pixels.copy()
    for rows, columns in areas:
        around = _around(pixels, rows, columns, covered)
        masked[rows, columns] = np.rint(np.median(around, axis=0)).astype(np.uint8)
    return masked


def _around(pixels: PixelArray, rows: slice, columns: slice, covered: Mask) -> PixelArray:
    """Pixels near the area that nothing covers: of the thinnest ring that has any."""
    ring = _RING
    height, width = covered.shape
    while True:
        near = (
            slice(max(0, rows.start - ring), rows.stop + ring),
            slice(max(0, columns.start - ring), columns.stop + ring),
        )
        free = ~covered[near]
        if free.any():
            return pixels[near][free]
        if ring > max(height, width):  # every pixel of the image is covered
            return pixels.reshape(-1, 3)
        ring *= 2


def _white(pixels: PixelArray, areas: list[Area], covered: Mask) -> PixelArray:
    masked = pixels.copy()
    masked[covered] = 255
    return masked


def _inpaint(pixels: PixelArray, areas: list[Area], covered: Mask) -> PixelArray:
    import cv2
    import numpy as np

    holes = covered.astype(np.uint8)
    return np.asarray(cv2.inpaint(pixels, holes, _INPAINT_RADIUS, cv2.INPAINT_TELEA), np.uint8)


def _blur(pixels: PixelArray, areas: list[Area], covered: Mask) -> PixelArray:
    import cv2

    masked = pixels.copy()
    for rows, columns in areas:
        sigma = max(4.0, min(rows.stop - rows.start, columns.stop - columns.start) / 3)
        masked[rows, columns] = cv2.GaussianBlur(
            masked[rows, columns], (0, 0), sigma, borderType=cv2.BORDER_REPLICATE
        )
    return masked


def _local(pixels: PixelArray, areas: list[Area], covered: Mask) -> PixelArray:
    from panelwise.comics._local_fill import fill_locally

    return fill_locally(pixels, areas, covered)


_FILLS: dict[MaskFill, Callable[[PixelArray, list[Area], Mask], PixelArray]] = {
    "local": _local,
    "median": _median,
    "white": _white,
    "inpaint": _inpaint,
    "blur": _blur,
}
