"""What is tested within one run: positions, kinds of wrong answers, conditions; as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from panelwise.analysis._estimate import SIGNIFICANT, Estimate

SHOWN_ORDER = "shown order"  # the kind of a wrong order that repeats what was shown


@dataclass(frozen=True, slots=True)
class PlaceBias:
    """How often a position was chosen, and how often it was right, on the same readable answers.

    ``difference`` is the share chosen minus the share right, with the interval of this position
    alone. For options, ``p`` is of that difference (McNemar's exact test, or the sign-flip test by
    book). Orders are shuffled so that the shown order is rarely or never right, which a guesser
    need not know: their ``p`` is of the answers whose first panel is wrong. ``p_holm`` is
    corrected over the positions of the run and task that were tested.

    Attributes:
        label: an option's label, or ``#1`` for the panel that was shown first.
        chosen: times chosen, or put first.
        right: times right.
        n: readable answers.
        difference: ``chosen / n`` minus ``right / n``.
        p: for orders the larger p of the two guesses of ``expected``; 1 if ``wrongly`` is not
            beyond both. ``None`` where it is not tested.
        p_holm: the corrected p.
        wrongly: orders: times put first where that is wrong.
        wrong: orders: answers with a wrong first panel to items where this panel is wrong.
        expected: orders: the least and the greatest ``wrongly`` of guesses among all orders, and
            among the orders that the shuffle allows, given that the first panel is wrong.
        repeats: orders: how many of ``wrongly`` are the shown order.
        few_books: how many books these answers share (of orders, ``wrong``) where they are too few
            to be clusters, as in :class:`Breakdown`; then the position is not tested.
    """

    label: str
    chosen: int
    right: int
    n: int
    difference: Estimate
    p: float | None
    p_holm: float | None
    wrongly: int | None = None
    wrong: int | None = None
    expected: tuple[float, float] | None = None
    repeats: int = 0
    few_books: int | None = None

    @property
    def verdict(self) -> Literal["more", "less", ""]:
        """Whether the position is chosen more or less often than without a preference."""
        if self.p_holm is None or self.p_holm >= SIGNIFICANT:
            return ""
        if self.expected is None or self.wrongly is None:
            return "more" if self.chosen > self.right else "less"
        return "more" if self.wrongly > self.expected[1] else "less"


@dataclass(frozen=True, slots=True)
class PositionBias:
    """How much answers depend on where things were shown.

    Attributes:
        identity_rate: share of readable orderings equal to the shown order.
        identity_expected: share of items whose gold is the shown order.
        identity_chance: expected rate of a random answer among the orders that the shuffle allows;
            0 where it never lets the shown order be right. Whether a run repeats the shown order
            more often than by accident is tested among its wrong answers (:class:`MistakeKind`).
        identity: ``identity_rate`` with its interval.
        inverse_rate: share of wrong readable orderings equal to the inverse permutation of gold:
            the rank of each shown panel instead of the list of panels.
        echo_rate: share of readable answers equal to the example printed in the prompt.
        answers: choice: option label → times answered.
        golds: choice: option label → times right.
        first_index: ordering: shown index → times put first by the model.
        gold_first_index: ordering: shown index → times truly first.
        guess_first_index: ordering: shown index → times that guesses among all orders would put it
            first, on average.
        places: each option against what is right, or each shown panel as the first of an order
            against guesses.
    """

    identity_rate: float | None = None
    identity_expected: float | None = None
    identity_chance: float | None = None
    identity: Estimate | None = None
    inverse_rate: float | None = None
    echo_rate: float | None = None
    answers: dict[str, int] = field(default_factory=dict)
    golds: dict[str, int] = field(default_factory=dict)
    first_index: dict[int, int] = field(default_factory=dict)
    gold_first_index: dict[int, int] = field(default_factory=dict)
    guess_first_index: dict[int, float] = field(default_factory=dict)
    places: tuple[PlaceBias, ...] = ()


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """How often a run's wrong answers are of one kind.

    Attributes:
        kind: of wrong option, or of wrong order.
        chosen: wrong answers of this kind.
        n: wrong answers to items that have wrong answers of this kind and of others.
        offered: readable answers to such items, right ones included.
        expected: what ``chosen`` would be on average if every wrong answer were picked uniformly
            among the wrong answers of its item.
        share: ``chosen / n`` with its interval.
        p: of ``chosen`` against ``expected``: the larger of the exact p (of the first wrong answer
            to each question) and that of Student's test by book; ``None`` where it is not tested.
        p_holm: corrected over the kinds of the run and task that were tested.
        few_books: how many books these wrong answers share where they are too few to be the
            clusters of its interval, as in :class:`Breakdown`; then the kind is not tested.
    """

    kind: str
    chosen: int
    n: int
    offered: int
    expected: float
    share: Estimate
    p: float | None
    p_holm: float | None
    few_books: int | None = None

    @property
    def verdict(self) -> Literal["more", "less", ""]:
        """Whether the kind is chosen more or less often than at random; empty: not shown."""
        if self.p_holm is None or self.p_holm >= SIGNIFICANT:
            return ""
        return "more" if self.chosen > self.expected else "less"


@dataclass(frozen=True, slots=True)
class Condition:
    """The items with one value of one fact, against all others of the task.

    Attributes:
        key: the fact ("direction").
        value: of the fact ("rtl").
        same: other facts and values that single out the same samples.
        n: samples with the value.
        score: of these, by the headline metric.
        rest: of all others.
        difference: score minus rest, with the interval of this condition alone.
        worse: whether the score is the worse of the two.
        p: of the difference, by the interval's own approximation; ``None`` where it is not tested.
        p_holm: corrected over the conditions of the run and task, ``tested`` of them.
        tested: how many conditions could be tested.
        few_books: how many books the items of one side share where these are too few to be the
            clusters of its interval, as in :class:`Breakdown`; then the difference is not tested.
        within: facts and values of other conditions of the run that hold all its samples and more.
    """

    key: str
    value: str
    same: tuple[tuple[str, str], ...]
    n: int
    score: Estimate
    rest: Estimate
    difference: Estimate
    worse: bool
    p: float | None
    p_holm: float | None
    tested: int
    few_books: int | None = None
    within: tuple[tuple[str, str], ...] = ()

    @property
    def is_weak(self) -> bool:
        """Whether the run is shown to be weaker here than on the rest."""
        return self.worse and self.p_holm is not None and self.p_holm < SIGNIFICANT
