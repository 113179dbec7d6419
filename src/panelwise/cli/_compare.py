"""``panelwise compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import (
    constant_words,
    figure,
    interval,
    prompt_lines,
    say,
    write_averages,
    write_json,
    write_line,
    write_table,
)
from panelwise.wording import TERMINAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.analysis import Comparison, PairedDifference, PairedTest
    from panelwise.evaluation import Run


def compare(
    runs: Annotated[list[Path], typer.Argument(help="Two or more runs.")],
    out: Annotated[
        Path | None,
        typer.Option(help="For two runs: a folder for a report of what changed, item by item."),
    ] = None,
    packs: MovedPacks = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare runs with paired tests on shared items.

    With --out, an earlier run and a later one become a report that lists which items were gained,
    lost and answered differently.

    P-values are corrected (Holm) for all pairs of models on all tasks. If one of the runs is a
    model's, pairs that include a baseline have no p-value. Runs that are scored under different
    profiles are not tested against each other.
    """
    import dataclasses

    from panelwise.analysis import compare as compare_runs
    from panelwise.errors import InputError
    from panelwise.evaluation import open_runs

    if len(runs) < 2:
        open_runs(runs, packs or ())  # a folder of runs has an error of its own
        raise InputError("one run cannot be compared; name at least two")
    if out is not None and len(runs) > 2:
        raise InputError(
            f"--out compares one earlier run with one later run, but {len(runs)} were given; give"
            " two, or leave out --out"
        )
    opened = open_runs(runs, packs or ())
    comparison = compare_runs(opened)
    page = None if out is None else _write_changes(opened, out)
    if as_json:
        write_json(dataclasses.asdict(comparison), indent=True)
    else:
        print_comparison(comparison)
        if page is not None:
            _print_changes(opened)
    tasks = [summary.task for summary in comparison.summaries]
    if len(set(tasks)) == len(tasks):
        say(
            "note: no two of these runs have a task in common, so nothing is compared;"
            " evaluate the models on the same pack"
        )
    if page is not None:
        say(f"report of changes: {page}")


def _write_changes(runs: Sequence[Run], out: Path) -> Path:
    from panelwise.report import CHANGES_PAGE, write_report

    return write_report(runs, out, changed=True).parent / CHANGES_PAGE


def _print_changes(runs: Sequence[Run]) -> None:
    from panelwise.analysis import changes

    for task in changes(runs[0], runs[1]):
        n = task.counts
        write_line(
            f"from {task.before} to {task.after} on {task.task}: {n['gained']} gained,"
            f" {n['lost']} lost, {n['other']} answered differently but worth the same,"
            f" {n['same']} the same"
        )


def print_scores(comparison: Comparison) -> None:
    """The headline of every run on every task, task by task."""
    scores = [
        [
            summary.run,
            summary.task,
            summary.headline_metric,
            figure(summary.score.value),
            interval(summary.score),
            figure(summary.headline.chance),
            constant_words(summary.headline.constant),
            str(summary.score.n),
            f"{summary.coverage:.1%}",
            summary.profile,
        ]
        for summary in sorted(comparison.summaries, key=lambda summary: summary.task)
    ]
    write_table(
        (
            *("run", "task", "metric", "score", "95 % interval", "chance", "best constant"),
            *("n", "coverage", "profile"),
        ),
        scores,
    )
    for line in prompt_lines(comparison.summaries):
        write_line(line)


def print_comparison(comparison: Comparison) -> None:
    """Two tables: scores, and paired differences with corrected p-values."""
    print_scores(comparison)
    write_averages(comparison.averages)
    unjudged = comparison.baseline_differences
    several = any(test.pairs > 1 for test in comparison.tests)  # one needs no correction
    tests = [
        [*_difference(test), test.test, *_outcome(test, several=several)]
        for test in comparison.tests
    ] + [[*_difference(one), *[TERMINAL.missing] * (4 if several else 3)] for one in unjudged]
    if tests and not several:
        headers = ("pair", "task", "difference", "95 % interval", "n", "test", "p", "verdict")
        write_table(headers, tests)
    elif tests:
        starred = ("pair", "task", "difference", "95 % interval*", "n", "test", "p*", "p (Holm)")
        write_table((*starred, "verdict"), tests)
        say(
            "* of the pair alone; p (Holm) is corrected for"
            f" {_family(comparison.tests[0].pairs, comparison)}, and decides the verdict"
        )
    if unjudged:
        say(
            "pairs with a baseline have no p and no verdict;"
            " compare the intervals with the columns chance and best constant"
        )
    profiles: dict[str, set[str]] = {}
    for summary in comparison.summaries:
        profiles.setdefault(summary.task, set()).add(summary.profile)
    if mixed := [task for task, some in profiles.items() if len(some) > 1]:
        say(
            f"{mixed[0]}: runs under different profiles"
            f" ({'; '.join(sorted(profiles[mixed[0]]))}) are not tested against each other; score"
            " them alike with panelwise rescore RUN --profile NAME"
        )


def _difference(one: PairedDifference) -> list[str]:
    """The pair, its difference and interval."""
    pair = f"{one.first} − {one.second}"
    return [pair, one.task, figure(one.difference.value), interval(one.difference), str(one.n)]


def _outcome(test: PairedTest, *, several: bool) -> list[str]:
    """p, corrected p where there are several, and verdict."""
    return [figure(test.p, 4), *([figure(test.p_holm, 4)] if several else []), _verdict(test)]


def _family(pairs: int, comparison: Comparison) -> str:
    """For how many pairs the tests are corrected, in words."""
    from panelwise.evaluation import is_baseline
    from panelwise.wording import counted

    mixed = len({is_baseline(one.model) for one in comparison.summaries}) == 2
    return counted(pairs, "pair") + (" of models" if mixed else "")


def _verdict(test: PairedTest) -> str:
    verdict = "different" if test.differs else "no difference shown"
    if not test.differs and test.too_few:
        verdict = f"too few to tell ({test.units})"
    return f"{verdict}: {test.remark}" if test.remark else verdict


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(compare)
