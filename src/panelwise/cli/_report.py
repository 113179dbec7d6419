"""``panelwise report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import open_page, say


def report(
    runs: Annotated[list[Path], typer.Argument(help="The runs to report on.")],
    out: Annotated[
        Path, typer.Option(help="A folder for the report; an older report in it is replaced.")
    ],
    title: Annotated[
        str | None, typer.Option(help="The title. Default: the names of the tasks.")
    ] = None,
    packs: MovedPacks = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the report in a browser.")] = False,
) -> None:
    """Write an offline HTML report of runs.

    Also writes its tables as Markdown, CSV and LaTeX.
    """
    from panelwise.evaluation import Run
    from panelwise.report import write_report

    index = write_report([Run.open(run, packs or ()) for run in runs], out, title=title)
    say(f"report: {index}")
    if open_it:
        open_page(index)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(report)
