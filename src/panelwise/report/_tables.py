"""The report's numbers for other programs: Markdown, CSV, LaTeX, JSON."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from panelwise.analysis import Comparison, PairedTest
from panelwise.evaluation import Result
from panelwise.report._headline import HeadlineRow, is_higher_better
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import (
    CHANCE_WORDS,
    MISSING,
    figure,
    interval,
    metric_label,
    over_chance,
    p_value,
    pair_verdict,
    share,
    signed,
)
from panelwise.tasks import OUTCOMES

HEADINGS = ("Run", "Score", "95 % interval", "Chance", "Over chance", "n", "Coverage", "All items")
PAIR_HEADINGS = ("First", "Second", "Difference", "95 % interval", "p (Holm)", "n", "Verdict")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_LATEX = {
    **{mark: "\\" + mark for mark in "&%$#_{}"},
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "−": "$-$"},
    **{"≥": r"$\geq$", "≤": r"$\leq$", "→": r"$\rightarrow$"},
    **{"—": "---", "τ": r"$\tau$", "ρ": r"$\rho$", "\u202f": r"\,"},
}


def markdown(rows: Sequence[HeadlineRow], comparison: Comparison) -> str:
    """Headline and comparison tables, one pair per task."""
    blocks: list[str] = []
    for task, group in _by_task(rows):
        blocks.append(f"## {_markdown_text(task)}: {_markdown_text(group[0].metric)}\n")
        columns = (*HEADINGS, "Profile", "Prompt", "Answered as")
        body = [(*_cells(row), *_provenance(row)) for row in group]
        blocks.append(_markdown_table(columns, body))
        tests = [test for test in comparison.tests if test.task == task]
        if tests:
            body = [_pair_cells(test, group[0]) for test in tests]
            blocks.append(_markdown_table(PAIR_HEADINGS, body))
    return "\n".join(blocks)


def latex(rows: Sequence[HeadlineRow], comparison: Comparison) -> str:
    """The same tables for ``booktabs``; what a score depends on stands under each table."""
    blocks = ["% Needs \\usepackage{booktabs}, and LuaLaTeX or XeLaTeX where names are not Latin\n"]
    for task, group in _by_task(rows):
        title = latex_text(f"{task}: {group[0].metric}")
        notes = [
            latex_text(
                f"{row.summary.run}: profile {row.summary.profile}; prompt {row.prompts}; "
                f"answered as {row.answered_as}; {CHANCE_WORDS[row.verdict]}."
            )
            for row in group
        ]
        blocks.append(_latex_table(HEADINGS, [_cells(row) for row in group], title, notes))
        tests = [test for test in comparison.tests if test.task == task]
        if tests:
            body = [_pair_cells(test, group[0]) for test in tests]
            blocks.append(_latex_table(PAIR_HEADINGS, body, f"{title}, paired comparison", []))
    return "\n".join(blocks)


def headline_csv(rows: Sequence[HeadlineRow]) -> str:
    """One line per run and task with plain numbers."""
    table: list[dict[str, Any]] = []
    for row in rows:
        summary, head = row.summary, row.summary.headline
        table.append(
            {
                "task": summary.task,
                "run": summary.run,
                "model": summary.model,
                "answered_as": row.answered_as,
                "metric": summary.headline_metric,
                "score": head.headline.value,
                "low": head.headline.low,
                "high": head.headline.high,
                "interval": head.headline.method,
                "chance": head.chance,
                "over_chance": head.chance_adjusted,
                "n": row.n,
                "samples": summary.n,
                "coverage": summary.coverage,
                "all_items": head.all_items.value,
                "all_items_low": head.all_items.low,
                "all_items_high": head.all_items.high,
                "profile": summary.profile,
                "prompts": " ".join(summary.prompt_ids),
                **{outcome: summary.outcomes.get(outcome, 0) for outcome in OUTCOMES},
            }
        )
    return _csv(table)


def samples_csv(runs: Sequence[ReportRun]) -> str:
    """One line per sample, responses whole."""
    metrics = sorted({name for run in runs for result in run.results for name in result.scores})
    return _csv([_sample_row(run, result, metrics) for run in runs for result in run.results])


def _sample_row(run: ReportRun, result: Result, metrics: Sequence[str]) -> dict[str, Any]:
    item = run.items.get(ItemKey(result.pack, result.item))
    return {
        "run": run.name,
        "model": run.model,
        "profile": run.profile_name,
        "pack": result.pack,
        "item": result.item,
        "repeat": result.repeat,
        "task": item and item.task,
        "book": item and item.book,
        "n": item and item.n,
        "outcome": result.outcome,
        "status": result.status,
        "rule": result.rule,
        "reason": result.reason,
        "flags": " ".join(result.flags),
        "gold": item and _answer(item.gold),
        "answer": _answer(result.answer),
        **{name: result.scores.get(name) for name in metrics},
        "tokens_in": result.tokens_in,
        "tokens_out": result.tokens_out,
        "cost": result.cost,
        "latency": result.latency,
        "attempts": result.attempts,
        "cached": result.cached,
        "answered_as": result.model,
        "finish_reason": result.finish_reason,
        "error": result.error,
        "refusal": result.refusal,
        "finished": result.finished,
        "response": result.response,
    }


def summary_json(value: Any) -> str:
    """Strict JSON: what is not a finite number is ``null``."""
    return json.dumps(_strict(value), ensure_ascii=True, indent=1, allow_nan=False) + "\n"


def readable_json(value: Any) -> str:
    """JSON for people: sorted and indented."""
    return json.dumps(_strict(value), ensure_ascii=False, indent=2, sort_keys=True, default=str)


def neutralised(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula; numbers stay numbers.

    >>> neutralised("=1+1"), neutralised(" @SUM(A1)"), neutralised(-0.5)
    ("'=1+1", "' @SUM(A1)", -0.5)
    """
    if not isinstance(value, str):
        return value
    bare = value.lstrip(" \u00a0\u3000\ufeff\x00")
    return "'" + value if bare.startswith(_FORMULA_STARTS) else value


def latex_text(text: str) -> str:
    r"""A text with LaTeX's own characters escaped.

    >>> latex_text("50 % of a_b")
    '50 \\% of a\\_b'
    """
    return "".join(_LATEX.get(mark, mark) for mark in _one_line(text))


def _cells(row: HeadlineRow) -> tuple[str, ...]:
    head = row.summary.headline
    n = str(row.n) if row.n == row.summary.n else f"{row.n} of {row.summary.n}"
    everything = f"{figure(head.all_items.value)} {interval(head.all_items)}"
    return (
        row.summary.run,
        figure(head.headline.value),
        interval(head.headline),
        figure(head.chance),
        over_chance(head.chance_adjusted),
        n,
        share(row.summary.coverage),
        everything if row.differs else MISSING,
    )


def _provenance(row: HeadlineRow) -> tuple[str, str, str]:
    return row.summary.profile, row.prompts, row.answered_as


def _pair_cells(test: PairedTest, row: HeadlineRow) -> tuple[str, ...]:
    difference = f"{signed(test.difference.value)} {metric_label(test.metric)}"
    return (
        test.first,
        test.second,
        difference,
        interval(test.difference),
        p_value(test.p_holm),
        str(test.n),
        pair_verdict(test, is_higher_better(row.summary, test.metric)),
    )


def _by_task(rows: Sequence[HeadlineRow]) -> list[tuple[str, list[HeadlineRow]]]:
    tasks = dict.fromkeys(row.summary.task for row in rows)
    return [(task, [row for row in rows if row.summary.task == task]) for task in tasks]


def _markdown_text(text: str) -> str:
    """A cell in which nothing is markup."""
    safe = re.sub(r"([\\`*\[\]|])", r"\\\1", _one_line(text))
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _markdown_table(columns: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    rule = ["---"] * len(columns)
    lines = [columns, rule, *([_markdown_text(cell) for cell in row] for row in body)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _latex_table(
    columns: Sequence[str], body: Iterable[Sequence[str]], title: str, notes: Sequence[str]
) -> str:
    end = " \\\\\n"
    lines = "".join(_latex_row(row) + end for row in body)
    return (
        "\\begin{table}\n\\centering\\small\n"
        f"\\caption{{{title}}}\n"
        f"\\begin{{tabular}}{{{'l' + 'r' * (len(columns) - 1)}}}\n\\toprule\n"
        f"{' & '.join(latex_text(column) for column in columns)}{end}\\midrule\n"
        f"{lines}\\bottomrule\n\\end{{tabular}}\n"
        + "".join(f"\\par\\footnotesize {note}\n" for note in notes)
        + "\\end{table}\n"
    )


def _latex_row(cells: Sequence[str]) -> str:
    r"""A row's cells; a first ``[`` or ``*`` would be taken for an option of the last ``\\``."""
    row = " & ".join(latex_text(cell) for cell in cells)
    return "{}" + row if row.startswith(("[", "*")) else row


def _csv(table: Sequence[dict[str, Any]]) -> str:
    stream = io.StringIO()
    if table:
        writer = csv.DictWriter(stream, list(table[0]), lineterminator="\r\n")
        writer.writeheader()
        writer.writerows({key: neutralised(value) for key, value in row.items()} for row in table)
    return stream.getvalue()


def _answer(answer: tuple[int, ...] | int | None) -> str | None:
    """0-based indices separated by spaces."""
    if answer is None:
        return None
    return str(answer) if isinstance(answer, int) else " ".join(map(str, answer))


def _strict(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _strict(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(entry) for entry in value]
    return value


def _one_line(text: str) -> str:
    return " ".join(text.split())
