"""One metric over a part of a run's items or over units, and one model under two conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from panelwise.analysis._breakdowns import fact_values
from panelwise.analysis._compare import corrected, named_test, paired_test
from panelwise.analysis._estimate import Score
from panelwise.analysis._intervals import estimate_difference, estimate_mean
from panelwise.analysis._metric_summary import summarise_metric
from panelwise.analysis._paired_tests import sign_flip
from panelwise.analysis._samples import RunData, Sample, TaskSamples, samples_by_task
from panelwise.analysis._summary_types import PairedTest
from panelwise.errors import SettingError
from panelwise.metrics import mean_of
from panelwise.metrics.resampling import Cluster, choose_clusters
from panelwise.registry import did_you_mean

Where = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class UnitScore:
    """What one unit scored, a page for instance, where nothing was asked in a pack.

    ``cluster`` is its book, or the family of that book. ``chance`` is what a guess would be
    expected to score on it, where that means something.
    """

    unit: str
    cluster: Cluster
    value: float
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class PartScore:
    """A metric over some of a run's samples.

    ``n`` counts the samples, readable or not; ``score.n`` those behind the score.
    """

    metric: str
    score: Score
    higher_is_better: bool
    n: int
    coverage: float | None


def score_of_part(run: RunData, metric: str = "", where: Where | None = None) -> PartScore:
    """One metric over the items whose facts have the given values.

    Args:
        run: of one task.
        metric: its name; without one, the one that ranks.
        where: fact → values that count ("direction": ["rtl"]); facts are those of breakdowns.

    Raises:
        SettingError: for a run of several tasks, or an unknown metric.
    """
    task = only_task(run)
    name = metric or task.headline
    if name not in task.metrics:
        hint = did_you_mean(name, task.metrics)
        raise SettingError(f"unknown metric '{name}' of {task.task}; {hint}")
    info = task.metrics[name]
    part = [sample for sample in task.samples if _counts(sample, where or {})]
    if not part:
        nothing = Score(None, None, None, 0, "none", None)
        return PartScore(name, nothing, info.higher_is_better, 0, None)
    found = summarise_metric(part, info, task.kind, run.profile_of(task.task), task.guesses)
    coverage = sum(sample.readable for sample in part) / len(part)
    return PartScore(name, found.score, info.higher_is_better, len(part), coverage)


def score_of_units(metric: str, units: Sequence[UnitScore], *, binary: bool) -> PartScore:
    """The mean over units between 0 and 1, with the interval that a run's metric would have."""
    found = estimate_mean(
        [unit.value for unit in units],
        books=[unit.cluster for unit in units],
        items=[unit.unit for unit in units],
        binary=binary,
        bounds=(0.0, 1.0),
    )
    chances = [unit.chance for unit in units if unit.chance is not None]
    chance = mean_of(chances) if len(chances) == len(units) else None
    score = Score(found.value, found.low, found.high, found.n, found.method, chance)
    return PartScore(metric, score, True, len(units), 1.0 if units else None)


def paired_units(
    conditions: Mapping[str, Sequence[UnitScore]], task: str, metric: str
) -> tuple[PairedTest, ...]:
    """As :func:`paired_conditions`, of units: the permutation test by book, family or unit."""
    base, *others = conditions
    firsts = {unit.unit: unit for unit in conditions[base]}
    tests = []
    for name in others:
        pairs = [(unit, firsts[unit.unit]) for unit in conditions[name] if unit.unit in firsts]
        if not pairs:
            continue
        gaps = [unit.value - first.value for unit, first in pairs]
        books, items = [unit.cluster for unit, _ in pairs], [unit.unit for unit, _ in pairs]
        unit, clusters = choose_clusters(books, items)
        difference = estimate_difference(gaps, books=books, items=items, span=1.0)
        p = sign_flip(gaps, clusters)
        test = named_test("sign_flip", unit)
        units = len(set(clusters))
        both = (difference, difference, None, None)
        tests.append(PairedTest(name, base, task, metric, len(pairs), *both, test, units, p, p))
    return corrected(tests)


def paired_conditions(
    conditions: Mapping[str, RunData],
    metric: str = "",
    where: Mapping[str, Where] | None = None,
    endings: Mapping[str, str] | None = None,
) -> tuple[PairedTest, ...]:
    """One model under several conditions: each compared with the first, item by item.

    Items of two packs are the same where they have the same id: the same question of the same
    comic, put in another way. ``where`` says which items of a condition count, as in
    :func:`score_of_part`, and ``endings`` how its ids end where they name the condition ("-weak");
    that is left out. ``p_holm`` is corrected over the tests returned. Differences are the
    condition minus the first one. Conditions without an item in common with the first are left out,
    and so are those without a score: a profile that leaves unreadable answers out has nothing to
    test where none could be read.

    Source: CHROMIC 4.3.2; StripCipher 5; CH-E6, CH-E8, SC-E3, SC-E4.
    """
    counted, ends = where or {}, endings or {}
    tasks = {
        name: part_of_task(only_task(run), counted.get(name, {}), ends.get(name, ""))
        for name, run in conditions.items()
    }
    if len(tasks) < 2:
        return ()
    base, *others = tasks
    first = tasks[base]
    ranked = metric or first.headline
    scored = {
        name
        for name, run in conditions.items()
        if score_of_part(run, ranked, counted.get(name)).score.value is not None
    }
    others = [name for name in others if {name, base} <= scored]
    tests = [
        test
        for name in others
        if (test := paired_test(name, base, _ranked(tasks[name], ranked), _ranked(first, ranked)))
        is not None
    ]
    return corrected(tests)


def only_task(run: RunData) -> TaskSamples:
    """The task of a run that holds one.

    Raises:
        SettingError: for a run of several tasks, or of none.
    """
    tasks = samples_by_task(run)
    if len(tasks) != 1:
        names = ", ".join(task.task for task in tasks)
        raise SettingError(
            f"run {run.name} holds {names or 'no task'}, and exactly one task is needed;"
            " evaluate each pack into a run of its own"
        )
    return tasks[0]


def _counts(sample: Sample, where: Where) -> bool:
    return all(set(values) & set(fact_values(key, sample.item)) for key, values in where.items())


def part_of_task(task: TaskSamples, where: Where, ending: str) -> TaskSamples:
    """The samples that count, as if all conditions came from one pack."""
    kept = [sample for sample in task.samples if _counts(sample, where)]
    return replace(task, samples=tuple(_joinable(sample, ending) for sample in kept))


def _joinable(sample: Sample, ending: str) -> Sample:
    item = sample.item
    if ending:
        item = replace(item, id=item.id.removesuffix(ending))
    return replace(sample, pack="", item=item)


def _ranked(task: TaskSamples, metric: str) -> TaskSamples:
    return replace(task, ranked_by=metric)
