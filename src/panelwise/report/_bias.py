"""Where answers lie among the positions: all runs of a task on one axis, next to what is right.

Source: MS-2; AMB-1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from panelwise.analysis import (
    SHOWN_ORDER,
    SIGNIFICANT,
    Estimate,
    MistakeKind,
    PlaceBias,
    PositionBias,
    TaskSummary,
)
from panelwise.evaluation import is_baseline
from panelwise.report._charts import Axis, svg, tick_words
from panelwise.report._findings import mistake_words, tested_p
from panelwise.report._words import FEW, MISSING, figure, share
from panelwise.wording import joined

MOST_POSITIONS = 12
UNTESTED_PLACE = (
    f"Not tested, so without p: the answers that would be tested share {FEW}, and a test would"
    " treat them as independent."
)
ROW, STACKED = 22, 15  # pixels of a line of labels, and of each further line
_LABEL_WIDTH = 4.0  # per cent of a phone's chart that a letter takes
_TEXT = Markup('<text class="{}" x="{:.2f}%" y="{}" text-anchor="middle">{}</text>')
_GRID = Markup('<line class="grid" x1="{0:.2f}%" x2="{0:.2f}%" y1="0" y2="{1}"/>')


class BiasRow(NamedTuple):
    """One run, or what is right: how often each position, as a chart."""

    name: str
    summary: TaskSummary | None
    chart: Markup


@dataclass(frozen=True, slots=True)
class BiasView:
    """The positions of one task's answers.

    Attributes:
        what: what the labels of the chart stand for.
        rows: what is right, then the runs; empty where answers choose among no positions.
        end: the share at the end of the axis.
        summaries: runs with rates (identity, inverse, echo).
        left_out: how many positions the chart leaves out.
        orders: whether the answers are orders, not options.
    """

    what: str
    rows: tuple[BiasRow, ...]
    end: float
    summaries: tuple[TaskSummary, ...]
    left_out: int
    orders: bool

    @property
    def labels(self) -> tuple[str, ...]:
        """The positions of the table, as many as of the chart."""
        found = {one.label: None for _, places in self._known for one in places}
        return tuple(found)[:MOST_POSITIONS]

    @property
    def table(self) -> list[tuple[TaskSummary, tuple[PlaceBias | None, ...]]]:
        """Every run with its figures of each of ``labels``."""
        rows = []
        for summary, places in self._known:
            named = {one.label: one for one in places}
            rows.append((summary, tuple(named.get(label) for label in self.labels)))
        return rows

    @property
    def has_untested(self) -> bool:
        """Whether some position of the table was not tested."""
        return any(one and one.p is None for _, places in self.table for one in places)

    @property
    def repeated(self) -> tuple[str, ...]:
        """Which runs repeat the shown order, by the test of their wrong answers; a line each."""
        kinds = {one.run: self.repeats_of(one) for one in self.summaries}
        found = [
            f"{run}: wrong answers are {mistake_words(kind)}, p {tested_p(kind.p_holm)}."
            for run, kind in kinds.items()
            if kind is not None and kind.verdict
        ]
        known = {run: kind for run, kind in kinds.items() if kind is not None and not kind.verdict}
        found += [
            f"{run}: not shown to repeat the shown order more or less often than at random:"
            f" {_repeat_words(kind)}."
            for run, kind in known.items()
            if kind.p is not None
        ]
        if untested := [run for run, kind in known.items() if kind.p is None]:
            found.append(f"{joined(untested)}: not tested, as the wrong answers share {FEW}.")
        return tuple(found)

    @property
    def preferred(self) -> tuple[str, ...]:
        """Which positions each model prefers or avoids, a line for each verdict."""
        known = [summary for summary, _ in self._known]
        models = [summary for summary in known if not is_baseline(summary.model)]
        runs: dict[str, list[str]] = {}
        for summary in models or known:
            runs.setdefault(_preference(summary.bias), []).append(summary.run)
        silent = sorted(runs, key=lambda verdict: verdict.startswith("no preference"))
        return tuple(f"{joined(runs[verdict])}: {verdict}." for verdict in silent)

    @staticmethod
    def repeats_of(summary: TaskSummary) -> MistakeKind | None:
        """How often a run's wrong answers repeat the shown order; ``None`` where none could."""
        found = (one for one in summary.mistakes if one.kind == SHOWN_ORDER and one.n)
        return next(found, None)

    @property
    def _known(self) -> list[tuple[TaskSummary, tuple[PlaceBias, ...]]]:
        summaries = [row.summary for row in self.rows if row.summary is not None]
        return [(one, one.bias.places) for one in summaries if one.bias.places]


def bias_view(summaries: Sequence[TaskSummary]) -> BiasView | None:
    """The position bias of a task's runs; ``None`` where there is nothing of it."""
    known = [(summary, _counts(summary.bias)) for summary in summaries]
    placed = [(summary, counts) for summary, counts in known if counts is not None]
    rates = tuple(summary for summary in summaries if _has_rates(summary.bias))
    if not placed:
        orders = any(one.bias.identity_rate is not None for one in rates)
        return BiasView("", (), 1.0, rates, 0, orders) if rates else None
    labels = list(dict.fromkeys(label for _, (a, g) in placed for label in (*g, *a)))
    shown = labels[:MOST_POSITIONS]
    golds = {tuple(_shares(gold, shown).items()): gold for _, (_, gold) in placed}
    shares = [(s, _shares(answers, shown)) for s, (answers, _) in placed]
    right = [_shares(gold, shown) for gold in golds.values()]
    guesses = next((s.bias.guess_first_index for s, _ in placed if s.bias.guess_first_index), {})
    guessed = _shares({f"#{k + 1}": one for k, one in guesses.items()}, shown) if guesses else {}
    end = _end([value for _, one in shares for value in one.values()] + [
        value for one in [*right, guessed] for value in one.values()
    ])  # fmt: skip
    axis = Axis(0.0, end)
    name = "right answers" if len(right) == 1 else "right answers, items of {}"
    rows = [
        BiasRow(name.format(placed[k][0].run), None, _row(one, axis, "right", "Right answers"))
        for k, one in enumerate(right)
    ]
    if guessed:
        chart = _row(guessed, axis, "right", "Guesses among all orders")
        rows.append(BiasRow("guesses among all orders", None, chart))
    rows += [BiasRow(s.run, s, _row(one, axis, "given", f"Answers of {s.run}"))
             for s, one in shares]  # fmt: skip
    chooses = any(summary.bias.answers or summary.bias.golds for summary, _ in placed)
    what = "Chosen option" if chooses else "Shown panel put first"
    return BiasView(what, tuple(rows), end, rates, len(labels) - len(shown), not chooses)


class BiasFinding(NamedTuple):
    """What the tests say of some runs, and the figures behind it.

    ``shown`` says whether a test found anything.
    """

    runs: str
    verdict: str
    evidence: str
    shown: bool = False


def bias_findings(summaries: Sequence[TaskSummary], view: BiasView) -> list[BiasFinding]:
    """Which of these runs prefer a position or repeat the shown order, and which do not.

    Args:
        summaries: of the runs.
        view: of their task.
    """
    found: list[BiasFinding] = []
    silent: dict[str, list[str]] = {}
    for summary in summaries:
        repeats = view.repeats_of(summary) if view.orders else None
        verdicts, evidence = _liked(summary.bias.places, repeats)
        if verdicts:
            found.append(BiasFinding(summary.run, "; ".join(verdicts), "; ".join(evidence), True))
        else:
            silent.setdefault(_preference(summary.bias), []).append(summary.run)
    for said, runs in silent.items():
        verdict, _, more = said.partition("; ")
        found.append(BiasFinding(joined(runs), verdict, more))
    return found


def _liked(places: Sequence[PlaceBias], repeats: MistakeKind | None) -> tuple[list[str], list[str]]:
    """What a run prefers, or if it prefers nothing, avoids; and the figures of each.

    Where a test shows that the shown order is repeated, the first panel that is mostly put first by
    doing so is no second finding. Where none does, that is no finding, only evidence.
    """
    liked = [one for one in places if one.verdict == "more"]
    verb = "prefers" if liked else "avoids"
    verdicts, evidence = [], []
    shown = repeats is not None and bool(repeats.verdict)
    if repeats is not None and shown:
        verdicts.append(f"repeats the shown order {repeats.verdict} often than at random")
        evidence.append(_repeat_words(repeats))
    for one in liked or [one for one in places if one.verdict]:
        alike = _mostly_repeats(one)
        if shown and alike:
            continue
        panel = "" if one.expected is None else "panel "
        verdicts.append(f"{verb} {panel}{one.label}")
        evidence.append(_evidence(one))
        if alike:
            alone = f" (alone: {_repeat_words(repeats)})" if repeats is not None else ""
            evidence.append(f"{one.repeats} of these {one.wrongly} are the shown order{alone}")
    return verdicts, evidence


def _mostly_repeats(one: PlaceBias) -> bool:
    """Whether most answers that wrongly put a panel first are the shown order."""
    return one.verdict == "more" and 2 * one.repeats > (one.wrongly or 0)


def _repeat_words(kind: MistakeKind) -> str:
    """How often wrong answers repeat the shown order, in figures."""
    figures = f"{kind.chosen} of {kind.n} wrong answers, {figure(kind.expected, 1)} expected"
    return f"{figures}, p {tested_p(kind.p_holm)}"


def _evidence(one: PlaceBias) -> str:
    """The figures behind the verdict on a position."""
    if one.expected is None:
        figures = f"chosen {share(one.chosen / one.n)}, right {share(one.right / one.n)}"
        return f"{one.label} {figures}, p {tested_p(one.p_holm)}"
    counts = f"{one.wrongly} of {one.wrong} answers, {expected_range(one.expected)} expected"
    return f"{one.label} wrongly put first in {counts}, p {tested_p(one.p_holm)}"


def place_verdict(bias: PositionBias) -> str:
    """Which positions a run prefers or avoids, in a line."""
    of = "first panel: " if bias.first_index else ""
    return of + _preference(bias)


def _preference(bias: PositionBias) -> str:
    places = bias.places
    untested = [one for one in places if one.p is None]
    options = bool(places) and places[0].expected is None
    why = f"not tested, as the {'answers' if options else 'wrong answers'} share {FEW}"
    if untested and len(untested) == len(places):
        return why
    than = "than right" if options else "than by guessing"
    found = [
        f"{one.label} {one.verdict} often {than}{_as_shown(one)}" for one in places if one.verdict
    ]
    if not found:
        alone = any(one.p is not None and one.p < SIGNIFICANT for one in places)
        found = ["no preference after correction" if alone else "no preference shown"]
    if untested:
        labels = joined([one.label for one in untested])
        found.append(f"{labels} {why}")
    return "; ".join(found)


def _as_shown(one: PlaceBias) -> str:
    """How many answers that wrongly put the first panel first are the shown order, where most."""
    if not _mostly_repeats(one):
        return ""
    return f" ({one.repeats} of {one.wrongly} such answers are the shown order)"


def points(difference: Estimate) -> str:
    """A difference of shares in percentage points, with its interval."""
    if difference.value is None:
        return MISSING
    value, low, high = (
        None if one is None else _whole(100 * one)
        for one in (difference.value, difference.low, difference.high)
    )
    return f"{value} [{low}, {high}]" if low is not None else f"{value}"


def expected_range(ends: tuple[float, float]) -> str:
    """A range of expected numbers, one number where both ends read alike."""
    least, most = (figure(one, 1) for one in ends)
    return least if least == most else f"{least} to {most}"


def _whole(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−") if abs(value) >= 0.5 else "0"


def _counts(bias: PositionBias) -> tuple[Mapping[str, int], Mapping[str, int]] | None:
    """Times answered and times right: letters, or the panel that comes first."""
    if bias.answers or bias.golds:
        return bias.answers, bias.golds
    if bias.first_index or bias.gold_first_index:
        places = sorted({*bias.first_index, *bias.gold_first_index})
        return (
            {f"#{k + 1}": bias.first_index.get(k, 0) for k in places},
            {f"#{k + 1}": bias.gold_first_index.get(k, 0) for k in places},
        )
    return None


def _has_rates(bias: PositionBias) -> bool:
    rates = (bias.identity_rate, bias.inverse_rate, bias.echo_rate)
    return any(rate is not None for rate in rates)


def _shares(counts: Mapping[str, float], labels: Sequence[str]) -> dict[str, float]:
    total = sum(counts.values()) or 1
    return {label: counts.get(label, 0) / total for label in labels}


def _end(shares: Sequence[float]) -> float:
    """The end of the axis: the next quarter, so that charts of different tasks look alike."""
    largest = max(shares, default=1.0)
    return next(end for end in (0.25, 0.5, 0.75, 1.0) if largest <= end + 1e-9)


def _row(shares: Mapping[str, float], axis: Axis, css: str, title: str) -> Markup:
    """Labels where their shares are; those that would overlap, below one another."""
    ends: list[float] = []  # where each line of labels is taken up to
    texts: list[Markup] = []
    for label, value in sorted(shares.items(), key=lambda pair: pair[1]):
        x = 3 + 0.94 * axis.per_cent(value)
        half = _LABEL_WIDTH * len(label) / 2 + 0.5
        line = next((k for k, end in enumerate(ends) if x - half >= end), len(ends))
        ends[line : line + 1] = [x + half]
        texts.append(_TEXT.format(css, x, 15 + STACKED * line, label))
    height = ROW + STACKED * max(0, len(ends) - 1)
    grid = [_GRID.format(3 + 0.94 * axis.per_cent(tick), height) for tick in axis.ticks]
    words = ", ".join(f"{label} {share(value)}" for label, value in shares.items())
    return svg([*grid, *texts], height, title, words, "positions")


def bias_axis(end: float) -> Markup:
    """The shares under the rows."""
    axis = Axis(0.0, end)
    parts = [
        _TEXT.format("tick", 3 + 0.94 * axis.per_cent(tick), 13, f"{tick_words(100 * tick)} %")
        for tick in axis.ticks
    ]
    return Markup('<svg class="axis" width="100%" height="18" aria-hidden="true">{}</svg>').format(
        Markup("").join(parts)
    )
