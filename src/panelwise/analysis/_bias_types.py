"""Where answers lie among the positions, as plain data. Source: MS-2; AMB-1."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PlaceBias:
    """How often a position was chosen, and how often it was right, on the same readable answers.

    ``p`` is of the difference between the two (McNemar's exact test, or the sign-flip test by
    book); ``p_holm`` is corrected over the positions of the run and task.
    """

    label: str
    chosen: int
    right: int
    n: int
    p: float
    p_holm: float


@dataclass(frozen=True, slots=True)
class PositionBias:
    """How much answers depend on where things were shown.

    Attributes:
        identity_rate: share of readable orderings equal to the shown order.
        identity_expected: share of items whose gold is the shown order.
        identity_chance: expected rate for a uniform random answer (mean of 1/n!).
        inverse_rate: share of wrong readable orderings equal to the inverse of gold.
        echo_rate: share of readable answers equal to the example printed in the prompt.
        answers: choice: option label → times answered.
        golds: choice: option label → times right.
        first_index: ordering: shown index → times put first by the model.
        gold_first_index: ordering: shown index → times truly first.
        places: each option, or each shown panel as the first of the answer, against what is right.
    """

    identity_rate: float | None = None
    identity_expected: float | None = None
    identity_chance: float | None = None
    inverse_rate: float | None = None
    echo_rate: float | None = None
    answers: dict[str, int] = field(default_factory=dict)
    golds: dict[str, int] = field(default_factory=dict)
    first_index: dict[int, int] = field(default_factory=dict)
    gold_first_index: dict[int, int] = field(default_factory=dict)
    places: tuple[PlaceBias, ...] = ()
