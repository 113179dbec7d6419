"""The kind ``speakers``."""

from panelwise.tasks.kinds.speakers._kind import (
    NOBODY,
    SPEAKERS,
    TEXT_KEYS,
    WHO_KEYS,
    SpeakersKind,
    speaker_page_scores,
)

__all__ = [
    "NOBODY",
    "SPEAKERS",
    "TEXT_KEYS",
    "WHO_KEYS",
    "SpeakersKind",
    "speaker_page_scores",
]
