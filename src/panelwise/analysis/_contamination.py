"""Whether a score owes something to having seen the comics before. Source: MS-4."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis._clustered import cluster_variance
from panelwise.analysis._compare import item_scores
from panelwise.analysis._estimate import SIGNIFICANT, Estimate, Score
from panelwise.analysis._parts import only_task, paired_conditions, part_of_task, score_of_part
from panelwise.analysis._samples import RunData
from panelwise.analysis._summary_types import PairedTest
from panelwise.errors import InputError, SettingError
from panelwise.evaluation import Run
from panelwise.metrics.resampling import choose_clusters

CANARY_DIGITS = 16  # of the pack's hash; fewer could be an accident


@dataclass(frozen=True, slots=True)
class TwinGap:
    """One run on the original items, and one on the same items altered.

    Attributes:
        original, twin: names of the runs.
        transforms: what was done to the twin's items.
        original_score, twin_score: on all items of each.
        gap: original minus twin, over the items of both.
        test: of the pair; its difference is twin minus original.
    """

    original: str
    twin: str
    transforms: tuple[str, ...]
    original_score: Score
    twin_score: Score
    gap: Estimate
    test: PairedTest

    @property
    def shown(self) -> bool:
        """Whether the corrected test shows a gap."""
        return self.test.p_holm < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class CanaryHit:
    """A response that holds the canary of a pack: its card was seen in training."""

    run: str
    item: str
    repeat: int


def twin_gaps(original: Run | RunData, twins: Sequence[Run | RunData]) -> tuple[TwinGap, ...]:
    """How much each twin scores below the original, item by item; Holm over the twins.

    A gap shows that the alteration matters. That it matters because the original was known takes a
    control that cannot have been known: see :func:`gap_beyond_control`.

    Raises:
        SettingError: for runs of several tasks.
        InputError: for a twin that shares no item with the original, or has its name; for a run
            on packs with different transforms.
    """
    conditions, transforms = _conditions(original, twins)
    tests = {test.first: test for test in paired_conditions(conditions)}
    base = next(iter(conditions))
    found = []
    for name in list(conditions)[1:]:
        for one in (base, name):
            if score_of_part(conditions[one]).score.value is None:
                raise InputError(f"{one} has no score: none of its answers could be read")
        if name not in tests:
            raise InputError(
                f"{name} shares no item with {base}; build its pack from the same comics with the"
                " same seed"
            )
        test = tests[name]
        found.append(
            TwinGap(
                base,
                name,
                transforms[name],
                score_of_part(conditions[base], test.metric).score,
                score_of_part(conditions[name], test.metric).score,
                _negative(test.difference),
                test,
            )
        )
    return tuple(found)


def gap_beyond_control(
    original: Run | RunData,
    twin: Run | RunData,
    control: tuple[Run | RunData, Run | RunData],
) -> Estimate:
    """The gap minus that of a control: comics that nobody can have trained on, altered alike.

    Both gaps are means of differences in clusters (books, or items below six books), independent
    of each other; the interval is Student's with Welch and Satterthwaite's degrees of freedom.

    Raises:
        SettingError: for runs of several tasks, or of different tasks.
        InputError: for pairs that share fewer than two items; for a run on packs with different
            transforms.
    """
    first, second = _differences(original, twin), _differences(*control)
    if first.metric != second.metric:
        raise SettingError(
            f"the control is scored by {second.metric}, the runs by {first.metric}; give runs of"
            " one task"
        )
    return welch(*((one.mean, one.variance, one.clusters, one.count) for one in (first, second)))


def welch(first: tuple[float, float, int, int], second: tuple[float, float, int, int]) -> Estimate:
    """The difference of two independent means: each a value, variance, clusters and items."""
    from scipy.special import stdtrit

    value, total = first[0] - second[0], first[1] + second[1]
    count = first[3] + second[3]
    if total <= 0:
        return Estimate(value, None, None, count, "none")
    parts = [variance**2 / (clusters - 1) for _, variance, clusters, _ in (first, second)]
    reach = float(stdtrit(total**2 / math.fsum(parts), 0.975)) * math.sqrt(total)
    return Estimate(value, value - reach, value + reach, count, "welch")


def canary_hits(run: Run) -> tuple[CanaryHit, ...]:
    """Responses that hold the content hash of one of the run's packs, which no prompt says."""
    marks = [pack.hash[:CANARY_DIGITS] for pack in run.packs]
    return tuple(
        CanaryHit(run.name, result.item, result.repeat)
        for result in run.results()
        if any(mark in (result.response or "").lower() for mark in marks)
    )


@dataclass(frozen=True, slots=True)
class _Differences:
    metric: str
    mean: float
    variance: float
    clusters: int
    count: int


def _differences(original: Run | RunData, twin: Run | RunData) -> _Differences:
    first, second = (part_of_task(only_task(_data(run)), {}, "") for run in (original, twin))
    metric = first.headline
    ours, theirs = item_scores(first, metric), item_scores(second, metric)
    common = [key for key in ours if key in theirs]
    if len(common) < 2:
        raise InputError(
            f"{_data(original).name} and {_data(twin).name} share {len(common)} items; a gap with"
            " an interval needs two"
        )
    values = [ours[key].score - theirs[key].score for key in common]
    books, questions = [ours[key].cluster for key in common], [ours[key].question for key in common]
    _, clusters = choose_clusters(books, questions)
    mean = math.fsum(values) / len(values)
    variance = cluster_variance(values, clusters)
    return _Differences(metric, mean, variance, len(set(clusters)), len(common))


def _conditions(
    original: Run | RunData, twins: Sequence[Run | RunData]
) -> tuple[dict[str, RunData], Mapping[str, tuple[str, ...]]]:
    conditions: dict[str, RunData] = {}
    transforms: dict[str, tuple[str, ...]] = {}
    for run in (original, *twins):
        data = _data(run)
        if data.name in conditions:
            raise InputError(
                f"two runs are called '{data.name}'; name each run once, or rename a folder"
            )
        conditions[data.name] = data
        packs = run.packs if isinstance(run, Run) else ()
        named = [str(one) for pack in packs for one in pack.manifest.get("transforms", ())]
        transforms[data.name] = tuple(dict.fromkeys(named))
    return conditions, transforms


def _data(run: Run | RunData) -> RunData:
    if not isinstance(run, Run):
        return run
    if len({tuple(pack.manifest.get("transforms", ())) for pack in run.packs}) > 1:
        raise InputError(
            f"{run.name} holds packs with different transforms; evaluate each in a run of its own"
        )
    return RunData.of(run)


def _negative(one: Estimate) -> Estimate:
    low = None if one.high is None else -one.high
    high = None if one.low is None else -one.low
    return Estimate(None if one.value is None else -one.value, low, high, one.n, one.method)
