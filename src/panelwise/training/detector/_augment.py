"""A page as it might have been cut, bent, printed, aged and scanned.

Everything follows from the given generator. Two pages are never mixed into one picture: a panel's
place on its page is what tells it from other rectangles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.reading.learned import CLASSES

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]
    BoxArray = NDArray[np.float32]

_GREY = (114, 114, 114)
_SEEN = 0.35  # part of a box that must be left for it to count
_SEEN_OF_PANELS = 0.1  # a strip of a panel still is one
_SMALLEST = 3.0  # pixels


def varied(
    pixels: PixelArray, boxes: BoxArray, labels: NDArray[np.int64], side: int, rng: Generator
) -> tuple[PixelArray, BoxArray, NDArray[np.int64]]:
    """A picture of ``side`` × ``side`` with the page in it, and the boxes that are left.

    Args:
        pixels: of the page, H × W × 3 RGB.
        boxes: n × 4, corners in pixels of the page.
        labels: n.
        side: of the new picture.
        rng: the only source of chance.
    """
    picture, boxes, labels = _placed(pixels, boxes, labels, side, rng)
    if rng.random() < 0.2:
        picture, boxes = _bent(picture, boxes, rng)
    return _reproduced(picture, rng), boxes, labels


def _placed(
    pixels: PixelArray, boxes: BoxArray, labels: NDArray[np.int64], side: int, rng: Generator
) -> tuple[PixelArray, BoxArray, NDArray[np.int64]]:
    """The page or a part of it, scaled, stretched, turned a little, mirrored."""
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = 0.0, 0.0, float(width), float(height)
    if rng.random() < 0.35:
        wide, high = rng.uniform(0.5, 1, 2) * (width, height)
        x0, y0 = rng.uniform(0, width - wide), rng.uniform(0, height - high)
        x1, y1 = x0 + wide, y0 + high
        pixels = pixels[round(y0) : round(y1), round(x0) : round(x1)]
    stretch = np.exp(rng.uniform(-0.12, 0.12))
    size = np.array([(x1 - x0) * stretch, (y1 - y0) / stretch])
    scale = side / size.max() * (1.0 if rng.random() < 0.4 else rng.uniform(0.7, 1.0))
    shown = size * scale
    angle = np.deg2rad(rng.normal(0, 0.7)) if rng.random() < 0.5 else 0.0
    mirror = -1.0 if rng.random() < 0.3 else 1.0
    middle = shown / 2 + rng.uniform(0, 1, 2) * (side - shown)
    across, down = stretch * scale, scale / stretch
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c * across * mirror, -s * down], [s * across * mirror, c * down]])
    old_middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    offset = middle - turn @ old_middle
    start = np.array([round(x0), round(y0)], np.float64)
    matrix = np.concatenate([turn, (offset + turn @ start)[:, None]], axis=1)
    way = cv2.INTER_AREA if scale < 0.8 and angle == 0 else cv2.INTER_LINEAR
    if scale < 0.6:  # warping takes single pixels; what is much smaller must be averaged first
        half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        ratio = np.array(pixels.shape[1::-1]) / half.shape[1::-1]
        matrix[:, :2] *= ratio
        pixels = half
    picture = cv2.warpAffine(pixels, matrix, (side, side), flags=way, borderValue=_GREY)
    corners = np.stack([boxes[:, [0, 1]], boxes[:, [2, 1]], boxes[:, [2, 3]], boxes[:, [0, 3]]], 1)
    corners = np.clip(corners, (x0, y0), (x1, y1))  # a part of the page shows no more of a box
    moved = corners @ turn.T + offset
    found = np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)
    whole = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    left = (corners[:, 2] - corners[:, 0]).prod(axis=1)
    found = np.clip(found, 0, side).astype(np.float32)
    seen = np.where(labels == CLASSES.index("panel"), _SEEN_OF_PANELS, _SEEN)
    kept = (left >= seen * whole) & ((found[:, 2:] - found[:, :2]).min(axis=1) >= _SMALLEST)
    return np.asarray(picture, np.uint8), found[kept], labels[kept]


def _bent(picture: PixelArray, boxes: BoxArray, rng: Generator) -> tuple[PixelArray, BoxArray]:
    """Paper that does not lie flat: columns moved up and down in a wave."""
    side = picture.shape[0]
    high, phase = rng.uniform(1, 5), rng.uniform(0, 2 * np.pi)
    wave = 2 * np.pi / rng.uniform(0.8 * side, 3 * side)

    def shift(x: NDArray[np.float32]) -> NDArray[np.float32]:
        moved: NDArray[np.float32] = (high * np.sin(wave * x + phase)).astype(np.float32)
        return moved

    x, y = np.meshgrid(np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32))
    bent = cv2.remap(picture, x, y - shift(x), cv2.INTER_LINEAR, borderValue=_GREY)
    moved = boxes.copy()
    ends = np.stack(
        [shift(boxes[:, 0] * (1 - t) + boxes[:, 2] * t) for t in (0, 0.25, 0.5, 0.75, 1)]
    )
    moved[:, 1] += ends.min(axis=0)
    moved[:, 3] += ends.max(axis=0)
    return np.asarray(bent, np.uint8), np.clip(moved, 0, side).astype(np.float32)


def _reproduced(picture: PixelArray, rng: Generator) -> PixelArray:
    """Ink, paper, scanner and file, each in some of the pictures."""
    if rng.random() < 0.25:
        picture = np.repeat(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)
    if rng.random() < 0.15:  # thick or thin ink
        change = cv2.erode if rng.random() < 0.6 else cv2.dilate
        picture = change(picture, np.ones((2, 2), np.uint8))
    if rng.random() < 0.3:
        sigma = rng.uniform(0.3, 1.2)
        picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    values = picture.astype(np.float32) / 255
    if rng.random() < 0.6:
        values = values ** np.exp(rng.uniform(-0.5, 0.5))
        low, high = rng.uniform(0, 0.2), rng.uniform(0.8, 1.0)
        values = low + values * (high - low)
    if rng.random() < 0.3:  # yellowed paper
        values *= (1 - rng.uniform(0, 0.25) * np.array([0.1, 0.4, 1.0])).astype(np.float32)
    if rng.random() < 0.25:
        values *= _shadow(picture.shape[0], rng)
    if rng.random() < 0.35:
        grain = rng.normal(0, rng.uniform(0.005, 0.06), picture.shape[:2]).astype(np.float32)
        values += grain[..., None]
    picture = (np.clip(values, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(20, 95))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _shadow(side: int, rng: Generator) -> NDArray[np.float32]:
    """The dark band of a book's fold, or light from one side."""
    at = np.linspace(0, 1, side, dtype=np.float32)
    depth, width, middle = rng.uniform(0.1, 0.5), rng.uniform(0.05, 0.6), rng.uniform(-0.1, 1.1)
    band = 1 - depth * np.exp(-(((at - middle) / width) ** 2))
    across = rng.random() < 0.7
    shaded: NDArray[np.float32] = (band[None, :, None] if across else band[:, None, None]).astype(
        np.float32
    )
    return shaded
