"""``panelwise calibration``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, interval, say, write_json, write_line, write_table
from panelwise.wording import TERMINAL, counted

if TYPE_CHECKING:
    from panelwise.analysis import Calibration

PlotFile = Annotated[
    Path | None, typer.Option("--svg", help="Write a reliability plot to this SVG file.")
]


def calibration(
    runs: Annotated[list[Path], typer.Argument(help="One or more runs.")],
    packs: MovedPacks = None,
    svg: PlotFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare confidence with how often answers are right.

    The confidence of an answer comes from one of three places: it is recorded with the answer, the
    answer states it (packs built with --transform ask_confidence ask for it), or it is the
    probability of the answer's tokens (models asked with --set logprobs=on).
    """
    import dataclasses

    from panelwise.analysis import calibration as calibration_of_run
    from panelwise.analysis import reliability_svg
    from panelwise.errors import InputError
    from panelwise.evaluation import open_runs
    from panelwise.outputs import write_file

    found = [one for run in open_runs(runs, packs or ()) for one in calibration_of_run(run)]
    if not found:
        raise InputError(
            "no answer has a confidence; build with --transform ask_confidence, ask the model with"
            " --set logprobs=on, or record a confidence with each answer"
        )
    if svg is not None:
        write_file(svg, reliability_svg(found).encode())
        say(f"wrote {svg}")
    if as_json:
        write_json([dataclasses.asdict(one) for one in found], indent=True)
        return
    rows = [_row(one) for one in found]
    headers = (
        *("run", "task", "confidence", "n", "right", "95 % interval", "confidence − right"),
        *("95 % interval", "Brier", "ECE", "by chance up to", "p"),
    )
    write_table(headers, rows)
    for one in found:
        _print_curves(one)
    say("ECE by chance: what perfectly calibrated answers of these confidences reach, 95 % of them")


def _row(one: Calibration) -> list[str]:
    gap = TERMINAL.missing if one.gap is None else interval(one.gap)
    means = [None if mean is None else mean.value for mean in (one.gap, one.brier)]
    return [
        *(one.run, one.task, one.source, str(one.answers)),
        *(figure(one.right.value), interval(one.right)),
        *(figure(means[0]), gap),
        *(figure(means[1]), figure(one.ece), figure(one.ece_by_chance)),
        figure(one.ece_p, 4),
    ]


def _print_curves(one: Calibration) -> None:
    write_line(f"{one.run}, {one.task}, {one.source}")
    if one.without:
        write_line(f"  {counted(one.without, 'readable answer')} without a confidence left out")
    rows = [
        [
            *(f"{kept.coverage:.0%}", f"{kept.threshold:.2f}", figure(kept.right.value)),
            *(interval(kept.right), str(kept.right.n)),
        ]
        for kept in one.selective
    ]
    if rows:
        headers = ("most confident", "confidence from", "right", "95 % interval", "n")
        write_table(headers, rows)
    levels = [
        [level.level, figure(level.right.value), interval(level.right), str(level.right.n)]
        for level in one.levels
    ]
    write_table(("people's scale", "right", "95 % interval", "n"), levels)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(calibration)
