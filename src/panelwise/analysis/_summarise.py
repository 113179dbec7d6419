"""One run on its tasks: every figure with n, coverage, chance and interval.

Source: REQUIREMENTS 1.4 and 7.1; AMB-3, AMB-5, AMB-6, AMB-18; MS-1, MS-2, MS-6.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from panelwise.analysis._bias import identity_rate, position_bias
from panelwise.analysis._circular import circular_score
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._samples import (
    RunData,
    Sample,
    TaskSamples,
    drops_unread,
    samples_by_task,
)
from panelwise.analysis._summary_types import Breakdown, Estimate, MetricSummary, TaskSummary
from panelwise.evaluation import Run
from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.tasks import Item, Outcome, Status

Fact = str | int | bool
FACT_VALUES = range(2, 13)  # one value splits nothing; more than a dozen make no table


def summarise(run: Run | RunData) -> tuple[TaskSummary, ...]:
    """One summary per task of a run's items, in their order.

    ``n`` counts stored results, repeats included: items that a stopped run never asked are not
    scored. Answers that could not be read are scored by the profile's invalid policy, or as
    ``zero`` where the profile leaves them out; then the headline is ``valid_only``.

    Raises:
        InputError: for results of items that the run's packs do not hold, or packs that are gone.
    """
    data = RunData.of(run) if isinstance(run, Run) else run
    return tuple(summarise_task(task, data) for task in samples_by_task(data))


def summarise_task(task: TaskSamples, run: RunData) -> TaskSummary:
    """The summary of one task of a run."""
    samples, results = task.samples, [sample.result for sample in task.samples]
    readable = [sample for sample in samples if sample.readable]
    costs = [result.cost for result in results if result.cost is not None]
    latencies = [result.latency for result in results if result.latency is not None]
    outcomes: Counter[Outcome] = Counter(result.outcome for result in results)
    statuses: Counter[Status] = Counter(result.status for result in results)
    return TaskSummary(
        run=run.name,
        model=run.model,
        task=task.task,
        kind=task.kind,
        profile=run.profile.name,
        prompt_ids=_prompt_ids(task),
        n=len(samples),
        headline_metric=task.headline,
        metrics={
            name: summarise_metric(samples, info, task.kind, run.profile)
            for name, info in task.metrics.items()
        },
        coverage=len(readable) / len(samples) if samples else 0.0,
        outcomes=dict(outcomes),
        statuses=dict(statuses),
        rules=dict(Counter(sample.result.rule for sample in readable if sample.result.rule)),
        mean_n_all=_mean(sample.item.n for sample in samples) or 0.0,
        mean_n_valid=_mean(sample.item.n for sample in readable),
        breakdowns=tuple(_breakdowns(task, run.profile)),
        bias=position_bias(task, run.profile),
        tokens_in=sum(result.tokens_in or 0 for result in results),
        tokens_out=sum(result.tokens_out or 0 for result in results),
        cost=math.fsum(costs) if costs else None,
        mean_latency=_mean(latencies),
        renderings=dict(Counter(result.rendering for result in results)),
        circular=circular_score(samples),
    )


def summarise_metric(
    samples: Sequence[Sample], info: MetricInfo, kind: str, profile: Profile
) -> MetricSummary:
    """One metric over a set of samples.

    Chance is that of the samples behind the headline: answers that are valid on short pages only
    must not be measured against the chance of long ones (AMB-5).
    """
    drops = drops_unread(kind, profile)
    readable = [sample for sample in samples if sample.readable]
    everything = estimate(samples, info)
    valid = estimate(readable, info)
    headline = valid if drops else everything
    chance = weighted_chance(readable if drops else samples, info.name)
    return MetricSummary(
        metric=info.name,
        all_items=everything,
        valid_only=valid,
        headline=headline,
        chance=chance,
        higher_is_better=info.higher_is_better,
        chance_adjusted=_adjusted(headline.value, chance, info.best),
    )


def estimate(samples: Iterable[Sample], info: MetricInfo) -> Estimate:
    """The mean of a metric with its interval; samples for which it is undefined are left out."""
    scored = [sample for sample in samples if info.name in sample.scores]
    return estimate_mean(
        [sample.scores[info.name] for sample in scored],
        books=[sample.item.book for sample in scored],
        items=[sample.key for sample in scored],
        weights=[sample.weight for sample in scored],
        binary=info.binary,
        bounds=_bounds(scored, info),
    )


def _bounds(samples: Iterable[Sample], info: MetricInfo) -> tuple[float, float] | None:
    """The least and the greatest value that these samples can have."""
    ends = {info.best, *(info.worst(sample.item.n) for sample in samples)}
    return (min(ends), max(ends)) if len(ends) > 1 else None


def weighted_chance(samples: Iterable[Sample], metric: str) -> float | None:
    """What guessing scores on these very samples, averaged as their scores are."""
    scored = [sample for sample in samples if metric in sample.scores]
    total = math.fsum(sample.weight for sample in scored)
    guessed = math.fsum(sample.weight * sample.chance[metric] for sample in scored)
    return guessed / total if scored else None


def _adjusted(value: float | None, chance: float | None, best: float) -> float | None:
    """``(value − chance)/(best − chance)``; undefined where guessing is already perfect."""
    if value is None or chance is None or math.isclose(chance, best):
        return None
    return (value - chance) / (best - chance)


def _breakdowns(task: TaskSamples, profile: Profile) -> Iterator[Breakdown]:
    """The headline by number of panels, by every fact of two to twelve values, and by book."""
    for key, facts in _facts(task).items():
        known = {fact for fact in facts if fact is not None}
        numeric = all(isinstance(fact, int) for fact in known)
        for value in sorted(known, key=lambda fact: fact if numeric else str(fact)):
            part = [
                sample for sample, fact in zip(task.samples, facts, strict=True) if fact == value
            ]
            yield _breakdown(key, _text(value), part, task, profile)


def _breakdown(
    key: str, value: str, part: Sequence[Sample], task: TaskSamples, profile: Profile
) -> Breakdown:
    summary = summarise_metric(part, task.metrics[task.headline], task.kind, profile)
    return Breakdown(
        key=key,
        value=value,
        n=len(part),
        coverage=sum(sample.readable for sample in part) / len(part),
        score=summary.headline,
        chance=summary.chance,
        answered_identity=identity_rate(part) if task.kind == "ordering" else None,
    )


def _facts(task: TaskSamples) -> dict[str, list[Fact | None]]:
    """For each fact that is worth a table, its value for every sample; ``None`` is unknown."""
    items = [sample.item for sample in task.samples]
    facts: dict[str, list[Fact | None]] = {}
    if task.kind == "ordering":
        facts["panels"] = [item.n for item in items]
    worth: dict[str, list[Fact | None]] = {
        key: [fact if isinstance(fact := item.meta.get(key), str | int) else None for item in items]
        for key in dict.fromkeys(key for item in items for key in item.meta)
    }
    worth["book"] = [item.book for item in items]
    for key, values in worth.items():
        if len(set(values) - {None}) in FACT_VALUES:
            facts.setdefault(key, values)
    return facts


def _text(value: Fact) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _prompt_ids(task: TaskSamples) -> tuple[str, ...]:
    """The prompts that were sent, or would be when nothing was asked yet."""
    sent = {_prompt_id(sample.item, sample.result.rendering) for sample in task.samples}
    return tuple(sorted(sent or {item.rendering.prompt_id for item in task.items}))


def _prompt_id(item: Item, rendering: str) -> str:
    if rendering == "single_image" and item.single_image is not None:
        return item.single_image.prompt_id
    return item.rendering.prompt_id


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return math.fsum(known) / len(known) if known else None
