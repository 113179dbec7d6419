"""How much a score varies when the same items are asked again. Source: MS-1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import stdev

from panelwise.analysis._samples import PackItem, Sample, TaskSamples
from panelwise.analysis._summary_types import RepeatSummary
from panelwise.metrics import MetricInfo, mean_of
from panelwise.profile import Profile
from panelwise.tasks import drops_unread


def repeat_summary(task: TaskSamples, profile: Profile) -> RepeatSummary | None:
    """Scores repeat by repeat; ``None`` for a run that asks every item once.

    Only items that were answered in all repeats count, so that repeats differ by their answers
    alone.
    """
    by_item: dict[PackItem, dict[int, Sample]] = {}
    for sample in task.samples:
        by_item.setdefault(sample.key, {})[sample.result.repeat] = sample
    repeats = sorted({sample.result.repeat for sample in task.samples})
    if len(repeats) < 2:
        return None
    whole = [some for some in by_item.values() if len(some) == len(repeats)]
    info = task.metrics[task.headline]
    dropping = drops_unread(task.kind, profile)
    scores = tuple(score_of([some[k] for some in whole], info, dropping) for k in repeats)
    known = [score for score in scores if score is not None]
    pairs = [pair for some in whole for pair in combinations(some.values(), 2)]
    return RepeatSummary(
        repeats=len(repeats),
        items=len(whole),
        scores=scores,
        sd=stdev(known) if len(known) == len(scores) else None,
        same_answer=mean_of([_same_answer(*pair) for pair in pairs]),
        same_score=mean_of([_same_score(*pair, info) for pair in pairs]),
    )


def score_of(samples: Sequence[Sample], info: MetricInfo, dropping: bool) -> float | None:
    """The headline of some samples, as a summary of them alone would have it."""
    import numpy as np

    counted = [one for one in samples if one.readable or not dropping]
    if info.pooled is not None:
        scored = [one for one in counted if set(info.parts) <= one.scores.keys()]
        sums = np.array([[one.scores[part] for part in info.parts] for one in scored], float)
        value = float(info.pooled(sums.sum(axis=0))) if scored else math.nan
        return None if math.isnan(value) else value
    rows = [(one.scores[info.name], one.weight) for one in counted if info.name in one.scores]
    if not rows:
        return None
    return math.fsum(v * w for v, w in rows) / math.fsum(w for _, w in rows)


def _same_answer(one: Sample, other: Sample) -> float:
    """1 where the same was read, or nothing in the same way."""
    if one.readable and other.readable:
        return float(one.result.answer == other.result.answer)
    return float(one.result.outcome == other.result.outcome)


def _same_score(one: Sample, other: Sample, info: MetricInfo) -> float:
    names = info.parts if info.pooled is not None else (info.name,)
    return float(all(one.scores.get(name) == other.scores.get(name) for name in names))
