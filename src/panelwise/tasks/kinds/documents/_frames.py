"""Boxes scored in every coordinate frame (AMB-30)."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.geometry import Box
from panelwise.metrics import COORDINATE_FRAMES, MetricInfo, match_boxes
from panelwise.profile import Profile
from panelwise.tasks._item import Document
from panelwise.tasks.kinds._frames import FrameFigures
from panelwise.tasks.kinds.documents._boxes import boxes_in_frame
from panelwise.tasks.kinds.documents._pooled import best_of_harmonics, harmonic
from panelwise.tasks.kinds.documents._settings import BoxSettings

Boxes = tuple[Sequence[Document], Sequence[Box]]
"""Boxes of one class as they were answered, and the true ones."""


BOX_FRAMES = FrameFigures("f1_boxes", "best_frame_f1", "hits")
BOX_FIGURES: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        harmonic("f1_boxes", "F1 of all boxes together", "hits", "gold", "predicted"),
        best_of_harmonics(
            "best_frame_f1",
            "f1_boxes in the coordinate frame that gives the highest value; uses the gold, so it"
            " is not a score (AMB-30)",
            [(f"hits_in_{name}", f"predicted_in_{name}") for name in COORDINATE_FRAMES],
        ),
    )
}


def box_counts(
    classes: Sequence[Boxes], size: Sequence[int], profile: Profile, iou: float
) -> dict[str, float]:
    """What :data:`BOX_FIGURES` are made of, for one page."""
    predicted = sum(len(claimed) for claimed, _ in classes)
    counts: dict[str, float] = {
        "gold": sum(len(true) for _, true in classes),
        "predicted": predicted,
    }
    for name in COORDINATE_FRAMES:
        counts[f"hits_in_{name}"] = sum(
            len(match_boxes(boxes_in_frame(claimed, size, name), true, iou).pairs)
            for claimed, true in classes
        )
        counts[f"predicted_in_{name}"] = predicted
    counts["hits"] = counts[f"hits_in_{profile.section(BoxSettings).coord_frame}"]
    return counts
