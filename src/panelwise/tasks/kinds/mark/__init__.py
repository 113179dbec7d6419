"""The kind ``mark``."""

from panelwise.tasks.kinds.mark._kind import (
    MarkKind,
)

__all__ = [
    "MarkKind",
]
