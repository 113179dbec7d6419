"""Scores of several runs on the items that all of them answered, as a matrix."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from panelwise.analysis._compare import ranked_alike
from panelwise.analysis._metric_summary import summarise_metric
from panelwise.analysis._samples import PackItem, RunData, Sample, TaskSamples, samples_by_task
from panelwise.errors import InputError
from panelwise.metrics import MetricInfo
from panelwise.tasks import Item, get_kind

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RunMatrix:
    """Runs × items of one task.

    Attributes:
        metric: the one that ranks; higher is better, or its values are negated.
        runs: names.
        items: those that every run has a score of.
        left_out: how many items some run has no score of.
        tries: how often each run answered each item (its repeats).
        sums: of its scores over them.
        answers: the commonest readable answer of each run to each item, if there is one.
        above_guessing: whether the interval of a run's score lies above what guessing scores.
    """

    task: str
    kind: str
    metric: MetricInfo
    runs: tuple[str, ...]
    keys: tuple[PackItem, ...]
    items: tuple[Item, ...]
    left_out: int
    tries: Matrix
    sums: Matrix
    chances: Matrix
    answers: tuple[tuple[Hashable | None, ...], ...]
    above_guessing: tuple[bool, ...]

    @property
    def means(self) -> Matrix:
        """Each run's mean score on each item."""
        return np.asarray(self.sums / self.tries)

    @property
    def binary(self) -> bool:
        """Whether every answer is right or wrong, and nothing between."""
        whole = bool(np.all(np.mod(self.sums, 1) == 0))
        return self.metric.binary and self.metric.higher_is_better and whole


def matrices(runs: Sequence[RunData]) -> list[RunMatrix]:
    """One matrix for each task that all runs share; tasks of pooled figures have none.

    Raises:
        InputError: for two runs of one name, or runs that share no task whose figure is a mean.
    """
    names = [run.name for run in runs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two runs are called '{twice}'; name each run once, or rename a folder")
    tasks = ranked_alike({run.name: samples_by_task(run) for run in runs})
    by_name: dict[tuple[str, str], list[tuple[RunData, TaskSamples]]] = {}
    for run in runs:
        for task in tasks[run.name]:
            by_name.setdefault((task.task, task.kind), []).append((run, task))
    found = [
        matrix
        for some in by_name.values()
        if len(some) == len(runs) and (matrix := _matrix(some)) is not None
    ]
    if not found:
        raise InputError(
            "the runs share no answered items of a task whose score is a mean over items; give runs"
            " on the same pack"
        )
    return found


def _matrix(some: Sequence[tuple[RunData, TaskSamples]]) -> RunMatrix | None:
    first = some[0][1]
    info = first.metrics[first.headline]
    if info.pooled is not None:
        return None
    scored = [_by_item(task, info.name) for _, task in some]
    union = dict.fromkeys(key for one in scored for key in one)
    keys = [key for key in union if all(key in one for one in scored)]
    if not keys:
        return None
    sign = 1.0 if info.higher_is_better else -1.0
    rows = [[[s.scores[info.name] for s in one[key]] for key in keys] for one in scored]
    samples = [scored[0][key][0] for key in keys]
    guessed = [sample.guessed.random.get(info.name) for sample in samples]
    return RunMatrix(
        task=first.task,
        kind=first.kind,
        metric=info,
        runs=tuple(run.name for run, _ in some),
        keys=tuple(keys),
        items=tuple(sample.item for sample in samples),
        left_out=len(union) - len(keys),
        tries=np.array([[len(cell) for cell in row] for row in rows], np.float64),
        sums=np.array([[sign * math.fsum(cell) for cell in row] for row in rows], np.float64),
        chances=np.array([0.0 if value is None else value for value in guessed], np.float64),
        answers=tuple(tuple(_answer(one[key]) for key in keys) for one in scored),
        above_guessing=tuple(_beats_guessing(run, task, info) for run, task in some),
    )


def _by_item(task: TaskSamples, metric: str) -> dict[PackItem, list[Sample]]:
    found: dict[PackItem, list[Sample]] = {}
    for sample in task.samples:
        if metric in sample.scores:
            found.setdefault(sample.key, []).append(sample)
    return found


def _answer(samples: Sequence[Sample]) -> Hashable | None:
    given = Counter(_plain(s.result.answer) for s in samples if s.readable)
    return given.most_common(1)[0][0] if given else None


def _plain(answer: object) -> Hashable:
    return json.dumps(answer, sort_keys=True) if isinstance(answer, dict) else _hashable(answer)


def _hashable(answer: object) -> Hashable:
    assert isinstance(answer, Hashable)
    return answer


def _beats_guessing(run: RunData, task: TaskSamples, info: MetricInfo) -> bool:
    """Whether a score lies above both a random and the best constant answer."""
    profile = run.profile_of(task.task)
    found = summarise_metric(task.samples, info, task.kind, profile, task.guesses)
    end = found.headline.low if info.higher_is_better else found.headline.high
    if end is None or found.guess is None:
        return False
    return end > found.guess if info.higher_is_better else end < found.guess


def answers_to(item: Item) -> int | None:
    """How many answers an item has; ``None`` where they are not counted."""
    form = get_kind(item.kind).form
    if form == "option":
        return len(item.options) or item.n
    return math.factorial(item.n) if form == "order" and item.n <= 20 else None
