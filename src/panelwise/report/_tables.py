"""The report's numbers for other programs: Markdown, LaTeX, CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from panelwise.analysis import Average, PairedDifference, PairedTest, TaskSummary
from panelwise.evaluation import Result
from panelwise.report._details import (
    BREAKDOWN_COLUMNS,
    PRINTED_COLUMNS,
    breakdown_rows,
    detail_blocks,
    printed_rows,
)
from panelwise.report._differences import limits
from panelwise.report._formats import (
    csv_text,
    latex_table,
    latex_text,
    markdown_table,
    markdown_text,
)
from panelwise.report._headline import HeadlineRow, is_higher_better
from panelwise.report._overview import TaskView
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import (
    BASELINE_PAIRS,
    MISSING,
    better_run,
    constant_words,
    figure,
    interval,
    metric_label,
    over_chance,
    p_value,
    pair_verdict,
    part_interval,
    share,
    signed,
)
from panelwise.tasks import OUTCOMES, Answer

HEADINGS = (
    *("Run", "Score", "95 % interval", "Chance", "Best constant", "Over chance", "n", "Coverage"),
    "All items",
)
PAIR_HEADINGS = (
    *("First", "Second", "Difference", "95 % interval, this pair", "p, this pair"),
    *("p (Holm)", "pairs", "n", "Verdict, by p (Holm)"),
)
AVERAGE_COLUMNS = (
    *("average", "model", "score", "low", "high", "chance", "n", "failed", "columns", "missing"),
    "profile",
)
UNTESTED_HEADINGS = ("First", "Second", "Difference", "95 % interval, this pair", "n")
COMPARISON_COLUMNS = (
    *("task", "metric", "first", "second", "difference", "pair_low", "pair_high", "interval"),
    *("test", "pair_p", "p_holm", "pairs", "n", "better", "verdict"),
)


AVERAGE_HEADINGS = (
    *("Average", "Model", "Score", "95 % interval", "Chance", "n", "Failed columns", "Profile"),
    "Remark",
)
AVERAGES = "Averages over tasks, as the papers print them"


def markdown(views: Sequence[TaskView], averages: Sequence[Average] = ()) -> str:
    """Headline and comparison tables, one pair per task, and the tables behind them."""
    blocks: list[str] = []
    for view in views:
        blocks.append(f"## {markdown_text(view.task)}: {markdown_text(view.metric)}\n")
        columns = (*HEADINGS, "Profile", "Prompt", "Answered as", "Decoding")
        body = [(*_cells(row), *_provenance(row)) for row in view.rows]
        blocks.append(markdown_table(columns, body))
        if view.why_no_chance:
            blocks.append("".join(f"- {markdown_text(said)}\n" for said in view.why_no_chance))
        if view.tests:
            body = [_pair_cells(test, view.rows[0]) for test in view.tests]
            blocks.append(markdown_table(PAIR_HEADINGS, body))
            if said := limits(view.tests):
                blocks.append(f"- {markdown_text(said)}\n")
        if view.unjudged:
            body = [_untested_cells(test) for test in view.unjudged]
            blocks.append(f"### {markdown_text(view.task)}: models and baselines\n")
            blocks.append(markdown_table(UNTESTED_HEADINGS, body))
            blocks.append(f"- {markdown_text(BASELINE_PAIRS)}\n")
        for block in detail_blocks(view):
            blocks.append(f"### {markdown_text(block.title)}\n")
            blocks.append(markdown_table(block.headings, block.body))
            if block.notes:
                blocks.append("".join(f"- {markdown_text(note)}\n" for note in block.notes))
    if averages:
        rows = [average_cells(one) for one in averages]
        blocks += [f"## {AVERAGES}\n", markdown_table(AVERAGE_HEADINGS, rows)]
    return "\n".join(blocks)


def latex(views: Sequence[TaskView], averages: Sequence[Average] = ()) -> str:
    """The same tables for ``booktabs``; what a score depends on stands under each table."""
    blocks = ["% Needs \\usepackage{booktabs}, and LuaLaTeX or XeLaTeX where names are not Latin\n"]
    for view in views:
        title = latex_text(f"{view.task}: {view.metric}")
        notes = [
            latex_text(
                f"{row.summary.run}: profile {row.summary.profile}; prompt {row.prompts}; "
                f"answered as {row.answered_as}; {_decoding(row)}{row.standing}."
            )
            for row in view.rows
        ]
        notes += map(latex_text, view.why_no_chance)
        blocks.append(latex_table(HEADINGS, [_cells(row) for row in view.rows], title, notes))
        if view.tests:
            pairs = [_pair_cells(test, view.rows[0]) for test in view.tests]
            said = [latex_text(one) for one in (limits(view.tests),) if one]
            blocks.append(latex_table(PAIR_HEADINGS, pairs, f"{title}, paired comparison", said))
        if view.unjudged:
            pairs = [_untested_cells(test) for test in view.unjudged]
            said = [latex_text(BASELINE_PAIRS)]
            heading = f"{title}, models and baselines"
            blocks.append(latex_table(UNTESTED_HEADINGS, pairs, heading, said))
        for block in detail_blocks(view):
            notes = [latex_text(note) for note in block.notes]
            blocks.append(latex_table(block.headings, block.body, latex_text(block.title), notes))
    if averages:
        rows = [average_cells(one) for one in averages]
        blocks.append(latex_table(AVERAGE_HEADINGS, rows, AVERAGES, []))
    return "\n".join(blocks)


def average_cells(one: Average) -> tuple[str, ...]:
    """An average over tasks, as texts."""
    return (
        *(one.name, one.model, figure(one.score.value), interval(one.score), figure(one.chance)),
        *(str(one.score.n), str(one.failed), one.profile, one.remark or MISSING),
    )


def averages_csv(averages: Sequence[Average]) -> str:
    """One line per average over tasks; ``columns`` are its scores, a failed one 0."""
    rows = [
        {
            "average": one.name,
            "model": one.model,
            "score": one.score.value,
            "low": one.score.low,
            "high": one.score.high,
            "chance": one.chance,
            "n": one.score.n,
            "failed": one.failed,
            "columns": " ".join(f"{part.name}={part.score.value}" for part in one.columns),
            "missing": " ".join(one.missing),
            "profile": one.profile,
        }
        for one in averages
    ]
    return csv_text(rows, AVERAGE_COLUMNS)


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
                "constant": head.constant.value if head.constant else None,
                "constant_answer": head.constant.answer if head.constant else None,
                "over_chance": head.chance_adjusted,
                "n": row.n,
                "samples": summary.n,
                "coverage": summary.coverage,
                "all_items": head.all_items.value,
                "all_items_low": head.all_items.low,
                "all_items_high": head.all_items.high,
                **_circular(summary),
                **_pairs(summary),
                **_repeats(summary),
                "profile": summary.profile,
                "prompts": " ".join(summary.prompt_ids),
                "decoding": row.decoding,
                **{outcome: summary.outcomes.get(outcome, 0) for outcome in OUTCOMES},
            }
        )
    return csv_text(table)


def comparison_csv(views: Sequence[TaskView]) -> str:
    """One line per pair of runs and task; the interval and ``p`` are of that pair alone.

    A pair with a baseline has no test where the report has a model.
    """
    rows = [
        untested_row(test)
        | {
            "test": test.test,
            "pair_p": test.p,
            "p_holm": test.p_holm,
            "pairs": test.pairs,
            "better": better_run(test, is_higher_better(view.rows[0].summary, test.metric)),
            "verdict": pair_verdict(test, is_higher_better(view.rows[0].summary, test.metric)),
        }
        for view in views
        for test in view.tests
    ]
    rows += [untested_row(test) for view in views for test in view.unjudged]
    return csv_text(rows, COMPARISON_COLUMNS)


def untested_row(test: PairedDifference) -> dict[str, Any]:
    """A difference with its interval, and no verdict."""
    return {
        "task": test.task,
        "metric": test.metric,
        "first": test.first,
        "second": test.second,
        "difference": test.difference.value,
        "pair_low": test.difference.low,
        "pair_high": test.difference.high,
        "interval": test.difference.method,
        "n": test.n,
    }


def samples_csv(runs: Sequence[ReportRun]) -> str:
    """One line per sample, responses whole."""
    metrics = sorted({name for run in runs for result in run.results for name in result.scores})
    return csv_text([_sample_row(run, result, metrics) for run in runs for result in run.results])


def breakdowns_csv(views: Sequence[TaskView]) -> str:
    """One line per task, fact, run and value."""
    return csv_text(breakdown_rows(views), BREAKDOWN_COLUMNS)


def published_csv(views: Sequence[TaskView]) -> str:
    """One line per figure, ours and the papers'."""
    return csv_text(printed_rows(views), PRINTED_COLUMNS)


def _circular(summary: TaskSummary) -> dict[str, float | None]:
    """The circular score's columns; empty where the options were not turned."""
    score = summary.circular
    return {
        "circular": score.all_right.value if score else None,
        "circular_low": score.all_right.low if score else None,
        "circular_high": score.all_right.high if score else None,
        "circular_chance": score.chance if score else None,
        "circular_mean": score.mean.value if score else None,
        "circular_consistent": score.consistent.value if score else None,
        "circular_questions": score.questions if score else None,
    }


def _pairs(summary: TaskSummary) -> dict[str, float | None]:
    """Pairs of one text and two pictures; empty where there are none."""
    found = summary.pairs
    return {
        "text_pairs": found.pairs if found else None,
        "text_pairs_right": found.both_right.value if found else None,
        "text_pairs_right_low": found.both_right.low if found else None,
        "text_pairs_right_high": found.both_right.high if found else None,
        "text_pairs_chance": found.chance if found else None,
        "text_pairs_knowing_chance": found.knowing_chance if found else None,
        "text_pairs_alike": found.alike.value if found else None,
        "text_pairs_expected_alike": found.expected_alike if found else None,
    }


def _repeats(summary: TaskSummary) -> dict[str, float | None]:
    """How much the score moves between repeats; empty where items were asked once."""
    found = summary.repeats
    return {
        "repeats": found.repeats if found else None,
        "repeat_sd": found.sd if found else None,
        "repeat_same_answer": found.same_answer if found else None,
        "repeat_same_score": found.same_score if found else None,
    }


def _sample_row(run: ReportRun, result: Result, metrics: Sequence[str]) -> dict[str, Any]:
    item = run.items.get(ItemKey(result.pack, result.item))
    return {
        "run": run.name,
        "model": run.model,
        "profile": run.profile_of(item.task).name if item else run.profile_name,
        "pack": result.pack,
        "item": result.item,
        "repeat": result.repeat,
        "task": item and item.task,
        "book": item and item.book,
        "family": item and item.family,
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


def _cells(row: HeadlineRow) -> tuple[str, ...]:
    head = row.summary.headline
    n = str(row.n) if row.n == row.summary.n else f"{row.n} of {row.summary.n}"
    everything = f"{figure(head.all_items.value)} {interval(head.all_items)}"
    return (
        row.summary.run,
        figure(head.headline.value),
        part_interval(row.summary),
        figure(head.chance),
        constant_words(head.constant),
        over_chance(head.chance_adjusted),
        n,
        share(row.summary.coverage),
        everything if row.differs else MISSING,
    )


def _provenance(row: HeadlineRow) -> tuple[str, ...]:
    return row.summary.profile, row.prompts, row.answered_as, row.decoding or MISSING


def _decoding(row: HeadlineRow) -> str:
    return f"decoding {row.decoding}; " if row.decoding else ""


def _pair_cells(test: PairedTest, row: HeadlineRow) -> tuple[str, ...]:
    difference = f"{signed(test.difference.value)} {metric_label(test.metric)}"
    return (
        test.first,
        test.second,
        difference,
        interval(test.difference),
        p_value(test.p),
        p_value(test.p_holm),
        str(test.pairs),
        str(test.n),
        pair_verdict(test, is_higher_better(row.summary, test.metric)),
    )


def _untested_cells(test: PairedDifference) -> tuple[str, ...]:
    difference = f"{signed(test.difference.value)} {metric_label(test.metric)}"
    return test.first, test.second, difference, interval(test.difference), str(test.n)


def _answer(answer: Answer | None) -> str | None:
    """0-based indices separated by spaces; documents as JSON."""
    if isinstance(answer, dict):
        return orjson.dumps(answer).decode()
    if answer is None or isinstance(answer, int):
        return None if answer is None else str(answer)
    return " ".join(map(str, answer))
