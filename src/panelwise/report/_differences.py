"""The differences of pairs of runs on one task as a forest plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from panelwise.analysis import (
    SIGNIFICANT,
    Estimate,
    PairedDifference,
    PairedTest,
    TaskSummary,
)
from panelwise.evaluation import is_baseline
from panelwise.report._charts import Axis, axis_line, difference_axis, difference_strip
from panelwise.report._headline import is_higher_better
from panelwise.report._words import (
    better_run,
    figure,
    interval,
    metric_label,
    pair_verdict,
    signed,
    units_words,
)

Pair = TypeVar("Pair", bound=PairedDifference)
NOTHING_ENOUGH = "With so few books or items no difference is enough"


class RunPair(NamedTuple):
    """Two runs, the one with the better score first.

    ``winner`` is the run that the test shows to be better, ``None`` where it shows no difference.
    ``verdict`` is empty for a pair with a baseline, which has none.
    """

    first: str
    second: str
    winner: str | None
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
        limits: how little so many books or items can show; empty where it all is shown.
    """

    metric: str
    groups: tuple[tuple[str, tuple[RunPair, ...]], ...]
    axis: Markup
    limits: str = ""


def limits(tests: Sequence[PairedTest]) -> str:
    """How little so many books or items can show, where some pairs are undecided.

    The smallest p that a test can give, what the first step of Holm's correction asks for, and how
    far the pairs' intervals reach.
    """
    undecided = [test for test in tests if not test.differs]
    if not undecided:
        return ""
    fewest = min(undecided, key=lambda test: test.units)
    least, pairs = _smallest_p(fewest), max(test.pairs for test in tests)
    units = units_words(fewest)
    said = f"With {units} no p is below {least:.2g}"
    if pairs > 1:
        said += f"; the first step of the correction asks for p below {SIGNIFICANT / pairs:.2g}"
    reach, reached = reach_words(tests)
    return " ".join([f"{said}.", *([f"{reach} {reached}"] if reach else [])])


def reach_words(tests: Sequence[PairedTest]) -> tuple[str, str]:
    """Which differences were shown, and about how large a difference of a pair is enough.

    Half the width of a pair's interval, for the narrowest and the widest: as it would be at the p
    of the first step of Holm's correction, and as it is. Empty where no pair has an interval.
    """
    halves = sorted(half for test in tests if (half := _half(test)) is not None)
    if not halves:
        return "", ""
    enough = NOTHING_ENOUGH
    if reaches := corrected_reaches(tests):
        pairs = max(test.pairs for test in tests)
        enough = f"A difference of about {from_to(reaches)} is enough"
        if len(halves) > 1:
            enough += ", depending on the pair"
        enough += ": so far its interval reaches to either side"
        if pairs > 1:
            enough += f" if corrected for {pairs} pairs ({from_to(halves)} if not)"
    least, most = _observed(tests)
    found = [f"Smallest difference shown: {figure(least)}"] if least is not None else []
    found += [f"largest not shown: {figure(most)}"] if most is not None else []
    shown = "; ".join(found)
    return f"{shown[0].upper()}{shown[1:]}.", f"{enough}."


def from_to(values: Sequence[float]) -> str:
    """The smallest and the largest of some sorted values, or the only one."""
    return " to ".join(dict.fromkeys((figure(values[0]), figure(values[-1]))))


def _observed(tests: Sequence[PairedTest]) -> tuple[float | None, float | None]:
    """The smallest difference that a test shows, and the largest that none does.

    The second can be the larger: how small a difference a test shows depends on the pair.
    """
    sizes = [(abs(test.difference.value or 0.0), test.differs) for test in tests]
    shown = [size for size, differs in sizes if differs]
    return min(shown, default=None), max((s for s, differs in sizes if not differs), default=None)


def corrected_reaches(tests: Sequence[PairedTest]) -> list[float]:
    """Half the widths of the pairs' intervals at the p of the first step of Holm's correction.

    About so large a difference is enough to distinguish a pair; ascending, without pairs that have
    no interval, or so few books or items that no p can be small enough.
    """
    pairs = max((test.pairs for test in tests), default=1)
    return sorted(
        half * _widening(test.units, pairs)
        for test in tests
        if (test.differs or _smallest_p(test) < SIGNIFICANT / pairs)
        and (half := _half(test)) is not None
    )


def _smallest_p(test: PairedTest) -> float:
    """The smallest p that a test of so many books or items can give."""
    return min(1.0, 2 * 0.5**test.units)


def _half(test: PairedTest) -> float | None:
    """Half the width of a pair's interval."""
    low, high = test.difference.low, test.difference.high
    return None if low is None or high is None else (high - low) / 2


def _widening(units: int, pairs: int) -> float:
    """By how much Student's interval is wider at the level that Holm's first step asks for."""
    from scipy.special import stdtrit

    freedom = max(1, units - 1)
    first = stdtrit(freedom, 1 - SIGNIFICANT / pairs / 2)
    return float(first / stdtrit(freedom, 1 - SIGNIFICANT / 2))


def differences(
    tests: Sequence[PairedTest],
    unjudged: Sequence[PairedDifference],
    summaries: Sequence[TaskSummary],
) -> Differences | None:
    """The pairs of one task, those without a verdict too; ``None`` where there are none."""
    everything = [*tests, *unjudged]
    if not everything:
        return None
    named = {summary.run: summary for summary in summaries}
    baselines = {run for run, summary in named.items() if is_baseline(summary.model)}
    axis = difference_axis([test.difference for test in everything])
    pairs: dict[str, list[tuple[PairedDifference, RunPair]]] = {}
    for test in everything:
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
    metric = metric_label(everything[0].metric)
    return Differences(metric, groups, axis_line(axis), limits(tests))


def oriented(test: Pair, higher_is_better: bool) -> Pair:
    """The same pair with the better score first: a difference is always better minus worse."""
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


def _size(test: PairedDifference) -> float:
    """Large differences come first."""
    return -abs(test.difference.value or 0.0)


def _pair(test: PairedDifference, axis: Axis, higher_is_better: bool) -> RunPair:
    title = f"{test.first} minus {test.second}"
    return RunPair(
        test.first,
        test.second,
        better_run(test, higher_is_better) if isinstance(test, PairedTest) else None,
        pair_verdict(test, higher_is_better) if isinstance(test, PairedTest) else "",
        signed(test.difference.value),
        interval(test.difference),
        difference_strip(test.difference, axis, title),
    )
