"""``panelwise suite``: a user's own suite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._evaluate import MaxCost
from panelwise.cli._experiment import report_done
from panelwise.cli._output import RunProgress, say


def suite(
    file: Annotated[Path, typer.Argument(help="A YAML file: tasks, models, transforms.")],
    out: Annotated[Path, typer.Option(help="A folder for packs, runs and table; it continues.")],
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Ask a part of every pack, spread over books and lengths (10 minutes)."
        ),
    ] = False,
    books: Annotated[
        int, typer.Option(min=1, help="How many books are drawn, if the file names no comics.")
    ] = 4,
    max_cost: MaxCost = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Use recorded and cached answers only, no network.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Run your own suite: tasks by models by transforms.

    One file describes it. Every transform is compared with the plain items, item by item. The same
    command continues.
    """
    from panelwise.experiments import RunOptions, run_suite

    options = RunOptions(max_cost=max_cost, replay=replay, progress=RunProgress)
    done = run_suite(file, out, quick=quick, books=books, options=options, say=say)
    report_done(done, as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(suite)
