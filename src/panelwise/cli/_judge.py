"""``panelwise judge``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import figure, say, write_json, write_line, write_table


def judge(
    run: Annotated[Path, typer.Argument(help="A run with open answers.")],
    judges: Annotated[
        list[str] | None,
        typer.Option("--judge", help="Who judges; two are better. Never the model judged."),
    ] = None,
    human: Annotated[
        Path | None, typer.Option(help='People\'s marks, lines of {"id", "mark"}.')
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="key=value of the judges.")
    ] = None,
    max_cost: Annotated[float | None, typer.Option(help="US$ for each judge.")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Let models mark a run's open answers from 1 to 10, and compare them with people."""
    import dataclasses

    from panelwise.analysis import judged_against_people
    from panelwise.errors import SettingError
    from panelwise.evaluation import Run, judge_run
    from panelwise.profile import parse_settings

    if not judges and human is None:
        raise SettingError("name a --judge, or --human marks of a run that was judged")
    opened = Run.open(run)
    found = (
        judge_run(opened, judges, settings=parse_settings(settings or []), max_cost=max_cost)
        if judges
        else ()
    )
    people = judged_against_people(opened, human) if human is not None else None
    if as_json:
        told = [dataclasses.asdict(one) | {"folder": str(one.folder)} for one in found]
        write_json({"judges": told, "people": people and dataclasses.asdict(people)}, indent=True)
        return
    if found:
        headers = ("judge", "mean", "marked", "failed", "silent", "flagged")
        rows = [
            [o.judge, figure(o.mean), str(o.n), str(o.failed), str(o.silent), str(o.flagged)]
            for o in found
        ]
        write_table(headers, rows)
    for one in found:
        if one.same_family:
            say(f"{one.judge} seems to be of the family of {opened.model}; add another judge")
        if one.flagged:
            say(f"{one.flagged} answers speak to whoever judges them; read them (addresses_judge)")
    if people is not None:
        agreement, mean = people.agreement, people.corrected
        write_line(
            f"people and judge on {people.anchors} items: r {figure(agreement.pearson)},"
            f" rho {figure(agreement.spearman)}, judge minus people"
            f" {figure(agreement.mean_difference)}, within one point"
            f" {figure(agreement.within_one)}"
        )
        write_line(
            f"mean corrected by people: {figure(mean.mean)} [{figure(mean.low)},"
            f" {figure(mean.high)}]; the judge's own: {figure(mean.judge_mean)}"
        )


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(judge)
