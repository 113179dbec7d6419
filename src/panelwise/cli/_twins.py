"""``panelwise twins``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, interval, say, write_json, write_line, write_table

if TYPE_CHECKING:
    from panelwise.analysis import Estimate, TwinGap

ControlRuns = Annotated[
    tuple[Path, Path] | None,
    typer.Option(
        "--control",
        metavar="<path> <path>",
        help="Two runs, original and twin, on comics that the model cannot have seen.",
    ),
]


def twins(
    runs: Annotated[
        list[Path],
        typer.Argument(help="A run on the original pack, then runs on transformed ones."),
    ],
    packs: MovedPacks = None,
    control: ControlRuns = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare a run with runs on altered twins of its items.

    Prints the gap (original minus twin), and which responses quote the canary, a unique string on
    the pack's card that no prompt contains. Mirrored or otherwise altered comics cannot be
    remembered; degraded ones (blur:1 to blur:4) give a robustness curve.
    """
    import dataclasses

    from panelwise.analysis import canary_hits, gap_beyond_control, twin_gaps
    from panelwise.errors import InputError
    from panelwise.evaluation import open_runs

    if len(runs) < 2:
        raise InputError("a twin is compared with an original; name at least two runs")
    every = open_runs([*runs, *(control or ())], packs or ())
    opened = every[: len(runs)]
    gaps = twin_gaps(opened[0], opened[1:])
    hits = [hit for run in opened for hit in canary_hits(run)]
    beyond = None
    if control is not None:
        first, second = every[len(runs) :]
        beyond = [gap_beyond_control(opened[0], twin, (first, second)) for twin in opened[1:]]
    if as_json:
        found = [dataclasses.asdict(gap) | {"shown": gap.shown} for gap in gaps]
        beyond_control = [dataclasses.asdict(one) for one in beyond or ()]
        canaries = [dataclasses.asdict(hit) for hit in hits]
        write_json(
            {"gaps": found, "beyond_control": beyond_control, "canaries": canaries}, indent=True
        )
        return
    _write_gaps(gaps, beyond)
    for hit in hits:
        write_line(f"canary: {hit.run} quotes the pack's hash in its answer to {hit.item}")
    if not hits:
        write_line("no response quotes the canary of its pack")
    if beyond is None:
        say(
            "a gap may come from the alteration itself; --control gives that of comics that cannot"
            " be known"
        )


def _write_gaps(gaps: Sequence[TwinGap], beyond: Sequence[Estimate] | None) -> None:
    """One line for each twin."""
    rows = [
        [
            *(gap.twin, ", ".join(gap.transforms) or "none"),
            *(figure(gap.original_score.value), figure(gap.twin_score.value)),
            *(figure(gap.gap.value), interval(gap.gap), str(gap.test.n)),
            *(figure(gap.test.p_holm, 4), "gap" if gap.shown else "no gap shown"),
            *([] if beyond is None else [figure(beyond[at].value), interval(beyond[at])]),
        ]
        for at, gap in enumerate(gaps)
    ]
    headers = ("twin", "transforms", "original", "twin", "gap", "95 % interval", "n", "p (Holm)")
    more = [] if beyond is None else ["gap beyond control", "95 % interval"]
    write_table((*headers, "verdict", *more), rows)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(twins)
