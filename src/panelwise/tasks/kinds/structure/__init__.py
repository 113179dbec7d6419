"""The kind ``structure``."""

from panelwise.tasks.kinds.structure._kind import (
    PlacedStructure,
    StructureKind,
)

__all__ = [
    "PlacedStructure",
    "StructureKind",
]
