"""Comics that get descriptions or questions from a writer before packs are built.

Source: CH-8, CH-9, CH-E7; SC-9 to SC-11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from panelwise.benchmarks import read_books
from panelwise.comics import Book, open_comics
from panelwise.drafting import (
    apply_drafts,
    draft_descriptions,
    draft_frames,
    get_writer,
    write_books,
)
from panelwise.reading import classical_reader

Drafted = Literal["strong", "weak", "page", "auto"]


def drafted_comics(what: Drafted, comics: Sequence[Path], writer: str, out: Path) -> Path:
    """A folder of the same comics with what was drafted.

    ``strong`` and ``weak``: questions about frame and meaning with such wrong options, both from
    the same drafts. ``page`` and ``auto``: descriptions from the bare page, or with preprocessing,
    and none but these. Drafts are written once and kept.

    Raises:
        UnavailableError: when the comics have nothing to draft from.
        RunError: when the writer cannot be reached; what was drafted stays.
    """
    folder = out / "comics" / f"drafted-{what}"
    if folder.exists():
        return folder
    books = read_books(open_comics(list(comics)), classical_reader())
    asked, drafts = get_writer(writer, books, {}), out / "drafts"
    drafts.mkdir(parents=True, exist_ok=True)
    if what == "strong" or what == "weak":  # noqa: PLR1714 - the type is narrowed so
        found = draft_frames(books, asked, out=drafts / "frames.jsonl")
        changed = [apply_drafts(book, found, strength=what) for book in books]
    else:
        found = draft_descriptions(books, asked, shown=what, out=drafts / f"{what}.jsonl")
        changed = [apply_drafts(_undescribed(book), found) for book in books]
    write_books(changed, folder)
    return folder


def _undescribed(book: Book) -> Book:
    """The book without the descriptions that it came with."""
    stories = tuple(
        replace(story, events=tuple(replace(event, description="") for event in story.events))
        for story in book.stories
    )
    return replace(book, stories=stories)
