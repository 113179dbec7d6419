"""``panelwise cutoff``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, interval, say, write_json, write_table

if TYPE_CHECKING:
    from panelwise.analysis import CutoffSplit


def cutoff(
    runs: Annotated[list[Path], typer.Argument(help="The runs.")],
    date: Annotated[
        str,
        typer.Option(
            help="The end of the models' training data, as a year or month such as 2023-10."
        ),
    ],
    packs: MovedPacks = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare scores before and after a training cut-off.

    Comics are split by the dates of publication that the packs list for their books. If a
    run's pack was made by "panelwise probe", the gap that "panelwise recall" prints is compared
    instead of the score.
    """
    import dataclasses

    from panelwise.analysis import cutoff_splits
    from panelwise.evaluation import open_runs

    opened = open_runs(runs, packs or ())
    for run in opened:
        run.require_right_answers()
    found = [split for run in opened for split in cutoff_splits(run, date)]
    if as_json:
        write_json({"cutoff": [dataclasses.asdict(split) for split in found]}, indent=True)
    else:
        write_splits(found)


def write_splits(splits: Sequence[CutoffSplit]) -> None:
    """The table, and what it leaves out."""
    write_table(
        (
            "run",
            "asked",
            "figure",
            "until then",
            "n",
            "later",
            "n",
            "difference",
            "95 % interval",
            "verdict",
        ),
        [
            [
                *(split.run, split.asked, split.metric),
                *(figure(split.before.value), str(split.before.n)),
                *(figure(split.after.value), str(split.after.n)),
                *(figure(split.difference.value), interval(split.difference), split.verdict),
            ]
            for split in splits
        ],
    )
    for split in splits:
        if split.left_out:
            say(f"{split.run}, {split.asked}: left out: {split.left_out}")
    say("a difference is no proof of memory: newer comics may also be harder")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(cutoff)
