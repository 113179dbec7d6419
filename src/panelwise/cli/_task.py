"""``panelwise task``."""

from __future__ import annotations

from typing import Annotated

import typer

from panelwise.cli._output import write_line


def task(
    name: Annotated[
        str | None, typer.Argument(help="The task. Default: print the cards of all tasks.")
    ] = None,
) -> None:
    """Print a task's card.

    A card has the question, chance, human score, best published model, and known pitfalls.
    """
    from panelwise.experiments import task_card, task_cards

    write_line((task_card(name).markdown() if name else task_cards()).rstrip("\n"))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(task)
