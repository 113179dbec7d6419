"""The kind ``dialogue``."""

from panelwise.tasks.kinds.dialogue._kind import (
    DialogueKind,
    NamingKind,
)

__all__ = [
    "DialogueKind",
    "NamingKind",
]
