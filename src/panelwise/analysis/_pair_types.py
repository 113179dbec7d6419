"""How pairs of one text and two pictures were answered, as plain data. Source: MS-2."""

from __future__ import annotations

from dataclasses import dataclass

from panelwise.analysis._estimate import Estimate


@dataclass(frozen=True, slots=True)
class PairScore:
    """Pairs of items that were sent the same except for pixels, and have different answers.

    A model that does not look answers both items of a pair alike. Items with an unreadable answer
    are not right, and their pairs are not among those of ``alike``.

    Attributes:
        texts: how many texts have a pair.
        pairs: how many pairs were answered, repeats included.
        both_right: share of these of which both items were answered right.
        chance: expected ``both_right`` of random answers, 1/k²; ``None`` for open answers.
        knowing_chance: the same of one who knows that the two answers differ, 1/(k(k−1)).
        alike: share of pairs that got the same answer twice, so that at most one can be right.
        expected_alike: that share if a model of this accuracy looked: :func:`expected_alike`;
            ``None`` for open answers.
        did_not_look: whether most pairs were answered alike, and the interval of ``alike`` lies
            above ``expected_alike``.
    """

    texts: int
    pairs: int
    both_right: Estimate
    chance: float | None
    knowing_chance: float | None
    alike: Estimate
    expected_alike: float | None
    did_not_look: bool

    @property
    def answered_alike(self) -> int:
        """How many pairs got the same answer twice."""
        return round((self.alike.value or 0.0) * self.alike.n)

    @property
    def remark(self) -> str:
        """That the model did not look, in a sentence; empty where nothing suggests it."""
        if not self.did_not_look:
            return ""
        return f"did not look: answered {self.answered_alike} of {self.alike.n} pairs alike"
