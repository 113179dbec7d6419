"""Scores by language and task, where a report has items of several languages.

Source: MS-10. Nothing is computed here: a cell is a row of a task's breakdown by language, or the
task's own score where all its items have one language.
"""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.analysis import Breakdown, Estimate, TaskSummary
from panelwise.evaluation import is_baseline
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
from panelwise.report._headline import HeadlineRow
from panelwise.report._naming import column_titles
from panelwise.report._report_run import ReportRun
from panelwise.report._words import count, figure, full_scale, part_interval

LANGUAGE = "language"


def language_grid(
    rows: Sequence[HeadlineRow], runs: Sequence[ReportRun], order: Sequence[str]
) -> ScoreGrid | None:
    """Languages by tasks, model by model; ``None`` where there are not two languages."""
    languages = _languages(runs)
    if len(set().union(*languages.values())) < 2:
        return None
    models = [row for row in rows if not is_baseline(row.summary.model)] or list(rows)
    tasks = list(dict.fromkeys(row.summary.task for row in models))
    titles = column_titles(tasks)
    groups = []
    for name in sorted(dict.fromkeys(row.summary.run for row in models), key=order.index):
        mine = {row.summary.task: row.summary for row in models if row.summary.run == name}
        parts = {task: _parts(one, languages[task]) for task, one in mine.items()}
        found = sorted({language for part in parts.values() for language in part})
        made = tuple(
            GridRow(
                language,
                "",
                tuple(
                    _cell(mine[task], parts[task][language], language, titles[task], models)
                    if language in parts.get(task, {})
                    else None
                    for task in tasks
                ),
            )
            for language in found
        )
        groups.append((name, made))
    columns = tuple(_column(task, titles[task], models) for task in tasks)
    levels = any(row.summary.headline.guess is not None for row in models)
    axes = [_axis(row.summary, models) for row in models]
    return ScoreGrid(columns, tuple(groups), has_level=levels, ticks=tick_line(axes))


def _languages(runs: Sequence[ReportRun]) -> dict[str, set[str]]:
    """Task → the languages of its items."""
    found: dict[str, set[str]] = {}
    for run in runs:
        for item in run.items.values():
            said = item.meta.get(LANGUAGE)
            found.setdefault(item.task, set()).update([said] if isinstance(said, str) else [])
    return found


def _parts(summary: TaskSummary, languages: set[str]) -> dict[str, Breakdown]:
    """Language → the score of its items."""
    rows = {row.value: row for row in summary.breakdowns if row.key == LANGUAGE}
    if rows or len(languages) != 1:
        return rows
    head = summary.headline  # one language: it is the whole task
    [language] = languages
    whole = Breakdown(
        LANGUAGE, language, summary.n, summary.coverage, head.headline, head.chance,
        constant=head.constant, few_books=summary.few_books,
    )  # fmt: skip
    return {language: whole}


def _cell(
    summary: TaskSummary, row: Breakdown, language: str, task: str, all_rows: Sequence[HeadlineRow]
) -> GridCell:
    higher = summary.headline.higher_is_better
    level, score = to_beat(row, higher_is_better=higher), row.score
    title = f"{summary.run} on {task}, {language}"
    chart = None
    if score.value is not None:
        chart = strip(score, level, _axis(summary, all_rows), title)
    weak = against(row, level, higher_is_better=higher)
    mark: CellMark = "few" if score.n < FEWEST_ITEMS else ""
    figures = (figure(score.value), part_interval(row), chart)
    narrow = row.few_books is not None
    return GridCell(task, *figures, weak, mark, f"n {count(row.n)}", narrow)


def _axis(summary: TaskSummary, rows: Sequence[HeadlineRow]) -> Axis:
    """One axis for a task, whichever run and language."""
    here = [row.summary for row in rows if row.summary.task == summary.task]
    scores: list[Estimate] = [
        part.score for one in here for part in one.breakdowns if part.key == LANGUAGE
    ]
    scores += [one.headline.headline for one in here]
    ends = [end for score in scores for end in (score.low, score.high, score.value)]
    return axis_for([*ends, *full_scale(summary)])


def _column(task: str, title: str, rows: Sequence[HeadlineRow]) -> GridColumn:
    first = next(row for row in rows if row.summary.task == task)
    down = "" if first.summary.headline.higher_is_better else " ↓, lower is better"
    return GridColumn(title, f"{first.metric}{down}")
