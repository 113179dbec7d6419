"""What kinds have in common whose gold and answers are documents: plain JSON values."""

from __future__ import annotations

import json
from collections.abc import Iterable

from panelwise.tasks._item import Answer, Document, Outcome, Parsed, Status
from panelwise.tasks.kinds._base import BaseKind
from panelwise.tasks.kinds.documents._lists import Found


def document(answer: Answer) -> Document:
    """An answer or gold that is a document."""
    assert isinstance(answer, dict)
    return answer


class DocumentKind(BaseKind):
    """No answer is left out, and texts are read letter by letter."""

    verbatim = True


COVERED = "asks for the texts that it covers"
"""Why ``Kind.cover_texts`` leaves nothing to ask where texts are what is asked for."""


def outcome_by(score: float | None, *, perfect: float = 1.0) -> Outcome:
    """``correct`` for a perfect score, ``wrong`` for none at all, else ``partial``."""
    if score is None or score <= 0:
        return "wrong"
    return "correct" if score >= perfect - 1e-9 else "partial"


def read_list(found: Found, answer: Document, lost: int) -> Parsed:
    """A list of which ``lost`` entries could not be read; entries but no readable one: invalid.

    An empty list is an answer: nothing is there.
    """
    entries = next(value for value in answer.values() if isinstance(value, list))
    if lost and not entries:
        return Parsed("invalid", reason=f"{lost} entries, of which none can be read")
    flags = ("final", *(["cut_off"] if found.cut else []), *(["discarded"] if lost else []))
    status: Status = "ok" if found.is_whole and not lost else "ok_repaired"
    reason = None
    if status != "ok":
        reason = f"{lost} entries lost" if lost else f"list {found.rule}"
    return Parsed(status, answer, found.rule, reason, flags)


def read_marks(answer: Document, rule: str, lost: str | None, *flags: str) -> Parsed:
    """What was said of marks; ``lost`` tells what of it means nothing on this page."""
    repair = f"JSON {rule}" if rule in ("mended", "pieces") else None
    reason = lost or repair
    status: Status = "ok_repaired" if reason else "ok"
    return Parsed(status, answer, rule, reason, ("final", *flags))


def write_list(rows: Iterable[Document]) -> str:
    """Objects as a JSON list, each on a line of its own after a tab, as in MangaOCR's answers."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    return "[" + ",".join(f"\n\t{line}" for line in lines) + "\n]"
