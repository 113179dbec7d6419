"""The headline for every pair of values of two facts: language × skill. Source: MS-10, MS-18."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.analysis._breakdowns import fact_values
from panelwise.analysis._estimate import Estimate
from panelwise.analysis._metric_summary import summarise_metric
from panelwise.analysis._samples import RunData, Sample, TaskSamples, samples_by_task
from panelwise.errors import SettingError
from panelwise.evaluation import Run
from panelwise.registry import did_you_mean
from panelwise.tasks import Item

TASK = "task"  # stands for a fact
NOT_SAID = "not said"


@dataclass(frozen=True, slots=True)
class CrossedCell:
    """One run on the items with one value of each fact.

    ``guess`` is the better of a random and of the best constant answer on these very items.
    """

    run: str
    task: str
    metric: str
    row: str
    column: str
    n: int
    score: Estimate
    guess: float | None
    higher_is_better: bool

    @property
    def beats_guessing(self) -> bool:
        """Whether the interval lies beyond what guessing scores."""
        low, high = self.score.low, self.score.high
        if low is None or high is None or self.guess is None:
            return False
        return low > self.guess if self.higher_is_better else high < self.guess


def crossed(run: Run | RunData, rows: str = "language", columns: str = TASK) -> list[CrossedCell]:
    """The headline of a run for every pair of values that occurs, task by task.

    Items that do not have a fact count as ``not said``; an item whose fact is a list is in several
    cells. Nothing is tested: among many cells some stand out by chance.

    Args:
        run: on any packs.
        rows: a fact of the items, or ``task``.
        columns: likewise.

    Raises:
        SettingError: for a fact that no item has.
    """
    data = RunData.of(run) if isinstance(run, Run) else run
    tasks = samples_by_task(data)
    known = {TASK, "book", "panels"}.union(*(item.meta for task in tasks for item in task.items))
    for fact in (rows, columns):
        if fact not in known:
            hint = did_you_mean(fact, sorted(known))
            raise SettingError(f"no item of {data.name} has the fact '{fact}'; {hint}")
    return [
        _cell(data, task, row, column, some)
        for task in tasks
        for (row, column), some in sorted(_parts(task, rows, columns).items())
    ]


def _parts(task: TaskSamples, rows: str, columns: str) -> dict[tuple[str, str], list[Sample]]:
    parts: dict[tuple[str, str], list[Sample]] = {}
    for sample in task.samples:
        for row in _values(rows, sample.item):
            for column in _values(columns, sample.item):
                parts.setdefault((row, column), []).append(sample)
    return parts


def _values(fact: str, item: Item) -> Sequence[str]:
    return (item.task,) if fact == TASK else fact_values(fact, item) or (NOT_SAID,)


def _cell(
    data: RunData, task: TaskSamples, row: str, column: str, some: Sequence[Sample]
) -> CrossedCell:
    info, profile = task.metrics[task.headline], data.profile_of(task.task)
    found = summarise_metric(some, info, task.kind, profile, task.guesses)
    return CrossedCell(
        run=data.name,
        task=task.task,
        metric=info.name,
        row=row,
        column=column,
        n=len(some),
        score=found.headline,
        guess=found.guess,
        higher_is_better=info.higher_is_better,
    )
