"""The kind ``dialogue``."""

from panelwise.tasks.kinds.dialogue._kind import (
    DialogueKind,
)

__all__ = [
    "DialogueKind",
]
