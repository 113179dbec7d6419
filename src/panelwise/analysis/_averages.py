"""The averages over tasks that the papers print, for the runs of one model.

StripCipher's AVG is the mean of four columns, a failed column 0, so that reordering weighs half;
next to it the mean of three tasks, reordering being the mean of its two columns (specification 7.2;
AMB-19). CHROMIC's Overall is the item-weighted mean over its questions, ComicVQA's averages the
plain means over the exchanges of neighbours (Tables 3 and 4; the exchange of the ends apart).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._summary_types import Average, Breakdown, Column, TaskSummary

Columns = Mapping[str, Column]

_STRIPCIPHER = (
    *("stripcipher.frame_prediction", "stripcipher.narrative_comprehension"),
    *("stripcipher.reordering_choice", "stripcipher.reordering_generation"),
)
_AVERAGES: Mapping[str, Mapping[str, float]] = {
    "AVG, four columns": dict.fromkeys(_STRIPCIPHER, 1 / 4),
    "mean of three tasks": dict(zip(_STRIPCIPHER, (1 / 3, 1 / 3, 1 / 6, 1 / 6), strict=True)),
}
_QUESTIONS = "chromic.chrono_mcq"
_NEIGHBOURS = {  # task → the exchanges of neighbours, as the items' fact "against" names them
    "comicvqa.two_panel_order": ("21", "32", "43"),
    "comicvqa.four_panel_binary": ("2134", "1324", "1243"),
}


def averages(summaries: Iterable[TaskSummary]) -> tuple[Average, ...]:
    """The papers' averages, for every model and profile that has the tasks of one.

    Several runs of a model on one task count as one column, weighted by their items. A column of
    which no answer could be read failed and counts 0; an average of which a task was never asked
    has no value, and names what is missing.

    An interval is the mean of its columns' intervals: as the columns ask about the same
    strips, they are treated as rising and falling together; where they do not, it is too wide.

    Source: specification 2.6, 3.6, 7.2; AMB-19.
    """
    models: dict[tuple[str, str], list[TaskSummary]] = {}
    for summary in summaries:
        if summary.n:
            models.setdefault((summary.model, summary.profile), []).append(summary)
    found: list[Average] = []
    for (model, profile), some in models.items():
        for name, columns, weights in _asked(some):
            found.append(_average(model, profile, name, columns, weights))
    return tuple(found)


def _asked(
    summaries: Sequence[TaskSummary],
) -> Iterable[tuple[str, Columns, Mapping[str, float]]]:
    """Every average that the tasks of a model belong to: its name, columns and their weights."""
    tasks: dict[str, list[TaskSummary]] = {}
    for summary in summaries:
        tasks.setdefault(summary.task, []).append(summary)
    columns = {task: _column(task, some) for task, some in tasks.items()}
    for name, weights in _AVERAGES.items():
        if sum(task in columns for task in weights) > 1:
            yield f"StripCipher {name}", columns, weights
    if len(tasks.get(_QUESTIONS, ())) > 1:  # of one run it is the task's own score
        yield "CHROMIC Overall, by items", columns, {_QUESTIONS: 1.0}
    for task, values in _NEIGHBOURS.items():
        exchanges = _exchanges(tasks.get(task, ()), values)
        if exchanges:
            name = f"ComicVQA average of neighbours ({task.partition('.')[2]})"
            yield name, exchanges, dict.fromkeys(exchanges, 1 / len(exchanges))


def _exchanges(summaries: Sequence[TaskSummary], values: Sequence[str]) -> Columns:
    """A column for every exchange of neighbours, from the breakdown of one run."""
    if len(summaries) != 1:
        return {}
    rows = [row for row in summaries[0].breakdowns if row.key == "against"]
    named = {row.value: _of_row(row) for row in rows if row.value in values}
    return named if len(named) == len(values) else {}


def _of_row(row: Breakdown) -> Column:
    return Column(row.value, row.score, row.chance, row.n, failed=row.coverage == 0)


def _column(task: str, summaries: Sequence[TaskSummary]) -> Column:
    """The headline of a task, over all runs of a model on it; 0 where nothing could be read."""
    asked = sum(summary.n for summary in summaries)
    failed = all(summary.coverage == 0 for summary in summaries)
    parts = [summary.score for summary in summaries]
    scored = [part for part in parts if part.value is not None]
    if failed or not scored:
        score = Estimate(0.0, 0.0, 0.0, asked, "none")
    elif len(scored) == 1:
        score = scored[0]
    else:
        score = _weighted([(part, part.n) for part in scored])
    chances = [(summary.headline.chance, summary.n) for summary in summaries]
    return Column(task, score, _mean(chances), asked, failed)


def _average(
    model: str, profile: str, name: str, columns: Columns, weights: Mapping[str, float]
) -> Average:
    missing = tuple(task for task in weights if task not in columns)
    used = tuple(columns[task] for task in weights if task in columns)
    score = Estimate(None, None, None, sum(column.n for column in used), "none")
    chance = None
    if not missing:
        score = _weighted([(columns[task].score, weight) for task, weight in weights.items()])
        chance = _mean([(columns[task].chance, weight) for task, weight in weights.items()])
    return Average(model, profile, name, score, chance, used, missing)


def _weighted(parts: Sequence[tuple[Estimate, float]]) -> Estimate:
    """The weighted mean of figures, and of the ends of their intervals."""
    ends = ("value", "low", "high")
    value, low, high = (_mean([(getattr(part, end), w) for part, w in parts]) for end in ends)
    return Estimate(value, low, high, sum(part.n for part, _ in parts), "mean_of_intervals")


def _mean(values: Sequence[tuple[float | None, float]]) -> float | None:
    """A weighted mean; ``None`` where a value is missing."""
    known = [(value, weight) for value, weight in values if value is not None]
    if len(known) < len(values) or not known:
        return None
    return sum(value * weight for value, weight in known) / sum(weight for _, weight in known)
