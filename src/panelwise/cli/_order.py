"""``panelwise order``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import write_json


def order(
    file: Annotated[
        Path, typer.Argument(help="A JSON file with pages and their boxes; - for standard input.")
    ],
    rule: Annotated[
        str, typer.Option(help="The ordering rule: default, magi or xycut.")
    ] = "default",
) -> None:
    """Put panel and text boxes in reading order.

    Each decision is printed with its reason.
    """
    from panelwise.files import read_bounded, read_regular
    from panelwise.reading import order_document

    piped = str(file) == "-"
    data = read_bounded(sys.stdin.buffer, "standard input") if piped else read_regular(file)
    write_json(order_document(data, rule, str(file)), indent=True)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(order)
