"""Pictures as they are shown in training: each time a little different."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

_ONE_WAY = re.compile(r"[0-9]|\b(?:left|right|clockwise)\b")  # untrue in a mirror


def varied(
    pictures: Any, texts: Sequence[str], rng: np.random.Generator, *, mirror: bool = True
) -> Any:
    """Pictures that are moved, scaled and tinted a little, and half of them mirrored.

    A picture whose text has a number, or says left or right, is not mirrored: clocks would be
    wrong.

    Args:
        pictures: n × side × side × 3, from 0 to 255.
        texts: what is true of each.
        rng: what is random about it.
        mirror: false for lettering, which is never mirrored.
    """
    import torch
    from torch.nn import functional

    count = len(pictures)
    mirrored = rng.random(count) < 0.5
    mirrored &= [not _ONE_WAY.search(text.lower()) for text in texts]
    mirrored &= mirror
    zoom = rng.uniform(0.85, 1.1, (count, 2)) * rng.uniform(0.9, 1.0, (count, 1))
    moves = np.zeros((count, 2, 3), np.float32)
    moves[:, 0, 0] = np.where(mirrored, -1, 1) * zoom[:, 0]
    moves[:, 1, 1] = zoom[:, 1]
    moves[:, :, 2] = rng.uniform(-0.08, 0.08, (count, 2))
    tint = rng.uniform(0.9, 1.1, (count, 1, 1, 3)) * rng.uniform(0.85, 1.1, (count, 1, 1, 1))
    dark = (255 - pictures).permute(0, 3, 1, 2)  # so that the outside is white
    grid = functional.affine_grid(torch.from_numpy(moves), list(dark.shape), align_corners=False)
    moved = functional.grid_sample(dark, grid, align_corners=False).permute(0, 2, 3, 1)
    return ((255 - moved) * torch.from_numpy(tint).float()).clamp(0, 255)
