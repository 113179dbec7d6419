"""What a transcript holds: books, their pages and panels, and who says what."""

from __future__ import annotations

from dataclasses import dataclass

from panelwise.comics import Page, Panel, Text, TextKind

_LABELS: dict[TextKind, str] = {
    "dialogue": "Speech",
    "narration": "Caption",
    "onomatopoeia": "Sound",
    "scene_text": "Lettering in the picture",
}


@dataclass(frozen=True, slots=True)
class TranscriptText:
    """One text: ``words`` on one line, in ``language`` (``und`` when unknown), and who says it."""

    words: str
    language: str
    kind: TextKind | None
    speaker: str | None
    source: Text

    @property
    def label(self) -> str | None:
        """What to put before the words: the speaker, else the kind, where either is known."""
        return self.speaker or (_LABELS[self.kind] if self.kind else None)


@dataclass(frozen=True, slots=True)
class TranscriptPanel:
    """A panel and its texts; ``panel`` is ``None`` for texts on a page without panels.

    Attributes:
        number: from 1, in reading order.
        description: what is to be seen, where an annotation tells.
        present: names of who is to be seen, where an annotation tells.
    """

    number: int
    panel: Panel | None
    description: str | None
    present: tuple[str, ...]
    texts: tuple[TranscriptText, ...]

    @property
    def seen(self) -> str | None:
        """What is known to be seen: the description, else who is there."""
        if self.description or not self.present:
            return self.description
        return f"Shows {', '.join(self.present)}."

    @property
    def alt(self) -> str:
        """Alternative text that stands alone: what is to be seen and everything that is said."""
        said = [f"{text.label}: {text.words}" if text.label else text.words for text in self.texts]
        parts = [self.seen, *said] if self.seen else said
        return " ".join([f"Panel {self.number}.", *(parts or ["Without words."])])


@dataclass(frozen=True, slots=True)
class TranscriptPage:
    """A page with its number in the book, from 1."""

    number: int
    page: Page
    panels: tuple[TranscriptPanel, ...]


@dataclass(frozen=True, slots=True)
class TranscriptBook:
    """A book and its pages in reading order."""

    id: str
    title: str
    pages: tuple[TranscriptPage, ...]
