"""The kind ``ordering``."""

from panelwise.tasks.kinds.ordering._kind import (
    OrderingKind,
)

__all__ = [
    "OrderingKind",
]
