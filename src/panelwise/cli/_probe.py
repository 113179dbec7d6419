"""``panelwise probe`` and ``panelwise recall``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._options import Comics
from panelwise.cli._output import (
    building,
    figure,
    interval,
    say,
    write_json,
    write_line,
    write_table,
)
from panelwise.wording import counted


def probe(
    name: Annotated[str, typer.Argument(help="The probe: dialogue, title or title_from_words.")],
    inputs: Comics,
    out: Annotated[Path, typer.Option(help="A new folder for the pack.")],
    seed: Annotated[int, typer.Option(help="Determines which texts and pages are drawn.")] = 0,
) -> None:
    """Build a pack that probes memory of the comics.

    dialogue asks for the words of one balloon, which are removed from the page. title shows a page
    and asks for the comic's title, its author and the page number; title_from_words gives only the
    page's words. Evaluate the pack like any other; panelwise recall then prints what the model
    remembers.
    """
    from panelwise.benchmarks import build_probe

    with building() as progress:
        pack = build_probe(name, inputs, out=out, seed=seed, progress=progress)
    write_line(f"{counted(len(pack), 'item')} written to {out}")
    for reason, count in pack.manifest["excluded"].items():
        write_line(f"  left out: {counted(count, 'page')} ({reason})")


def recall(
    run: Annotated[Path, typer.Argument(help="A run on a pack that panelwise probe built.")],
    control: Annotated[
        Path | None,
        typer.Option(
            help="A run of the same model on the same kind of probe, built from comics that it"
            " cannot know. Its gap is compared with this run's."
        ),
    ] = None,
    cutoff: Annotated[
        str | None,
        typer.Option(
            help="The end of the model's training data, such as 2023-10. If given, comics published"
            " before and after it are also compared."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print how much a model remembers of comics.

    Scores the model's answers twice, against the right answers and against wrong ones, and prints
    the gap between the two. The wrong ones are other dialogue of the same book, other books'
    titles and authors, or other page numbers; the mean over them is in the column "control".
    """
    import dataclasses

    from panelwise.analysis import cutoff_splits, recall_gaps
    from panelwise.cli._cutoff import write_splits
    from panelwise.evaluation import Run

    opened = Run.open(run)
    found = recall_gaps(opened, Run.open(control) if control else None)
    splits = () if cutoff is None else cutoff_splits(opened, cutoff)
    if as_json:
        gaps = [dataclasses.asdict(gap) for gap in found]
        by_date = [dataclasses.asdict(split) for split in splits]
        write_json({"recall": gaps, "cutoff": by_date}, indent=True)
        return
    more = ["gap beyond control", "95 % interval"] if control else []
    write_table(
        ("asked", "n", "score", "control", "gap", "95 % interval", *more),
        [
            [
                *(gap.asked, str(gap.gap.n), figure(gap.score.value), figure(gap.control.value)),
                *(figure(gap.gap.value), interval(gap.gap)),
                *((figure(gap.beyond.value), interval(gap.beyond)) if gap.beyond else ()),
            ]
            for gap in found
        ],
    )
    if control is None:
        say(
            "context explains part of a gap; --control gives that of comics that cannot be known,"
            " such as new ones of panelwise press"
        )
    if splits:
        write_splits(splits)


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(probe)
    app.command()(recall)
