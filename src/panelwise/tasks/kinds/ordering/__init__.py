"""The kind ``ordering``."""

from panelwise.tasks.kinds.ordering._kind import (
    OrderingKind,
)
from panelwise.tasks.kinds.ordering._settings import (
    OrderingSettings,
)

__all__ = [
    "OrderingKind",
    "OrderingSettings",
]
