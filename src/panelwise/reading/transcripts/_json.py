"""A transcript as plain values for JSON.

::

    {"transcript": 1,
     "books": [{"id": "…", "title": "…",
       "pages": [{"number": 1, "page": "001", "image": "001.png", "width": 800, "height": 1200,
                  "reading_direction": "rtl",
         "panels": [{"number": 1, "box": [x0, y0, x1, y1], "confidence": 0.93,
                     "description": "…", "present": ["…"], "alt": "…",
           "texts": [{"words": "…", "language": "ja", "kind": "dialogue", "speaker": "…",
                      "box": [x0, y0, x1, y1], "confidence": 0.99}]}]}]}]}

Pages, panels and texts stand in reading order; boxes are pixels of the page. What is not known is
``null``: ``confidence`` of what was annotated, ``kind`` and ``speaker`` of what was read, the box
of the one panel of a page on which none was found. ``language`` is then ``und``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from panelwise.reading.transcripts._books import (
    TranscriptBook,
    TranscriptPage,
    TranscriptPanel,
    TranscriptText,
)


def to_json(books: Sequence[TranscriptBook]) -> dict[str, Any]:
    """The values that the head of this module shows."""
    values = [
        {"id": book.id, "title": book.title, "pages": [_page(page) for page in book.pages]}
        for book in books
    ]
    return {"transcript": 1, "books": values}


def _page(view: TranscriptPage) -> dict[str, Any]:
    page = view.page
    return {
        "number": view.number,
        "page": page.id,
        "image": page.image and page.image.relative,
        "width": page.width,
        "height": page.height,
        "reading_direction": page.reading_direction,
        "panels": [_panel(panel) for panel in view.panels],
    }


def _panel(view: TranscriptPanel) -> dict[str, Any]:
    return {
        "number": view.number,
        "box": view.panel and list(view.panel.box),
        "confidence": view.panel and view.panel.confidence,
        "description": view.description,
        "present": list(view.present),
        "alt": view.alt,
        "texts": [_text(text) for text in view.texts],
    }


def _text(view: TranscriptText) -> dict[str, Any]:
    return {
        "words": view.words,
        "language": view.language,
        "kind": view.kind,
        "speaker": view.speaker,
        "box": list(view.source.box),
        "confidence": view.source.confidence,
    }
