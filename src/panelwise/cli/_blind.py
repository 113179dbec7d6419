"""``panelwise check --blind``: what can be answered without pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from panelwise.cli._output import figure, say, write_json, write_line, write_table
from panelwise.wording import argument, counted

if TYPE_CHECKING:
    from panelwise.packs import BlindBound, BlindCheck, Pack

VERDICTS = {
    "evidence": "text is the evidence",
    "weak": "weak options, not checked",
    "not compared": "not checked",
}


def require_gold(packs: Sequence[Pack]) -> None:
    """Stop where the right answers of a pack are withheld.

    Raises:
        UnavailableError: naming the first such pack.
    """
    from panelwise.errors import UnavailableError

    if hidden := [pack.path for pack in packs if pack.withheld]:
        raise UnavailableError(
            f"{hidden[0]}: its right answers are withheld; check the pack that it was made from,"
            f" or its hashes and pictures with panelwise verify {argument(hidden[0])}"
        )


def check_bounds(packs: Sequence[Pack], *, as_json: bool) -> None:
    """Print what a reader without pixels can score at most; exit status 1 if that is too much."""
    from panelwise.benchmarks import text_is_evidence
    from panelwise.packs import check_blind

    require_gold(packs)
    items = [item for pack in packs for item in pack.items()]
    found = check_blind(items, evidence=text_is_evidence)
    if as_json:
        write_json(_record(found), indent=True)
    else:
        _print(found)
    refused = len(found.findings.refused)
    say(f"{counted(len(items), 'item')} checked without pixels: {refused} rejected")
    if refused:
        raise typer.Exit(1)


def _record(found: BlindCheck) -> dict[str, object]:
    import dataclasses

    tasks = [
        dataclasses.asdict(one) | {"gap": one.gap, "refused": one.refused} for one in found.bounds
    ]
    return {"tasks": tasks, "findings": found.findings.records()}


def _print(found: BlindCheck) -> None:
    rows = [
        [
            *(one.task, str(one.items), str(one.texts), str(one.alone)),
            *(figure(one.bound), figure(one.chance), figure(one.gap), _verdict(one)),
        ]
        for one in found.bounds
    ]
    headers = ("task", "items", "texts", "alone", "without pixels", "chance", "gap", "")
    write_table(headers, rows)
    for finding in found.findings:
        write_line(f"reject  {finding.gate}: {finding.what}; {finding.remedy}")


def _verdict(bound: BlindBound) -> str:
    return VERDICTS.get(bound.sort) or ("rejected" if bound.refused else "passes")
