"""Metrics of groupings of characters. Source: specification 7.9; AMB-43."""

from __future__ import annotations

from panelwise.metrics import MetricInfo

IDENTITIES: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("ami", "adjusted mutual information of the groupings", worst=lambda n: -1.0),
        MetricInfo("nmi", "mutual information over the mean entropy, not adjusted for chance"),
        MetricInfo("ari", "adjusted Rand index", worst=lambda n: -1.0),
        MetricInfo("pairwise_f1", "F1 of the pairs put together"),
        MetricInfo("bcubed_precision", "mean share of a character's group that belongs there"),
        MetricInfo("bcubed_recall", "mean share of a character's true group that is there"),
        MetricInfo("bcubed_f1", "harmonic mean of the two"),
    )
}
