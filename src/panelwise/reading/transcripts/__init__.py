"""Transcripts of a book as HTML, JSON and Markdown."""

from panelwise.reading.transcripts._books import (
    TranscriptBook,
    TranscriptPage,
    TranscriptPanel,
    TranscriptText,
)
from panelwise.reading.transcripts._transcript import (
    TRANSCRIPT_FORMATS,
    Transcript,
    check_format,
    transcribe,
    transcript_of,
)

__all__ = [
    "TRANSCRIPT_FORMATS",
    "Transcript",
    "TranscriptBook",
    "TranscriptPage",
    "TranscriptPanel",
    "TranscriptText",
    "check_format",
    "transcribe",
    "transcript_of",
]
