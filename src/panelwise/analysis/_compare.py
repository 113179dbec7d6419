"""Comparison of runs: which is better, and by more than chance?

Every pair of runs is tested on the items that both have results for, with the all-items scores:
an answer that could not be read counts, else a model would gain by keeping silent on what is
hard. The difference on items that both answered readably is given, too. Source: MS-1; AMB-3.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis._averages import averages
from panelwise.analysis._estimate import SIGNIFICANT, Estimate
from panelwise.analysis._intervals import (
    estimate_difference,
    estimate_ratio_difference,
)
from panelwise.analysis._metric_summary import metric_bounds, pooled_bounds
from panelwise.analysis._paired_tests import exchange, mcnemar, sign_flip
from panelwise.analysis._samples import PackItem, RunData, Sample, TaskSamples, samples_by_task
from panelwise.analysis._summarise import summarise_task
from panelwise.analysis._summary_types import Comparison, PairedDifference, PairedTest
from panelwise.errors import InputError
from panelwise.evaluation import Run, is_baseline
from panelwise.metrics import MetricInfo, holm, least_holm, mean_of
from panelwise.metrics.resampling import Cluster, ClusterUnit, choose_clusters
from panelwise.profile import Profile
from panelwise.tasks import get_kind
from panelwise.tasks.kinds import BoxSettings


@dataclass(frozen=True, slots=True)
class ItemScore:
    """One run's headline score on one item, averaged over repeats."""

    cluster: Cluster
    question: PackItem
    weight: float
    score: float
    valid_score: float | None


@dataclass(frozen=True, slots=True)
class _ItemParts:
    """One run's counts on one item, averaged over repeats."""

    cluster: Cluster
    question: PackItem
    parts: tuple[float, ...]
    readable: bool


def compare(runs: Sequence[Run | RunData]) -> Comparison:
    """The summaries of several runs, and a paired test of every two on every task they share.

    The test is of the headline metric. Items exchange the two runs' scores book by book where
    there are at least six books, item by item otherwise (the rotations of one question together);
    for independent 0/1 scores the latter is McNemar's exact test. Of a figure that is made of
    sums (precision over all pages) the counts are exchanged. Runs scored under different
    profiles are summarised but not tested against each other: their figures don't mean the same.
    ``p_holm`` is corrected over all pairs of models. Pairs with a baseline have a difference and no
    test, unless there are baselines alone (:class:`Comparison`).

    Raises:
        InputError: for two runs of one name, or as :func:`summarise`.
    """
    data = [RunData.of(run) if isinstance(run, Run) else run for run in runs]
    names = [run.name for run in data]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two runs are called '{twice}'; name each run once, or rename a folder")
    tasks = ranked_alike({run.name: samples_by_task(run) for run in data})
    tests = [
        test
        for first, second in itertools.combinations(data, 2)
        for one, other in itertools.product(tasks[first.name], tasks[second.name])
        if (one.task, one.kind) == (other.task, other.kind)
        if _comparable(first.profile_of(one.task)) == _comparable(second.profile_of(one.task))
        if (test := paired_test(first.name, second.name, one, other)) is not None
    ]
    summaries = tuple(summarise_task(task, run) for run in data for task in tasks[run.name])
    baselines = {run.name for run in data if is_baseline(run.model)}
    if len(baselines) == len(data):
        baselines = set()
    untested = [test for test in tests if {test.first, test.second} & baselines]
    return Comparison(
        summaries=summaries,
        averages=averages(summaries),
        tests=corrected([test for test in tests if not {test.first, test.second} & baselines]),
        baseline_differences=tuple(map(_difference_of, untested)),
    )


def _difference_of(test: PairedTest) -> PairedDifference:
    """A pair without its test."""
    kept = (field.name for field in dataclasses.fields(PairedDifference))
    return PairedDifference(*(getattr(test, name) for name in kept))


def corrected(tests: Sequence[PairedTest]) -> tuple[PairedTest, ...]:
    """The tests with Holm's correction over all of them, and the least that each could reach."""
    values = [test.p for test in tests]
    found = []
    for k, (test, p) in enumerate(zip(tests, holm(values), strict=True)):
        least = min(2 * 0.5**test.units, test.p)  # all differences on one side
        bound = least * len(tests)  # Holm's correction makes nothing larger
        reached = bound if bound < SIGNIFICANT else least_holm(values, k, least)
        found.append(dataclasses.replace(test, p_holm=p, pairs=len(tests), least_p_holm=reached))
    return tuple(found)


def ranked_alike(tasks: dict[str, list[TaskSamples]]) -> dict[str, list[TaskSamples]]:
    """The tasks with one headline metric each.

    Where some runs were judged and others not, the kind's own metric ranks them all: marks do not
    compare with it.
    """
    headlines: dict[tuple[str, str], set[str]] = {}
    for one in itertools.chain(*tasks.values()):
        headlines.setdefault((one.task, one.kind), set()).add(one.headline)

    def ranked(one: TaskSamples) -> TaskSamples:
        if len(headlines[one.task, one.kind]) == 1:
            return one
        return dataclasses.replace(one, ranked_by=get_kind(one.kind).headline)

    return {name: [ranked(one) for one in some] for name, some in tasks.items()}


def _comparable(profile: Profile) -> Profile:
    """A profile without what belongs to the model: the numbers in which it says where."""
    boxes = dataclasses.replace(profile.section(BoxSettings), coord_frame="pixels")
    return profile.with_sections(boxes)


def paired_test(first: str, second: str, one: TaskSamples, other: TaskSamples) -> PairedTest | None:
    """The test of two runs on one task; none when they have no item in common."""
    metric = one.headline
    if one.metrics[metric].pooled is not None:
        return _pooled_test(first, second, one, other, one.metrics[metric])
    firsts, seconds = item_scores(one, metric), item_scores(other, metric)
    common = [key for key in firsts if key in seconds]
    if not common:
        return None
    pairs = {key: (firsts[key], seconds[key]) for key in common}
    differences = [a.score - b.score for a, b in pairs.values()]
    binary = one.metrics[metric].binary and set(differences) <= {-1.0, 0.0, 1.0}
    only_first, only_second = differences.count(1.0), differences.count(-1.0)
    unit, clusters = choose_clusters(
        [a.cluster for a, _ in pairs.values()], [a.question for a, _ in pairs.values()]
    )
    weights = [a.weight for a, _ in pairs.values()]
    bounds = metric_bounds(one.samples, one.metrics[metric])
    span = bounds[1] - bounds[0] if bounds else None
    independent = len(set(clusters)) == len(common) and len(set(weights)) == 1
    if binary and independent:
        test, p = "mcnemar", mcnemar(only_first, only_second)
    else:
        test = named_test("sign_flip", unit)
        p = sign_flip(differences, clusters, weights)
    return PairedTest(
        first=first,
        second=second,
        task=one.task,
        metric=metric,
        n=len(common),
        difference=_difference(pairs, differences, span),
        common_valid_difference=_valid_difference(pairs, span),
        only_first_right=only_first if binary else None,
        only_second_right=only_second if binary else None,
        test=test,
        units=len(set(clusters)),
        p=p,
        p_holm=p,
    )


def named_test(name: str, unit: ClusterUnit) -> str:
    """The name of a permutation test with what it exchanges, if that is not items."""
    return name if unit == "item" else f"{name}_by_{unit}"


def _pooled_test(
    first: str, second: str, one: TaskSamples, other: TaskSamples, info: MetricInfo
) -> PairedTest | None:
    """The test of a figure of sums: books exchange the two runs' counts."""
    assert info.pooled is not None
    firsts, seconds = _item_parts(one, info.parts), _item_parts(other, info.parts)
    common = [key for key in firsts if key in seconds]
    if not common:
        return None
    ours, theirs = [firsts[key] for key in common], [seconds[key] for key in common]
    unit, clusters = choose_clusters(
        [mine.cluster for mine in ours], [mine.question for mine in ours]
    )
    p = exchange([a.parts for a in ours], [b.parts for b in theirs], clusters, info.pooled)
    valid = [k for k, a in enumerate(ours) if a.readable and theirs[k].readable]
    return PairedTest(
        first=first,
        second=second,
        task=one.task,
        metric=info.name,
        n=len(common),
        difference=_pooled_difference(ours, theirs, info),
        common_valid_difference=_pooled_difference(
            [ours[k] for k in valid], [theirs[k] for k in valid], info
        ),
        only_first_right=None,
        only_second_right=None,
        test=named_test("exchange", unit),
        units=len(set(clusters)),
        p=p,
        p_holm=p,
    )


def _item_parts(task: TaskSamples, parts: Sequence[str]) -> dict[PackItem, _ItemParts]:
    """The counts of each item, averaged over repeats."""
    found: dict[PackItem, list[Sample]] = {}
    for sample in task.samples:
        if set(parts) <= sample.scores.keys():
            found.setdefault(sample.key, []).append(sample)
    return {
        key: _ItemParts(
            some[0].item.cluster,
            some[0].question,
            tuple(math.fsum(s.scores[part] for s in some) / len(some) for part in parts),
            all(s.readable for s in some),
        )
        for key, some in found.items()
    }


def _pooled_difference(
    ours: Sequence[_ItemParts], theirs: Sequence[_ItemParts], info: MetricInfo
) -> Estimate:
    assert info.pooled is not None
    low, high = pooled_bounds(info)
    return estimate_ratio_difference(
        [mine.parts for mine in ours],
        [other.parts for other in theirs],
        info.pooled,
        books=[mine.cluster for mine in ours],
        items=[mine.question for mine in ours],
        span=high - low,
    )


def item_scores(task: TaskSamples, metric: str) -> dict[PackItem, ItemScore]:
    """A metric's score of each item, averaged over repeats."""
    scores: dict[PackItem, list[tuple[float, bool]]] = {}
    for sample in task.samples:
        if metric in sample.scores:
            entry = (sample.scores[metric], sample.readable)
            scores.setdefault(sample.key, []).append(entry)
    facts = {s.key: (s.item.cluster, s.question, s.weight) for s in task.samples}
    return {
        key: ItemScore(
            *facts[key],
            score=math.fsum(score for score, _ in entries) / len(entries),
            valid_score=mean_of([score for score, readable in entries if readable]),
        )
        for key, entries in scores.items()
    }


def _difference(
    pairs: Mapping[PackItem, tuple[ItemScore, ItemScore]],
    differences: Sequence[float],
    span: float | None,
) -> Estimate:
    return estimate_difference(
        differences,
        books=[first.cluster for first, _ in pairs.values()],
        items=[first.question for first, _ in pairs.values()],
        weights=[first.weight for first, _ in pairs.values()],
        span=span,
    )


def _valid_difference(
    pairs: Mapping[PackItem, tuple[ItemScore, ItemScore]], span: float | None
) -> Estimate:
    """The difference on the items that both runs answered readably."""
    differences = {
        key: first.valid_score - second.valid_score
        for key, (first, second) in pairs.items()
        if first.valid_score is not None and second.valid_score is not None
    }
    valid = {key: pairs[key] for key in differences}
    return _difference(valid, list(differences.values()), span)
