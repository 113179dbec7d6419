"""The kind ``detection``."""

from panelwise.tasks.kinds.detection._kind import (
    CLASSES,
    DETECTION,
    DetectionKind,
)

__all__ = [
    "CLASSES",
    "DETECTION",
    "DetectionKind",
]
