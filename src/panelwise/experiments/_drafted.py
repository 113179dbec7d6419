"""Comics whose questions get wrong options from a writer before packs are built (SC-9 to SC-11)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from panelwise.benchmarks import read_books
from panelwise.comics import open_comics
from panelwise.drafting import apply_drafts, draft_frames, get_writer, write_books
from panelwise.reading import classical_reader


def drafted_comics(
    strength: Literal["strong", "weak"], comics: Sequence[Path], writer: str, out: Path
) -> Path:
    """A folder of the same comics with drafted questions, whose wrong options are of one kind.

    Both kinds come from the same drafts, which are written once and kept.

    Raises:
        UnavailableError: when no strip has 3 to 8 panels.
        RunError: when the writer cannot be reached; what was drafted stays.
    """
    folder = out / "comics" / f"drafted-{strength}"
    if folder.exists():
        return folder
    books = read_books(open_comics(list(comics)), classical_reader())
    drafts = draft_frames(books, get_writer(writer, books, {}), out=out / "drafts.jsonl")
    write_books([apply_drafts(book, drafts, strength=strength) for book in books], folder)
    return folder
