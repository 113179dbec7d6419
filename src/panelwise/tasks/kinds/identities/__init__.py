"""The kind ``identities``."""

from panelwise.tasks.kinds.identities._kind import (
    IDENTITIES,
    IdentitiesKind,
)

__all__ = [
    "IDENTITIES",
    "IdentitiesKind",
]
