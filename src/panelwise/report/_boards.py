"""Scores of many reports, grouped into boards on which they may be ranked. No score is made here.

A report's ``summary.json`` is read as it was written; what it lacks (older versions) stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, ValidationError

from panelwise.analysis import SIGNIFICANT, Estimate
from panelwise.errors import InputError
from panelwise.evaluation import is_baseline
from panelwise.files import damaged, first_fault, read_json_bytes
from panelwise.folders import wrong_folder
from panelwise.report._charts import Axis, axis_for, strip
from panelwise.report._naming import task_title
from panelwise.report._words import NARROW_MARK, figure, interval, metric_label, share


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class _Figure(_Stored):
    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str = "none"

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.value, self.low, self.high, self.n, self.method)


class _Constant(_Stored):
    value: float
    answer: str


class _Metric(_Stored):
    headline: _Figure
    chance: float | None
    higher_is_better: bool
    constant: _Constant | None = None

    @property
    def level(self) -> float | None:
        """What a score has to beat: the better of chance and the best constant answer."""
        known = [self.chance, self.constant.value if self.constant else None]
        values = [value for value in known if value is not None]
        return (max if self.higher_is_better else min)(values, default=None)


class _Summary(_Stored):
    run: str
    model: str
    task: str
    profile: str
    headline_metric: str
    metrics: dict[str, _Metric]
    coverage: float
    n: int
    cost: float | None = None
    few_books: int | None = None


class _Test(_Stored):
    first: str
    second: str
    task: str
    metric: str
    difference: _Figure
    p_holm: float


class _RunEntry(_Stored):
    name: str
    answered_as: tuple[str, ...] = ()
    packs: dict[str, tuple[str, ...]] = {}
    items: dict[str, int] = {}


class StoredReport(_Stored):
    """What ``summary.json`` of a report says."""

    summaries: tuple[_Summary, ...]
    tests: tuple[_Test, ...] = ()
    runs: tuple[_RunEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """One run's score on one board.

    Attributes:
        source: which of the reports it is from.
        link: to that report, where it can be reached; else empty.
        place: 1 and the number of runs that are shown to be better; 0 for baselines.
        shared: whether others have the same place.
        narrow: whether few books make the interval too narrow; then nothing is said about guessing.
    """

    source: int
    link: str
    run: str
    model: str
    answered_as: str
    score: Estimate
    level: float | None
    higher_is_better: bool
    coverage: str
    cost: float | None
    place: int = 0
    shared: bool = False
    chart: Markup | None = None
    narrow: bool = False

    @property
    def value(self) -> str:
        """The score as text."""
        return figure(self.score.value)

    @property
    def interval(self) -> str:
        """Its interval as text."""
        return interval(self.score) + (NARROW_MARK if self.narrow else "")

    @property
    def weak(self) -> bool:
        """Whether its interval does not lie beyond guessing."""
        low, high = self.score.low, self.score.high
        if self.narrow or self.level is None or low is None or high is None:
            return False
        return low <= self.level if self.higher_is_better else high >= self.level


@dataclass(frozen=True, slots=True)
class Board:
    """Runs on the same items of one task under the same profile, best first.

    Attributes:
        items: the packs' hashes; empty where a report does not record them.
        untested: how many pairs were ranked by their intervals, for want of a paired test.
    """

    task: str
    title: str
    profile: str
    metric: str
    items: tuple[str, ...]
    models: tuple[BoardEntry, ...]
    baselines: tuple[BoardEntry, ...]
    untested: int
    higher_is_better: bool

    @property
    def has_narrow(self) -> bool:
        """Whether some score comes from too few books."""
        return any(entry.narrow for entry in (*self.models, *self.baselines))


def read_report(folder: Path) -> StoredReport:
    """The figures of a report on disk.

    Raises:
        InputError: for a folder without ``summary.json``, or one that is damaged.
    """
    path = folder / "summary.json"
    if not path.is_file():
        raise InputError(wrong_folder(folder, "a report", "a run"))
    try:
        return StoredReport.model_validate_json(read_json_bytes(path))
    except ValidationError as error:
        raise InputError(damaged(str(path), first_fault(error))) from None


_Key = tuple[str, str, str, tuple[str, ...], int]  # task, profile, metric, packs, items


def boards(reports: Sequence[tuple[StoredReport, str]]) -> list[Board]:
    """Every task's board; reports come with the link to each."""
    found: dict[_Key, list[BoardEntry]] = {}
    for number, (report, link) in enumerate(reports):
        known = {run.name: run for run in report.runs}
        for summary in report.summaries:
            run = known.get(summary.run)
            packs = run.packs.get(summary.task, ()) if run else ()
            # Items that nobody recorded may be any: each such report has boards of its own.
            asked = run.items.get(summary.task, 0) if run and packs else -1 - number
            key = (summary.task, summary.profile, summary.headline_metric, packs, asked)
            entry = _entry(summary, run, number, link)
            here = found.setdefault(key, [])
            if not any(_same(entry, other) for other in here):
                here.append(entry)
    tests = [(number, test) for number, (report, _) in enumerate(reports) for test in report.tests]
    return [_board(key, entries, tests) for key, entries in found.items()]


def _entry(summary: _Summary, run: _RunEntry | None, number: int, link: str) -> BoardEntry:
    metric = summary.metrics[summary.headline_metric]
    return BoardEntry(
        source=number,
        link=link,
        run=summary.run,
        model=summary.model,
        answered_as=", ".join(run.answered_as if run else ()) or summary.model,
        score=metric.headline.estimate,
        level=metric.level,
        higher_is_better=metric.higher_is_better,
        coverage=share(summary.coverage),
        cost=summary.cost,
        narrow=summary.few_books is not None,
    )


def _same(one: BoardEntry, other: BoardEntry) -> bool:
    """Whether two reports hold the same run."""
    return (one.run, one.model, one.score, one.cost) == (
        other.run, other.model, other.score, other.cost,
    )  # fmt: skip


def _board(key: _Key, entries: Sequence[BoardEntry], tests: Sequence[tuple[int, _Test]]) -> Board:
    task, profile, metric, items, _ = key
    axis = axis_for(
        [v for e in entries for v in (e.score.value, e.score.low, e.score.high, e.level)]
    )
    drawn = [_drawn(entry, axis, task) for entry in entries]
    models = [entry for entry in drawn if not is_baseline(entry.model)]
    baselines = [entry for entry in drawn if is_baseline(entry.model)]
    verdicts = {
        (number, test.first, test.second): test
        for number, test in tests
        if test.task == task and test.metric == metric
    }
    placed, untested = _placed(models, verdicts)
    return Board(
        task, task_title(task), profile, metric_label(metric), items, tuple(placed),
        tuple(sorted(baselines, key=_order)), untested, entries[0].higher_is_better,
    )  # fmt: skip


def _drawn(entry: BoardEntry, axis: Axis, task: str) -> BoardEntry:
    if entry.score.value is None:
        return entry
    return replace(entry, chart=strip(entry.score, entry.level, axis, f"{entry.run} on {task}"))


def _order(entry: BoardEntry) -> float:
    if entry.score.value is None:
        return float("inf")
    return -entry.score.value if entry.higher_is_better else entry.score.value


def _placed(
    entries: Iterable[BoardEntry], verdicts: dict[tuple[int, str, str], _Test]
) -> tuple[list[BoardEntry], int]:
    """Entries with their places: as many are shown to be better as the place says, less one."""
    ordered = sorted(entries, key=_order)
    untested = 0
    placed = []
    for entry in ordered:
        better = 0
        for other in ordered:
            if other is entry:
                continue
            tested = _tested(other, entry, verdicts)
            untested += tested is None
            better += _apart(other, entry) if tested is None else tested
        placed.append(replace(entry, place=1 + better))
    places = [entry.place for entry in placed]
    shown = [replace(entry, shared=places.count(entry.place) > 1) for entry in placed]
    return sorted(shown, key=lambda entry: (entry.place, _order(entry))), untested // 2


def _tested(
    one: BoardEntry, other: BoardEntry, verdicts: dict[tuple[int, str, str], _Test]
) -> bool | None:
    """Whether a paired test shows the one to be better; ``None`` where none was made."""
    if one.source != other.source:
        return None
    for first, second, sign in ((one, other, 1), (other, one, -1)):
        test = verdicts.get((one.source, first.run, second.run))
        if test is not None:
            value = sign * (test.difference.value or 0.0)
            return test.p_holm < SIGNIFICANT and (value > 0) == one.higher_is_better and value != 0
    return None


def _apart(one: BoardEntry, other: BoardEntry) -> bool:
    """Whether the one's whole interval lies on the better side of the other's."""
    mine, theirs = one.score, other.score
    if one.higher_is_better:
        low, high = mine.low, theirs.high
    else:
        low, high = theirs.low, mine.high
    return low is not None and high is not None and low > high
