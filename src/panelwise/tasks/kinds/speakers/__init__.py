"""The kind ``speakers``."""

from panelwise.tasks.kinds.speakers._kind import (
    SpeakersKind,
)

__all__ = [
    "SpeakersKind",
]
