"""``panelwise people``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, say, write_json, write_table
from panelwise.wording import TERMINAL


def people(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Runs of people's answers, from 'annotations run' or human:FILE."),
    ],
    packs: MovedPacks = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare the people of a group: mean, majority, best, worst.

    The mean counts every person once. The majority is the commonest answer to each item. Evaluate
    people's answers with --model human:FILE --repeats N, where N people answered each item.
    """
    import dataclasses

    from panelwise.analysis import RunData, people_figures
    from panelwise.errors import InputError
    from panelwise.evaluation import open_runs
    from panelwise.wording import first_of

    found = [one for run in open_runs(runs, packs or ()) for one in people_figures(RunData.of(run))]
    if not any(one.individuals for one in found):
        raise InputError(
            f"{first_of([str(run) for run in runs], 3)}: no answers of people; give a run of"
            " panelwise annotations run, or evaluate with --model human:FILE"
        )
    if as_json:
        write_json([dataclasses.asdict(one) for one in found], indent=True)
        return
    headers = ("run", "task", "metric", "people", "mean", "majority", "best", "worst", "seconds")
    rows = []
    for one in found:
        ends = [
            TERMINAL.missing if end is None else f"{figure(end.score)} ({end.person})"
            for end in (one.best, one.worst)
        ]
        row = (one.run, one.task, one.metric, str(len(one.individuals)), figure(one.mean))
        rows.append([*row, figure(one.majority), *ends, figure(one.seconds, 1)])
    write_table(headers, rows)
    say("mean: of the people's own scores; majority: the commonest answer to each item")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(people)
