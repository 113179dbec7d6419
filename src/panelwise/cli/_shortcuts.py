"""``panelwise shortcuts``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import figure, interval, say, write_json, write_line, write_table

MostItems = Annotated[
    int | None, typer.Option("--items", min=1, help="Use at most this many items. Default: all.")
]


def shortcuts(
    pack: Annotated[Path, typer.Argument(help="A pack, with its pictures if it shows any.")],
    items: MostItems = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find features that give away a pack's answers.

    Each probe is a small classifier that sees one simple feature of options or panels, such as
    place, length, wording, size or brightness. The probe "all of these" sees all of them except the
    wording. Probes are trained on some books and tested on others (on other items, if there are
    fewer than five books and no families). If a probe scores above chance, its feature gives the
    answer away.
    """
    import dataclasses

    from panelwise.analysis import audit_shortcuts
    from panelwise.errors import InputError, UnavailableError
    from panelwise.packs import Pack, check_items

    opened = Pack.open(pack)
    if opened.withheld:
        raise UnavailableError(
            f"{pack}: its right answers are withheld; give the pack that it was made from"
        )
    probes = audit_shortcuts(opened, items=items)
    if not probes:
        raise InputError(
            f"{pack}: nothing is chosen or ordered in its items; give a pack of choices or orders"
        )
    flagged = check_items(opened.items()).flagged
    if as_json:
        found = [dataclasses.asdict(one) | {"above_chance": one.above_chance} for one in probes]
        gates = [dataclasses.asdict(one) for one in flagged]
        write_json({"probes": found, "gates": gates}, indent=True)
        return
    rows = [
        [
            *(one.feature, one.task, one.unit, figure(one.right.value), interval(one.right)),
            *(figure(one.chance), str(one.right.n), figure(one.p, 4), figure(one.p_holm, 4)),
            "above chance" if one.above_chance else "",
        ]
        for one in probes
    ]
    headers = ("feature", "task", "picks the right", "share", "95 % interval", "chance", "n")
    write_table((*headers, "p", "p (Holm)", ""), rows)
    for finding in flagged:
        write_line(f"gate {finding.gate}: {finding.what}; {finding.remedy}")
    if any(one.folds_by == "items" for one in probes):
        say("fewer than five books: probes are trained on items of the books they are asked about")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(shortcuts)
