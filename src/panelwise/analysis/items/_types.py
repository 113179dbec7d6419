"""What an item analysis finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suspect:
    """An item whose gold is to be looked at, and why."""

    item: str
    book: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """What the runs say of one item.

    Attributes:
        mean: the runs' mean score: the classical difficulty.
        discrimination: the correlation of the runs' scores on it with those on all other items;
            ``None`` where either does not vary.
        reversed_p: the probability of such a negative correlation for an item that ignores
            ability; not corrected for the number of items.
        difficulty, difficulty_low, difficulty_high: of the response model, in logits, with a 95 %
            interval; ``None`` for graded scores.
        slope, slope_low, slope_high: the response model's discrimination.
    """

    item: str
    book: str
    mean: float
    discrimination: float | None
    reversed_p: float
    difficulty: float | None = None
    difficulty_low: float | None = None
    difficulty_high: float | None = None
    slope: float | None = None
    slope_low: float | None = None
    slope_high: float | None = None


@dataclass(frozen=True, slots=True)
class RunAbility:
    """A run on the response model's scale: 0 is the average item's difficulty."""

    run: str
    mean: float
    ability: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SubsetCheck:
    """A small subset of items, and how well it predicts the score on all of them.

    Attributes:
        items: ids of the chosen items.
        errors: run → prediction minus score, the items chosen without that run.
        mean_error: of the absolute errors.
        random_mean_error: what as many items drawn at random would miss by on average.
    """

    items: tuple[str, ...]
    errors: dict[str, float]
    mean_error: float
    random_mean_error: float

    @property
    def largest_error(self) -> float:
        """The largest absolute error."""
        return max(map(abs, self.errors.values()))


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """The items of one task, by what several runs scored on them.

    Attributes:
        runs: the respondents.
        left_out: items that some run has no score of.
        parameters: of the response model; 0 where there is none.
        discrimination_spread: σ_a of the response model.
        notes: what a reader has to know before using the figures.
    """

    task: str
    metric: str
    runs: tuple[str, ...]
    left_out: int
    items: tuple[ItemFigures, ...]
    abilities: tuple[RunAbility, ...]
    suspects: tuple[Suspect, ...]
    parameters: int
    difficulty_spread: float | None
    discrimination_spread: float | None
    subset: SubsetCheck | None
    notes: tuple[str, ...]
