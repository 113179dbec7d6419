"""``panelwise score``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._build import Settings
from panelwise.cli._options import ProfileOption
from panelwise.cli._output import (
    say,
    write_json,
    write_line,
    write_metrics,
    write_precision,
)
from panelwise.cli._run_output import pair_lines

KINDS = "The kind of the answers: any that panelwise list kinds prints, except rating and mark."


def score(
    kind: Annotated[str, typer.Argument(help=KINDS)],
    file: Annotated[
        Path,
        typer.Argument(
            help="A JSON Lines file with id, gold and answer on each line; - for standard input."
        ),
    ],
    profile: ProfileOption = "recommended",
    settings: Settings = None,
    benchmark: Annotated[
        str | None,
        typer.Option(
            help="The paper or task whose settings the profile `paper` uses, e.g. stripcipher."
        ),
    ] = None,
    predictable: Annotated[
        str | None,
        typer.Option(
            help="For detection: also print the mean over these classes, the ones that the detector"
            " supports, such as panel,text."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Score answers from a file.

    Prints every metric of the kind, with the number of answers, the share that could be read,
    chance, and a confidence interval. No pack is needed.
    """
    import dataclasses

    from panelwise.analysis import all_scores
    from panelwise.benchmarks import require_scoring_obeys
    from panelwise.profile import get_profile, parse_settings

    changed = parse_settings(settings or ())
    chosen = get_profile(profile, changed)
    if changed:
        require_scoring_obeys(changed, kind)
    classes = [label.strip() for label in (predictable or "").split(",") if label.strip()]
    scores = all_scores(kind, file, chosen, classes or None, benchmark=benchmark)
    summary = scores.summary
    if as_json:
        more = {"detection": scores.detection, "notes": scores.notes}
        write_json(dataclasses.asdict(summary) | more, indent=True)
        return
    write_metrics(summary, f"{file} ({summary.profile})")
    if scores.detection is not None:
        write_precision(scores.detection, summary.profile, summary.coverage)
    for line in pair_lines(summary):
        write_line(line)
    outcomes = ", ".join(f"{name} {k}" for name, k in summary.outcomes.items() if k)
    say(f"outcomes: {outcomes}")
    for note in scores.notes:
        say(f"note: {note}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(score)
