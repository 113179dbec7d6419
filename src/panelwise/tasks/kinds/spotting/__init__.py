"""The kind ``spotting``."""

from panelwise.tasks.kinds.spotting._kind import (
    SpottingKind,
)
from panelwise.tasks.kinds.spotting._settings import (
    SpottingSettings,
)

__all__ = [
    "SpottingKind",
    "SpottingSettings",
]
