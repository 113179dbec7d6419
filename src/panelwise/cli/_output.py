"""Printing: results to standard output, everything else to standard error.

All that a command prints goes through here, where what would command the terminal (escape
sequences of models, files and servers, right-to-left overrides, halves of characters) becomes
visible.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from panelwise.wording import TERMINAL, counted

if TYPE_CHECKING:
    from pathlib import Path

    from panelwise.analysis import (
        Average,
        DetectionPrecision,
        Estimate,
        MetricSummary,
        TaskSummary,
    )
    from panelwise.evaluation import ProgressState
    from panelwise.tasks import BestConstant
    from panelwise.workers import StepProgress


BROWSER_SECONDS = 5.0
LONGEST_CONSTANT = 34  # letters of an answer in a table; the report has it whole
LOG_SECONDS = 60.0  # where there is no terminal, a line of progress so often


# C0 but tab and line feed, DEL, C1, separators, embeddings, overrides and isolates, surrogates.
_COMMANDS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""A text in which nothing commands a terminal: control characters as escapes.

    >>> print(visible("a\x1b[2Jb\u202e"))
    a\x1b[2Jb\u202e
    """
    return _COMMANDS.sub(lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """As :func:`visible`, on one line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def say(text: str) -> None:
    """A line for the person at the terminal, not for a pipe."""
    print(one_line(text), file=sys.stderr, flush=True)


def say_gold(facts: Iterable[Mapping[str, Any]]) -> None:
    """Who vouches for the gold of items, by their facts, for the person at the terminal."""
    say(f"  gold: {gold_line(facts)}")


def gold_line(facts: Iterable[Mapping[str, Any]]) -> str:
    """Who vouches for which part of the gold of items, in a line."""
    from panelwise.tasks import vouchers

    return "; ".join(map(str, vouchers(list(facts)))) or "where it comes from is not recorded"


def open_page(page: Path) -> None:
    """Show a page in the browser; without one, a line says so."""
    open_address(page.resolve().as_uri(), str(page.resolve()))


def open_address(address: str, called: str = "") -> None:
    """Show an address in the browser; without one, a line says so."""
    import shutil
    import subprocess
    import webbrowser

    launcher = shutil.which("xdg-open")
    if launcher is None:
        opened = webbrowser.open(address)
    else:  # it tells its attempts and failures in a dozen lines, none of them the remedy
        silent = subprocess.DEVNULL
        process = subprocess.Popen(  # noqa: S603 - a fixed command, and an address of our own
            [launcher, address], stdin=silent, stdout=silent, stderr=silent, start_new_session=True
        )
        try:
            opened = process.wait(BROWSER_SECONDS) == 0
        except subprocess.TimeoutExpired:
            opened = True  # a browser in the foreground
    if not opened:
        say(f"no browser could be opened; open {called or address} in one")


def write_line(text: str, *, now: bool = False) -> None:
    """A line, or lines, of the command's result; a pipe gets them at the end, or ``now``."""
    write_text(text + "\n")
    if now:
        sys.stdout.flush()


def write_text(text: str) -> None:
    """Lines of the command's result as they are."""
    sys.stdout.write(visible(text))


def write_json(value: Any, *, indent: bool = False) -> None:
    """A value as JSON on standard output: one line, or indented; control characters as JSON's."""
    import orjson

    options = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS
    text = orjson.dumps(value, option=options | (orjson.OPT_INDENT_2 if indent else 0))
    write_json_text(text.decode())


def write_json_text(text: str) -> None:
    """A line of JSON: the same value, with its control characters in JSON's own escapes."""
    sys.stdout.write(_COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def write_table(headers: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """An aligned table; the first column to the left, the others to the right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Text(one_line(title), "table.title") if title else None
    table = Table(title=shown, title_justify="left", box=None, pad_edge=False)
    for index, header in enumerate(headers):
        column = Text(one_line(header))
        table.add_column(column, justify="left" if index == 0 else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    # A pipe gets whole lines: wrapping is for terminals.
    console = Console(width=None if sys.stdout.isatty() else 200)
    console.print(table)


def figure(value: float | None, digits: int = 3) -> str:
    """A number, or a dash where it is undefined."""
    return TERMINAL.figure(value, digits)


def interval(estimate: Estimate) -> str:
    """``[low, high]``, or a dash."""
    return TERMINAL.interval(estimate.low, estimate.high)


def constant_words(constant: BestConstant | None) -> str:
    """The best constant answer's score, and which answer it is; a dash where there is none."""
    if constant is None:
        return TERMINAL.missing
    return TERMINAL.labelled(constant.value, constant.answer, LONGEST_CONSTANT)


METRIC_HEADERS = (
    "metric",
    "score",
    "95 % interval",
    "chance",
    "best constant",
    "adjusted",
    "n",
    "coverage",
)


def write_metrics(summary: TaskSummary, title: str) -> None:
    """Every metric of a task, the ranking one first, with all that a printed score must carry.

    Those that these items do not define (recall of sounds where there are none) are named below.
    Where the profile leaves unreadable answers out, the last column is the figure over all items;
    elsewhere it is the one over readable answers.
    """
    metrics = sorted(
        summary.metrics.values(), key=lambda metric: metric.metric != summary.headline_metric
    )
    shown = [
        metric
        for metric in metrics
        if metric.headline.value is not None or metric.metric == summary.headline_metric
    ]
    dropping = any(metric.headline != metric.all_items for metric in shown)
    rows = [
        [
            *_metric_row(metric, summary.coverage),
            figure((metric.all_items if dropping else metric.valid_only).value),
        ]
        for metric in shown
    ]
    write_table((*METRIC_HEADERS, "all items" if dropping else "readable only"), rows, title)
    if summary.few_books:
        from panelwise.metrics.resampling import UNITS

        say(
            f"only {counted(summary.few_books, summary.unit, UNITS[summary.unit])}: the intervals"
            " treat items as independent and are too narrow"
        )
    if summary.headline.why_no_chance:
        say(summary.headline.why_no_chance)
    for line in prompt_lines([summary]):
        write_line(line)
    sys.stdout.flush()  # before the notes, which go to another stream
    if _above_chance(summary.headline):
        say(
            "the best constant is chosen with knowledge of the right answers: on few items it lies"
            " above chance by accident"
        )
    absent = [metric.metric for metric in metrics if metric not in shown]
    if absent:
        say(f"no value here: {', '.join(absent)}")


def prompt_lines(summaries: Iterable[TaskSummary]) -> list[str]:
    """Which wordings the scores are of, each task's once; a file of answers names none."""
    asked = dict.fromkeys(
        one.prompt_ids for one in summaries if one.prompt_ids and one.prompt_ids != ("unknown",)
    )
    return [f"prompt {', '.join(ids)}" for ids in asked]


def _above_chance(metric: MetricSummary) -> bool:
    return metric.chance is not None and metric.guess != metric.chance


def _metric_row(metric: MetricSummary, coverage: float) -> list[str]:
    """One metric with everything that a printed score must carry."""
    shown = metric.headline
    return [
        metric.metric,
        figure(shown.value),
        interval(shown),
        figure(metric.chance),
        constant_words(metric.constant),
        TERMINAL.over_chance(metric.chance_adjusted),
        str(shown.n),
        f"{coverage:.1%}",
    ]


def write_averages(averages: Sequence[Average]) -> None:
    """The papers' averages over tasks, and what a reader must know of each."""
    rows = [
        [
            *(one.model, one.name, figure(one.score.value), interval(one.score)),
            *(figure(one.chance), str(one.score.n), str(one.failed), one.profile),
        ]
        for one in averages
    ]
    if not rows:
        return
    write_table(
        (
            *("model", "average", "score", "95 % interval", "chance", "n", "failed columns"),
            "profile",
        ),
        rows,
    )
    for one in averages:
        if one.remark:
            say(f"{one.name}, {one.model}: {one.remark}")


PRECISION_HEADERS = (
    *("class", "AP50", "95 % interval", "AP[.50:.95]", "AR10", "AR100"),
    *("true", "found", "score shared"),
)


def write_precision(found: DetectionPrecision, profile: str, coverage: float) -> None:
    """Average precision class by class, and its means."""

    def row(name: str, ap50: Estimate, others: Sequence[float | None], *counts: str) -> list[str]:
        return [name, figure(ap50.value), interval(ap50), *map(figure, others), *counts]

    rows = [
        row(
            *(one.label, found.ap50[one.label], (one.ap, one.ar10, one.ar100)),
            *(str(one.true), str(one.found), f"{one.tied:.0%}"),
        )
        for one in found.classes
    ]
    means = [("mean of all classes", found.mean_ap50, found.mean)]
    if found.predictable and found.mean_predictable and found.mean_predictable_ap50:
        chosen = f"mean of {', '.join(found.predictable)}"
        means.append((chosen, found.mean_predictable_ap50, found.mean_predictable))
    for name, ap50, mean in means:
        others = [mean[measure] for measure in ("ap", "ar10", "ar100")]
        rows.append(row(name, ap50, others, "", "", ""))
    title = (
        f"average precision, {counted(found.pages, 'page')}, coverage {coverage:.1%} ({profile})"
    )
    write_table(PRECISION_HEADERS, rows, title)


@contextmanager
def building() -> Iterator[StepProgress | None]:
    """A progress line for builds; where there is no terminal, a line a minute."""
    if not sys.stderr.isatty():
        log = _Log()
        yield lambda what, done, total: log.update(f"{what}: {done}/{total}")
        return

    unfinished = False

    def update(what: str, done: int, total: int) -> None:
        nonlocal unfinished
        unfinished = done < total
        end = "" if unfinished else "\n"
        sys.stderr.write(f"\r{one_line(what)}: {done}/{total}{end}")
        sys.stderr.flush()

    try:
        yield update
    finally:
        if unfinished:  # an error's line starts at the left
            sys.stderr.write("\n")


class _Log:
    """Progress for a file: a line a minute."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def update(self, line: str) -> None:
        """Print the line, if it is time for one."""
        if time.monotonic() - self._said >= LOG_SECONDS:
            self._said = time.monotonic()
            say(line)


class RunProgress:
    """A progress line for runs: how many, how fast, until when, and what is being waited for.

    Args:
        label: who is asked.
        first: lines to be said before, once the run has begun.
    """

    def __init__(self, label: str, first: Sequence[str] = ()) -> None:
        self._label = label
        self._first = first
        self._live = sys.stderr.isatty()
        self._last = ""
        self._log = _Log()

    def update(self, state: ProgressState) -> None:
        """Redraw the line on a terminal; elsewhere print one a minute."""
        for line in self._first:
            say(line)
        self._first = ()
        self._last = one_line(progress_line(self._label, state))
        if self._live:
            sys.stderr.write(f"\r\x1b[2K{self._last}" + ("\n" if state.finished else ""))
            sys.stderr.flush()
        elif not state.finished:
            self._log.update(self._last)

    def close(self) -> None:
        """Where there is no terminal, print the last state of a run that came to its end."""
        if not self._live and self._last:
            say(self._last)


def progress_line(label: str, state: ProgressState) -> str:
    """A run at one moment, in words."""
    parts = [f"{label}: {state.done}/{state.total}"]
    if state.resumed:
        parts.append(f"{state.resumed} from before")
    if state.cached:
        parts.append(f"{state.cached} from the cache")
    if state.failed:
        parts.append(f"{state.failed} failed")
    if not state.finished:
        parts.append(f"{state.rate:.1f}/s")
        if state.eta is not None:
            parts.append(f"{int(state.eta // 60)}:{int(state.eta % 60):02d} left")
        parts.append(f"{state.in_flight} in flight")
        if state.waiting_on:
            parts.append(f"waiting: {state.waiting_on}")
    if state.note:
        parts.append(state.note)
    if state.cost is not None:
        parts.append(f"${state.cost:.2f}")
    return " · ".join(parts)
