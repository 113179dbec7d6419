"""Boxes of a class: how well they were found. Source: specification 7.7; AMB-45."""

from __future__ import annotations

from panelwise.metrics import Matching, MetricInfo
from panelwise.tasks.kinds.documents._pooled import harmonic, share

CLASSES = ("panel", "character", "text", "face")


def found_metrics(label: str) -> dict[str, MetricInfo]:
    """F1, recall and precision of the boxes of one class."""
    hits, gold, predicted = f"hits_{label}", f"gold_{label}", f"predicted_{label}"
    infos = (
        harmonic(f"f1_{label}", f"F1 of {label} boxes", hits, gold, predicted),
        share(f"recall_{label}", f"share of {label} boxes found", hits, gold),
        share(
            f"precision_{label}",
            f"share of predicted {label} boxes that are right",
            hits,
            predicted,
        ),
    )
    return {info.name: info for info in infos}


def found_counts(part: str, matching: Matching) -> dict[str, float]:
    """What precision and recall of one class are made of."""
    counts = {"hits": len(matching.pairs), "gold": matching.true, "predicted": matching.found}
    return {f"{name}_{part}": count for name, count in counts.items()}
