"""The kind ``detection``."""

from panelwise.tasks.kinds.detection._kind import (
    DETECTION,
    DetectionKind,
)

__all__ = [
    "DETECTION",
    "DetectionKind",
]
