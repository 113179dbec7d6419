"""The circular score: right whichever way the options are turned. Source: MS-3."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._samples import PackItem, Sample, TaskSamples
from panelwise.analysis._summary_types import CircularScore
from panelwise.metrics import mean_of

Turned = dict[tuple[PackItem, int], list[Sample]]  # question and repeat → its rotations


def circular_score(task: TaskSamples) -> CircularScore | None:
    """How many questions of a task were answered right in every rotation of their options.

    A pack built with the transform ``rotations`` asks each question once a rotation, as items that
    share ``meta["rotation_of"]``. Only questions that were asked in all rotations count: fewer are
    easier to get right throughout. An answer that could not be read is not right, whatever the
    profile. Repeats are questions of their own, in one cluster. ``None`` where nothing was turned.
    """
    groups = _turned(task)
    if not groups:
        return None
    whole = {key: group for key, group in groups.items() if _complete(group)}
    always = [float(all(map(_right, group))) for group in whole.values()]
    mean = [math.fsum(map(_right, group)) / len(group) for group in whole.values()]
    same = [float(len({_chosen(sample) for sample in group}) == 1) for group in whole.values()]
    books = [group[0].item.cluster for group in whole.values()]
    questions = [question for question, _ in whole]
    sizes = [len(group) for group in whole.values()]

    def over(values: Sequence[float], *, binary: bool) -> Estimate:
        keys: list[Hashable] = list(questions)
        return estimate_mean(values, books=books, items=keys, binary=binary, bounds=(0.0, 1.0))

    return CircularScore(
        questions=len(whole),
        unfinished=len(groups) - len(whole),
        all_right=over(always, binary=True),
        mean=over(mean, binary=False),
        consistent=over(same, binary=True),
        chance=mean_of([k**-k for k in map(float, sizes)]),
        mean_chance=mean_of([1 / k for k in sizes]),
        consistent_chance=mean_of([k ** (1 - k) for k in map(float, sizes)]),
    )


def _turned(task: TaskSamples) -> Turned:
    groups: Turned = {}
    for sample in task.samples:
        if "rotation_of" in sample.item.meta and not isinstance(sample.item.gold, tuple):
            groups.setdefault((sample.question, sample.result.repeat), []).append(sample)
    return groups


def _complete(group: Sequence[Sample]) -> bool:
    """Whether every rotation was asked: as many as there are options, the right one everywhere."""
    return len({sample.item.id for sample in group}) == group[0].item.n


def _right(sample: Sample) -> bool:
    return sample.readable and sample.result.answer == sample.item.gold


def _chosen(sample: Sample) -> Hashable:
    """What was chosen, by its words; every unread answer is another."""
    answer = sample.result.answer
    if not sample.readable or not isinstance(answer, int):
        return sample.key
    option = sample.item.options[answer]
    return option.label if option.text is None else (option.text,)
