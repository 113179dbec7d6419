"""The kind ``speakers``."""

from panelwise.tasks.kinds.speakers._kind import (
    TEXT_KEYS,
    WHO_KEYS,
    SpeakersKind,
)

__all__ = [
    "TEXT_KEYS",
    "WHO_KEYS",
    "SpeakersKind",
]
