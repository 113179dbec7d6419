"""The differences of pairs of runs on one task as a forest plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup

from panelwise.analysis import Estimate, PairedTest, TaskSummary
from panelwise.evaluation import is_baseline
from panelwise.report._charts import Axis, axis_line, difference_axis, difference_strip
from panelwise.report._headline import is_higher_better
from panelwise.report._words import better_run, interval, metric_label, pair_verdict, signed


class RunPair(NamedTuple):
    """Two runs, the one with the better score first.

    ``winner`` is the run that the test shows to be better, ``None`` where it shows no difference;
    ``alone`` says that the pair alone would, without the correction.
    """

    first: str
    second: str
    winner: str | None
    alone: bool
    verdict: str
    difference: str
    interval: str
    chart: Markup


@dataclass(frozen=True, slots=True)
class Differences:
    """All pairs of one task, on one axis.

    Attributes:
        metric: what differs.
        groups: heading and pairs; models first.
        axis: the numbers below.
    """

    metric: str
    groups: tuple[tuple[str, tuple[RunPair, ...]], ...]
    axis: Markup


def differences(
    tests: Sequence[PairedTest], summaries: Sequence[TaskSummary]
) -> Differences | None:
    """The pairs of one task; ``None`` where nothing was tested."""
    if not tests:
        return None
    named = {summary.run: summary for summary in summaries}
    baselines = {run for run, summary in named.items() if is_baseline(summary.model)}
    axis = difference_axis([test.difference for test in tests])
    pairs: dict[str, list[tuple[PairedTest, RunPair]]] = {}
    for test in tests:
        apart = len({test.first, test.second} & baselines)
        name = ("Between models", "Models and baselines", "Between baselines")[apart]
        higher = is_higher_better(summaries[0], test.metric)
        pairs.setdefault(name, []).append((test, _pair(test, axis, higher)))
    order = ("Between models", "Models and baselines", "Between baselines")
    groups = tuple(
        (name, tuple(pair for _, pair in sorted(pairs[name], key=lambda one: _size(one[0]))))
        for name in order
        if name in pairs
    )
    return Differences(metric_label(tests[0].metric), groups, axis_line(axis))


def oriented(test: PairedTest, higher_is_better: bool) -> PairedTest:
    """The same test with the better score first: a difference is always better minus worse."""
    value = test.difference.value
    if not value or (value > 0) == higher_is_better:
        return test
    return replace(
        test,
        first=test.second,
        second=test.first,
        difference=_negative(test.difference),
        common_valid_difference=_negative(test.common_valid_difference),
        only_first_right=test.only_second_right,
        only_second_right=test.only_first_right,
    )


def _negative(one: Estimate) -> Estimate:
    value, low, high = (None if x is None else -x for x in (one.value, one.high, one.low))
    return replace(one, value=value, low=low, high=high)


def _size(test: PairedTest) -> float:
    """Large differences come first."""
    return -abs(test.difference.value or 0.0)


def _pair(test: PairedTest, axis: Axis, higher_is_better: bool) -> RunPair:
    title = f"{test.first} minus {test.second}"
    return RunPair(
        test.first,
        test.second,
        better_run(test, higher_is_better),
        test.differs_alone,
        pair_verdict(test, higher_is_better),
        signed(test.difference.value),
        interval(test.difference),
        difference_strip(test.difference, axis, title),
    )
