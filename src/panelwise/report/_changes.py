"""What changed between an earlier run and a later one, as a page and a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from panelwise.analysis import (
    CHANGE_SORTS,
    ChangeSort,
    Comparison,
    ItemChange,
    ItemOutcome,
    PairedTest,
    TaskChanges,
)
from panelwise.report._charts import stacked_bar
from panelwise.report._formats import csv_text
from panelwise.report._headline import is_higher_better
from panelwise.report._images import Gallery
from panelwise.report._links import item_link
from panelwise.report._naming import task_title
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import (
    BASELINE_PAIRS,
    OUTCOME_WORDS,
    count,
    figure,
    interval,
    metric_label,
    pair_verdict,
    signed,
)

CHANGES_PAGE, CHANGES_TABLE = "changes.html", "changes.csv"
MOST_LISTED = 200
CHANGE_COLUMNS = (
    *("task", "pack", "item", "change", "metric"),
    *("before", "before_outcome", "before_score", "after", "after_outcome", "after_score"),
)
SORT_WORDS: dict[ChangeSort, str] = {
    "lost": "lost",
    "gained": "gained",
    "other": "answered differently, worth the same",
    "same": "the same",
}


class ChangedItem(NamedTuple):
    """One item in a list: its picture, and what became of it."""

    id: str
    link: str
    picture: str | None
    before: str
    after: str


class ChangedItems(NamedTuple):
    """The items of one sort; ``more`` are only in the table."""

    sort: ChangeSort
    words: str
    number: int
    items: tuple[ChangedItem, ...]
    more: int


@dataclass(frozen=True, slots=True)
class ChangesView:
    """One task's changes as the page shows them.

    Attributes:
        verdict: what the paired test says of the difference; empty where none was made.
        notes: items that only one of the runs answered.
    """

    task: str
    title: str
    metric: str
    bar: Markup
    verdict: str
    lists: tuple[ChangedItems, ...]
    counts: tuple[tuple[ChangeSort, str, int], ...]
    notes: tuple[str, ...]


def change_views(
    found: Sequence[TaskChanges],
    comparison: Comparison,
    runs: Sequence[ReportRun],
    gallery: Gallery,
) -> list[ChangesView]:
    """A view per task."""
    return [_view(one, comparison, runs, gallery) for one in found]


def _view(
    one: TaskChanges, comparison: Comparison, runs: Sequence[ReportRun], gallery: Gallery
) -> ChangesView:
    counts = tuple((sort, SORT_WORDS[sort], number) for sort, number in one.counts.items())
    total = len(one.items) or 1
    bar = stacked_bar(
        [(f"change-{sort}", number / total) for sort, _, number in counts],
        f"{task_title(one.task)}: items from {one.before} to {one.after}",
        ", ".join(f"{words} {count(number)}" for _, words, number in counts),
    )
    notes = [
        f"{count(number)} items have a result of {run} only; they are not compared."
        for run, number in ((one.before, one.only_before), (one.after, one.only_after))
        if number
    ]
    return ChangesView(
        one.task, task_title(one.task), metric_label(one.metric), bar, _verdict(one, comparison),
        tuple(_list(one, sort, runs, gallery) for sort in CHANGE_SORTS if sort != "same"),
        counts, tuple(notes),
    )  # fmt: skip


def _verdict(one: TaskChanges, comparison: Comparison) -> str:
    """The difference, later minus earlier, as the paired test has it."""
    summaries = {summary.task: summary for summary in comparison.summaries}
    for test in (*comparison.tests, *comparison.baseline_differences):
        if test.task == one.task and {test.first, test.second} == {one.before, one.after}:
            value = signed(test.difference.value)
            pair = f"{test.first} minus {test.second}"
            found = f"{pair}: {value} {interval(test.difference)}, n {count(test.n)}"
            if not isinstance(test, PairedTest):
                return f"{found}. {BASELINE_PAIRS}"
            higher = is_higher_better(summaries[one.task], test.metric)
            return f"{found}; {pair_verdict(test, higher)}."
    return ""


def _list(
    one: TaskChanges, sort: ChangeSort, runs: Sequence[ReportRun], gallery: Gallery
) -> ChangedItems:
    found = one.of(sort)
    shown = tuple(_item(item, one.after, runs, gallery) for item in found[:MOST_LISTED])
    return ChangedItems(sort, SORT_WORDS[sort], len(found), shown, len(found) - len(shown))


def _item(change: ItemChange, run: str, runs: Sequence[ReportRun], gallery: Gallery) -> ChangedItem:
    key = ItemKey(change.pack, change.item)
    item = next((one.items[key] for one in runs if key in one.items), None)
    links = (gallery.link(image) for image in item.rendering.images) if item else ()
    picture = next((link.preview for link in links if link is not None), None)
    return ChangedItem(
        change.item,
        item_link(change.item, run, change.pack) + "&compare=1",
        picture,
        _words(change.before),
        _words(change.after),
    )


def _words(one: ItemOutcome) -> str:
    word = OUTCOME_WORDS[one.outcome]
    score = "" if one.score is None else f" {figure(one.score, 2)}"
    return f"{word.glyph} {word.label}{score}"


def changes_csv(found: Sequence[TaskChanges]) -> str:
    """One line per item that both runs answered, the unchanged ones too."""
    rows: list[dict[str, Any]] = [
        dict(
            zip(
                CHANGE_COLUMNS,
                (
                    *(one.task, item.pack, item.item, item.sort, one.metric),
                    *(one.before, item.before.outcome, item.before.score),
                    *(one.after, item.after.outcome, item.after.score),
                ),
                strict=True,
            )
        )
        for one in found
        for item in one.items
    ]
    return csv_text(rows, CHANGE_COLUMNS)
