"""What happens to the pixels of a page after it was drawn.

Everything is elementwise arithmetic on whole numbers, so that one seed gives the same bytes on
every machine. Black lettering on a white balloon is never screened.
"""

from __future__ import annotations

import random
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from panelwise_press.styles._paper import old_paper, slow_noise
from panelwise_press.styles._raster import PixelArray, luminance
from panelwise_press.styles._screens import Screen, dots, hatching, printed

_AROUND = np.ones((3, 3), np.uint8)
# Lines are darker than any tone, white is lighter.
_DARKEST, _LIGHTEST = 34, 250


def as_drawn(pixels: PixelArray, rng: random.Random) -> PixelArray:
    """Nothing happens."""
    return pixels


def screentone(pixels: PixelArray, rng: random.Random) -> PixelArray:
    """Greys as black dots on a grid turned by 45°: fine ones for light greys, coarse for dark."""
    return screened(pixels, _manga_screen())


def screened(pixels: PixelArray, screen: Screen) -> PixelArray:
    """The greys of flat tones as a screen prints them, lines and lettering as they are."""
    grey = luminance(pixels)
    return _rgb(np.where(_tones(grey), printed(grey, screen), grey))


@cache
def _manga_screen() -> Screen:
    """Tiles of 6 and 8 pixels in one of 24."""
    fine, coarse = (np.tile(dots(n, n), (1, 24 // (2 * n), 24 // (2 * n))) for n in (3, 4))
    return np.concatenate([coarse[:160], fine[160:]])


def rough(pixels: PixelArray, rng: random.Random) -> PixelArray:
    """Black ink, one wash of grey, and hatching by a hand that is not quite steady."""
    grey = luminance(pixels)
    height, width = grey.shape
    drift = slow_noise(height, width, 24, rng) // 64
    return _rgb(np.where(_tones(grey), printed(grey, hatching(8, 226), drift), grey))


def halftone(pixels: PixelArray, rng: random.Random) -> PixelArray:
    """Cheap print on old paper: solid black, and dots of three inks a little out of register."""
    colours = [np.ascontiguousarray(pixels[..., channel]) for channel in range(3)]
    brightest = np.maximum(np.maximum(colours[0], colours[1]), colours[2]).astype(np.uint16)
    room = np.maximum(brightest, 1)
    papers = old_paper(pixels.shape[0], pixels.shape[1], rng)
    plates = []
    for colour, turn, paper in zip(colours, ((5, 2), (2, 5), (4, 4)), papers, strict=True):
        bare = (colour.astype(np.uint16) * 255 // room).astype(np.uint8)
        bare = np.roll(bare, (rng.randint(-1, 1), rng.randint(-1, 1)), axis=(0, 1))
        dotted = printed(bare, dots(*turn)).astype(np.uint16)
        # Old inks are thin: between the dots there is some, and in them some paper is left.
        plate = (dotted * 5 + bare.astype(np.uint16) * 3) >> 3
        plates.append(((((plate * brightest) >> 8) * paper) >> 8).astype(np.uint8))
    return np.stack(plates, axis=2)


def _tones(grey: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where a flat tone is, out to its very edge, but not the soft edges of lines.

    A pixel belongs to a tone if it, or a neighbour of the same grey, lies amid equal pixels.
    """
    amid = cv2.dilate(grey, _AROUND) - cv2.erode(grey, _AROUND) <= 6
    amid &= (grey > _DARKEST) & (grey < _LIGHTEST)
    lowest = cv2.erode(np.where(amid, grey, np.uint8(255)), _AROUND)
    highest = cv2.dilate(np.where(amid, grey, np.uint8(0)), _AROUND)
    near_lowest = np.where(grey > lowest, grey - lowest, lowest - grey) <= 6
    near_highest = np.where(grey > highest, grey - highest, highest - grey) <= 6
    tones: NDArray[np.bool_] = (near_lowest | near_highest) & (grey > _DARKEST)
    return tones & (grey < _LIGHTEST)


def _rgb(grey: NDArray[np.uint8]) -> PixelArray:
    return np.repeat(grey[..., None], 3, axis=2)
