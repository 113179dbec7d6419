"""The kind ``structure``."""

from panelwise.tasks.kinds.structure._kind import (
    StructureKind,
)

__all__ = [
    "StructureKind",
]
