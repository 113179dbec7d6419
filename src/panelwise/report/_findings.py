"""Which wrong answers each run gives, and where it is weakest. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from panelwise.analysis import Condition, MistakeKind, TaskSummary
from panelwise.report._facets import fact_label, value_meaning
from panelwise.report._words import FEW, MISSING, NARROW_MARK, figure, interval, p_value, share
from panelwise.tasks import get_kind
from panelwise.wording import counted, joined

MOST_CONDITIONS = 3  # of one run
UNTESTED_KIND = (
    f"{NARROW_MARK} Not tested, so without p: the wrong answers share {FEW}, so the interval"
    " treats them as independent and is too narrow."
)
NOT_TESTED = (
    f"{NARROW_MARK} Not tested, so without p: the items on one side share {FEW}, so the interval"
    " treats them as independent and is too narrow. Items that are each from another book share"
    " none: they are tested, however few."
)


@dataclass(frozen=True, slots=True)
class MistakeView:
    """The kinds of wrong answers of one task.

    Attributes:
        title: of the section.
        runs: the columns.
        rows: kind → its figures in every run, ``None`` where a run had no such item.
        said: what the figures come to, a sentence each.
    """

    title: str
    runs: tuple[str, ...]
    rows: tuple[tuple[str, tuple[MistakeKind | None, ...]], ...]
    said: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the marks in the rows mean."""
        marked = any(one and one.few_books for _, cells in self.rows for one in cells)
        return (UNTESTED_KIND,) if marked else ()


@dataclass(frozen=True, slots=True)
class WeakView:
    """The weakest conditions of the runs of one task.

    Attributes:
        rows: run → the tested conditions with its lowest scores, three at most; then the lowest
            that was not tested, where that is lower.
        said: what the tests come to, a sentence each.
    """

    rows: tuple[tuple[str, tuple[Condition, ...]], ...]
    said: tuple[str, ...]

    @property
    def found(self) -> bool:
        """Whether some run is shown to be weaker in some condition."""
        return any(one.is_weak for _, conditions in self.rows for one in conditions)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the marks in the rows mean."""
        marked = any(one.few_books for _, conditions in self.rows for one in conditions)
        return (NOT_TESTED,) if marked else ()


def mistake_view(summaries: Sequence[TaskSummary]) -> MistakeView | None:
    """The wrong answers of a task's runs; ``None`` where they have no kinds."""
    known = [summary for summary in summaries if summary.mistakes]
    if not known:
        return None
    found = {(s.run, one.kind): one for s in known for one in s.mistakes}
    totals: dict[str, int] = {}
    for (_, kind), one in found.items():
        totals[kind] = totals.get(kind, 0) + one.chosen
    rows = tuple(
        (kind_label(kind), tuple(found.get((summary.run, kind)) for summary in known))
        for kind in sorted(totals, key=lambda kind: -totals[kind])
    )
    orders = get_kind(known[0].kind).form == "order"
    title = "How wrong orders differ" if orders else "Which wrong options are chosen"
    return MistakeView(title, tuple(s.run for s in known), rows, _mistakes_said(known))


def kind_label(kind: str) -> str:
    """A kind of wrong answer for readers."""
    return kind.replace("_", " ")


def mistake_words(one: MistakeKind) -> str:
    """A kind that is more or less frequent than at random, in half a sentence."""
    return (
        f"‘{kind_label(one.kind)}’ {one.verdict} often than at random: {one.chosen} of {one.n},"
        f" {figure(one.expected, 1)} expected"
    )


def _mistakes_said(summaries: Sequence[TaskSummary]) -> tuple[str, ...]:
    def untested(summary: TaskSummary) -> str:
        number = sum(one.p is None for one in summary.mistakes)
        was = "was" if number == 1 else "were"
        why = f"not tested, as the wrong answers share {FEW}."
        return f" {counted(number, 'kind')} {was} {why}" if number else ""

    def shown(summary: TaskSummary) -> str:
        kinds = [mistake_words(one) for one in summary.mistakes if one.verdict]
        found = f"{summary.run}: wrong answers are {'; '.join(kinds)}." if kinds else ""
        return f"{found}{untested(summary)}" if found else ""

    def silent(summary: TaskSummary) -> str:
        if all(one.p is None for one in summary.mistakes):
            return f"no kind was tested, as the wrong answers share {FEW}."
        none = "no kind is shown to be more or less frequent than at random."
        return f"{none}{untested(summary)}"

    return _said(summaries, shown, silent)


def weak_view(summaries: Sequence[TaskSummary]) -> WeakView | None:
    """The weakest conditions of a task's runs; ``None`` where none could be tested."""
    known = [summary for summary in summaries if summary.conditions]
    if not known:
        return None
    rows = []
    for summary in known:
        tested, untested = weakest(summary)
        if found := (*tested[:MOST_CONDITIONS], *untested[:1]):
            rows.append((summary.run, found))
    return WeakView(tuple(rows), _weak_said(known))


def weakest(summary: TaskSummary) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """The conditions in which a run scores worse, the lowest score first.

    Returns:
        Those that were tested; and those of too few books that are not higher than the lowest.
    """
    sign = 1 if summary.headline.higher_is_better else -1

    def score(one: Condition) -> float:
        return sign * (one.score.value or 0.0)

    worse = sorted((one for one in summary.conditions if one.worse), key=score)
    tested = tuple(one for one in worse if one.p_holm is not None)
    untested = (one for one in worse if one.p_holm is None)
    return tested, tuple(one for one in untested if not tested or score(one) <= score(tested[0]))


def _weak_said(summaries: Sequence[TaskSummary]) -> tuple[str, ...]:
    def weak(summary: TaskSummary) -> str:
        shown = [one for one in summary.conditions if one.is_weak]
        found = [condition_words(one, shown) for one in shown]
        return f"{summary.run} is weaker {'; '.join(found)}." if found else ""

    def silent(summary: TaskSummary) -> str:
        if summary.conditions[0].tested:
            return "no condition that was tested is distinguishable from the rest."
        return f"no condition was tested, as the items on one side of each share {FEW}."

    return _said(summaries, weak, silent)


def _said(
    summaries: Sequence[TaskSummary],
    found: Callable[[TaskSummary], str],
    silent: Callable[[TaskSummary], str],
) -> tuple[str, ...]:
    """A sentence for each run with a finding, and one for all others of which the same is said."""
    said = [sentence for summary in summaries if (sentence := found(summary))]
    without: dict[str, list[str]] = {}
    for summary in summaries:
        if not found(summary):
            without.setdefault(silent(summary), []).append(summary.run)
    return (*said, *(f"{joined(runs)}: {sentence}" for sentence, runs in without.items()))


def condition_interval(one: Condition) -> str:
    """The interval of the difference, marked where one side has too few books to widen it."""
    return interval(one.difference) + (NARROW_MARK if one.few_books else "")


def tested_p(p: float | None) -> str:
    """A p, or a dash where nothing was tested."""
    return MISSING if p is None else p_value(p)


def condition_label(one: Condition) -> str:
    """A condition for readers: the fact and its value, an abbreviated one in words."""
    return f"{fact_label(one.key)}: {_value_label(one.key, one.value)}"


def _value_label(key: str, value: str) -> str:
    meaning = value_meaning(key, value)
    return f"{meaning} ({value})" if meaning else kind_label(value)


def same_label(one: Condition) -> str:
    """The facts that single out the same samples; empty without any."""
    others = [f"{fact_label(key)}: {_value_label(key, value)}" for key, value in one.same]
    return f"the same items as {joined(others)}" if others else ""


def part_label(one: Condition, listed: Sequence[Condition]) -> str:
    """Which of the conditions listed with this one hold all its items; empty without any."""
    wider = [condition_label(other) for other in listed if (other.key, other.value) in one.within]
    return f"part of {joined(wider)}" if wider else ""


def condition_words(one: Condition, listed: Sequence[Condition]) -> str:
    """A condition in which a run is weaker, in half a sentence."""
    part = part_label(one, listed)
    return (
        f"with {condition_label(one)} ({figure(one.score.value)} against {figure(one.rest.value)},"
        f" p {tested_p(one.p_holm)}{f'; {part}' if part else ''})"
    )


def chosen_cell(one: MistakeKind | None) -> tuple[str, str, str]:
    """Count, expectation and interval of one kind in one run, as texts."""
    if one is None or not one.n:
        return "", "", ""
    ends = f"{share(one.share.value)} {share_interval(one)}"
    return f"{one.chosen} of {one.n}", f"{figure(one.expected, 1)} expected", ends


def share_interval(one: MistakeKind) -> str:
    """The interval of a kind's share, marked where its books are too few to widen it."""
    ends = f"[{share(one.share.low)}, {share(one.share.high)}]"
    return ends + (NARROW_MARK if one.few_books else "")
