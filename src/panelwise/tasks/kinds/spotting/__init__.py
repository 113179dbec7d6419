"""The kind ``spotting``."""

from panelwise.tasks.kinds.spotting._kind import (
    TEXT_KEYS,
    SpottingKind,
)

__all__ = [
    "TEXT_KEYS",
    "SpottingKind",
]
