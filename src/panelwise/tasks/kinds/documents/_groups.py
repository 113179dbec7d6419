"""Metrics of groupings of characters. Source: specification 7.9; AMB-43."""

from __future__ import annotations

from panelwise.metrics import MetricInfo

IDENTITIES: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "ami", "adjusted mutual information of the groupings", worst=lambda n: -1.0, label="AMI"
        ),
        MetricInfo(
            "nmi", "mutual information over the mean entropy, not adjusted for chance", label="NMI"
        ),
        MetricInfo("ari", "adjusted Rand index", worst=lambda n: -1.0, label="ARI"),
        MetricInfo("pairwise_f1", "F1 of the pairs put together", label="Pairwise F1"),
        MetricInfo(
            "bcubed_precision",
            "mean share of a character's group that belongs there",
            label="B³ precision",
        ),
        MetricInfo(
            "bcubed_recall",
            "mean share of a character's true group that is there",
            label="B³ recall",
        ),
        MetricInfo("bcubed_f1", "harmonic mean of the two", label="B³ F1"),
    )
}
