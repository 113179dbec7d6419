"""Printing screens: what every grey becomes at every place of a small repeated tile.

A screen is a table ``[grey, y, x]`` of printed greys. It is made once from whole numbers alone, on
a grid of 4 × 4 points to a pixel, so that dots have soft edges and the mean of a tile is its grey.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

Screen = NDArray[np.uint8]
_FINE = 4  # points to a pixel, along each side


@cache
def dots(a: int, b: int) -> Screen:
    """Round dots on a square grid turned so that the next dot lies ``a`` across and ``b`` down.

    Light greys are black dots on white, dark ones white dots on black, the middle a chequer.
    The tile is ``(a² + b²) / gcd(a, b)`` pixels wide.
    """
    side = (a * a + b * b) // math.gcd(a, b)
    # Points in units of an eighth of a pixel: the dots' centres and the points' are whole numbers.
    at = (2 * np.arange(side * _FINE) + 1).astype(np.int64)
    across, down = at[None, :], at[:, None]
    # Along the grid's own axes, in units of 1 / norm of a grid step.
    norm = (a * a + b * b) * 2 * _FINE
    u, v = a * across + b * down, a * down - b * across

    def squared(offset: int) -> NDArray[np.int64]:
        du = (u + offset + norm // 2) % norm - norm // 2
        dv = (v + offset + norm // 2) % norm - norm // 2
        return du * du + dv * dv

    # Low near a dot's centre, high near the middle between four dots.
    return _table(squared(0) - squared(norm // 2))


@cache
def hatching(step: int, wash: int) -> Screen:
    """One wash of grey with slanted pen lines, thicker for darker greys, then crossed ones.

    The tile is ``step`` pixels wide; ``wash`` is the grey of the wash. Greys a little lighter than
    the wash become the wash, and lighter ones white.
    """
    at = 2 * np.arange(step * _FINE) + 1
    span = 2 * step * _FINE
    first = np.abs((at[None, :] + at[:, None]) % span - span // 2)
    second = np.abs((at[None, :] - at[:, None]) % span - span // 2)
    table = np.full((256, step, step), 255, np.uint8)
    for grey in range((wash + 255) // 2):
        # Half of the span is the greatest distance from a line.
        inked = max(0, wash - grey - 6) / wash
        one = min(inked, 0.4)
        other = (inked - one) / (1 - one)
        line = (first < one * span / 2) | (second < other * span / 2)
        table[grey] = _averaged(np.where(line, 20, wash))
    return table


def printed(
    values: NDArray[np.uint8], screen: Screen, drift: NDArray[np.uint8] | int = 0
) -> Screen:
    """Greys as a screen prints them; ``drift`` moves the screen to the right, in pixels."""
    height, width = values.shape
    side = screen.shape[1]
    across = np.arange(width, dtype=np.int32)[None, :] - drift
    place = np.arange(height, dtype=np.int32)[:, None] % side * side + across % side
    onto: Screen = screen.reshape(-1)[values.astype(np.int32) * (side * side) + place]
    return onto


def _table(spots: NDArray[np.int64]) -> Screen:
    """The screen that inks the points with the lowest ``spots`` first."""
    order = np.argsort(spots, axis=None, kind="stable")
    ranks = np.empty(spots.shape, np.int64)
    ranks.reshape(-1)[order] = np.arange(spots.size)
    return np.stack(
        [
            _averaged(np.where(ranks * 255 < (255 - grey) * spots.size, 0, 255))
            for grey in range(256)
        ]
    )


def _averaged(points: NDArray[np.int64]) -> NDArray[np.uint8]:
    side = points.shape[0] // _FINE
    blocks = points.reshape(side, _FINE, side, _FINE).sum(axis=(1, 3))
    mean: NDArray[np.uint8] = (blocks // (_FINE * _FINE)).astype(np.uint8)
    return mean
