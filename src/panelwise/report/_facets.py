"""The headline score by the facts of the items, as charts and rows. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from panelwise.analysis import (
    Breakdown,
    PublishedFigure,
    TaskSummary,
    published_for,
    published_tasks,
)
from panelwise.report._charts import Axis, axis_for, strip, tick_line
from panelwise.report._grid import (
    FEWEST_ITEMS,
    CellMark,
    GridCell,
    GridColumn,
    GridRow,
    ScoreGrid,
    against,
    to_beat,
)
from panelwise.report._words import NARROW, count, figure, full_scale, part_interval

MOST_PLOTTED = 20
MOST_COLUMNS = 7
FACT_LABELS = {
    "panels": "number of panels",
    "perspective": "perspective",
    "style": "style",
    "category": "category",
    "distractors": "distractor strength",
    "tier": "difficulty",
    "wrong_from": "source of the wrong panels",
    "masked_position": "masked position",
    "wrong": "kind of wrong option that was offered",
    "against": "order shown against the right one",
    "direction": "reading direction",
    "evidence": "number of panels that prove the answer",
    "interrogative": "kind of question",
    "language": "language",
    "panels_from": "source of the panels",
    "order_from": "source of the order",
    "texts_from": "source of the texts",
    "words_from": "writer of questions and descriptions",
    "strip": "what a strip is",
    "silent": "page without words",
    "transform": "transform",
    "window_start": "first panel of the window",
    "texts": "number of texts",
    "characters": "number of characters",
    "people": "number of people",
    "classes": "annotated classes",
    "answer_type": "kind of answer",
    "answer_language": "language of the answer",
    "required": "what the answer needs",
}
# CHROMIC's six perspectives. Source: CH-12.
PERSPECTIVES = {
    "CPT": "one action across panels",
    "CAS": "one character's actions in order",
    "IMN": "motivation across panels",
    "ICM": "implicit motive",
    "PBP": "what comes after the last panel",
    "CFR": "what if a panel were different",
}
# Our fact → the papers' name of the same axis, and their names of its values where they differ.
PRINTED_AXES: dict[str, tuple[str, dict[str, str]]] = {
    "perspective": ("perspective", {}),
    "panels": ("frames", {}),
    "against": (
        "perturbation",
        {
            **{"21": "adjacent 1-2", "32": "adjacent 2-3", "43": "adjacent 3-4"},
            **{"2134": "adjacent 1-2", "1324": "adjacent 2-3", "1243": "adjacent 3-4"},
            "4231": "global 1-4",
        },
    ),
}


class Plot(NamedTuple):
    """One run's scores by a fact."""

    run: str
    rows: tuple[Breakdown, ...]


@dataclass(frozen=True, slots=True)
class Facet:
    """Scores broken down by one fact, run by run.

    Attributes:
        key: the fact's name in a pack.
        label: its name for readers.
        plots: one per run.
        grid: the scores of all runs as small charts; ``None`` for too many values.
        notes: what must be known to read the rows.
        best: value → the best printed figure of the same part; empty where no paper has any.
    """

    key: str
    label: str
    plots: tuple[Plot, ...]
    grid: ScoreGrid | None
    notes: tuple[str, ...]
    best: dict[str, PublishedFigure]

    @property
    def runs_below(self) -> bool:
        """Whether the grid has a row per run, and not per value."""
        return len(_shown_values(self.plots)) <= MOST_COLUMNS

    @property
    def has_identity(self) -> bool:
        """Whether any row says how often the shown order was repeated."""
        return any(row.answered_identity is not None for plot in self.plots for row in plot.rows)


def fact_label(key: str) -> str:
    """A fact's name for readers."""
    return FACT_LABELS.get(key, key.replace("_", " "))


def value_meaning(key: str, value: str) -> str:
    """What an abbreviated value stands for; empty for one that speaks for itself."""
    return PERSPECTIVES.get(value, "") if key == "perspective" else ""


def facets(summaries: Sequence[TaskSummary]) -> tuple[Facet, ...]:
    """One facet per fact of one task's summaries, in the order of the analysis."""
    keys = dict.fromkeys(row.key for summary in summaries for row in summary.breakdowns)
    return tuple(_facet(key, summaries) for key in keys)


def _facet(key: str, summaries: Sequence[TaskSummary]) -> Facet:
    rows = {
        summary.run: tuple(row for row in summary.breakdowns if row.key == key)
        for summary in summaries
    }
    higher = summaries[0].headline.higher_is_better
    bounds = [
        bound
        for group in rows.values()
        for row in group
        for level in (to_beat(row, higher_is_better=higher),)
        for bound in (row.score.low, row.score.high, row.score.value, level)
    ]
    axis = axis_for([*bounds, *full_scale(summaries[0])])
    plots = tuple(Plot(run, group) for run, group in rows.items() if group)
    best = _best_printed(key, summaries[0])
    grid = _grid(key, plots, axis, higher_is_better=higher)
    return Facet(key, fact_label(key), plots, grid, _notes(key, rows, summaries), best)


def _grid(
    key: str, plots: Sequence[Plot], axis: Axis, *, higher_is_better: bool
) -> ScoreGrid | None:
    """All runs by all values: the fewer of the two side by side, the others below one another."""
    values = _shown_values(plots)
    if len(values) < 2 or len(values) > MOST_PLOTTED or min(len(values), len(plots)) > MOST_COLUMNS:
        return None
    label = fact_label(key)
    cells = {
        (plot.run, row.value): _cell(plot.run, row, axis, label, higher_is_better)
        for plot in plots
        for row in plot.rows
        if row.value in values
    }
    runs = [plot.run for plot in plots]
    known = [row for plot in plots for row in plot.rows]
    levels = any(to_beat(row, higher_is_better=higher_is_better) is not None for row in known)
    if len(values) <= MOST_COLUMNS:  # as ``Facet.runs_below`` says
        columns = tuple(GridColumn(value, value_meaning(key, value)) for value in values)
        rows = tuple(GridRow(run, "", tuple(cells.get((run, v)) for v in values)) for run in runs)
        return _with_words(ScoreGrid(columns, (("", rows),), has_level=levels), axis)
    rows = tuple(
        GridRow(
            value,
            value_meaning(key, value),
            tuple(
                cell and replace(cell, column=run)
                for run in runs
                for cell in (cells.get((run, value)),)
            ),
        )
        for value in values
    )
    columns = tuple(GridColumn(run, "") for run in runs)
    return _with_words(ScoreGrid(columns, (("", rows),), has_level=levels), axis)


def _with_words(grid: ScoreGrid, axis: Axis) -> ScoreGrid:
    few = f"fewer than {FEWEST_ITEMS} items"
    level = f"{grid.level}, for these items"
    return replace(grid, level=level, too_few=few, ticks=tick_line([axis]))


def _shown_values(plots: Sequence[Plot]) -> list[str]:
    """The values of which some run has enough items for a chart."""
    rows = [row for plot in plots for row in plot.rows]
    return list(dict.fromkeys(row.value for row in rows if row.n >= FEWEST_ITEMS))


def _cell(run: str, row: Breakdown, axis: Axis, label: str, higher_is_better: bool) -> GridCell:
    score = row.score
    title = f"Score of {run}, {label}: {row.value}"
    level = to_beat(row, higher_is_better=higher_is_better)
    chart = strip(score, level, axis, title) if score.value is not None else None
    weak = against(row, level, higher_is_better=higher_is_better)
    mark: CellMark = "few" if row.n < FEWEST_ITEMS else ""
    figures = (figure(score.value), part_interval(row), chart)
    narrow = row.few_books is not None
    return GridCell(row.value, *figures, weak, mark, f"n {count(row.n)}", narrow)


def _notes(
    key: str, rows: dict[str, tuple[Breakdown, ...]], summaries: Sequence[TaskSummary]
) -> tuple[str, ...]:
    """Where the rows of a fact don't add up to the whole, it is said."""
    found: list[str] = []
    for summary in summaries:
        asked = sum(row.n for row in rows[summary.run])
        if asked > summary.n:
            found.append("A question stands in the row of every value that it has.")
        elif rows[summary.run] and asked < summary.n:
            left = count(summary.n - asked)
            found.append(f"{summary.run}: of {left} samples no {fact_label(key)} is known.")
    largest: dict[str, int] = {}
    for row in (row for group in rows.values() for row in group):
        largest[row.value] = max(row.n, largest.get(row.value, 0))
    if any(row.few_books for group in rows.values() for row in group):
        found.append(NARROW)
    few = [f"{value} (n {n})" for value, n in largest.items() if n < FEWEST_ITEMS]
    if few:
        found.append(f"Too few items for a chart, only in the table: {', '.join(few)}.")
    return tuple(dict.fromkeys(found))


def _best_printed(key: str, summary: TaskSummary) -> dict[str, PublishedFigure]:
    """The best printed model on the same part of the same task, by the same metric."""
    if key not in PRINTED_AXES or summary.task not in published_tasks():
        return {}
    published = published_for(summary.task)
    if summary.headline_metric != published.metric:
        return {}
    axis, names = PRINTED_AXES[key]
    values = {row.value for row in summary.breakdowns if row.key == key}
    best = {
        value: published.best_by(published.metric, ((axis, names.get(value, value)),))
        for value in values
    }
    return {value: figure for value, figure in best.items() if figure is not None}
