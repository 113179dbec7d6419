"""A transcript as CommonMark; what comics and annotations say is text and never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from panelwise.reading.transcripts._books import (
    TranscriptBook,
    TranscriptPanel,
    TranscriptText,
)

_ANYWHERE = re.compile(r"[\\`*_\[\]<>&#|~$]")
_LIST = re.compile(r"^(\d+)([.)])|^([-+=])")  # at the start of a line only


def to_markdown(books: Sequence[TranscriptBook]) -> str:
    """A heading for each book, page and panel, below it what is seen and a line for each text."""
    return "\n\n".join(block for block in _blocks(books)) + "\n"


def _blocks(books: Sequence[TranscriptBook]) -> Iterator[str]:
    for book in books:
        yield f"# {escaped(book.title)}"
        for page in book.pages:
            yield f"## Page {page.number}"
            if not any(panel.texts or panel.panel for panel in page.panels):
                yield "Neither panels nor words."
            for panel in page.panels:
                yield from _panel(panel)


def _panel(panel: TranscriptPanel) -> Iterator[str]:
    if panel.panel is not None:
        yield f"### Panel {panel.number}"
    if panel.seen:
        yield f"*{escaped(panel.seen)}*"
    if panel.texts:
        yield "\n".join(_text(text) for text in panel.texts)
    elif panel.panel is not None and not panel.seen:
        yield "Without words."


def _text(text: TranscriptText) -> str:
    label = f"**{escaped(text.label)}:** " if text.label else ""
    return f"- {label}{escaped(text.words)}"


def escaped(words: str) -> str:
    r"""One line of text that CommonMark shows as it is.

    >>> escaped("1. *Boom* <b>")
    '1\\. \\*Boom\\* \\<b\\>'
    """
    marked = _ANYWHERE.sub(r"\\\g<0>", words)
    return _LIST.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", marked)
