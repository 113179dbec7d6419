"""People's scores: the mean of individuals, their best and worst, and their majority.

Source: AMB-42: the individual mean is the headline, the others stand next to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from panelwise.analysis._repeats import score_of
from panelwise.analysis._samples import PackItem, RunData, Sample, TaskSamples, samples_by_task
from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.tasks import drops_unread, get_kind


@dataclass(frozen=True, slots=True)
class Individual:
    """One person's score: the headline over the items that they answered."""

    person: str
    items: int
    score: float


@dataclass(frozen=True, slots=True)
class PeopleFigures:
    """What a group of people scores on a task.

    Attributes:
        mean: of the individuals' scores, each person counting once; ``None`` without any.
        majority: the score of the commonest answer to each item that two or more people answered;
            of equally common ones the mean score. ``None`` where answers are no options and no
            orders, so that no two people give the same.
        voted: how many items that is of.
        individuals: everybody, the best first.
        seconds: the mean time for an item, of those that have one.
    """

    run: str
    task: str
    metric: str
    mean: float | None
    majority: float | None
    voted: int
    individuals: tuple[Individual, ...]
    seconds: float | None

    @property
    def best(self) -> Individual | None:
        """The person with the highest score (the lowest, where less is better)."""
        return self.individuals[0] if self.individuals else None

    @property
    def worst(self) -> Individual | None:
        """The person at the other end."""
        return self.individuals[-1] if self.individuals else None


def people_figures(run: RunData) -> list[PeopleFigures]:
    """A group's figures, task by task; none of a run in which no people answered.

    Args:
        run: of the solver ``human:FILE``; its answers say who gave them (``Result.model``).
    """
    if not run.model.startswith("human/"):
        return []
    return [_of_task(run.name, task, run.profile_of(task.task)) for task in samples_by_task(run)]


def _of_task(run: str, task: TaskSamples, profile: Profile) -> PeopleFigures:
    info, dropping = task.metrics[task.headline], drops_unread(task.kind, profile)
    answered = [one for one in task.samples if one.result.model]
    by_person: dict[str, list[Sample]] = {}
    for sample in answered:
        by_person.setdefault(sample.result.model or "", []).append(sample)
    scored = {name: score_of(some, info, dropping) for name, some in by_person.items()}
    individuals = sorted(
        (
            Individual(name, len(by_person[name]), score)
            for name, score in scored.items()
            if score is not None
        ),
        key=lambda one: (-one.score if info.higher_is_better else one.score, one.person),
    )
    votes = {} if get_kind(task.kind).form == "document" else _votes(answered, info)
    times = [one.result.latency for one in answered if one.result.latency]
    return PeopleFigures(
        run=run,
        task=task.task,
        metric=info.name,
        mean=mean(one.score for one in individuals) if individuals else None,
        majority=mean(votes.values()) if votes else None,
        voted=len(votes),
        individuals=tuple(individuals),
        seconds=mean(times) if times else None,
    )


def _votes(samples: Sequence[Sample], info: MetricInfo) -> Mapping[PackItem, float]:
    """The score of the commonest answer to each item with two or more."""
    by_item: dict[PackItem, list[Sample]] = {}
    for sample in samples:
        if sample.readable and info.name in sample.scores:
            by_item.setdefault(sample.key, []).append(sample)
    votes: dict[PackItem, float] = {}
    for key, some in by_item.items():
        given: dict[str, list[float]] = {}
        for one in some:
            given.setdefault(json.dumps(one.result.answer), []).append(one.scores[info.name])
        most = max(map(len, given.values()))
        if len(some) > 1:
            votes[key] = mean(scores[0] for scores in given.values() if len(scores) == most)
    return votes
