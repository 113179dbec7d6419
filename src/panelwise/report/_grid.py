"""Scores as a grid of small charts: models by tasks, runs by the values of a fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from markupsafe import Markup

from panelwise.analysis import Breakdown, PairedTest, TaskSummary
from panelwise.evaluation import is_baseline
from panelwise.report._charts import Axis, axis_for, strip, tick_line
from panelwise.report._headline import HeadlineRow, best_first, is_higher_better
from panelwise.report._naming import column_titles
from panelwise.report._run_totals import UNREAD, dollars, unread_words
from panelwise.report._terms import metric_words
from panelwise.report._words import (
    MISSING,
    NARROW,
    better_run,
    count,
    figure,
    full_scale,
    metric_label,
    part_interval,
)
from panelwise.tasks import Outcome
from panelwise.wording import counted

FEWEST_ITEMS = 5  # below, a part of a score is no more than a hint
CellMark = Literal["best", "top", "open", "worse", "better", "few", "untested", ""]


@dataclass(frozen=True, slots=True)
class GridCell:
    """A score in its place.

    Attributes:
        column: the heading, which a narrow screen repeats.
        value, interval: as text.
        chart: the same on an axis.
        weak: whether its interval does not lie beyond the dashed line.
        mark: the best of its column, or the highest score (``top``) that is not shown to beat the
            line; of the others, what the test against that run says.
        note: what else must be known ("n 4").
        narrow: whether it comes from too few books for an interval that widens with them; then
            nothing is said about the dashed line.
        than: the run with the highest score, which it was tested against.
    """

    column: str
    value: str
    interval: str
    chart: Markup | None
    weak: bool = False
    mark: CellMark = ""
    note: str = ""
    narrow: bool = False
    than: str = ""

    @property
    def plain(self) -> bool:
        """Whether its colour says nothing about the dashed line."""
        return self.narrow or self.mark == "few"


class GridColumn(NamedTuple):
    """A heading with a line below it, and where it leads."""

    title: str
    under: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A run, or a value of a fact, with a cell per column; ``None`` where nothing was asked."""

    name: str
    under: str
    cells: tuple[GridCell | None, ...]
    record: str = ""


@dataclass(frozen=True, slots=True)
class ScoreGrid:
    """Groups of rows under common columns.

    Attributes:
        columns: in order.
        groups: heading and rows; the heading is empty where there is one group.
        order: by what the rows are sorted, in words.
        has_level: whether charts have a dashed line.
        level: what that line is, in words.
        ticks: where the light lines of the charts are, in words.
        narrow: what a mark for too few books means.
        pairs: for how many pairs the tests behind the marks are corrected.
        profile: under which all runs were scored; empty where each row says it.
        baselines: run → what it answers.
    """

    columns: tuple[GridColumn, ...]
    groups: tuple[tuple[str, tuple[GridRow, ...]], ...]
    order: str = ""
    baselines: tuple[tuple[str, str], ...] = ()
    has_level: bool = False
    profile: str = ""
    level: str = "the better of chance and the best constant answer"
    ticks: str = ""
    narrow: str = NARROW
    pairs: int = 0
    too_few: str = "with so few books or items, no outcome of a test could show a difference"

    @property
    def cells(self) -> tuple[GridCell, ...]:
        """All cells that hold a score."""
        return tuple(
            cell
            for _, rows in self.groups
            for row in rows
            for cell in row.cells
            if cell is not None
        )

    @property
    def has_weak(self) -> bool:
        """Whether some score is not shown to beat the dashed line."""
        return any(cell.weak for cell in self.cells)

    @property
    def has_unasked(self) -> bool:
        """Whether some run has no answers in a column."""
        return any(cell is None for _, rows in self.groups for row in rows for cell in row.cells)

    @property
    def has_narrow(self) -> bool:
        """Whether some score comes from too few books."""
        return any(cell.narrow for cell in self.cells)

    @property
    def has_few(self) -> bool:
        """Whether there are too few items for some score to be compared."""
        return any(cell.mark == "few" for cell in self.cells)

    @property
    def has_open(self) -> bool:
        """Whether no test shows some score to be worse than the best."""
        return any(cell.mark == "open" for cell in self.cells)

    @property
    def has_worse(self) -> bool:
        """Whether a test shows some score to be worse than the best."""
        return any(cell.mark == "worse" for cell in self.cells)

    @property
    def has_tests(self) -> bool:
        """Whether some row says how its tests came out."""
        return any(row.record for _, rows in self.groups for row in rows)

    @property
    def has_best(self) -> bool:
        """Whether some score is marked as the best of its column."""
        return any(cell.mark == "best" for cell in self.cells)


def overview_grid(rows: Sequence[HeadlineRow], tests: Sequence[PairedTest]) -> ScoreGrid:
    """Models by tasks, baselines apart; the best score on the first task comes first."""
    tasks = list(dict.fromkeys(row.summary.task for row in rows))
    by_run: dict[str, dict[str, HeadlineRow]] = {}
    for row in rows:
        by_run.setdefault(row.summary.run, {})[row.summary.task] = row
    axes = {task: _axis([r.summary for r in rows if r.summary.task == task]) for task in tasks}
    models: list[str] = []
    baselines: list[str] = []
    for run in best_first(rows):
        taken = by_run[run]
        model = next(iter(taken.values())).summary.model
        (baselines if is_baseline(model) else models).append(run)
    titles = column_titles(tasks)
    profiles = {row.summary.profile for row in rows}
    apart = len(profiles) > 1
    groups = []
    for name, runs in (("Models", models), ("Baselines", baselines)):
        records = {run: _record(run, runs, rows, tests) for run in runs}
        priced = name == "Models" and any(row.summary.cost is not None for row in rows)
        made = [
            _overview_row(by_run[run], tasks, axes, titles, apart=apart, priced=priced)
            for run in runs
        ]
        if len(runs) > 1 and (name == "Models" or not models):
            made = [replace(row, record=records[row.name].words) for row in made]
            made = _marked(made, tasks, by_run, tests)
        groups.append((name, tuple(made)))
    found = [(name, group) for name, group in groups if group]
    columns = tuple(_column(task, titles[task], rows, k) for k, task in enumerate(tasks, 1))
    order = f"by score on {titles[tasks[0]]}" if tasks else ""
    levels = any(row.summary.headline.guess is not None for row in rows)
    named = found if len(found) > 1 else [("", group) for _, group in found]
    profile = "" if apart else next(iter(profiles), "")
    peers = set(models or baselines)
    pairs = max((test.pairs for test in tests if {test.first, test.second} <= peers), default=0)
    ticks = tick_line(list(axes.values()))
    rules = tuple((run, next(iter(by_run[run].values())).rule) for run in baselines)
    return ScoreGrid(columns, tuple(named), order, rules, levels, profile, ticks=ticks, pairs=pairs)


class _Record(NamedTuple):
    better: int = 0
    open: int = 0
    worse: int = 0
    few: int = 0

    @property
    def tests(self) -> int:
        return sum(self)

    @property
    def words(self) -> str:
        if not self.tests:
            return "not tested"
        counts = {
            "better": self.better,
            "worse": self.worse,
            "no difference shown": self.open,
            "too few": self.few,
        }
        found = [f"{number}\u00a0{words}" for words, number in counts.items() if number]
        return f"{counted(self.tests, 'test')}: {', '.join(found)}"


def _record(
    run: str, peers: Sequence[str], rows: Sequence[HeadlineRow], tests: Sequence[PairedTest]
) -> _Record:
    """How often tests against its peers show a run to be better, the same, or worse."""
    named = {row.summary.task: row.summary for row in rows}
    own = [
        test
        for test in tests
        if run in (test.first, test.second) and {test.first, test.second} <= set(peers)
        if test.task in named
    ]
    winners = [better_run(test, is_higher_better(named[test.task], test.metric)) for test in own]
    better, undecided = winners.count(run), winners.count(None)
    few = sum(winner is None and test.too_few for winner, test in zip(winners, own, strict=True))
    return _Record(better, undecided - few, len(winners) - better - undecided, few)


def _axis(summaries: Sequence[TaskSummary]) -> Axis:
    heads = [summary.headline for summary in summaries]
    known = [v for h in heads for v in (h.headline.low, h.headline.high, h.headline.value, h.guess)]
    return axis_for([*known, *full_scale(summaries[0])])


def _column(task: str, title: str, rows: Sequence[HeadlineRow], number: int) -> GridColumn:
    here = [row for row in rows if row.summary.task == task]
    down = "" if here[0].summary.headline.higher_is_better else " ↓, lower is better"
    sizes = sorted({row.summary.n for row in here})
    n = f"n {count(sizes[0])}" + (f" to {count(sizes[-1])}" if len(sizes) > 1 else "")
    levels = {figure(row.summary.headline.guess) for row in here}
    [level] = levels if len(levels) == 1 else [MISSING]
    beat = "" if level == MISSING else f", to beat {level}"
    words = metric_words(here[0].summary.headline_metric, here[0].summary.kind)
    metric = f"{here[0].metric} ({words})" if words else here[0].metric
    return GridColumn(title, f"{metric}{down}, {n}{beat}", f"#in-task-{number}")


def _overview_row(
    taken: dict[str, HeadlineRow],
    tasks: Sequence[str],
    axes: dict[str, Axis],
    titles: dict[str, str],
    *,
    apart: bool,
    priced: bool,
) -> GridRow:
    first = next(iter(taken.values()))
    cells = tuple(
        _cell(taken[task], axes[task], titles[task]) if task in taken else None for task in tasks
    )
    profiles = dict.fromkeys(row.summary.profile for row in taken.values() if apart)
    versions = dict.fromkeys(row.answered_as for row in taken.values())
    named = [v for v in versions if v not in (first.summary.run, f"baseline:{first.summary.run}")]
    outcomes: Counter[Outcome] = Counter()
    for row in taken.values():
        outcomes.update(row.summary.outcomes)
    costs = [row.summary.cost for row in taken.values() if row.summary.cost is not None]
    cost = [dollars(sum(costs))] if costs else ["no cost recorded"] if priced else []
    said = [*named, *profiles, *_unread(outcomes, taken), *cost]
    return GridRow(first.summary.run, " · ".join(said), cells)


def _unread(outcomes: Counter[Outcome], taken: dict[str, HeadlineRow]) -> list[str]:
    """How many of a run's answers could not be read, and what the profile makes of them."""
    unread = sum(outcomes[outcome] for outcome in UNREAD)
    if not unread:
        return []
    policies = {row.unread for row in taken.values() if row.unread}
    counted_as = f", {policies.pop()}" if len(policies) == 1 else ""
    sorts = unread_words(outcomes)
    said = f"without a readable answer ({', '.join(sorts)})"
    if len(sorts) == 1:
        said = sorts[0].partition(" ")[2]
    return [f"{count(unread)} of {count(outcomes.total())} {said}{counted_as}"]


def _cell(row: HeadlineRow, axis: Axis, column: str) -> GridCell:
    head = row.summary.headline
    title = f"{metric_label(head.metric)} of {row.summary.run} on {column}"
    chart = (
        strip(head.headline, head.guess, axis, title) if head.headline.value is not None else None
    )
    ends, narrow = part_interval(row.summary), bool(row.summary.few_books)
    value, note = figure(head.headline.value), row.other_score
    return GridCell(column, value, ends, chart, row.weak, note=note, narrow=narrow)


def _marked(
    made: Sequence[GridRow],
    tasks: Sequence[str],
    by_run: dict[str, dict[str, HeadlineRow]],
    tests: Sequence[PairedTest],
) -> list[GridRow]:
    """The rows with the best of each task marked, and with what tests against it say of the others.

    Where the highest score is not shown to beat the dashed line, none is the best.
    """
    marks: dict[tuple[str, str], tuple[CellMark, str]] = {}
    for place, task in enumerate(tasks):
        scored = [row for row in made if (cell := row.cells[place]) and cell.chart is not None]
        if len(scored) < 2:
            continue
        best = min(scored, key=lambda row: by_run[row.name][task].place)
        cell = best.cells[place]
        marks |= {(row.name, task): ("untested", "") for row in scored}
        doubted = cell is None or cell.weak or cell.narrow
        marks[best.name, task] = ("top" if doubted else "best", "")
        higher = by_run[best.name][task].summary.headline.higher_is_better
        for test in tests:
            if test.task == task and best.name in (test.first, test.second):
                other = test.second if test.first == best.name else test.first
                marks[other, task] = _mark_of(test, best.name, higher_is_better=higher)
    return [
        replace(row, cells=tuple(
            cell and replace(cell, mark=mark, than=than)
            for cell, task in zip(row.cells, tasks, strict=True)
            for mark, than in (marks.get((row.name, task), ("", "")),)
        ))
        for row in made
    ]  # fmt: skip


def _mark_of(test: PairedTest, best: str, *, higher_is_better: bool) -> tuple[CellMark, str]:
    """What a test against the run with the highest score says of the other one.

    On the items that both answered, the other can be the better one.
    """
    winner = better_run(test, higher_is_better)
    if winner is not None:
        return ("worse" if winner == best else "better"), best
    return ("few" if test.too_few else "open"), best


def to_beat(part: Breakdown, *, higher_is_better: bool) -> float | None:
    """What guessing scores on the items of a part: the better of chance and the best constant."""
    known = [part.chance, part.constant.value if part.constant else None]
    values = [value for value in known if value is not None]
    return (max if higher_is_better else min)(values, default=None)


def against(part: Breakdown, level: float | None, *, higher_is_better: bool) -> bool:
    """Whether a part's interval does not lie beyond a level of guessing.

    Not said of a handful of items, nor where too few books make the interval too narrow.
    """
    estimate = part.score
    if level is None or estimate.value is None or estimate.n < FEWEST_ITEMS or part.few_books:
        return False
    if estimate.low is None or estimate.high is None:
        return True
    return estimate.low <= level if higher_is_better else estimate.high >= level
