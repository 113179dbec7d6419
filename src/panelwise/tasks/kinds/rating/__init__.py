"""The kind ``rating``."""

from panelwise.tasks.kinds.rating._kind import (
    RatingKind,
)

__all__ = [
    "RatingKind",
]
