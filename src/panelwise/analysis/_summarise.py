"""One run on its tasks: every figure with n, coverage, chance and interval.

Source: specification 1.4 and 7.1; AMB-3, AMB-5, AMB-6, AMB-18; MS-1, MS-2, MS-6.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from panelwise.analysis._bias import position_bias
from panelwise.analysis._breakdowns import breakdowns
from panelwise.analysis._circular import circular_score
from panelwise.analysis._conditions import conditions
from panelwise.analysis._detection_precision import detection_precision
from panelwise.analysis._metric_summary import summarise_metric
from panelwise.analysis._mistakes import mistake_kinds
from panelwise.analysis._pairs import pair_score
from panelwise.analysis._repeats import repeat_summary
from panelwise.analysis._samples import RunData, TaskSamples, few_books, samples_by_task
from panelwise.analysis._summary_types import DetectionPrecision, TaskSummary
from panelwise.evaluation import Run, is_baseline
from panelwise.metrics import mean_of
from panelwise.metrics.resampling import cluster_unit
from panelwise.profile import Profile
from panelwise.tasks import Item, Outcome, Status, get_kind
from panelwise.tasks.kinds import RatesBoxes


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
    profile = run.profile_of(task.task)
    readable = [sample for sample in samples if sample.readable]
    costs = [result.cost for result in results if result.cost is not None]
    latencies = [] if is_baseline(run.model) else [result.latency for result in results]
    outcomes: Counter[Outcome] = Counter(result.outcome for result in results)
    statuses: Counter[Status] = Counter(result.status for result in results)
    return TaskSummary(
        run=run.name,
        model=run.model,
        task=task.task,
        kind=task.kind,
        profile=profile.name,
        prompt_ids=_prompt_ids(task),
        n=len(samples),
        headline_metric=task.headline,
        metrics={
            name: summarise_metric(samples, info, task.kind, profile, task.guesses)
            for name, info in task.metrics.items()
        },
        coverage=len(readable) / len(samples) if samples else 0.0,
        outcomes=dict(outcomes),
        statuses=dict(statuses),
        rules=dict(Counter(sample.result.rule for sample in readable if sample.result.rule)),
        mean_n_all=mean_of(sample.item.n for sample in samples) or 0.0,
        mean_n_valid=mean_of(sample.item.n for sample in readable),
        breakdowns=tuple(breakdowns(task, profile)),
        bias=position_bias(task),
        tokens_in=_known(result.tokens_in for result in results),
        tokens_out=_known(result.tokens_out for result in results),
        cost=math.fsum(costs) if costs else None,
        mean_latency=mean_of([one for one in latencies if one is not None]),
        renderings=dict(Counter(result.rendering for result in results)),
        circular=circular_score(task),
        precision=_precision(task, profile),
        few_books=few_books(task.samples),
        unit=cluster_unit(sample.item.cluster for sample in task.samples),
        repeats=repeat_summary(task, profile),
        pairs=pair_score(task),
        mistakes=mistake_kinds(task),
        conditions=conditions(task, profile),
    )


def _known(counts: Iterable[int | None]) -> int | None:
    """The sum of what is known; ``None`` where nothing is, which is not 0."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _precision(task: TaskSamples, profile: Profile) -> DetectionPrecision | str | None:
    """Average precision, of kinds whose answers are boxes with scores."""
    kind = get_kind(task.kind)
    if not isinstance(kind, RatesBoxes):
        return None
    items = [sample.item for sample in task.samples]
    return detection_precision(kind, items, [sample.result for sample in task.samples], profile)


def _prompt_ids(task: TaskSamples) -> tuple[str, ...]:
    """The prompts that were sent, or would be when nothing was asked yet."""
    sent = {_prompt_id(sample.item, sample.result.rendering) for sample in task.samples}
    return tuple(sorted(sent or {item.rendering.prompt_id for item in task.items}))


def _prompt_id(item: Item, rendering: str) -> str:
    if rendering == "single_image" and item.single_image is not None:
        return item.single_image.prompt_id
    return item.rendering.prompt_id
