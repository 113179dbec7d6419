"""Which points must find which box, and the loss.

A point is responsible for a box when it lies in the box, near its centre, and on a grid that suits
the box's size; of several boxes of one class the smallest counts. Scores learn the IoU of the box
that the network gives there (quality focal loss), boxes learn by generalised IoU. A class that a
picture's data set does not annotate is masked: it has no part in the loss of that picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.reading.learned import CLASSES, STRIDES, grid_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Sizes of boxes, in steps of a grid, that the grid is responsible for; neighbours overlap.
_RANGES = ((0.0, 9.0), (3.0, 10.0), (3.0, 10.0), (3.5, 1e9))
_NEAR = 1.5  # steps from the centre of a box
_BOX_WEIGHT = 2.0


@dataclass(frozen=True, slots=True)
class Targets:
    """What the network should give for one picture.

    Attributes:
        boxes: classes × points × 4, corners in pixels; 0 where there is none.
        is_box: classes × points.
        known: classes; whether the picture's data set annotates the class.
    """

    boxes: NDArray[np.float32]
    is_box: NDArray[np.bool_]
    known: NDArray[np.bool_]


def assigned(
    boxes: NDArray[np.float32],
    labels: NDArray[np.int64],
    known: NDArray[np.bool_],
    side: int,
) -> Targets:
    """The targets of one picture.

    Args:
        boxes: n × 4, corners in pixels of the picture.
        labels: n, positions in ``CLASSES``.
        known: for every class whether it is annotated.
        side: of the picture in pixels.
    """
    centres, steps = grid_points(side)
    levels = np.repeat(np.arange(len(STRIDES)), [(side // s) ** 2 for s in STRIDES])
    shape = len(CLASSES), len(centres)
    target, is_box = np.zeros((*shape, 4), np.float32), np.zeros(shape, np.bool_)
    sides = boxes[:, 2:] - boxes[:, :2]
    low, high = np.array(_RANGES, np.float32)[levels].T * steps
    for at in np.argsort(-sides.prod(axis=1), kind="stable"):  # the smallest last
        size = np.sqrt(sides[at].max() * np.sqrt(sides[at].prod()))
        middle = (boxes[at, :2] + boxes[at, 2:]) / 2
        offset = np.abs(centres - middle).max(axis=1)
        inside = (centres > boxes[at, :2]).all(axis=1) & (centres < boxes[at, 2:]).all(axis=1)
        suits = (size >= low) & (size < high)
        chosen = inside & suits & (offset < _NEAR * steps)
        if not chosen.any():  # a sliver between the points
            chosen = np.zeros_like(chosen)
            chosen[np.argmin(np.where(suits, offset, np.inf))] = True
        target[labels[at], chosen] = boxes[at]
        is_box[labels[at], chosen] = True
    return Targets(target, is_box & known[:, None], known)


def detection_loss(raw: Any, boxes: Any, is_box: Any, known: Any, centres: Any, steps: Any) -> Any:
    """The loss of a batch and its two parts, as tensors.

    Args:
        raw: n × classes × 5 × points, as the network gives it.
        boxes: as in :class:`Targets`, with a batch dimension.
        is_box: likewise.
        known: likewise.
        centres: of :func:`panelwise.reading.learned.grid_points`, as a tensor.
        steps: likewise.
    """
    import torch
    from torch.nn import functional

    logits = raw[:, :, 0]
    where = is_box.nonzero(as_tuple=True)
    points = where[2]
    reach = functional.softplus(raw[:, :, 1:].permute(0, 1, 3, 2)[where]) * steps[points, None]
    found = torch.cat([centres[points] - reach[:, :2], centres[points] + reach[:, 2:]], 1)
    iou, generalised = _overlaps(found, boxes[where])
    count = max(1, len(points))
    quality = torch.zeros_like(logits)
    quality[where] = iou.detach().to(quality.dtype)
    surprise = (torch.sigmoid(logits) - quality).abs().square()
    entropy = functional.binary_cross_entropy_with_logits(logits, quality, reduction="none")
    scores = (surprise * entropy * known[:, :, None]).sum() / count
    edges = _BOX_WEIGHT * (1 - generalised).sum() / count
    return scores + edges, scores, edges


def _overlaps(found: Any, true: Any) -> tuple[Any, Any]:
    """IoU and generalised IoU, pair by pair."""
    import torch

    def area(boxes: Any) -> Any:
        return (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(1)

    def meet(low: Any, high: Any) -> Any:
        return torch.cat([low, high], 1)

    common = area(
        meet(torch.maximum(found[:, :2], true[:, :2]), torch.minimum(found[:, 2:], true[:, 2:]))
    )
    around = area(
        meet(torch.minimum(found[:, :2], true[:, :2]), torch.maximum(found[:, 2:], true[:, 2:]))
    )
    union = (area(found) + area(true) - common).clamp(min=1e-6)
    iou = common / union
    return iou, iou - (around - union) / around.clamp(min=1e-6)
