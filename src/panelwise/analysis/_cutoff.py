"""Scores on comics published before and after the end of a model's training data. Source: MS-4."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.analysis._estimate import Estimate, Score
from panelwise.analysis._intervals import hybrid_difference
from panelwise.analysis._metric_summary import summarise_metric
from panelwise.analysis._recall import recalled_by_question, recalled_gap
from panelwise.analysis._samples import RunData, samples_by_task
from panelwise.errors import SettingError
from panelwise.evaluation import Run
from panelwise.tasks import Item

CutoffSide = Literal["before", "after", "unclear", "undated"]
_Sides = Mapping[tuple[str, str], CutoffSide]
RECALL = "recall gap"
_DATE = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2]))?")


@dataclass(frozen=True, slots=True)
class CutoffSplit:
    """One run on one task (or question of a probe), split at a training cut-off.

    Attributes:
        run: its name.
        asked: the task, or the question of a probe.
        metric: what the figures are: a metric, or ``recall gap`` for a probe.
        cutoff: the last month or year that the training data may hold.
        before: on items from comics published up to the cut-off, with its chance level.
        after: on items from comics published later.
        difference: before minus after.
        undated: items left out because the date of a comic is not known.
        unclear: items left out because their comics are not all on one side: only the year of the
            cut-off is known, or an item shows comics of both sides.
    """

    run: str
    asked: str
    metric: str
    cutoff: str
    before: Score
    after: Score
    difference: Estimate
    undated: int
    unclear: int

    @property
    def verdict(self) -> str:
        """Whether the interval of the difference leaves out 0, in words."""
        low, high = self.difference.low, self.difference.high
        if low is None or high is None:
            return "too few to tell"
        if low <= 0 <= high:
            return "no difference shown"
        return "higher before" if low > 0 else "higher after"

    @property
    def left_out(self) -> str:
        """Which items count on neither side, in words; empty if there are none."""
        why = {
            "from comics without a known date": self.undated,
            "whose comics are not clearly on one side of it": self.unclear,
        }
        return ", ".join(f"{count} {words}" for words, count in why.items() if count)


def side_of(published: Iterable[str | None], cutoff: str) -> CutoffSide:
    """On which side of a cut-off comics were published.

    The month or year of the cut-off counts as before. If only the year of a comic is known, and it
    is the year of the cut-off, the side is not known.

    Raises:
        SettingError: for a cut-off that is neither a year nor a year and a month.

    >>> side_of(["1948"], "2023-10"), side_of(["2023-11", "2024"], "2023-10")
    ('before', 'after')
    >>> side_of(["2023"], "2023-10"), side_of(["1948", None], "2023-10")
    ('unclear', 'undated')
    """
    last = _months(cutoff)
    if last is None:
        raise SettingError(
            f"the cut-off '{cutoff}' is not a year or a month; write it like 2023 or 2023-10"
        )
    spans = [_months(date) for date in published]
    known = [span for span in spans if span is not None]
    if len(known) < len(spans) or not spans:
        return "undated"
    if all(end <= last[1] for _, end in known):
        return "before"
    return "after" if all(start > last[1] for start, _ in known) else "unclear"


def cutoff_splits(run: Run, cutoff: str) -> tuple[CutoffSplit, ...]:
    """The headline score of every task before and after a training cut-off.

    For a run on probes (``panelwise probe``), the gap to the control instead, question by question.
    A difference may also come from newer comics being harder; it is no proof of memory.

    Args:
        run: dates are those that the packs list for their books (``published``).
        cutoff: the end of the model's training data, ``2023`` or ``2023-10``.

    Raises:
        SettingError: for a cut-off that is no date.
    """
    dates = _sides(run, cutoff)
    of_probes = tuple(_of_probes(run, cutoff, dates))
    return of_probes or tuple(_of_tasks(run, cutoff, dates))


def _of_probes(run: Run, cutoff: str, dates: _Sides) -> Iterator[CutoffSplit]:
    for asked, answers in recalled_by_question(run).items():
        gaps: dict[str, Estimate] = {}
        for side in ("before", "after"):
            some = [one for one in answers if dates[one.pack, one.item] == side]
            if some:
                gaps[side] = recalled_gap(some)
        items = Counter(dates[key] for key in {(one.pack, one.item) for one in answers})
        yield _split(run, asked, RECALL, cutoff, items, gaps)


def _of_tasks(run: Run, cutoff: str, dates: _Sides) -> Iterator[CutoffSplit]:
    data = RunData.of(run)
    for task in samples_by_task(data):
        metric, profile = task.metrics[task.headline], data.profile_of(task.task)
        scores: dict[str, Estimate] = {}
        for side in ("before", "after"):
            some = [sample for sample in task.samples if dates[sample.key] == side]
            if some:
                found = summarise_metric(some, metric, task.kind, profile, task.guesses)
                scores[side] = found.score
        items = Counter(dates[key] for key in {sample.key for sample in task.samples})
        yield _split(run, task.task, metric.name, cutoff, items, scores)


def _split(
    run: Run,
    asked: str,
    metric: str,
    cutoff: str,
    items: Mapping[CutoffSide, int],
    figures: Mapping[str, Estimate],
) -> CutoffSplit:
    before, after = (_score(figures.get(side)) for side in ("before", "after"))
    difference = hybrid_difference(before, after)
    left_out = (items.get("undated", 0), items.get("unclear", 0))
    return CutoffSplit(run.name, asked, metric, cutoff, before, after, difference, *left_out)


def _score(found: Estimate | None) -> Score:
    if found is None or found.n == 0:
        return Score(None, None, None, 0, "none", None)
    chance = found.chance if isinstance(found, Score) else None
    return Score(found.value, found.low, found.high, found.n, found.method, chance)


def _sides(run: Run, cutoff: str) -> _Sides:
    found: dict[tuple[str, str], CutoffSide] = {}
    side_of((), cutoff)  # the cut-off is checked even if there is no item
    for pack in run.packs:
        dates = {book.get("id"): book.get("published") for book in pack.manifest.get("books", ())}
        for item in pack.items():
            found[pack.hash, item.id] = side_of([dates.get(book) for book in _books(item)], cutoff)
    return found


def _books(item: Item) -> Sequence[str]:
    return list(dict.fromkeys(source.book for source in item.sources))


def _months(date: object) -> tuple[int, int] | None:
    """The first and the last month that a date may mean, counted from year 0."""
    match = _DATE.fullmatch(date) if isinstance(date, str) else None
    if match is None:
        return None
    year, month = int(match[1]) * 12, match[2]
    return (year + 1, year + 12) if month is None else (year + int(month), year + int(month))
