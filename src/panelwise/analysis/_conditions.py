"""Where a run is weakest: the items with one value of a fact against all others of the task.

The interval is the hybrid score interval of two independent figures. Both sides may hold pages of
one book; as these resemble each other, the interval is then rather too wide than too narrow. The p
is that interval's: below .05 exactly where the interval leaves out 0. Each side is clustered by
book as any score is. Where one has too few books for that, its interval is too narrow, as that of
such a row of a breakdown: the difference is given without a test. Source: MS-1, MS-18.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from panelwise.analysis._breakdowns import fact_parts
from panelwise.analysis._correction import corrected
from panelwise.analysis._estimate import Estimate
from panelwise.analysis._finding_types import Condition
from panelwise.analysis._intervals import hybrid_difference
from panelwise.analysis._metric_summary import estimate
from panelwise.analysis._samples import Sample, TaskSamples, few_books
from panelwise.metrics.resampling import choose_clusters
from panelwise.profile import Profile
from panelwise.tasks import drops_unread

FEWEST_QUESTIONS = 5  # on either side; fewer cannot speak for a condition
PLAIN = "wilson"  # the one interval with the quantile of the normal distribution


def conditions(task: TaskSamples, profile: Profile) -> tuple[Condition, ...]:
    """All conditions with enough questions, the surest difference first, those not tested last.

    The two values of a fact are one condition, named after the worse; facts that split the samples
    alike are one, too. Books are what intervals are clustered by, so they are no condition.
    """
    drops = drops_unread(task.kind, profile)
    counted = [sample for sample in task.samples if sample.readable or not drops]
    splits: dict[frozenset[frozenset[int]], list[tuple[str, str, list[Sample]]]] = {}
    everything = frozenset(map(id, counted))
    for key, value, part in _values(task):
        inside = frozenset(map(id, part)) & everything
        splits.setdefault(frozenset((inside, everything - inside)), []).append((key, value, part))
    sides = [one for names in splits.values() if (one := _condition(names, counted, task))]
    found = [replace(one, within=_within(side, sides)) for side, one in sides]
    tested = sum(one.p is not None for one in found)
    return tuple(sorted((replace(one, tested=tested) for one in corrected(found)), key=_surest))


def _within(
    side: frozenset[int], others: Sequence[tuple[frozenset[int], Condition]]
) -> tuple[tuple[str, str], ...]:
    """The conditions that hold all these samples and more."""
    return tuple((one.key, one.value) for larger, one in others if side < larger)


def _surest(one: Condition) -> tuple[float, float]:
    """By p, then by the size of the difference."""
    return math.inf if one.p is None else one.p, -abs(one.difference.value or 0.0)


def _values(task: TaskSamples) -> Iterator[tuple[str, str, list[Sample]]]:
    for key, parts in fact_parts(task):
        if key != "book":
            yield from ((key, value, part) for value, part in parts.items())


def _condition(
    names: Sequence[tuple[str, str, list[Sample]]], counted: Sequence[Sample], task: TaskSamples
) -> tuple[frozenset[int], Condition] | None:
    """One split of the samples, named after its worse side where that has a name."""
    sides: dict[frozenset[int], list[tuple[str, str]]] = {}
    ids = set(map(id, counted))
    for key, value, part in names:
        sides.setdefault(frozenset(ids & set(map(id, part))), []).append((key, value))
    rows = [
        (side, row) for side, named in sides.items() if (row := _row(side, named, counted, task))
    ]
    return max(rows, key=lambda one: one[1].worse, default=None)


def _row(
    side: frozenset[int],
    named: Sequence[tuple[str, str]],
    counted: Sequence[Sample],
    task: TaskSamples,
) -> Condition | None:
    inside = [sample for sample in counted if id(sample) in side]
    others = [sample for sample in counted if id(sample) not in side]
    if min(len({one.question for one in some}) for some in (inside, others)) < FEWEST_QUESTIONS:
        return None
    info = task.metrics[task.headline]
    score, rest = estimate(inside, info), estimate(others, info)
    difference = hybrid_difference(score, rest)
    freedom = min(_freedom(score, inside), _freedom(rest, others))
    p = _p_value(difference, freedom)
    if p is None or difference.value is None:
        return None
    few = min((books for some in (inside, others) if (books := few_books(some))), default=None)
    p = p if few is None else None
    worse = difference.value < 0 if info.higher_is_better else difference.value > 0
    (key, value), *same = named
    figures = (len(inside), score, rest, difference)
    return Condition(key, value, tuple(same), *figures, worse, p, p, tested=1, few_books=few)


def _freedom(score: Estimate, samples: Sequence[Sample]) -> float:
    """The degrees of freedom of a figure's interval."""
    if score.method == PLAIN:
        return math.inf
    items: list[Hashable] = [sample.question for sample in samples]
    _, clusters = choose_clusters([sample.item.cluster for sample in samples], items)
    return len(set(clusters)) - 1


def _p_value(difference: Estimate, freedom: float) -> float | None:
    """Two-sided p: how many of the interval's reaches towards 0 the difference is away from 0."""
    from scipy.special import ndtr, ndtri, stdtr, stdtrit

    value, low, high = difference.value, difference.low, difference.high
    if value is None or low is None or high is None or freedom < 1:
        return None
    reach = high - value if value < 0 else value - low
    if value == 0 or reach <= 0:
        return 1.0
    away = abs(value) / reach
    if math.isinf(freedom):
        return float(2 * ndtr(-away * ndtri(0.975)))
    return float(2 * stdtr(freedom, -away * float(stdtrit(freedom, 0.975))))
