"""What kinds have in common whose gold and answers are documents: plain JSON values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed, Status
from panelwise.tasks.kinds._base import BaseKind
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds.documents._lists import FoundList
from panelwise.tasks.kinds.documents._settings import BoxSettings
from panelwise.tasks.overlay import Overlay


def document(answer: Answer) -> Document:
    """An answer or gold that is a document."""
    assert isinstance(answer, dict)
    return answer


class DocumentKind(BaseKind):
    """No answer is left out, and texts are read letter by letter."""

    verbatim = True
    presentation = Presentation(right="All right")

    def overlay(
        self, item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float]
    ) -> Overlay | None:
        """What ``draw`` gives, else the plain documents; it says which other frame suits better."""
        said = answer if isinstance(answer, dict) else document(self.empty or {})
        drawn = self.draw(item, said, profile)
        frames = self.presentation.frames
        if drawn is None:
            return super().overlay(item, answer, profile, scores)
        if frames is None:
            return drawn
        return replace(
            drawn,
            summary=drawn.summary + frames.remark(scores, profile.section(BoxSettings).coord_frame),
        )

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """The overlay of a document, the empty one where nothing was answered; ``None``: no own."""
        del item, answer, profile
        return None


COVERED = "asks for the texts that it covers"
"""Why ``Kind.cover_texts`` leaves nothing to ask where texts are what is asked for."""


def outcome_by(score: float | None, *, perfect: float = 1.0) -> Outcome:
    """``correct`` for a perfect score, ``wrong`` for none at all, else ``partial``."""
    if score is None or score <= 0:
        return "wrong"
    return "correct" if score >= perfect - 1e-9 else "partial"


def read_list(found: FoundList, answer: Document, lost: int) -> Parsed:
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
    """What was said of marks; ``lost`` names what of it means nothing on this page."""
    repair = f"JSON {rule}" if rule in ("mended", "pieces") else None
    reason = lost or repair
    status: Status = "ok_repaired" if reason else "ok"
    return Parsed(status, answer, rule, reason, ("final", *flags))


def write_list(rows: Iterable[Document]) -> str:
    """Objects as a JSON list, each on a line of its own after a tab, as in MangaOCR's answers."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    return "[" + ",".join(f"\n\t{line}" for line in lines) + "\n]"
