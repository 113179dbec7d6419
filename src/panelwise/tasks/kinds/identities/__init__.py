"""The kind ``identities``."""

from panelwise.tasks.kinds.identities._kind import (
    IdentitiesKind,
)

__all__ = [
    "IdentitiesKind",
]
