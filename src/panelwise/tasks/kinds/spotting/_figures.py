"""The metrics of found and read texts, and how they are presented. Source: 7.4, 7.5."""

from __future__ import annotations

from panelwise.metrics import (
    COORDINATE_FRAMES,
    MetricInfo,
)
from panelwise.tasks.kinds._frames import FrameFigures
from panelwise.tasks.kinds._presentation import MetricGroup, PartFigures, Presentation
from panelwise.tasks.kinds.documents import (
    LOST,
    best_of_harmonics,
    harmonic,
    share,
)

CLASSES = ("dialogue", "narration", "onomatopoeia", "scene_text", "vertical", "horizontal")
SIZES = {"small": 0.0005, "medium": 0.005, "large": float("inf")}
"""Size of a box → the share of its picture that it stays below. The paper names no bounds; on its
spreads of 1654 × 1170 pixels these are about COCO's, 32² and 96² pixels (specification MV-E14)."""
GROUPS = (*CLASSES, *SIZES)
_FRAMES = [(f"similarity_in_{name}", f"predicted_in_{name}") for name in COORDINATE_FRAMES]

SPOTTING: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        harmonic(
            "e2e_hmean_ned",
            "end-to-end Hmean, every match weighted by how well it was read (the paper's)",
            *("similarity", "gold", "predicted"),
            label="End-to-end Hmean (NED)",
        ),
        harmonic(
            "e2e_hmean_exact",
            "end-to-end Hmean of ICDAR: only right readings count",
            *("exact", "gold", "predicted"),
            label="End-to-end Hmean (exact)",
        ),
        harmonic(
            "e2e_hmean_near",
            "end-to-end Hmean: readings with a similarity of at least `spotting.near_reading`"
            " count as correct (AMB-26)",
            *("near", "gold", "predicted"),
            label="End-to-end Hmean (nearly right)",
        ),
        harmonic(
            "detection_hmean",
            "harmonic mean of detection precision and recall, IoU above .5",
            *("hits", "gold", "predicted"),
            label="Detection Hmean",
        ),
        share(
            "detection_precision",
            "share of predictions that found a text",
            "hits",
            "predicted",
            label="Detection precision",
        ),
        share(
            "detection_recall",
            "share of texts that were found",
            "hits",
            "gold",
            label="Detection recall",
        ),
        share(
            "e2e_precision_ned",
            "precision, matches weighted",
            "similarity",
            "predicted",
            label="End-to-end precision (NED)",
        ),
        share(
            "e2e_recall_ned",
            "recall, matches weighted",
            "similarity",
            "gold",
            label="End-to-end recall (NED)",
        ),
        share(
            "matched_similarity",
            "mean similarity of the readings of found texts",
            "similarity",
            "hits",
            label="Likeness where found",
        ),
        share(
            "trans",
            "share of gold texts that occur anywhere in the answer's texts",
            "found",
            "asked",
            label="Trans",
        ),
        share(
            "trans_once",
            "as trans, but each letter of the answer is used for one text only",
            "found_once",
            "asked",
            label="Trans, each letter once",
        ),
        share(
            "trans_long",
            "as trans, for texts of 3 or more letters only",
            "long_found",
            "long",
            label="Trans, 3 letters and more",
        ),
        share(
            "trans_precision",
            "share of the answer's letters that belong to a gold text",
            "accounted",
            "read",
            label="Trans precision",
        ),
        *(
            share(f"recall_{group}", f"share of {group} texts found", f"f_{group}", f"n_{group}")
            for group in CLASSES
        ),
        *(
            share(
                f"recall_{size}", f"share of texts in {size} boxes found", f"f_{size}", f"n_{size}"
            )
            for size in SIZES
        ),
        LOST,
        share(
            "uncounted",
            "share of predicted texts that are not scored: repeats (AMB-28) and don't-care regions",
            *("uncounted_texts", "claimed"),
            of_failures=True,
            label="Claimed, not scored",
        ),
        best_of_harmonics(
            "best_frame_hmean_ned",
            "e2e_hmean_ned in the coordinate frame that gives the highest value; uses the gold,"
            " so it is not a score (AMB-30)",
            _FRAMES,
        ),
    )
}


PRESENTATION = Presentation(
    answer="a list of texts with boxes",
    right="All right",
    counted="texts to find",
    groups=(
        MetricGroup(
            "Found and read",
            (
                *("e2e_hmean_ned", "e2e_hmean_exact", "e2e_hmean_near"),
                *("e2e_precision_ned", "e2e_recall_ned", "matched_similarity"),
            ),
        ),
        MetricGroup("Found", ("detection_hmean", "detection_precision", "detection_recall")),
        MetricGroup(
            "Read, wherever it stands", ("trans", "trans_once", "trans_long", "trans_precision")
        ),
    ),
    parts=PartFigures("class, orientation and size of box", "n_{}", GROUPS, ("recall_{}",)),
    frames=FrameFigures("e2e_hmean_ned", "best_frame_hmean_ned", "similarity"),
)
