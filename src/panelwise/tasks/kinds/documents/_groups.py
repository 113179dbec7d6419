"""Metrics of groupings of characters. Source: specification 7.9; AMB-43."""

from __future__ import annotations

from panelwise.metrics import MetricInfo

IDENTITIES: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "ami",
            "adjusted mutual information of the predicted and the true groups",
            worst=lambda n: -1.0,
            label="AMI",
        ),
        MetricInfo(
            "nmi",
            "normalised mutual information (by the mean entropy), not adjusted for chance",
            label="NMI",
        ),
        MetricInfo("ari", "adjusted Rand index", worst=lambda n: -1.0, label="ARI"),
        MetricInfo("pairwise_f1", "F1 of the pairs of boxes in one group", label="Pairwise F1"),
        MetricInfo(
            "bcubed_precision",
            "B³ precision: mean share of a box's predicted group that shows the same character",
            label="B³ precision",
        ),
        MetricInfo(
            "bcubed_recall",
            "B³ recall: mean share of a box's true group that is in its predicted group",
            label="B³ recall",
        ),
        MetricInfo("bcubed_f1", "harmonic mean of B³ precision and recall", label="B³ F1"),
    )
}
