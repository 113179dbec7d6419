"""What a panel looks like, in numbers: a baseline that sees and does not understand.

Source: specification CV-E5, 7.13.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

import cv2
import numpy as np

from panelwise.errors import SettingError
from panelwise.reading._look import measure_look
from panelwise.registry import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]
    Floats = NDArray[np.float64]
    Vectors = NDArray[np.float32]

Aggregation = Literal["mean", "max", "neighbours", "strip"]
AGGREGATIONS: tuple[Aggregation, ...] = get_args(Aggregation)


class ImageEncoder(Protocol):
    """What turns pictures into vectors.

    ``identity`` names everything besides the pixels that decides the vectors, without secrets.
    """

    @property
    def name(self) -> str: ...

    def identity(self) -> dict[str, Any]: ...

    def encode(self, images: Sequence[PixelArray]) -> Vectors:
        """One row a picture, ``(n, dimensions)`` float32 of length 1."""
        ...


class FeatureEncoder:
    """Colours, composition and edge directions; needs no weights.

    A row of 272 numbers: a histogram of 16 tones and of 8 × 8 colours (CIELAB), 8 × 8 tones of the
    composition, and 8 edge directions in each cell of a 4 × 4 grid. Each of the four counts alike.

    >>> red = np.zeros((40, 60, 3), np.uint8) + np.array([200, 0, 0], np.uint8)
    >>> FeatureEncoder().encode([red]).shape
    (1, 272)
    """

    @property
    def name(self) -> str:
        """``features``."""
        return "features"

    def identity(self) -> dict[str, Any]:
        """What is measured, by version."""
        return {"encoder": "features", "version": 1}

    def encode(self, images: Sequence[PixelArray]) -> Vectors:
        """``(n, 272)``; pictures of any size, ``(height, width, 3)`` RGB."""
        rows = [np.concatenate([_unit(part) for part in self._parts(image)]) for image in images]
        if not rows:
            return np.zeros((0, 272), np.float32)
        return np.stack([_unit(row) for row in rows]).astype(np.float32)

    def _parts(self, image: PixelArray) -> tuple[Floats, ...]:
        """The four measurements; of shares the root, so that a cosine compares distributions."""
        look = measure_look(image)
        return np.sqrt(look.tones), np.sqrt(look.colours), look.layout, np.sqrt(look.edges.ravel())


def context_similarity(
    candidates: Vectors,
    context: Vectors,
    how: Aggregation = "mean",
    masked_position: int | None = None,
) -> Floats:
    """How well each candidate fits the visible panels, in [-1, 1]; the highest is the answer.

    Args:
        candidates: ``(n, d)``, one row each.
        context: ``(k, d)``, the visible panels in reading order; for ``strip`` the one row that
            encodes :func:`strip_of` them.
        how: ``mean`` of the cosines with all visible panels; ``max``, the highest of them;
            ``neighbours``, the mean over the visible panels right before and after the masked one;
            ``strip``, the cosine with them as one picture.
        masked_position: where the masked panel stands among all ``k + 1``, from 0; for
            ``neighbours``.

    A row of zeros has cosine 0 with everything.

    Raises:
        SettingError: for an unknown ``how``, or when what it needs is missing or out of range.

    Source: specification 7.13; AMB-41.

    >>> context = np.array([[1, 0], [0, 1]], np.float32)
    >>> candidates = np.array([[1, 0], [1, 1]], np.float32)
    >>> context_similarity(candidates, context).round(3).tolist()
    [0.5, 0.707]
    >>> context_similarity(candidates, context, "max").round(3).tolist()
    [1.0, 0.707]
    """
    if how not in AGGREGATIONS:
        raise SettingError(f"unknown aggregation '{how}'; {did_you_mean(how, AGGREGATIONS)}")
    if not len(context):
        raise SettingError("no visible panels to compare candidates with; give at least one")
    if how == "strip" and len(context) != 1:
        raise SettingError(f"the aggregation 'strip' takes one strip, not {len(context)}")
    if how == "neighbours":
        context = context[_neighbours(masked_position, len(context))]
    cosines = _cosines(candidates, context)
    return cosines.max(axis=1) if how == "max" else cosines.mean(axis=1)


def strip_of(images: Sequence[PixelArray], height: int = 256) -> PixelArray:
    """Pictures side by side at one height, in their order, as one picture.

    Raises:
        SettingError: for no pictures.

    >>> strip_of([np.zeros((10, 20, 3), np.uint8), np.zeros((30, 30, 3), np.uint8)], 60).shape
    (60, 180, 3)
    """
    if not images:
        raise SettingError("the strip has no panels; give at least one")
    scaled = []
    for image in images:
        width = max(1, round(image.shape[1] * height / image.shape[0]))
        scaled.append(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))
    return np.concatenate(scaled, axis=1)


def _neighbours(masked: int | None, visible: int) -> list[int]:
    """Positions, among the visible panels, of those right before and after the masked one."""
    if masked is None or not 0 <= masked <= visible:
        raise SettingError(
            f"the aggregation 'neighbours' needs the masked position, 0 to {visible};"
            f" it is {masked}"
        )
    return [at for at in (masked - 1, masked) if 0 <= at < visible]


def _cosines(rows: Vectors, others: Vectors) -> Floats:
    if not len(rows):
        return np.zeros((0, len(others)))
    ones = np.stack([_unit(row) for row in rows.astype(np.float64)])
    twos = np.stack([_unit(row) for row in others.astype(np.float64)])
    return ones @ twos.T


def _unit(row: Floats) -> Floats:
    length = math.sqrt(float(row @ row))
    return row / length if length > 0 else row
