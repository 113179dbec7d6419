"""The many figures of tasks about pages, in groups that a reader can take in. None is made here.

A kind may have some twenty. Its presentation says which belong together under a heading and which
are figures of parts, shown in a table of their own; the figure in the best coordinate frame, an
oracle, is a note where it is notably better (AMB-30).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from panelwise.analysis import DetectionPrecision, Estimate, TaskSummary
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import figure
from panelwise.tasks import Item, get_kind
from panelwise.tasks.kinds import BoxSettings, MetricGroup, frame_words

_NOTHING = Estimate(None, None, None, 0, "none")


class PartRow(NamedTuple):
    """One part of what was to be found: how many there are, and a figure per column."""

    name: str
    n: int
    figures: tuple[tuple[str, Estimate], ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """A run's figures by class or orientation.

    Attributes:
        run: its name.
        by: what is split.
        columns: names of the figures.
        rows: the parts that occur.
    """

    run: str
    by: str
    columns: tuple[str, ...]
    rows: tuple[PartRow, ...]


def families(summaries: Sequence[TaskSummary]) -> tuple[MetricGroup, ...]:
    """The metrics of a task in groups, those that are shown elsewhere left out, none forgotten.

    What no run has a value of is not shown: these items do not define it.
    """
    shown = dict.fromkeys(
        name
        for summary in summaries
        for name, metric in summary.metrics.items()
        if metric.headline.value is not None or name == summary.headline_metric
    )
    presented = get_kind(summaries[0].kind).presentation
    elsewhere = {
        *(presented.parts.names if presented.parts else ()),
        presented.frames and presented.frames.best,
    }
    left = [name for name in shown if name not in elsewhere]
    found = []
    for title, names in presented.groups:
        here = tuple(name for name in names if name in left)
        left = [name for name in left if name not in here]
        found += [MetricGroup(title, here)] if here else []
    rest = [MetricGroup("Others" if found else "", tuple(left))] if left else []
    return (*found, *rest)


def is_rated(summary: TaskSummary) -> bool:
    """Whether its boxes came with scores, so that they have an average precision."""
    return isinstance(summary.precision, DetectionPrecision) and summary.precision.has_scores


def parts_of(summary: TaskSummary, run: ReportRun, *, rated: bool) -> Parts | None:
    """A run's figures by class and orientation; ``None`` for kinds without such parts.

    Where any run is ``rated``, average precision is added, and its mean below.
    """
    parts = get_kind(summary.kind).presentation.parts
    if parts is None:
        return None
    there = _there(summary, run)
    rows = tuple(
        PartRow(
            name.replace("_", " "),
            round(there.get(parts.count.format(name), 0)),
            tuple(
                (metric.format(name), summary.metrics[metric.format(name)].headline)
                for metric in parts.metrics
                if metric.format(name) in summary.metrics
            )
            + ((("ap50", _ap50(summary, name)),) if rated else ()),
        )
        for name in parts.parts
        if there.get(parts.count.format(name))
    )
    columns = tuple(metric.partition("_")[0].capitalize() for metric in parts.metrics)
    if rated and rows:
        columns += ("AP50",)
        blank = [(name, _NOTHING) for name, _ in rows[0].figures[:-1]]
        total = sum(row.n for row in rows)
        mean = PartRow("mean of classes", total, (*blank, ("ap50", _ap50(summary, None))))
        rows += (mean,)
    return Parts(summary.run, parts.by, columns, rows) if rows else None


def _ap50(summary: TaskSummary, label: str | None) -> Estimate:
    """Average precision of a class, or the mean; nothing where boxes came without scores."""
    found = summary.precision
    if not isinstance(found, DetectionPrecision) or not found.has_scores:
        return _NOTHING
    return found.mean_ap50 if label is None else found.ap50.get(label, _NOTHING)


def _there(summary: TaskSummary, run: ReportRun) -> Mapping[str, float]:
    """How many of each part were to be found on the pages that were asked."""
    kind = get_kind(summary.kind)
    counts: dict[ItemKey, Mapping[str, float]] = {}
    total: dict[str, float] = {}
    for result in run.results:
        key = ItemKey(result.pack, result.item)
        item: Item | None = run.items.get(key)
        if item is None or item.task != summary.task:
            continue
        if key not in counts:  # what an empty answer misses is what there is
            counts[key] = kind.invalid_scores(item, run.profile_of(item.task)) or {}
        for name, number in counts[key].items():
            total[name] = total.get(name, 0) + number
    return total


def frame_note(summary: TaskSummary, run: ReportRun) -> str | None:
    """Where another coordinate frame would score far more, a sentence about it (AMB-30)."""
    figures = get_kind(summary.kind).presentation.frames
    if figures is None:
        return None
    own = [
        result.scores
        for result in run.results
        if (item := run.items.get(ItemKey(result.pack, result.item))) and item.task == summary.task
    ]
    taken = run.profile_of(summary.task).section(BoxSettings).coord_frame
    found = figures.better(own, taken)
    if found is None:
        return None
    return (
        f"{summary.run}: another coordinate frame would score {figure(found.score)} instead of "
        f"{figure(found.declared)}: its boxes were taken as {frame_words(taken)} and fit "
        f"better as {frame_words(found.frame)}. That is an oracle, not a score; set coord_frame if "
        "the model is known to answer so."
    )
