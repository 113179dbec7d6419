"""``panelwise select``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import figure, write_json, write_table


def select(
    table: Annotated[
        Path,
        typer.Argument(help="A CSV table with the columns book, character and optionally series."),
    ],
    top: Annotated[int, typer.Option(help="How many books to choose at most.")] = 100,
    compare: Annotated[
        str,
        typer.Option(
            help="A book's score counts the other books in which its characters appear. id counts"
            " all of them; set leaves out those with exactly the same characters."
        ),
    ] = "id",
    max_per_series: Annotated[
        int | None,
        typer.Option(help="How many books of one series to choose at most. Default: any number."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Choose books to annotate, by the characters they share.

    Prefers books whose characters appear in many others.
    """
    import dataclasses

    from panelwise.analysis import choose_books

    chosen = choose_books(
        table,
        top,
        compare=compare,  # type: ignore[arg-type]
        max_per_series=max_per_series,
    )
    if as_json:
        write_json([dataclasses.asdict(one) for one in chosen], indent=True)
        return
    rows = [[one.book, one.series or "–", str(one.characters), figure(one.score)] for one in chosen]
    write_table(("book", "series", "characters", "score"), rows)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(select)
