"""``panelwise leaderboard``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import open_page, say


def leaderboard(
    sources: Annotated[
        list[Path], typer.Argument(help="Reports or runs, in any mixture.", metavar="REPORT_OR_RUN")
    ],
    out: Annotated[
        Path, typer.Option(help="A folder for the site; an older leaderboard in it is replaced.")
    ],
    title: Annotated[
        str | None, typer.Option(help="The title of the site. Default: Leaderboard.")
    ] = None,
    packs: MovedPacks = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the site in a browser.")] = False,
) -> None:
    """Rank the runs of many reports on a static site.

    Runs on the same items of a task under the same profile share a board. A run's place is
    1 plus the number of runs that are significantly better. Two runs in the same report are
    compared by its paired test; otherwise the higher one is better if their intervals do not
    overlap. Ties share a place.
    """
    from panelwise.report import write_leaderboard

    index = write_leaderboard(sources, out, title=title, packs=packs or ())
    say(f"leaderboard: {index}")
    if open_it:
        open_page(index)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(leaderboard)
