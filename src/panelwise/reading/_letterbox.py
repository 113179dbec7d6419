"""Pictures as networks take them, and boxes as they give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

GREY = 114  # around a picture that is not square


def letterboxed(
    pixels: NDArray[np.uint8], side: tuple[int, int]
) -> tuple[Vectors, float, int, int]:
    """The picture within the model's size, its scale, and how far it is from the left and top."""
    height, width = pixels.shape[:2]
    scale = min(side[0] / height, side[1] / width)
    wide, tall = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = round((side[1] - wide) / 2 - 0.1), round((side[0] - tall) / 2 - 0.1)
    canvas = np.full((*side, 3), GREY, np.uint8)
    resized = cv2.resize(pixels, (wide, tall), interpolation=cv2.INTER_LINEAR)
    canvas[top : top + tall, left : left + wide] = resized
    return batch_of(canvas), scale, left, top


def batch_of(picture: Any) -> Vectors:
    """One RGB picture as a batch of floats from 0 to 1, 1 × 3 × H × W."""
    scaled = np.asarray(picture, np.float32) / np.float32(255)
    return np.ascontiguousarray(scaled.transpose(2, 0, 1)[None])


def suppressed(
    corners: Vectors, scores: Vectors, labels: NDArray[np.int64], same: float
) -> list[int]:
    """Which boxes stay: of two of a class whose IoU is above ``same``, only the surer one."""
    kept: list[int] = []
    areas = (corners[:, 2:] - corners[:, :2]).prod(axis=1)
    left = np.argsort(-scores, kind="stable")
    while len(left):
        at, left = left[0], left[1:]
        kept.append(int(at))
        low = np.maximum(corners[at, :2], corners[left, :2])
        high = np.minimum(corners[at, 2:], corners[left, 2:])
        common = np.clip(high - low, 0, None).prod(axis=1)
        union = areas[at] + areas[left] - common
        left = left[(common <= same * union) | (labels[left] != labels[at])]
    return kept
