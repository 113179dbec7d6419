"""A paper's table with measured rows next to the printed ones, and figures of paired conditions.

A table keeps the paper's columns, their order and their words. Printed cells stay as printed;
measured cells carry n, interval and chance, and where the paper prints the same model, the
difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from panelwise.analysis._estimate import Estimate, Score
from panelwise.analysis._intervals import hybrid_difference
from panelwise.analysis._summary_types import PairedTest
from panelwise.analysis.published import PublishedCell
from panelwise.metrics import wilson

ColumnRole = Literal["label", "published", "measured"]


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """A score that was measured, in the place where the paper would print it.

    Attributes:
        model: who answered.
        column: the heading under which the paper prints such a score.
        score: in the metric's own unit; value ``None`` where nothing could be measured.
        percent: whether the paper prints this column in percent.
        digits: how many decimals the paper prints.
        higher_is_better: direction.
        coverage: share of readable answers; ``None`` where nothing was asked.
        failed: answers came and none could be read, what StripCipher prints as ``*``.
        printed: what the paper prints for this model; ``None`` where it does not have it.
        printed_n: on how many items; ``None`` where that is not known.
        difference: measured minus printed, in the metric's own unit; without an interval where the
            paper gives no n.
        note: why there is no score, or what must be known to read it.
    """

    model: str
    column: str
    score: Score
    percent: bool = False
    digits: int = 3
    higher_is_better: bool = True
    coverage: float | None = None
    failed: bool = False
    printed: PublishedCell | None = None
    printed_n: int | None = None
    difference: Estimate | None = None
    note: str = ""


PaperCell = str | PublishedCell | MeasuredCell | None


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column: its name in the published table, its words in the paper, and what it holds."""

    key: str
    heading: str
    role: ColumnRole


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row: a cell for each column; ``measured`` where all its scores are."""

    cells: tuple[PaperCell, ...]
    measured: bool = False


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table in the paper's layout: printed rows or columns, and measured ones after them.

    Attributes:
        experiment: the experiment's handle.
        title: what it asks, in a few words.
        paper: whose table it is.
        place: where it stands in the paper ("Table 6"); empty where the paper prints no table.
        columns: in the paper's order; columns of measured models come last.
        rows: in the paper's order; rows of measured models come last.
        notes: what must be known to read it.
    """

    experiment: str
    title: str
    paper: str
    place: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[PaperRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def measured(self) -> tuple[MeasuredCell, ...]:
        """Every measured cell, row by row."""
        cells = (cell for row in self.rows for cell in row.cells)
        return tuple(cell for cell in cells if isinstance(cell, MeasuredCell))


@dataclass(frozen=True, slots=True)
class ConditionPoint:
    """A score under one condition: a way of asking, a part of the items, or a model of one size.

    ``at`` is where it lies on an axis of numbers; ``None`` where conditions have only names.
    """

    label: str
    score: Estimate
    chance: float | None = None
    at: float | None = None


@dataclass(frozen=True, slots=True)
class ConditionSeries:
    """The points of one model, or of one family of models.

    ``tests`` compare points that stand on the same items with the first one, item by item.
    """

    name: str
    points: tuple[ConditionPoint, ...]
    measured: bool = True
    tests: tuple[PairedTest, ...] = ()


@dataclass(frozen=True, slots=True)
class ConditionFigure:
    """What changes between conditions, as one figure.

    ``axis`` names the numbers of ``at``. ``paired`` says that points stand on the same items, so
    that each is compared with the first one. ``radar`` draws parts around a centre.
    """

    title: str
    metric: str
    series: tuple[ConditionSeries, ...]
    axis: str = ""
    paired: bool = False
    radar: bool = False


def model_labels(names: Iterable[str]) -> dict[str, str]:
    """What models are called in a table: those of a server without its address, if that is clear.

    >>> model_labels(["http://h:1/v1#qwen", "baseline:random"])
    {'http://h:1/v1#qwen': 'qwen', 'baseline:random': 'baseline:random'}
    """
    known = list(dict.fromkeys(names))
    short = [name.rpartition("#")[2] or name for name in known]
    return {
        name: one if short.count(one) == 1 else name for name, one in zip(known, short, strict=True)
    }


def difference_from_printed(score: Estimate, printed: float, n: int | None) -> Estimate:
    """A measured score minus a printed one of other items, with a 95 % interval.

    Each side's own interval is combined into that of the difference (Newcombe's hybrid score
    interval, extended by Zou and Donner to any two intervals): the measured one, which counts
    books as clusters, and Wilson's for the printed share on its n items. Without n, or for a
    figure that is no share, there is no interval.

    >>> measured = Estimate(56 / 70, *wilson(56, 70), 70, "wilson")
    >>> found = difference_from_printed(measured, 48 / 80, 80)
    >>> round(found.low, 4), round(found.high, 4)
    (0.0524, 0.3339)
    """
    if score.value is None:
        return Estimate(None, None, None, 0, "none")
    difference = score.value - printed
    if n is None or score.low is None or score.high is None or not 0 <= printed <= 1:
        return Estimate(difference, None, None, score.n, "none")
    theirs = Estimate(printed, *wilson(printed * n, n), n, "wilson")
    return replace(hybrid_difference(score, theirs), n=score.n)


def mean_of_scores(scores: Sequence[Score], weights: Sequence[float] = ()) -> Score:
    """The mean of columns, and of the ends of their intervals; no value where one lacks it.

    Without ``weights`` all weigh the same. As wide as if the columns rose and fell together, so
    rather too wide than too narrow.
    """
    shares = weights or (1.0,) * len(scores)
    total = math.fsum(shares)

    def mean(values: Sequence[float | None]) -> float | None:
        known = [
            value * share for value, share in zip(values, shares, strict=True) if value is not None
        ]
        return math.fsum(known) / total if known and len(known) == len(values) else None

    return Score(
        mean([score.value for score in scores]),
        mean([score.low for score in scores]),
        mean([score.high for score in scores]),
        sum(score.n for score in scores),
        "mean_of_intervals",
        mean([score.chance for score in scores]),
    )
