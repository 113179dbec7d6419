"""The kind ``reading_order``."""

from panelwise.tasks.kinds.reading_order._kind import (
    ReadingOrderKind,
)

__all__ = [
    "ReadingOrderKind",
]
