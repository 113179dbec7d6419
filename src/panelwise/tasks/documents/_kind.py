"""What kinds have in common whose gold and answers are documents: plain JSON values."""

from __future__ import annotations

from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome


def document(answer: Answer) -> Document:
    """An answer or gold that is a document."""
    assert isinstance(answer, dict)
    return answer


class DocumentKind:
    """No answer is right by chance, none is left out, and texts are read letter by letter."""

    verbatim = True

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Empty: nobody guesses what is written on a page."""
        del item, profile
        return {}


def outcome_by(score: float | None, *, perfect: float = 1.0) -> Outcome:
    """``correct`` for a perfect score, ``wrong`` for none at all, else ``partial``."""
    if score is None or score <= 0:
        return "wrong"
    return "correct" if score >= perfect - 1e-9 else "partial"
