"""In which numbers boxes seem to be meant: an answer scored in every coordinate frame (AMB-30).

A model that thinks in thousandths scores near 0 where pixels are expected. Each page keeps what it
would score in every frame; which frame suits best is told over all pages, as an oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from panelwise.geometry import Box
from panelwise.metrics import COORDINATE_FRAMES, MetricInfo, match_boxes
from panelwise.profile import Profile
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents._boxes import boxes_in_frame
from panelwise.tasks.kinds.documents._pooled import best_of_harmonics, harmonic

Boxes = tuple[Sequence[Document], Sequence[Box]]
"""Boxes of one class as they were answered, and the true ones."""


@dataclass(frozen=True, slots=True)
class FrameFigures:
    """The figures of a kind that tell of a wrong frame.

    Attributes:
        declared: the metric under the profile's frame.
        best: the same in the frame that suits best.
        hits: what a page keeps for each frame, as ``{hits}_in_{frame}`` of
            ``predicted_in_{frame}``.
    """

    declared: str
    best: str
    hits: str

    def in_frame(self, pages: Iterable[Mapping[str, float]], frame: str) -> float:
        """The declared metric of all pages, their numbers meant in another frame."""
        hits = whole = 0.0
        for scores in pages:
            hits += scores.get(f"{self.hits}_in_{frame}", 0.0)
            whole += scores.get("gold", 0.0) + scores.get(f"predicted_in_{frame}", 0.0)
        return 2 * hits / whole if whole else 0.0

    def best_frame(self, pages: Sequence[Mapping[str, float]]) -> str:
        """The frame in which all pages together score most."""
        return max(COORDINATE_FRAMES, key=lambda frame: self.in_frame(pages, frame))


OF_TEXTS = FrameFigures("e2e_hmean_ned", "best_frame_hmean_ned", "similarity")
OF_BOXES = FrameFigures("f1_boxes", "best_frame_f1", "hits")
FRAME_FIGURES: dict[str, FrameFigures] = {
    "spotting": OF_TEXTS,
    "detection": OF_BOXES,
    "structure": OF_BOXES,
    "reading_order": OF_BOXES,
}
BOX_FIGURES: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        harmonic("f1_boxes", "F1 of all boxes together", "hits", "gold", "predicted"),
        best_of_harmonics(
            "best_frame_f1",
            "f1_boxes in the coordinate frame that suits best: an oracle, no score (AMB-30)",
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
    counts["hits"] = counts[f"hits_in_{profile.coord_frame}"]
    return counts
