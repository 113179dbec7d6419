"""Kinds of mistakes of each run, as models and people filed them. Source: CV-E4; MS-18."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.analysis import CALIBRATED_FROM, ErrorRow, error_table, kappa_of_classes
from panelwise.evaluation import ErrorClasses
from panelwise.report._report_run import ReportRun
from panelwise.report._words import count, figure
from panelwise.wording import joined


@dataclass(frozen=True, slots=True)
class ErrorColumn:
    """The mistakes of one run, filed by one judge.

    Attributes:
        run: its name.
        filed_by: ``people`` or ``a model``.
        filed: how many of the task's wrong answers have a kind.
        rows: one for each category.
    """

    run: str
    filed_by: str
    filed: int
    rows: tuple[ErrorRow, ...]


@dataclass(frozen=True, slots=True)
class ErrorView:
    """All that was filed of one task by one list of kinds.

    Attributes:
        taxonomy: the list.
        columns: one for each run and judge.
        notes: who filed them, and how far that can be trusted.
    """

    taxonomy: str
    columns: tuple[ErrorColumn, ...]
    notes: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, tuple[ErrorRow, ...]]]:
        """Category → its row of every column."""
        lines = zip(*(column.rows for column in self.columns), strict=True)
        return [(line[0].category, line) for line in lines]


def error_views(task: str, runs: Sequence[ReportRun]) -> tuple[ErrorView, ...]:
    """What was filed of a task's wrong answers, list by list; empty where nothing was."""
    filed: dict[str, list[tuple[ErrorColumn, str]]] = {}
    for run in runs:
        for found in run.errors:
            rows = tuple(row for row in error_table(found) if row.task == task)
            if rows:
                by = "people" if found.by_people else "a model"
                column = ErrorColumn(run.name, by, sum(row.count for row in rows), rows)
                filed.setdefault(found.taxonomy, []).append((column, _trust(run, found)))
    return tuple(
        ErrorView(taxonomy, tuple(column for column, _ in some), _notes(some))
        for taxonomy, some in filed.items()
    )


def _notes(some: Sequence[tuple[ErrorColumn, str]]) -> tuple[str, ...]:
    """Who filed which column; runs of which the same is said share a line."""
    runs: dict[str, list[str]] = {}
    for column, said in some:
        if said:
            runs.setdefault(said, []).append(column.run)
    return tuple(f"{joined(names)}: {said}" for said, names in runs.items())


def _trust(run: ReportRun, found: ErrorClasses) -> str:
    """Who filed the mistakes of a run, and how far a judge agrees with people."""
    if found.by_people:
        return ""  # their column says so
    kappas = (
        kappa_of_classes(found, other)
        for other in run.errors
        if other.by_people and other.taxonomy == found.taxonomy
    )
    kappa = next((one for one in kappas if one is not None), None)
    if kappa is None:
        return f"filed by the model {found.judge}; not checked against people."
    verdict = "reaches" if (kappa.value or 0.0) >= CALIBRATED_FROM else "is below"
    return (
        f"filed by the model {found.judge}; Cohen’s κ with people is {figure(kappa.value)}"
        f" [{figure(kappa.low)}, {figure(kappa.high)}] on {count(kappa.n)} answers of all tasks,"
        f" which {verdict} {CALIBRATED_FROM}."
    )
