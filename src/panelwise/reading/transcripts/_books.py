"""What a transcript holds: books, their pages and panels, and who says what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from panelwise.comics import Page, Panel, Text, TextKind

_LABELS: dict[TextKind, str] = {
    "dialogue": "Speech",
    "narration": "Caption",
    "onomatopoeia": "Sound",
    "scene_text": "Lettering in the picture",
}
# Control characters, and those that turn the direction of everything after them around.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_KANA_AND_HAN = "\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff9d"
# A break between letters that have no spaces between them.
_INSIDE = re.compile(rf"(?<=[{_KANA_AND_HAN}])[^\S ]*\n\s*(?=[{_KANA_AND_HAN}])")


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

    @property
    def lines(self) -> tuple[str, ...]:
        """The words line by line, as they are lettered where that is known."""
        found = map(one_line, (self.source.content or "").splitlines())
        return tuple(line for line in found if line)


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


def one_line(words: str) -> str:
    r"""Words on one line, without what cannot be seen: annotations come from anywhere.

    >>> one_line("two\nlines"), one_line("これで\n出来上がり")
    ('two lines', 'これで出来上がり')
    """
    return " ".join(_UNSEEN.sub(" ", _INSIDE.sub("", words)).split())
