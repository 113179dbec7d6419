"""The kind ``ordering``."""

from panelwise.tasks.kinds.ordering._kind import (
    OrderingKind,
)
from panelwise.tasks.kinds.ordering._overlay import (
    marked_texts,
)

__all__ = [
    "OrderingKind",
    "marked_texts",
]
