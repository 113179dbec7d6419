"""``panelwise matrix``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, interval, say, write_json, write_table
from panelwise.wording import TERMINAL

if TYPE_CHECKING:
    from panelwise.analysis import CrossedCell

RowFact = Annotated[
    str, typer.Option("--rows", help="A property of items, such as language, or task.")
]
ColumnFact = Annotated[
    str, typer.Option("--columns", help="A property of items, such as perspective, or task.")
]


def matrix(
    runs: Annotated[list[Path], typer.Argument(help="One or more runs.")],
    packs: MovedPacks = None,
    rows: RowFact = "language",
    columns: ColumnFact = "task",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Cross two properties of items: scores by language and so on.

    A cell has the task's headline score, its interval and the number of answers. A score in
    parentheses may be no better than guessing.
    """
    import dataclasses

    from panelwise.analysis import crossed
    from panelwise.evaluation import open_runs

    found = [cell for run in open_runs(runs, packs or ()) for cell in crossed(run, rows, columns)]
    if as_json:
        write_json(
            [dataclasses.asdict(one) | {"beats_guessing": one.beats_guessing} for one in found],
            indent=True,
        )
        return
    groups: dict[tuple[str, ...], list[CrossedCell]] = {}
    for cell in found:
        together = (cell.run,) if "task" in (rows, columns) else (cell.run, cell.task)
        groups.setdefault(together, []).append(cell)
    for name, cells in groups.items():
        _print_matrix(", ".join(name), rows, cells)
    say(
        "a score in parentheses may be no better than guessing; among many cells, some exceed it by"
        " chance"
    )


def _print_matrix(name: str, rows: str, cells: Sequence[CrossedCell]) -> None:
    columns = list(dict.fromkeys(cell.column for cell in cells))
    by_place = {(cell.row, cell.column): cell for cell in cells}
    lines = [
        [row, *(_shown(by_place.get((row, column))) for column in columns)]
        for row in dict.fromkeys(cell.row for cell in cells)
    ]
    write_table((rows, *columns), lines, name)


def _shown(cell: CrossedCell | None) -> str:
    if cell is None:
        return TERMINAL.missing
    value = figure(cell.score.value)
    shown = value if cell.beats_guessing else f"({value})"
    return f"{shown} {interval(cell.score)} n {cell.n}"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(matrix)
