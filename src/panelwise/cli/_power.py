"""``panelwise power``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks
from panelwise.cli._output import figure, interval, say, write_json, write_table
from panelwise.wording import counted, joined

if TYPE_CHECKING:
    from panelwise.analysis import PairPower, TaskPower

PowerOption = Annotated[
    float, typer.Option(min=0.05, max=0.999, help="The probability of showing the difference.")
]
Discordance = Annotated[
    float,
    typer.Option(
        min=0.001,
        max=1.0,
        help="For packs and a single run: the assumed share of items that exactly one of two models"
        " gets right.",
    ),
]
Correlation = Annotated[
    float,
    typer.Option(
        min=0.0,
        max=1.0,
        help="For packs and a single run: the assumed correlation of items of one book (ICC).",
    ),
]


def power(
    paths: Annotated[list[Path], typer.Argument(help="One or more packs, or one or more runs.")],
    packs: MovedPacks = None,
    power: PowerOption = 0.8,
    discordance: Discordance = 0.5,
    correlation: Correlation = 0.05,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the smallest difference that items can show.

    For a pack or a single run: the smallest difference between two models, and the smallest
    distance from chance, that a test on its items detects (MDD: minimum detectable difference). For
    several runs: how many items it takes to tell each pair of them apart; pairs with a baseline
    are left out if there are models.
    """
    import dataclasses

    from panelwise.analysis import pair_power, plan_power, run_power
    from panelwise.benchmarks import profile_for
    from panelwise.errors import InputError
    from panelwise.evaluation import is_baseline, open_runs
    from panelwise.folders import sort_of, wrong_folder
    from panelwise.packs import Pack

    assumed = {"power": power, "discordance": discordance, "correlation": correlation}
    are_packs = [(path / "manifest.json").is_file() for path in paths]
    for path, is_pack in zip(paths, are_packs, strict=True):
        if not is_pack and sort_of(path) != "a run":
            raise InputError(wrong_folder(path, "a pack", "a run"))
    if any(are_packs) and not all(are_packs):
        raise InputError("packs and runs cannot be mixed; give packs only, or runs only")
    runs = [] if any(are_packs) else open_runs(paths, packs or ())
    if len(runs) > 1:
        pairs = pair_power(runs, power=power)
        if as_json:
            write_json([dataclasses.asdict(pair) for pair in pairs], indent=True)
        else:
            _print_pairs(pairs, power)
            if len({is_baseline(run.model) for run in runs}) == 2:
                say("pairs with a baseline are not tested, and are left out")
        return
    if runs:
        found = run_power(runs[0], **assumed)
    else:
        items = [item for path in paths for item in Pack.open(path).items()]
        found = plan_power(items, profile_for, **assumed)
    if as_json:
        write_json([dataclasses.asdict(one) for one in found], indent=True)
    else:
        _print_tasks(found, correlation)


def _print_tasks(found: Sequence[TaskPower], correlation: float) -> None:
    from panelwise.metrics.resampling import FEWEST_BOOKS, UNITS

    rows = [
        [
            *(one.task, one.metric, str(one.n), str(one.books), figure(one.design_effect, 2)),
            *map(figure, (one.difference, one.chance, one.above_chance)),
        ]
        for one in found
    ]
    units = UNITS["family" if any(one.unit == "family" for one in found) else "book"]
    headers = ("task", "metric", "items", units, "design effect", "MDD", "chance", "above chance")
    write_table(headers, rows)
    if not found:
        return
    one = found[0]
    say(
        f"MDD: the difference that is shown with {one.power:.0%} probability by a two-sided test at"
        f" 5 %, if two models differ on {one.discordance:.0%} of the items (--discordance)"
    )
    if any(one.by_book for one in found):
        say(
            f"design effect: items of one {one.unit} are assumed to correlate by {correlation:g}"
            " (--correlation)"
        )
    if few := [one for one in found if not one.by_book and one.books < one.n]:
        books = joined(
            list(dict.fromkeys(counted(one.books, one.unit, UNITS[one.unit]) for one in few))
        )
        say(
            f"{joined([one.task for one in few])}: items are treated as independent, because"
            f" {books} cannot show how much they differ (at least {FEWEST_BOOKS} are needed)"
        )
    for reason in dict.fromkeys(_no_mdd(one) for one in found if one.difference is None):
        say(f"no MDD: {reason}")


def _no_mdd(one: TaskPower) -> str:
    if not one.is_mean:
        return "the score is computed from sums over pages and is not a mean over items"
    if one.n < 2:
        return "there are fewer than two items"
    return (
        f"if two models differ on {one.discordance:.0%} of so few items, no difference is shown"
        f" with {one.power:.0%} probability"
    )


def _print_pairs(pairs: Sequence[PairPower], power: float) -> None:
    rows = [
        [
            f"{one.test.first} − {one.test.second}",
            one.test.task,
            str(one.test.n),
            figure(one.test.difference.value),
            interval(one.test.difference),
            figure(one.discordance),
            figure(one.design_effect, 2),
            figure(one.detectable),
            _count(one.items),
            f"{_count(one.items_at_least)} to {_count(one.items_at_most)}",
        ]
        for one in pairs
    ]
    headers = (
        *("pair", "task", "n", "difference", "95 % interval", "differ on", "design effect", "MDD"),
        *("items needed", "by the interval"),
    )
    write_table(headers, rows)
    say(
        f"MDD: the smallest difference that n items show with {power:.0%} probability; items"
        " needed: for the observed difference, and for the ends of its interval (∞ if the"
        " interval contains 0)"
    )


def _count(items: int | None) -> str:
    return "∞" if items is None else f"{items:,}"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(power)
