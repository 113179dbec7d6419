"""``panelwise score``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._build import Settings
from panelwise.cli._output import METRIC_HEADERS, metric_row, say, write_json, write_table


def score(
    kind: Annotated[str, typer.Argument(help="ordering or choice.")],
    file: Annotated[Path, typer.Argument(help="Lines {id, gold, answer}; - for standard input.")],
    profile: Annotated[str, typer.Option(help="recommended or paper.")] = "recommended",
    settings: Settings = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Score answers from anywhere: every metric with n, coverage, chance and interval."""
    import dataclasses

    from panelwise.analysis import score_file
    from panelwise.profile import get_profile, parse_settings

    summary = score_file(kind, file, get_profile(profile, parse_settings(settings or ())))
    if as_json:
        write_json(dataclasses.asdict(summary), indent=True)
        return
    rows = [metric_row(metric, summary.coverage) for metric in summary.metrics.values()]
    write_table(METRIC_HEADERS, rows, f"{file} ({summary.profile})")
    outcomes = ", ".join(f"{name} {k}" for name, k in summary.outcomes.items() if k)
    say(f"outcomes: {outcomes}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(score)
