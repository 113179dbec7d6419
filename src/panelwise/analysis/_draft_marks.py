"""People's marks of drafted questions: their mean, how sure it is, and whether raters agree.

Source: MV-8 (500 pairs, four raters, mean 0.80). Marks of one pair are no independent
evidence, nor are pairs of one book or family: the interval follows these where there are enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.drafting import Mark
from panelwise.errors import UnavailableError
from panelwise.metrics import Agreement, RatingComparison, compare_ratings, krippendorff_alpha


@dataclass(frozen=True, slots=True)
class TwoRaters:
    """Two raters on the questions that both marked."""

    first: str
    second: str
    comparison: RatingComparison


@dataclass(frozen=True, slots=True)
class MarksSummary:
    """What raters made of drafted questions.

    Attributes:
        mean: of all marks; ``n`` counts marks.
        pairs: how many questions were marked, by anybody.
        raters: rater → mean and number of marks.
        alpha: Krippendorff's, ordinal; ``None`` where nobody marked what another did.
        compared: any two raters who marked some of the same questions.
    """

    mean: Estimate
    pairs: int
    raters: dict[str, tuple[float, int]]
    alpha: Agreement | None
    compared: tuple[TwoRaters, ...]


def summarise_marks(marks: Sequence[Mark]) -> MarksSummary:
    """The mean with its interval, and the agreement of those who marked the same questions.

    Raises:
        UnavailableError: when there are no marks.

    >>> marks = [Mark("a", "b", "Ann", 1.0), Mark("a", "b", "Bo", 0.5), Mark("c", "b", "Ann", 0.0)]
    >>> summary = summarise_marks(marks)
    >>> summary.mean.value, summary.pairs, summary.raters["Ann"]
    (0.5, 2, (0.5, 2))
    """
    if not marks:
        raise UnavailableError("no marks in these files; download them from a marked sheet")
    pairs = list(dict.fromkeys(mark.id for mark in marks))
    raters = list(dict.fromkeys(mark.rater for mark in marks))
    given = {(mark.rater, mark.id): mark.mark for mark in marks}
    columns = {rater: [given.get((rater, pair)) for pair in pairs] for rater in raters}
    table = list(zip(*columns.values(), strict=True))
    shared = any(sum(value is not None for value in row) > 1 for row in table)
    return MarksSummary(
        mean=estimate_mean(
            [mark.mark for mark in marks],
            books=[mark.cluster for mark in marks],
            items=[mark.id for mark in marks],
            bounds=(0.0, 1.0),
        ),
        pairs=len(pairs),
        raters={rater: _mean(column) for rater, column in columns.items()},
        alpha=krippendorff_alpha(table) if shared else None,
        compared=tuple(
            TwoRaters(one, other, compare_ratings(columns[one], columns[other]))
            for one, other in combinations(raters, 2)
            if any(None not in both for both in zip(columns[one], columns[other], strict=True))
        ),
    )


def _mean(column: Sequence[float | None]) -> tuple[float, int]:
    given = [mark for mark in column if mark is not None]
    return math.fsum(given) / len(given), len(given)
