"""``panelwise settings``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from panelwise.cli._output import write_json, write_line


def settings(
    task: Annotated[
        str | None, typer.Argument(help="Only the settings that affect this task. Default: all.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the settings of prompts and scoring.

    The option --set of other commands changes them. Each is printed with its default, its meaning,
    the values that it takes, and its source. If the profile `paper` uses another value for a paper,
    that value is printed, too. docs/models.md lists the settings of models.
    """
    import dataclasses

    from panelwise.benchmarks import setting_rows
    from panelwise.errors import UnknownNameError

    try:
        rows = setting_rows(task)
    except UnknownNameError as error:
        everything = "without a task, panelwise settings lists every setting"
        raise UnknownNameError(f"{error}; {everything}") from None
    if as_json:
        write_json([dataclasses.asdict(row) for row in rows], indent=True)
        return
    for row in rows:
        write_line(f"{row.name}={_text(row.recommended)}")
        write_line(f"    {row.about}")
        write_line(f"    values: {row.values}")
        others = [f"{p} {_text(v)}" for p, v in row.papers.items() if v != row.recommended]
        if others:
            write_line(f"    in paper: {', '.join(others)}")
        write_line(f"    source: {row.source}")


def _text(value: Any) -> str:
    """A value as ``--set`` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(settings)
