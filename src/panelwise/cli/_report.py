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
        str | None, typer.Option(help="The title. Default: made from the models and tasks.")
    ] = None,
    packs: MovedPacks = None,
    cutoff: Annotated[
        list[str] | None,
        typer.Option(
            help="The end of a model's training data, as NAME=2023-10 with the name of a run or"
            " model; repeatable. Shows scores on comics published before and after."
        ),
    ] = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the report in a browser.")] = False,
) -> None:
    """Write an offline HTML report of runs.

    Also writes its tables as Markdown, CSV and LaTeX.
    """
    from panelwise.evaluation import open_runs
    from panelwise.report import write_report

    cutoffs = dict(map(_named_date, cutoff or ()))
    opened = open_runs(runs, packs or ())
    index = write_report(opened, out, title=title, cutoffs=cutoffs)
    say(f"report: {index}")
    if open_it:
        open_page(index)


def _named_date(text: str) -> tuple[str, str]:
    from panelwise.errors import SettingError

    name, equals, date = text.rpartition("=")
    if not equals:
        raise SettingError(f"--cutoff {text}: give a run or model and a date, as NAME=2023-10")
    return name, date


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(report)
