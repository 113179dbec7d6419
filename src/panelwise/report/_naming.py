"""What tasks and reports are called for readers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from panelwise.analysis import TaskSummary
from panelwise.benchmarks import list_tasks
from panelwise.evaluation import is_baseline
from panelwise.wording import counted, joined

_MOST_NAMED = 3


@cache
def _titles() -> dict[str, str]:
    return {task.id: task.title for task in list_tasks()}


def task_title(task: str) -> str:
    """A task's title; its id for one that is not installed."""
    return _titles().get(task, task)


def family(task: str) -> str:
    """What the titles of a task's relatives begin with; the first part of its id elsewhere.

    >>> family("chromic.panel_reordering"), family("mine.task")
    ('CHROMIC', 'mine')
    """
    name = task.partition(".")[0]
    if task not in _titles():
        return name
    return task_title(task).partition(" ")[0]


def compared(summaries: Sequence[TaskSummary]) -> str:
    """What a report compares, as its title: who, and on which tasks."""
    tasks = list(dict.fromkeys(summary.task for summary in summaries))
    if not tasks:
        return "No runs"
    who = _who(summaries)
    if len(tasks) == 1:
        return f"{who} on {task_title(tasks[0])}"
    families = list(dict.fromkeys(map(family, tasks)))
    if len(families) == 1:
        return f"{who} on {len(tasks)} {families[0]} tasks"
    if len(families) <= _MOST_NAMED:
        return f"{who} on {len(tasks)} tasks of {joined(families)}"
    return f"{who} on {len(tasks)} tasks of {len(families)} benchmarks"


def _who(summaries: Sequence[TaskSummary]) -> str:
    models = {s.model for s in summaries if not is_baseline(s.model)}
    runs = {s.run for s in summaries if not is_baseline(s.model)}
    baselines = {s.run for s in summaries if is_baseline(s.model)}
    if not models:
        return next(iter(baselines)) if len(baselines) == 1 else counted(len(baselines), "baseline")
    if len(runs) == 1:
        return next(iter(runs))
    if len(models) == 1:
        return f"{len(runs)} runs of {next(iter(models))}"
    return counted(len(models), "model")


def column_titles(tasks: Iterable[str]) -> dict[str, str]:
    """Titles for columns side by side: without a family that all of them share."""
    named = list(tasks)
    families = {family(task) for task in named}
    shared = families.pop() if len(families) == 1 and len(named) > 1 else None
    return {
        task: (task_title(task).removeprefix(shared).strip(" .") if shared else task_title(task))
        for task in named
    }
