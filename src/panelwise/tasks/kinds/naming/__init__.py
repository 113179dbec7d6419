"""The kind ``naming``."""

from panelwise.tasks.kinds.naming._kind import (
    NamingKind,
)

__all__ = [
    "NamingKind",
]
