"""``panelwise items``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, say, write_json, write_line, write_table
from panelwise.wording import TERMINAL, counted

if TYPE_CHECKING:
    from panelwise.analysis import ItemAnalysis, ItemFigures, SubsetCheck
    from panelwise.evaluation import Run

SHOWN = 10  # items in a table; --json has all
HINT = 0.05
Parameters = Annotated[
    int,
    typer.Option(
        min=1,
        max=2,
        help="How many parameters an item has in the response model: 1 (difficulty) or 2 (also"
        " discrimination).",
    ),
]
SubsetSize = Annotated[
    int | None,
    typer.Option(min=1, help="Choose this many items whose score predicts the score on all."),
]
SubsetFolder = Annotated[
    Path | None, typer.Option("--out", help="Write the chosen items as a pack to this folder.")
]


def items(
    runs: Annotated[list[Path], typer.Argument(help="Two or more runs on the same pack.")],
    packs: MovedPacks = None,
    parameters: Parameters = 2,
    subset: SubsetSize = None,
    out: SubsetFolder = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all items as JSON.")] = False,
) -> None:
    """Analyse items by what several runs scored on them.

    Prints how difficult items are and how well they tell runs apart, items whose right answer is
    suspicious, and, with --subset, a few items that predict the score on all.
    """
    import dataclasses

    from panelwise.analysis import analyse_items
    from panelwise.errors import InputError
    from panelwise.evaluation import open_runs

    opened = open_runs(runs, packs or ())
    if out is not None and subset is None:
        raise InputError("--out is the folder of a subset; add --subset N")
    found = analyse_items(opened, parameters=parameters, subset=subset)
    if out is not None:
        _write_pack(opened[0], found, out)
    if as_json:
        write_json([dataclasses.asdict(one) for one in found], indent=True)
        return
    for one in found:
        _print_task(one)


def _write_pack(run: Run, found: Sequence[ItemAnalysis], out: Path) -> None:
    from panelwise.errors import InputError
    from panelwise.packs import write_subset

    if len(run.packs) != 1 or len(found) != 1 or found[0].subset is None:
        raise InputError("--out writes the subset of one task of one pack; give runs on one")
    write_subset(run.packs[0], set(found[0].subset.items), out)
    say(f"wrote {out}")


def _print_task(found: ItemAnalysis) -> None:
    means = sorted(item.mean for item in found.items)
    write_line(
        f"{found.task}: {counted(len(found.items), 'item')}, {counted(len(found.runs), 'run')},"
        f" {found.metric}"
    )
    solved = sum(mean >= 1 for mean in means)
    failed = sum(mean <= 0 for mean in means)
    known = [one.discrimination for one in found.items if one.discrimination is not None]
    write_line(
        f"  mean score of an item: median {figure(means[len(means) // 2], 2)}; solved by all"
        f" {solved}, by none {failed}; item-rest correlation negative for"
        f" {sum(value < -1e-9 for value in known)} of {len(known)} where it is defined"
    )
    _print_model(found)
    if found.suspects:
        rows = [[one.item, one.book, "; ".join(one.reasons)] for one in found.suspects[:SHOWN]]
        write_table(("look at the gold of", "book", "why"), rows)
        if len(found.suspects) > SHOWN:
            say(f"and {len(found.suspects) - SHOWN} more; --json lists all")
    else:
        write_line("  no item's gold is suspicious by these runs")
    _print_hints(found)
    if found.subset is not None:
        _print_subset(found.subset, len(found.items))
    for note in found.notes:
        say(f"note: {note}")


def _print_hints(found: ItemAnalysis) -> None:
    """Items that stronger runs fail and weaker ones solve, without correction for their number."""
    hints = sorted((one for one in found.items if one.reversed_p <= HINT), key=_reversed)
    defined = sum(one.discrimination is not None for one in found.items)
    if hints:
        names = ", ".join(one.item for one in hints[:SHOWN])
        write_line(
            f"  stronger runs fail what weaker ones solve (p ≤ {HINT}, each item by itself):"
            f" {counted(len(hints), 'item')}; up to {HINT * defined:.0f} would by chance; first"
            f" {names}"
        )


def _reversed(one: ItemFigures) -> float:
    return one.reversed_p


def _print_model(found: ItemAnalysis) -> None:
    if not found.abilities:
        return
    rows = [
        [one.run, figure(one.mean), figure(one.ability, 2), _ends(one.low, one.high)]
        for one in sorted(found.abilities, key=lambda one: -one.ability)
    ]
    spread = f"difficulties spread by {figure(found.difficulty_spread, 2)} logits"
    if found.parameters == 2:
        spread += f", log discriminations by {figure(found.discrimination_spread, 2)}"
    write_line(f"  response model, {counted(found.parameters, 'parameter')}: {spread}")
    write_table(("run", "score", "ability", "95 % interval"), rows)
    by_difficulty = sorted(found.items, key=lambda one: -(one.difficulty or 0.0))
    headers = ("item", "score", "difficulty", "95 % interval", "item-rest", "discrimination")
    ends = [*by_difficulty[:3], *by_difficulty[3:][-3:]]
    write_table(headers, [_item_row(one) for one in ends], "hardest and easiest")


def _item_row(one: ItemFigures) -> list[str]:
    return [
        one.item,
        figure(one.mean, 2),
        figure(one.difficulty, 2),
        _ends(one.difficulty_low, one.difficulty_high),
        figure(one.discrimination, 2),
        TERMINAL.missing
        if one.slope is None
        else f"{figure(one.slope, 2)} {_ends(one.slope_low, one.slope_high)}",
    ]


def _print_subset(found: SubsetCheck, count: int) -> None:
    write_line(
        f"  subset of {len(found.items)} of {count}: its score misses that of all by"
        f" {found.mean_error:.3f} on average and {found.largest_error:.3f} at most, for models that"
        f" had no part in choosing it; items drawn at random miss by"
        f" {found.random_mean_error:.3f} on average"
    )
    rows = [[run, f"{error:+.3f}"] for run, error in found.errors.items()]
    write_table(("run left out", "predicted − score"), rows)


def _ends(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return TERMINAL.missing
    return f"[{low:.2f}, {high:.2f}]"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(items)
