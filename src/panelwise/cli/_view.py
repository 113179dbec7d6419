"""``panelwise view``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import open_address, say, write_line
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.report.live import Shelf


def view(
    paths: Annotated[list[Path], typer.Argument(help="Packs, runs, or folders that contain them.")],
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on. If it is not a loopback address, other machines that"
            " know the token in the URL can read what is shown."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8014,
    open_it: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Show packs and runs in a browser while runs go on.

    Shows progress, cost, outcomes, scores so far, and every sample as it comes. Nothing is written
    to packs and runs. Needs the extra 'annotate'. Ctrl-C ends the server.
    """
    from panelwise.report.live import open_view

    def ready(url: str, shelf: Shelf) -> None:
        shelf.look()
        write_line(url, now=True)
        runs, packs = counted(len(shelf.runs), "run"), counted(len(shelf.packs), "pack")
        say(f"serving {runs} and {packs}; Ctrl-C ends it")
        if not shelf.runs and not shelf.packs:
            places = ", ".join(map(str, paths))
            say(f"nothing found in {places} so far; packs and runs written there will appear")
        if open_it:
            open_address(url)

    try:
        open_view(paths, host=host, port=port, ready=ready)
    except KeyboardInterrupt:
        say("ended")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(view)
