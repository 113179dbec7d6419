"""Old paper."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_PAPER = (246, 235, 208)
_TILE = 384


def old_paper(height: int, width: int, rng: random.Random) -> list[NDArray[np.uint16]]:
    """Yellowed paper with blotches, fibres and darkened edges: its red, green and blue, H × W."""
    blotches = slow_noise(height, width, 90, rng).astype(np.int16) * 12 >> 8
    wear = blotches + _fibres(height, width, rng) + _edges(height)[:, None] + _edges(width)[None, :]
    # Wear browns: blue goes first.
    return [
        (base - (wear * part >> 3)).clip(0, 255).astype(np.uint16)
        for base, part in zip(_PAPER, (6, 8, 11), strict=True)
    ]


def slow_noise(height: int, width: int, scale: int, rng: random.Random) -> NDArray[np.uint8]:
    """Smooth noise from 0 to 255 whose waves are about ``scale`` pixels wide."""
    small = _noise(height // scale + 2, width // scale + 2, rng)
    # Pillow scales bytes in whole numbers.
    return np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BILINEAR))


def _fibres(height: int, width: int, rng: random.Random) -> NDArray[np.int16]:
    """Short threads lying across and down, on a tile that repeats unseen."""
    noise = _noise(_TILE, _TILE, rng)
    lying = (noise > 250).astype(np.int16)
    standing = (noise < 4).astype(np.int16)
    threads = sum(
        np.roll(lying, step, axis=1) + np.roll(standing, step, axis=0) for step in range(9)
    )
    grain = (noise >> 6).astype(np.int16)
    tile: NDArray[np.int16] = np.minimum(threads, 2) * 5 + grain
    return np.tile(tile, (height // _TILE + 1, width // _TILE + 1))[:height, :width]


def _edges(length: int) -> NDArray[np.int16]:
    """How much darker the paper is near both ends of a side."""
    at = np.arange(length, dtype=np.int16)
    inwards = np.minimum(at, at[::-1])
    reach = 90
    near = np.maximum(0, reach - inwards).astype(np.int32)
    darker: NDArray[np.int16] = (near * near * 34 // (reach * reach)).astype(np.int16)
    return darker


def _noise(height: int, width: int, rng: random.Random) -> NDArray[np.uint8]:
    return np.frombuffer(rng.randbytes(height * width), np.uint8).reshape(height, width)
