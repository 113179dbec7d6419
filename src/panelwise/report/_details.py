"""The tables behind the headline: by fact, by rotation, beside the papers; for every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from panelwise.analysis import Breakdown, CircularScore, Estimate, PairScore, TaskSummary
from panelwise.report._facets import Facet
from panelwise.report._findings import (
    MistakeView,
    WeakView,
    condition_interval,
    condition_label,
    share_interval,
    tested_p,
)
from panelwise.report._overview import TaskView
from panelwise.report._printed import Printed
from panelwise.report._words import (
    MISSING,
    constant_words,
    figure,
    interval,
    metric_label,
    part_interval,
    share,
    signed,
)

PRINTED_HEADINGS = ("Who", "Score", "n", "95 % interval", "As printed", "Where")
JUDGE_HEADINGS = (
    *("Run", "Judge", "Mean mark", "Marked", "No readable mark", "Unasked", "Nothing to judge"),
    *("Address the judge", "Mean without them", "Prompt", "Family"),
)
REPEAT_HEADINGS = (
    *("Run", "Repeats", "Items", "Score of each", "Standard deviation"),
    *("Same answer", "Same score"),
)
MISTAKE_HEADINGS = (
    *("Run", "Kind", "Wrong answers", "Expected at random", "Share", "95 % interval"),
    *("Answers to such items", "p (Holm)"),
)
WEAK_HEADINGS = (
    *("Run", "Condition", "Score", "Rest", "Difference", "95 % interval", "n", "p (Holm)"),
    "Tested",
)
PAIR_HEADINGS = ("Run", "Measure", "Score", "95 % interval", "Expected", "Pairs")
CIRCULAR_HEADINGS = ("Run", "Measure", "Score", "95 % interval", "Chance", "Questions")


class TextTable(NamedTuple):
    """A table as texts, with its title and what stands below it."""

    title: str
    headings: tuple[str, ...]
    body: Sequence[tuple[str, ...]]
    notes: tuple[str, ...]


class CircularMeasure(NamedTuple):
    """One line of a circular score, or of pairs."""

    name: str
    estimate: Estimate
    chance: float | None


def measures(score: CircularScore) -> tuple[CircularMeasure, ...]:
    """What questions asked in every rotation tell, line by line."""
    return (
        CircularMeasure("Right in every rotation (circular score)", score.all_right, score.chance),
        CircularMeasure("Mean over rotations", score.mean, score.mean_chance),
        CircularMeasure("Same words in every rotation", score.consistent, score.consistent_chance),
    )


def pair_measures(score: PairScore) -> tuple[CircularMeasure, ...]:
    """What pairs of items with one text and different answers show, line by line."""
    return (
        CircularMeasure("Both of a pair right", score.both_right, score.chance),
        CircularMeasure("Both of a pair answered alike", score.alike, score.expected_alike),
    )


def detail_blocks(view: TaskView) -> Iterator[TextTable]:
    """Every table of a task that stands behind its headline."""
    if view.judges:
        yield _judges_block(view)
    if view.is_about_pages:
        yield _metrics_block(view)
    if view.parts:
        yield _parts_block(view)
    if view.mistakes:
        yield _mistakes_block(view.task, view.mistakes)
    if view.weak:
        yield _weak_block(view.task, view.weak)
    for facet in view.facets:
        yield _facet_block(view, facet)
    if any(row.summary.circular for row in view.rows):
        yield _circular_block(view)
    if view.has_pairs:
        yield _pairs_block(view)
    if any(row.summary.repeats for row in view.rows):
        yield _repeats_block(view)
    if view.printed:
        yield _printed_block(view.task, view.printed)


def _judges_block(view: TaskView) -> TextTable:
    body = [
        (
            *(run, judge.judge, figure(judge.mean, 2)),
            *map(str, (judge.n, judge.failed, judge.unasked, judge.silent, judge.flagged)),
            figure(judge.unflagged_mean, 2),
            *(judge.prompt, "same" if judge.same_family else "another"),
        )
        for run, judge in view.judges
    ]
    return TextTable(f"{view.task}: who judged, from 1 to 10", JUDGE_HEADINGS, body, view.people)


def _metrics_block(view: TaskView) -> TextTable:
    body = [
        (
            row.summary.run,
            family.title or MISSING,
            metric_label(name),
            figure(row.summary.metrics[name].headline.value),
            interval(row.summary.metrics[name].headline),
            figure(row.summary.metrics[name].chance),
            constant_words(row.summary.metrics[name].constant),
            str(row.summary.metrics[name].headline.n),
        )
        for row in view.rows
        for family in view.metrics
        for name in family.metrics
        if name in row.summary.metrics
    ]
    headings = ("Run", "Of", "Metric", "Score", "95 % interval", "Chance", "Best constant", "n")
    notes = (*view.why_no_chance, *view.notes)
    return TextTable(f"{view.task}: all metrics", headings, body, notes)


def _parts_block(view: TaskView) -> TextTable:
    first = view.parts[0]
    body = [
        (
            *(part.run, row.name, str(row.n)),
            *(
                MISSING if one.value is None else f"{figure(one.value)} {interval(one)}"
                for _, one in row.figures
            ),
        )
        for part in view.parts
        for row in part.rows
    ]
    headings = ("Run", first.by.capitalize(), "n", *first.columns)
    return TextTable(f"{view.task} by {first.by}", headings, body, ())


def _mistakes_block(task: str, found: MistakeView) -> TextTable:
    body = [
        (run, kind, f"{one.chosen} of {one.n}", figure(one.expected, 1), share(one.share.value),
         share_interval(one), str(one.offered), tested_p(one.p_holm))
        for kind, cells in found.rows
        for run, one in zip(found.runs, cells, strict=True)
        if one and one.n
    ]  # fmt: skip
    notes = (*found.said, *found.notes)
    return TextTable(f"{task}: {found.title.lower()}", MISTAKE_HEADINGS, body, notes)


def _weak_block(task: str, weak: WeakView) -> TextTable:
    body = [
        (run, condition_label(one), figure(one.score.value), figure(one.rest.value),
         signed(one.difference.value), condition_interval(one), str(one.n), tested_p(one.p_holm),
         str(one.tested))
        for run, conditions in weak.rows
        for one in conditions
    ]  # fmt: skip
    return TextTable(f"{task}: weakest conditions", WEAK_HEADINGS, body, (*weak.said, *weak.notes))


def _facet_block(view: TaskView, facet: Facet) -> TextTable:
    headings: tuple[str, ...] = (
        *("Run", facet.label.capitalize(), "Score", "95 % interval", "Chance", "Best constant"),
        *("n", "Coverage"),
        *(("Best printed",) if facet.best else ()),
    )
    body = [
        (
            plot.run,
            row.value,
            figure(row.score.value),
            part_interval(row),
            figure(row.chance),
            constant_words(row.constant),
            str(row.score.n) if row.score.n == row.n else f"{row.score.n} of {row.n}",
            share(row.coverage),
            *_best_cell(facet, row.value),
        )
        for plot in facet.plots
        for row in plot.rows
    ]
    return TextTable(f"{view.task}: {view.metric} by {facet.label}", headings, body, facet.notes)


def _best_cell(facet: Facet, value: str) -> tuple[str, ...]:
    if not facet.best:
        return ()
    best = facet.best.get(value)
    return (f"{figure(best.value)} {best.who}" if best else MISSING,)


def _circular_block(view: TaskView) -> TextTable:
    body = [
        _measure_row(row.summary.run, measure, row.summary.circular.questions)
        for row in view.rows
        if row.summary.circular
        for measure in measures(row.summary.circular)
    ]
    return TextTable(
        f"{view.task}: options in every rotation", CIRCULAR_HEADINGS, body, view.unfinished
    )


def _pairs_block(view: TaskView) -> TextTable:
    body = [
        _measure_row(row.summary.run, measure, measure.estimate.n)
        for row in view.rows
        if row.summary.pairs
        for measure in pair_measures(row.summary.pairs)
    ]
    return TextTable(
        f"{view.task}: pairs of one text and two pictures", PAIR_HEADINGS, body, view.pair_remarks
    )


def _measure_row(run: str, measure: CircularMeasure, n: int) -> tuple[str, ...]:
    estimate = measure.estimate
    ends = interval(estimate)
    return (run, measure.name, figure(estimate.value), ends, figure(measure.chance), str(n))


def _repeats_block(view: TaskView) -> TextTable:
    body = [
        (
            *(row.summary.run, str(found.repeats), str(found.items)),
            ", ".join(map(figure, found.scores)),
            *map(figure, (found.sd, found.same_answer, found.same_score)),
        )
        for row in view.rows
        if (found := row.summary.repeats)
    ]
    return TextTable(f"{view.task}: repeats", REPEAT_HEADINGS, body, ())


def _printed_block(task: str, printed: Printed) -> TextTable:
    body = [
        (
            row.who + "".join(f" [{note}]" for note in row.notes),
            row.score,
            row.n,
            row.interval,
            row.printed,
            row.where,
        )
        for row in printed.rows
    ]
    notes = (f"[{number}] {text}" for number, text in enumerate(printed.footnotes, 1))
    title = f"{task}: {printed.metric}, what the paper printed"
    return TextTable(title, PRINTED_HEADINGS, body, (*printed.remarks, *notes))


BREAKDOWN_COLUMNS = (
    *("task", "fact", "value", "run", "metric", "score", "low", "high", "interval", "chance"),
    *("constant", "constant_answer"),
    *("n", "samples", "coverage", "answered_identity", "few_books", "profile"),
)
PRINTED_COLUMNS = (
    *("task", "metric", "who", "whose", "score", "interval", "n", "printed", "where", "doubts"),
)


def breakdown_rows(views: Sequence[TaskView]) -> list[dict[str, Any]]:
    """One line per task, fact, run and value, with plain numbers; then those by class."""
    return [
        _plain_row(view.task, facet.key, row, summary)
        for view in views
        for facet in view.facets
        for plot in facet.plots
        for summary in (entry.summary for entry in view.rows if entry.summary.run == plot.run)
        for row in plot.rows
    ] + [row for view in views for row in _part_rows(view)]


def _part_rows(view: TaskView) -> Iterator[dict[str, Any]]:
    """The figures of each class, one a line; ``samples`` is how many there are on the pages."""
    profiles = {entry.summary.run: entry.summary.profile for entry in view.rows}
    for part in view.parts:
        for row in part.rows:
            for metric, score in row.figures:
                values = (
                    *(view.task, part.by, row.name, part.run, metric),
                    *(score.value, score.low, score.high, score.method, None, None, None),
                    *(score.n, row.n, None, None, None, profiles[part.run]),
                )
                yield dict(zip(BREAKDOWN_COLUMNS, values, strict=True))


def _plain_row(task: str, key: str, row: Breakdown, summary: TaskSummary) -> dict[str, Any]:
    score = row.score
    values = (
        *(task, key, row.value, summary.run, summary.headline_metric),
        *(score.value, score.low, score.high, score.method, row.chance),
        *((row.constant.value, row.constant.answer) if row.constant else (None, None)),
        *(score.n, row.n, row.coverage, row.answered_identity, row.few_books, summary.profile),
    )
    return dict(zip(BREAKDOWN_COLUMNS, values, strict=True))


def printed_rows(views: Sequence[TaskView]) -> list[dict[str, Any]]:
    """One line per figure of the tables "What the paper printed", doubts in words."""
    found: list[dict[str, Any]] = []
    known = [(view.task, view.printed) for view in views if view.printed]
    for task, printed in known:
        for row in printed.rows:
            doubts = "; ".join(printed.footnotes[note - 1] for note in row.notes)
            values = (
                *(task, printed.metric, row.who, row.whose, row.score),
                *(row.interval, row.n, row.printed, row.where, doubts),
            )
            found.append(dict(zip(PRINTED_COLUMNS, values, strict=True)))
    return found
