"""How a panel looks, measured on 64 × 64 pixels: tones, colours, composition, edge directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SIDE = 64
CELLS = 4  # a side of the grid of edge directions
DIRECTIONS = 8


class PictureLook(NamedTuple):
    """Measurements of one picture.

    ``tones`` ``(16,)`` and ``colours`` ``(64,)`` are shares of the pixels (CIELAB), ``layout``
    ``(64,)`` is the brightness of 8 × 8 cells less its mean, ``edges`` ``(4, 4, 8)`` is the weight
    of the edges of each direction in each cell of a grid.
    """

    tones: Floats
    colours: Floats
    layout: Floats
    edges: Floats


def measure_look(image: NDArray[np.uint8]) -> PictureLook:
    """Measure a picture of any size, ``(height, width, 3)`` RGB."""
    small = cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_RGB2LAB).astype(np.float64)
    tones = np.histogram(lab[..., 0], 16, (0, 256))[0] / SIDE**2
    colours = np.histogram2d(
        lab[..., 1].ravel(), lab[..., 2].ravel(), bins=8, range=((64, 192), (64, 192))
    )[0].ravel()
    layout = cv2.resize(lab[..., 0], (8, 8), interpolation=cv2.INTER_AREA).ravel()
    return PictureLook(tones, colours / SIDE**2, layout - layout.mean(), _edges(lab[..., 0]))


def _edges(lightness: Floats) -> Floats:
    across = cv2.Sobel(lightness, cv2.CV_64F, 1, 0)
    down = cv2.Sobel(lightness, cv2.CV_64F, 0, 1)
    angle = np.mod(np.arctan2(down, across), np.pi)
    direction = np.minimum((angle * (DIRECTIONS / np.pi)).astype(np.int64), DIRECTIONS - 1)
    cell = np.arange(SIDE) * CELLS // SIDE
    place = (cell[:, None] * CELLS + cell[None]) * DIRECTIONS + direction
    weights = np.hypot(across, down).ravel()
    edges = np.bincount(place.ravel(), weights, CELLS * CELLS * DIRECTIONS)
    return edges.reshape(CELLS, CELLS, DIRECTIONS).astype(np.float64)
