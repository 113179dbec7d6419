"""The report's plots as files for papers: SVG, and PNG at 300 dpi. Nothing is computed here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from panelwise.analysis import Estimate, PairedTest
from panelwise.report._canvas import Canvas, text_width
from panelwise.report._charts import Axis, axis_for, difference_axis, tick_words
from panelwise.report._headline import HeadlineRow, is_higher_better
from panelwise.report._outcomes import segments
from panelwise.report._overview import TaskView
from panelwise.report._words import (
    FEW,
    NARROW_MARK,
    OUTCOME_WORDS,
    better_run,
    figure,
    full_scale,
    interval,
    metric_label,
    part_interval,
    signed,
)
from panelwise.tasks import Outcome
from panelwise.wording import shortened

FOLDER = "plots"
WIDTH, ROW, TOP, BOTTOM, GAP = 640.0, 26.0, 46.0, 34.0, 14.0
MOST_PAIRS = 45
NAME_LETTERS = 44
_INK, _SOFT, _LINE, _ACCENT, _GREY = "#1d1b19", "#5d5852", "#d8d2c8", "#0b63a5", "#aaa49a"
_OUTCOME_COLOURS: dict[Outcome, str] = {
    "correct": "#0b63a5",
    "partial": "#8dbbe0",
    "wrong": "#aaa49a",
    "unparsed": "#d9822b",
    "no_answer": "#e8c07d",
    "refused": "#a33b12",
    "truncated": "#c99a1a",
    "unsupported": "#7d5ba6",
    "provider_error": "#4a3b63",
}


def write_plots(folder: Path, views: Sequence[TaskView]) -> tuple[str, ...]:
    """Write every task's plots; the names of the files, relative to the report."""
    written: list[str] = []
    stems: set[str] = set()
    for number, view in enumerate(views, 1):
        stem = re.sub(r"[^\w-]+", ".", view.task).strip(".")[:80] or "task"
        stem = f"{stem}-{number}" if stem in stems else stem
        stems.add(stem)
        for name, canvas in _plots(view):
            folder.mkdir(exist_ok=True)
            path = folder / f"{stem}-{name}"
            svg = canvas.svg().encode("utf-8", "replace")
            path.with_name(path.name + ".svg").write_bytes(svg)
            path.with_name(path.name + ".png").write_bytes(canvas.png())
            written += [f"{FOLDER}/{path.name}{suffix}" for suffix in (".svg", ".png")]
    return tuple(written)


def _plots(view: TaskView) -> Iterator[tuple[str, Canvas]]:
    rows = [row for _, group in view.ranked for row in group]
    yield "scores", _scores(view, rows)
    tests = sorted(view.tests, key=lambda test: -abs(test.difference.value or 0))[:MOST_PAIRS]
    if tests:
        yield "differences", _differences(view, tests)
    if any(row.summary.outcomes for row in rows):
        yield "outcomes", _outcomes(view, rows)


def _scores(view: TaskView, rows: Sequence[HeadlineRow]) -> Canvas:
    heads = [row.summary.headline for row in rows]
    known = [v for h in heads for v in (h.headline.low, h.headline.high, h.headline.value, h.guess)]
    axis = axis_for([*known, *full_scale(rows[0].summary)])
    names = [row.summary.run for row in rows]
    said = [f"{figure(row.summary.score.value)} {part_interval(row.summary)}" for row in rows]
    title = f"{view.title}: {view.metric}, 95 % intervals"
    canvas, left, right = _frame(title, names, said, axis)
    for number, (row, head) in enumerate(zip(rows, heads, strict=True)):
        y = TOP + ROW * (number + 0.5)
        if head.guess is not None:
            x = _at(axis, head.guess, left, right)
            canvas.line((x, y - 10), (x, y + 10), _INK, width=1.4, dash=3)
        _estimate(canvas, head.headline, axis, (left, right), y, grey=row.weak)
    if any(head.guess is not None for head in heads):
        words = "dashed: the better of chance and the best constant answer; open: not beyond it"
        if any(row.summary.few_books for row in rows):
            words += f"; {NARROW_MARK} {FEW}, not compared with it"
        canvas.text(left, canvas.height - 6, words, size=9, colour=_SOFT)
    return canvas


def _differences(view: TaskView, tests: Sequence[PairedTest]) -> Canvas:
    axis = difference_axis([test.difference for test in tests])
    names = [f"{test.first} − {test.second}" for test in tests]
    said = [f"{signed(test.difference.value)} {interval(test.difference)}" for test in tests]
    metric = metric_label(tests[0].metric)
    title = f"{view.title}: differences in {metric}, 95 % intervals"
    canvas, left, right = _frame(title, names, said, axis)
    zero = _at(axis, 0.0, left, right)
    canvas.line((zero, TOP - 4), (zero, TOP + ROW * len(tests) + 4), _SOFT, width=1.2)
    for number, test in enumerate(tests):
        y = TOP + ROW * (number + 0.5)
        _estimate(canvas, test.difference, axis, (left, right), y, grey=not _shown(test, view))
    words = "open: no difference shown" + (" after Holm's correction" if len(tests) > 1 else "")
    if len(tests) < len(view.tests):
        words += f"; {len(tests)} of {len(view.tests)} pairs, the largest first"
    canvas.text(left, canvas.height - 6, words, size=9, colour=_SOFT)
    return canvas


def _shown(test: PairedTest, view: TaskView) -> bool:
    higher = is_higher_better(view.rows[0].summary, test.metric)
    return better_run(test, higher) is not None


def _outcomes(view: TaskView, rows: Sequence[HeadlineRow]) -> Canvas:
    names = [row.summary.run for row in rows]
    said = [f"n {sum(row.summary.outcomes.values())}" for row in rows]
    canvas, left, right = _frame(f"{view.title}: outcomes", names, said, Axis(0.0, 100.0), " %")
    seen: dict[Outcome, None] = {}
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        total = sum(row.summary.outcomes.values()) or 1
        x = left
        for outcome, count in segments(row.summary.outcomes):
            width = (right - left) * count / total
            canvas.bar(x, y - 7, width, 14, _OUTCOME_COLOURS[outcome])
            seen[outcome] = None
            x += width
    x = left
    for outcome in (outcome for outcome in OUTCOME_WORDS if outcome in seen):
        label = OUTCOME_WORDS[outcome].label
        canvas.bar(x, canvas.height - 14, 8, 8, _OUTCOME_COLOURS[outcome])
        canvas.text(x + 11, canvas.height - 6, label, size=9, colour=_SOFT)
        x += 22 + text_width(label, 9)
    return canvas


def _frame(
    title: str, names: Sequence[str], said: Sequence[str], axis: Axis, unit: str = ""
) -> tuple[Canvas, float, float]:
    """Title, names on the left, numbers on the right, and the axis between them."""
    short = [shortened(name, NAME_LETTERS) for name in names]
    left = GAP + max(map(text_width, short), default=0) + GAP
    right = left + 300
    width = max(right + GAP + max(map(text_width, said), default=0) + GAP, WIDTH)
    width = max(width, 2 * GAP + text_width(title, 13))
    right = width - GAP - max(map(text_width, said), default=0) - GAP
    canvas = Canvas(width, TOP + ROW * len(names) + BOTTOM + 12, title)
    canvas.text(GAP, 22, title, size=13)
    bottom = TOP + ROW * len(names)
    for tick in axis.ticks:
        x = _at(axis, tick, left, right)
        canvas.line((x, TOP - 4), (x, bottom + 4), _LINE)
        canvas.text(x, bottom + 16, tick_words(tick) + unit, size=9, anchor="middle", colour=_SOFT)
    for number, (name, words) in enumerate(zip(short, said, strict=True)):
        y = TOP + ROW * (number + 0.5) + 4
        canvas.text(left - GAP, y, name, anchor="end")
        canvas.text(right + GAP, y, words, size=10, colour=_SOFT)
    return canvas, left, right


def _estimate(
    canvas: Canvas,
    estimate: Estimate,
    axis: Axis,
    ends: tuple[float, float],
    y: float,
    *,
    grey: bool,
) -> None:
    colour = _GREY if grey else _ACCENT
    if estimate.low is not None and estimate.high is not None:
        low, high = (_at(axis, value, *ends) for value in (estimate.low, estimate.high))
        canvas.line((low, y), (high, y), colour, width=2)
        for end in (low, high):
            canvas.line((end, y - 4), (end, y + 4), colour, width=1.5)
    if estimate.value is not None:
        x = _at(axis, estimate.value, *ends)
        canvas.disc(x, y, 4.5, fill="#ffffff" if grey else colour, edge=colour)


def _at(axis: Axis, value: float, left: float, right: float) -> float:
    return left + (right - left) * axis.per_cent(value) / 100
