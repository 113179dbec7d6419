"""``panelwise judge``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import RunProgress, figure, say, write_json, write_line, write_table
from panelwise.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.analysis import JudgedAgainstPeople
    from panelwise.evaluation import Judged

FEW = 10  # with fewer, Student's quantile alone widens the interval by a sixth and more
HEADERS = ("judge", "mean", "marked", "failed", "silent", "flagged", "mean without flagged")
Judges = Annotated[
    list[str] | None,
    typer.Option(
        "--judge",
        help="A judge model. Repeat the option for several; use at least two, and none that is the"
        " judged model.",
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(min=0, help="Stop when a judge costs more than N US dollars.", metavar="N"),
]


def judge(
    run: Annotated[Path, typer.Argument(help="A run with open answers.")],
    judges: Judges = None,
    human: Annotated[
        Path | None,
        typer.Option(help="People's marks: a JSON Lines file with id and mark on each line."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Change a setting of the judges, as key=value."),
    ] = None,
    max_cost: MaxCost = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let models mark open answers from 1 to 10.

    With --human, also compares their marks with people's.
    """
    import dataclasses

    from panelwise.analysis import judged_against_people
    from panelwise.errors import SettingError
    from panelwise.evaluation import Run, judge_run, store_people
    from panelwise.profile import parse_settings

    if not judges and human is None:
        raise SettingError(
            "give --judge MODEL, or, for a run that was judged already, --human FILE"
        )
    opened = Run.open(run)
    found: tuple[Judged, ...] = ()
    if judges:
        progress = RunProgress("judging")
        found = judge_run(
            opened,
            judges,
            settings=parse_settings(settings or []),
            max_cost=max_cost,
            progress=progress,
        )
        progress.close()
    if found and not as_json:
        write_table(HEADERS, [_row(one) for one in found])
    _warn(found, opened.model)
    people = judged_against_people(opened, human) if human is not None else None
    if people is not None:
        store_people(opened, dataclasses.asdict(people))
    if as_json:
        records = [dataclasses.asdict(one) | {"folder": str(one.folder)} for one in found]
        write_json(
            {"judges": records, "people": people and dataclasses.asdict(people)}, indent=True
        )
    elif people is not None:
        _compare(people)
    if any(one.unasked for one in found):
        raise typer.Exit(1)


def _row(one: Judged) -> list[str]:
    counts = (one.n, one.failed, one.silent, one.flagged)
    return [one.judge, figure(one.mean), *map(str, counts), figure(one.unflagged_mean)]


def _warn(found: Sequence[Judged], model: str) -> None:
    """What a mean does not say of itself."""
    for one in found:
        if one.same_family:
            say(f"{one.judge} seems to belong to the same family as {model}; add another judge")
        if not one.n:
            say(f"{one.judge}: no mean, because it gave no mark ({_why_none(one)})")
        if one.unasked:
            say(
                f"{one.judge}: no mark yet for {counted(one.unasked, 'answer')}: the cost cap was"
                " reached"
            )
    if len(found) == 1:
        say("one judge; judges differ by up to a point on one model, so name a second (AMB-32)")
    if found and found[0].flagged:
        flagged = found[0].flagged
        say(f"answers that address the judge: {flagged}; read them (addresses_judge)")


def _why_none(one: Judged) -> str:
    """Why a judge gave no mark."""
    if one.failed:
        return f"{counted(one.failed, 'reply', 'replies')} without a whole number from 1 to 10"
    return "the cost cap was reached first" if one.unasked else "there was no answer to mark"


def _compare(people: JudgedAgainstPeople) -> None:
    agreement, mean = people.agreement, people.corrected
    if people.anchors < FEW:
        say(f"people marked only {counted(people.anchors, 'answer')}; use at least {FEW}")
    write_line(
        f"people and judge on {counted(people.anchors, 'item')}: r {figure(agreement.pearson)},"
        f" rho {figure(agreement.spearman)}, judge minus people"
        f" {figure(agreement.mean_difference)}, within one point {figure(agreement.within_one)}"
    )
    write_line(
        f"mean corrected by people: {figure(mean.mean)} [{figure(mean.low)},"
        f" {figure(mean.high)}]; the judge's own: {figure(mean.judge_mean)}"
    )


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(judge)
