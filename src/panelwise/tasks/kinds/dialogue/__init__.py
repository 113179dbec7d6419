"""The kind ``dialogue``."""

from panelwise.tasks.kinds.dialogue._kind import (
    DialogueKind,
)
from panelwise.tasks.kinds.dialogue._settings import (
    DialogueSettings,
)

__all__ = [
    "DialogueKind",
    "DialogueSettings",
]
