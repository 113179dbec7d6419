"""``panelwise suite``: a user's own suite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._estimates import check_pace, estimated, print_estimates
from panelwise.cli._evaluate import MaxCost, Pace
from panelwise.cli._experiment import DryRun, report_done
from panelwise.cli._output import RunProgress, say


def suite(
    file: Annotated[Path, typer.Argument(help="A YAML file: tasks, models, transforms.")],
    out: Annotated[
        Path,
        typer.Option(
            help="A folder for packs, runs and table; an unfinished suite in it is continued."
        ),
    ],
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="Ask each model for only 300 answers, or for the number that the key quick of the"
            " file gives; about 10 minutes per model.",
        ),
    ] = False,
    books: Annotated[
        int, typer.Option(min=1, help="How many books are drawn, if the file names no comics.")
    ] = 4,
    max_cost: MaxCost = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Use recorded and cached answers only, no network.")
    ] = False,
    dry_run: DryRun = False,
    pace: Pace = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Run your own suite: tasks by models by transforms.

    A YAML file names them. The scores with each transform are compared with those without it, item
    by item. The same command continues a suite that was stopped.
    """
    from panelwise.experiments import RunOptions, plan_suite, run_suite

    options = RunOptions(max_cost=max_cost, replay=replay, progress=RunProgress)
    check_pace(pace, dry_run=dry_run)
    if dry_run:
        plans = plan_suite(file, out, quick=quick, books=books, options=options, say=say)
        print_estimates(estimated(plans, cache=True), pace=pace, as_json=as_json)
        return
    done = run_suite(file, out, quick=quick, books=books, options=options, say=say)
    report_done(done, as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(suite)
