"""The kind ``reading_order``."""

from panelwise.tasks.kinds.reading_order._kind import (
    ORDER,
    ReadingOrderKind,
    found_counts,
    found_metrics,
    order_scores,
)

__all__ = [
    "ORDER",
    "ReadingOrderKind",
    "found_counts",
    "found_metrics",
    "order_scores",
]
