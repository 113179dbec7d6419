"""``panelwise published``."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from panelwise.cli._output import figure, write_json, write_line, write_table, write_text
from panelwise.spreadsheets import csv_table

if TYPE_CHECKING:
    from panelwise.analysis import (
        Doubt,
        PublishedCell,
        PublishedFigure,
        PublishedFigures,
        PublishedRow,
        PublishedTable,
        Recomputation,
    )


class PublishedFormat(StrEnum):
    """How to print."""

    table = "table"
    csv = "csv"
    json = "json"


def published(
    table: Annotated[
        str | None, typer.Argument(help="The table to print. Default: list all.")
    ] = None,
    task: Annotated[
        str | None, typer.Option(help="Print the published figures for a task.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Recompute the figures that can be recomputed.")
    ] = False,
    form: Annotated[
        PublishedFormat, typer.Option("--format", help="The output format.")
    ] = PublishedFormat.table,
) -> None:
    """Print the papers' figures and their known errors.

    Without a table, lists all tables.
    """
    from panelwise.analysis import (
        published_for,
        published_table,
        published_tables,
        recompute_published,
    )
    from panelwise.errors import SettingError

    if sum((table is not None, task is not None, check)) > 1:
        raise SettingError("give only one of a table, --task and --check")
    if table is not None:
        _print_table(published_table(table), form)
    elif task is not None:
        _print_task(published_for(task), form)
    elif check:
        _print_checks(recompute_published(), form)
    else:
        _print_list(published_tables(), form)


def _print_list(tables: Sequence[PublishedTable], form: PublishedFormat) -> None:
    headers = ("id", "paper", "place", "caption", "units")
    rows = [[t.id, t.paper, t.place, t.caption, t.units] for t in tables]
    if form is PublishedFormat.table:
        width = max(len(row[0]) for row in rows)
        for name, paper, place, caption, _ in rows:
            write_line(f"{name:<{width}}  {paper}, {place}: {caption}")
    else:
        write_rows(headers, rows, form)


def _print_table(table: PublishedTable, form: PublishedFormat) -> None:
    notes = {doubt: number for number, doubt in enumerate(table.doubts, 1)}
    if form is PublishedFormat.json:
        rows = [{name: _cell(row[name]) for name in table.columns} for row in table.rows]
        about = {"id": table.id, "paper": table.paper, "place": table.place}
        about |= {"caption": table.caption, "units": table.units}
        write_json({**about, "columns": table.columns, "rows": rows}, indent=True)
        return
    if form is PublishedFormat.csv:
        printed = [
            [*(row[name].printed for name in table.columns), _row_doubts(row)] for row in table.rows
        ]
        write_rows((*table.columns, "doubts"), printed, form)
        return
    shown = [
        [row[name].printed + _references(row[name].doubts, notes) for name in table.columns]
        for row in table.rows
    ]
    write_line(f"{table.paper}, {table.place}: {table.caption}")
    write_line(f"units: {table.units}\n" if table.units else "")
    write_table(table.columns, shown)
    _write_notes(notes)


def _cell(cell: PublishedCell) -> dict[str, Any]:
    return {**dataclasses.asdict(cell), "value": cell.value}


def _row_doubts(row: PublishedRow) -> str:
    """The doubts of a row in one cell, each after the columns that it hangs on."""
    columns: dict[Doubt, list[str]] = {}
    for name, cell in row.cells.items():
        for doubt in cell.doubts:
            columns.setdefault(doubt, []).append(name)
    notes = (f"{', '.join(names)}: {one.kind}: {one.text}" for one, names in columns.items())
    return "; ".join(notes)


def _references(doubts: Sequence[Doubt], notes: dict[Doubt, int]) -> str:
    return "".join(f" [{notes[doubt]}]" for doubt in doubts)


def _write_notes(notes: dict[Doubt, int]) -> None:
    for doubt, number in notes.items():
        write_line(f"[{number}] {doubt.kind}: {doubt.text}")


_FIGURE_HEADERS = ("who", "part", "metric", "score", "printed", "n", "where")


def _print_task(found: PublishedFigures, form: PublishedFormat) -> None:
    if form is PublishedFormat.json:
        best = {"best": found.best, "human": found.human}
        plain = {name: one and dataclasses.asdict(one) for name, one in best.items()}
        write_json({**dataclasses.asdict(found), **plain}, indent=True)
        return
    if form is PublishedFormat.csv:
        rows = [[*_figure_row(one, ""), _told_doubts(one)] for one in found.figures]
        write_rows((*_FIGURE_HEADERS, "doubts"), rows, form)
        return
    write_line(f"{found.task}, ranked by {found.metric}")
    for label, one in (("best model", found.best), ("people", found.human)):
        write_line(f"{label}: {_told(one)}")
    chance = found.chance
    write_line(f"chance: {figure(chance.value)} ({chance.source})" if chance else "chance: –")
    doubts = dict.fromkeys(doubt for one in found.figures for doubt in one.doubts)
    notes = {doubt: number for number, doubt in enumerate(doubts, 1)}
    rows = [_figure_row(one, _references(one.doubts, notes)) for one in found.figures]
    write_table(_FIGURE_HEADERS, rows)
    _write_notes(notes)


def _told(one: PublishedFigure | None) -> str:
    if one is None:
        return "none published for the task as a whole"
    count = f", n = {one.n}" if one.n else ""
    return f"{figure(one.value)} {one.who}{count} ({one.paper}, {one.place})"


def _told_doubts(one: PublishedFigure) -> str:
    return "; ".join(f"{doubt.kind}: {doubt.text}" for doubt in one.doubts)


def _figure_row(one: PublishedFigure, references: str) -> list[str]:
    count = "" if one.n is None else f"{one.n}{' (recovered)' if one.n_recovered else ''}"
    return [
        one.who,
        ", ".join(f"{axis} {value}" for axis, value in one.split),
        one.metric,
        figure(one.value, 4),
        one.printed + references,
        count,
        f"{one.paper}, {one.place}",
    ]


def _print_checks(found: Sequence[Recomputation], form: PublishedFormat) -> None:
    if form is PublishedFormat.json:
        write_json(
            [{**dataclasses.asdict(one), "agrees": one.agrees} for one in found], indent=True
        )
        return
    headers = ("row", "column", "printed", "recomputed", "agrees")
    if form is PublishedFormat.csv:
        rows = [[one.check, one.table, *_check_row(one)] for one in found]
        write_rows(("check", "table", *headers), rows, form)
        return
    for check in dict.fromkeys(one.check for one in found):
        ours = [one for one in found if one.check == check]
        agree = sum(one.agrees for one in ours)
        write_line(f"{check}: {agree} of {len(ours)} agree")
        write_table(headers, [_check_row(one) for one in ours])
        for one in ours:
            if not one.agrees:
                for doubt in one.doubts:
                    write_line(f"  {doubt.kind}: {doubt.text}")
        write_line("")
    write_line(f"{sum(one.agrees for one in found)} of {len(found)} printed figures agree")


def _check_row(one: Recomputation) -> list[str]:
    digits = len(one.printed.partition(".")[2])
    label = " | ".join(part for part in one.row.split(" | ") if part.strip(" .0123456789"))
    shown = figure(one.recomputed, digits + 1)
    return [label, one.column, one.printed, shown, "yes" if one.agrees else "NO"]


def write_rows(
    headers: Sequence[str], rows: Sequence[Sequence[str]], form: PublishedFormat
) -> None:
    if form is PublishedFormat.json:
        write_json([dict(zip(headers, row, strict=True)) for row in rows], indent=True)
        return
    write_text(csv_table(headers, rows, end="\n"))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(published)
