"""What is printed of a run: every metric of every task."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from panelwise.cli._output import (
    figure,
    interval,
    say,
    write_averages,
    write_json,
    write_line,
    write_metrics,
    write_precision,
)
from panelwise.wording import argument, counted

if TYPE_CHECKING:
    from panelwise.analysis import Estimate, RepeatSummary, TaskSummary
    from panelwise.evaluation import Run


def print_run(run: Run, *, as_json: bool) -> None:
    """A run's summary: every metric of every task with interval, chance, n and coverage."""
    import dataclasses

    from panelwise.analysis import RunData, averages, summarise

    if any(pack.withheld for pack in run.packs):
        _print_unscored(run, as_json=as_json)
        return
    summaries = summarise(RunData.of(run))
    if as_json:
        write_json(
            {
                "run": str(run.path),
                "status": run.status,
                "decoding": {task: dataclasses.asdict(one) for task, one in run.decoding.items()},
                "tasks": [dataclasses.asdict(summary) for summary in summaries],
                "averages": [dataclasses.asdict(average) for average in averages(summaries)],
            },
            indent=True,
        )
        return
    for summary in summaries:
        title = f"{summary.model} on {summary.task} ({summary.profile})"
        write_metrics(summary, title)
        outcomes = ", ".join(f"{name} {k}" for name, k in summary.outcomes.items() if k)
        _print_precision(summary)
        for line in (*circular_lines(summary), *pair_lines(summary)):
            write_line(line)
        if summary.repeats is not None:
            write_line(repeat_words(summary.repeats))
        for line in finding_lines(summary):
            write_line(line)
        say(f"outcomes of {summary.task}: {outcomes or 'none yet'}")
    write_averages(averages(summaries))
    say(f"run: {run.path}")


_HIGHER = {"cost cap": "a higher --max-cost", "token cap": "a higher --max-tokens-total"}


def to_continue(status: str, folder: Path) -> str:
    """Why a run is not whole, and which command continues it: after a cap, one with a higher cap.

    >>> to_continue("stopped: cost cap", Path("runs/a"))
    'stopped: cost cap; the same command with a higher --max-cost and --out runs/a continues'
    """
    higher = next((more for cap, more in _HIGHER.items() if status.endswith(cap)), "")
    given = " and ".join(filter(None, (higher, f"--out {argument(folder)}")))
    return f"{status}; the same command with {given} continues"


def unanswered(run: Run) -> str | None:
    """Why nothing was answered, where the model took no item at all; else ``None``."""
    found = [(result.outcome, result.error) for result in run.results()]
    if not found or any(outcome != "unsupported" for outcome, _ in found):
        return None
    return f"{run.model} takes none of the {counted(len(found), 'sample')}: {found[0][1]}"


def circular_lines(summary: TaskSummary) -> list[str]:
    """What rotated options say: right in every place, and without a preference. MS-3"""
    found = summary.circular
    if found is None or not found.questions:
        return []
    by_label = ", ".join(f"{label} {count}" for label, count in summary.bias.answers.items())
    return [
        f"circular score {_with_chance(found.all_right, found.chance)}: right in every rotation of"
        f" its options, {counted(found.questions, 'question')}",
        f"mean over rotations {_with_chance(found.mean, found.mean_chance)}: a preference for a"
        " place cancels out",
        f"same answer in every rotation {_with_chance(found.consistent, found.consistent_chance)};"
        f" answers by place: {by_label}",
    ]


def finding_lines(summary: TaskSummary) -> list[str]:
    """Kinds of wrong answers and conditions that the tests show to be no accident."""
    kinds = [
        f"wrong answers that are '{one.kind}': {one.chosen} of {one.n}, {one.expected:.1f} expected"
        " at random"
        for one in summary.mistakes
        if one.verdict
    ]
    return kinds + [
        f"weaker with {one.key}={one.value}: {figure(one.score.value)} against"
        f" {figure(one.rest.value)}, difference {interval(one.difference)}, n {one.n}"
        for one in summary.conditions
        if one.is_weak
    ]


def pair_lines(summary: TaskSummary) -> list[str]:
    """What pairs of items with one text and different answers show. MS-2"""
    found = summary.pairs
    if found is None:
        return []
    chance, expected = "", ""
    if found.knowing_chance is not None:
        known = figure(found.knowing_chance)
        chance = f" (chance {figure(found.chance)}, or {known} if it is known that they differ)"
    if found.expected_alike is not None:
        expected = f" (expected of a model that looks: {figure(found.expected_alike)})"
    both = found.both_right
    lines = [
        f"both of a pair right {figure(both.value)} {interval(both)}{chance}:"
        f" {counted(found.pairs, 'pair')} of one text and two pictures",
        f"pairs answered alike {figure(found.alike.value)} {interval(found.alike)}{expected}",
    ]
    return [*lines, found.remark] if found.remark else lines


def _with_chance(estimate: Estimate, chance: float | None) -> str:
    return f"{figure(estimate.value)} {interval(estimate)} (chance {figure(chance)})"


def _print_unscored(run: Run, *, as_json: bool) -> None:
    """What became of the samples of a run that cannot be scored here; no score, not even 0."""
    from collections import Counter

    outcomes = Counter(result.outcome for result in run.results())
    if as_json:
        facts = {"run": str(run.path), "status": run.status, "scores": None}
        write_json(facts | {"outcomes": dict(outcomes)}, indent=True)
        return
    counts = ", ".join(f"{name} {k}" for name, k in outcomes.most_common())
    say(f"not scored, because the right answers are withheld: {counts or 'no answers yet'}")
    say("send the run's folder to the pack's publisher, to score it with panelwise score-hidden")
    say(f"run: {run.path}")


def note_other_profiles(run: Run) -> None:
    """Name the packs that were built with another profile than the run is scored by."""
    name = run.profiles.default.name.partition("+")[0]
    for pack in run.packs:
        before = str(pack.manifest.get("profile", {}).get("name", ""))
        if before and before.partition("+")[0] != name:
            say(
                f"note: {os.path.normpath(pack.path)} was built with {before}, so its prompts,"
                f" pictures and orders are those of {before}; for those of {name}, build the pack"
                f" again with --profile {name}"
            )


def repeat_words(found: RepeatSummary) -> str:
    """How much the score moves between repeats."""
    scores = ", ".join(figure(score) for score in found.scores)
    same = f"same answer {figure(found.same_answer)}, same score {figure(found.same_score)}"
    return (
        f"{found.repeats} repeats of {counted(found.items, 'item')}: {scores}; standard deviation"
        f" between repeats {figure(found.sd)}; two repeats of an item agree: {same}"
    )


def _print_precision(summary: TaskSummary) -> None:
    """What the scores of found boxes are worth, where there are such boxes."""
    found = summary.precision
    if found is None:
        return
    if isinstance(found, str):
        say(f"note: {found}")
        return
    if found.has_scores:
        write_precision(found, summary.profile, summary.coverage)
    for note in found.notes:
        say(f"note: {note}")
