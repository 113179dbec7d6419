"""What the paper printed, beside what was measured here: rows for every format of the report.

Every printed figure keeps the paper's own digits; what speaks against it is a numbered footnote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from panelwise.analysis import (
    Doubt,
    PublishedFigure,
    PublishedFigures,
    published_for,
    published_tasks,
)
from panelwise.report._headline import HeadlineRow
from panelwise.report._words import MISSING, figure, interval, metric_label
from panelwise.tasks import Item

Whose = Literal["ours", "human", "model", "baseline", "chance"]
_ORDER: tuple[Whose, ...] = ("human", "model", "baseline", "chance")
_WAYS = {"text_only": "text only", "masked_dialogue": "masked dialogue"}  # as the papers asked too


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """One figure, ours or a paper's.

    Attributes:
        who: the run, the model, "Human" or "Random".
        whose: which of these it is.
        score: in our unit.
        interval: of ours; the papers print none.
        n: number of items, as text; ``≈`` before one that the paper does not print.
        printed: the paper's cell.
        where: paper and place, or how chance comes about.
        notes: the numbers of its footnotes.
    """

    who: str
    whose: Whose
    score: str
    interval: str
    n: str
    printed: str
    where: str
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """The table "What the paper printed" of one task.

    Attributes:
        metric: its name for readers.
        rows: our runs, people, models from the best down, baselines, chance.
        footnotes: the doubts, numbered from 1.
        remarks: how far the two can be compared.
    """

    metric: str
    rows: tuple[PrintedRow, ...]
    footnotes: tuple[str, ...]
    remarks: tuple[str, ...]


def printed(rows: Sequence[HeadlineRow], items: Sequence[Item]) -> Printed | None:
    """The printed figures of the task of these rows; ``None`` where no paper has the task.

    Items that were all changed in a way that a paper tried, too, get its figures of that variant.
    """
    task = rows[0].summary.task
    if task not in published_tasks():
        return None
    published = published_for(task)
    transforms = sorted({str(item.meta.get("transform") or "") for item in items})
    shown, way = _figures(published, transforms)
    doubts = dict.fromkeys(doubt for one in shown for doubt in one.doubts)
    notes = {doubt: number for number, doubt in enumerate(doubts, 1)}
    ours = (row for row in rows if published.metric in row.summary.metrics)
    return Printed(
        metric=metric_label(published.metric),
        rows=(
            *(_ours(row, published.metric) for row in ours),
            *(_theirs(one, notes) for one in shown),
            *_chances(rows, published),
        ),
        footnotes=tuple(f"{doubt.kind}: {doubt.text}" for doubt in doubts),
        remarks=_remarks(transforms, way, shown),
    )


def _figures(
    published: PublishedFigures, transforms: Sequence[str]
) -> tuple[list[PublishedFigure], str]:
    """The figures to show, people first and models from the best down, and the way of asking.

    Where a paper prints parts of the task only, the parts are shown.
    """
    figures = [one for one in published.figures if one.metric == published.metric]
    figures = [one for one in figures if one.role != "chance"]
    way = _WAYS.get(transforms[0], "") if len(transforms) == 1 else ""
    asked = [one for one in figures if one.split == (("input", way),)]
    people = [one for one in figures if one.role == "human"]
    whole = [one for one in figures if not one.split]
    sign = -1 if published.higher_is_better else 1
    shown = sorted(
        [*people, *asked] if asked else whole or figures,
        key=lambda one: (_ORDER.index(one.role), one.value is None, sign * (one.value or 0)),
    )
    return shown, way if asked else ""


def _ours(row: HeadlineRow, metric: str) -> PrintedRow:
    estimate = row.summary.metrics[metric].headline
    where = f"this report, profile {row.summary.profile}"
    return PrintedRow(
        row.summary.run, "ours", figure(estimate.value), interval(estimate), str(estimate.n),
        MISSING, where,
    )  # fmt: skip


def _theirs(one: PublishedFigure, notes: Mapping[Doubt, int]) -> PrintedRow:
    n = MISSING if one.n is None else f"{'≈' if one.n_recovered else ''}{one.n}"
    about = [value for _, value in one.split] + ["baseline"] * (one.role == "baseline")
    return PrintedRow(
        who=", ".join([one.who, *about]),
        whose=one.role,
        score=figure(one.value),
        interval=MISSING,
        n=n,
        printed=one.printed,
        where=f"{one.paper}, {one.place}",
        notes=tuple(notes[doubt] for doubt in one.doubts),
    )


def _chances(rows: Sequence[HeadlineRow], published: PublishedFigures) -> Iterator[PrintedRow]:
    """Guessing on the paper's items, and on each run's own where that is another number."""
    theirs = published.chance
    if theirs is not None:
        yield _chance("Guessing, the paper's items", theirs.value, theirs.source)
    found: dict[str, list[str]] = {}
    for row in rows:
        summary = row.summary.metrics.get(published.metric)
        if summary is not None and summary.chance is not None:
            found.setdefault(figure(summary.chance), []).append(row.summary.run)
    for value, runs in found.items():
        who = "Guessing, the items here" if len(found) == 1 else f"Guessing, items of {runs[0]}"
        yield _chance(who, value, "this report")


def _chance(who: str, value: float | str, where: str) -> PrintedRow:
    score = value if isinstance(value, str) else figure(value)
    return PrintedRow(who, "chance", score, MISSING, MISSING, MISSING, where)


def _remarks(
    transforms: Sequence[str], way: str, shown: Sequence[PublishedFigure]
) -> tuple[str, ...]:
    """How far the figures can be compared."""
    changed = [name for name in transforms if name]
    found = ["Other comics, other items, other models: an order of magnitude, not a ranking."]
    if way:
        found.append(f"Models are shown as the paper asked them here: {way}. People saw it all.")
    elif changed:
        found.append(f"The items here were changed ({', '.join(changed)}); the paper's were not.")
    if any(one.n_recovered for one in shown):
        found.append("≈ before n: not printed, worked out from the printed accuracies.")
    return tuple(found)
