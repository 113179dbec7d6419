"""``panelwise demo``."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._compare import print_scores
from panelwise.cli._options import DirectionOption
from panelwise.cli._output import open_page, say


def demo(
    comics: Annotated[
        Path | None, typer.Option(help="Your comics. Default: comics drawn for the demo.")
    ] = None,
    direction: DirectionOption = "auto",
    out: Annotated[
        Path | None,
        typer.Option(help="A new folder for packs, runs and report. Default: demo, demo-2 …"),
    ] = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the report in a browser.")] = False,
) -> None:
    """Go from comics to a scored report, offline.

    Baselines answer the questions, so no model and no network is needed.
    """
    from panelwise.experiments import run_demo

    done = run_demo(comics, out or _first_free(), direction=direction, say=say)  # type: ignore[arg-type]
    print_scores(done.comparison)
    say("The paired tests in the report show which of these differences are significant.")
    say(f"report: {done.report.resolve()}")
    if open_it:
        open_page(done.report)


def _first_free() -> Path:
    """``demo``, or ``demo-2`` and so on: what an earlier demonstration wrote is kept."""
    from panelwise.outputs import UNFINISHED, holds_something

    names = (Path(f"demo-{number}" if number > 1 else "demo") for number in count(1))
    return next(
        path
        for path in names
        if not path.exists()
        or (path.is_dir() and (not holds_something(path) or (path / UNFINISHED).is_dir()))
    )


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(demo)
