"""The kind ``spotting``."""

from panelwise.tasks.kinds.spotting._kind import (
    SpottingKind,
)

__all__ = [
    "SpottingKind",
]
