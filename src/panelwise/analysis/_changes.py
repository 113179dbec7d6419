"""What became of each item between an earlier run and a later one.

Counts and lists, no inference: whether the difference is more than chance is what
:func:`panelwise.analysis.compare` tests. Source: MS-1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.analysis._samples import PackItem, RunData, Sample, TaskSamples, samples_by_task
from panelwise.evaluation import Run
from panelwise.tasks import Outcome, get_kind

ChangeSort = Literal["lost", "gained", "other", "same"]
CHANGE_SORTS: tuple[ChangeSort, ...] = ("lost", "gained", "other", "same")
_RANK: dict[Outcome, int] = {"correct": 2, "partial": 1}  # all others: nothing right


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """What one run made of an item; the score is the mean over its repeats."""

    outcome: Outcome
    score: float | None


@dataclass(frozen=True, slots=True)
class ItemChange:
    """One item before and after.

    ``sort``: ``gained`` and ``lost`` by the score (by the outcome where items have no score of
    their own), ``other`` for another answer or outcome of the same worth, else ``same``.
    """

    pack: str
    item: str
    sort: ChangeSort
    before: ItemOutcome
    after: ItemOutcome


@dataclass(frozen=True, slots=True)
class TaskChanges:
    """One task: items that both runs answered, in the pack's order.

    Attributes:
        task: its id.
        metric: the headline metric that the scores are of.
        before, after: names of the runs.
        items: every item that both have a result for.
        only_before, only_after: how many items only one of them has a result for.
    """

    task: str
    metric: str
    before: str
    after: str
    items: tuple[ItemChange, ...]
    only_before: int
    only_after: int

    def of(self, sort: ChangeSort) -> tuple[ItemChange, ...]:
        """The items of one sort."""
        return tuple(item for item in self.items if item.sort == sort)

    @property
    def counts(self) -> dict[ChangeSort, int]:
        """How many items of each sort there are."""
        return {sort: len(self.of(sort)) for sort in CHANGE_SORTS}


def changes(before: Run | RunData, after: Run | RunData) -> tuple[TaskChanges, ...]:
    """Which items an earlier and a later run answered differently, task by task.

    Raises:
        InputError: as :func:`panelwise.analysis.summarise`.
    """
    first, second = (RunData.of(run) if isinstance(run, Run) else run for run in (before, after))
    later = {(one.task, one.kind): one for one in samples_by_task(second)}
    return tuple(
        _task_changes(one, later[one.task, one.kind], first.name, second.name)
        for one in samples_by_task(first)
        if (one.task, one.kind) in later
    )


def _task_changes(one: TaskSamples, other: TaskSamples, before: str, after: str) -> TaskChanges:
    judged_alike = one.headline == other.headline
    metric = one.headline if judged_alike else get_kind(one.kind).headline
    firsts, seconds = _by_item(one), _by_item(other)
    common = [key for key in firsts if key in seconds]
    higher = one.metrics[metric].higher_is_better
    return TaskChanges(
        task=one.task,
        metric=metric,
        before=before,
        after=after,
        items=tuple(_change(key, firsts[key], seconds[key], metric, higher) for key in common),
        only_before=len(firsts) - len(common),
        only_after=len(seconds) - len(common),
    )


def _by_item(task: TaskSamples) -> dict[PackItem, list[Sample]]:
    found: dict[PackItem, list[Sample]] = {}
    for sample in task.samples:
        found.setdefault(sample.key, []).append(sample)
    return found


def _change(
    key: PackItem, before: Sequence[Sample], after: Sequence[Sample], metric: str, higher: bool
) -> ItemChange:
    first, second = _outcome(before, metric), _outcome(after, metric)
    if first.score is None or second.score is None:
        by = float(_RANK.get(second.outcome, 0) - _RANK.get(first.outcome, 0))
    else:
        rise = second.score - first.score if higher else first.score - second.score
        by = 0.0 if math.isclose(rise, 0.0, abs_tol=1e-12) else rise
    answers = [[(s.result.answer, s.result.outcome) for s in some] for some in (before, after)]
    sort: ChangeSort = "gained" if by > 0 else "lost" if by < 0 else "same"
    if sort == "same" and answers[0] != answers[1]:
        sort = "other"
    return ItemChange(*key, sort, first, second)


def _outcome(samples: Sequence[Sample], metric: str) -> ItemOutcome:
    scores = [sample.scores[metric] for sample in samples if metric in sample.scores]
    mean = math.fsum(scores) / len(scores) if scores else None
    return ItemOutcome(samples[0].result.outcome, mean)
