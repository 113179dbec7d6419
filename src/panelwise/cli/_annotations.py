"""``panelwise annotations``: what goes into and out of annotation projects."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import say
from panelwise.wording import counted

ProjectFolder = Annotated[Path, typer.Argument(help="The folder of the annotation project.")]
Database = Annotated[
    str,
    typer.Option(
        envvar="PANELWISE_DATABASE", help="Its database, if it is not a file in the folder."
    ),
]


def run(
    project: ProjectFolder,
    group: Annotated[str, typer.Option(help="What the people have in common: human/GROUP.")],
    out: Annotated[Path, typer.Option(help="The folder of the run.")],
    stage: Annotated[str, typer.Option(help="The stage in which items are solved.")] = "",
    people: Annotated[
        int | None,
        typer.Option(min=1, help="Answers to each item. Default: as many as the stage asks for."),
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Keep names instead of numbers.")] = False,
    profile: Annotated[str, typer.Option(help="How answers are scored.")] = "recommended",
    database: Database = "",
) -> None:
    """Score what people answered blind as a run.

    The run can be compared, reported and plotted like any model's. 'panelwise people' prints the
    mean of the individuals, the majority, the best and the worst. Next to the run are the forms as
    they were filled in, and a smaller pack if not every item was answered.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.exchange import people_run

    with open_project(project, database=database, alone=False) as opened:
        made = people_run(
            opened, group, out, stage=stage, people=people, names=names, profile=profile
        )
    found = made.answers
    items = sum(map(len, found.items.values()))
    say(f"{counted(items, 'item')} with answers of {counted(found.people, 'person', 'people')}")
    if found.short:
        say(f"{counted(found.short, 'item')} left out: fewer people answered; --people lowers that")
    if found.surplus:
        say(f"{counted(found.surplus, 'answer')} left out: more people answered than were asked")
    if found.flagged:
        say(f"{counted(found.flagged, 'flag')} instead of an answer; they count as unanswered")
    say(f"run {made.run.model} in {out}; see 'panelwise people {out}'")


def pack(
    project: ProjectFolder,
    out: Annotated[Path, typer.Option(help="The folder of the new pack.")],
    source: Annotated[
        str, typer.Option("--from", help="The pack worked on, if there are several: name or hash.")
    ] = "",
    orders_by: Annotated[
        int, typer.Option(min=1, help="So many people make an order right, too (MS-14).")
    ] = 2,
    by: Annotated[
        str, typer.Option(help="Who answered, as the items record it, such as 'model NAME'.")
    ] = "people",
    database: Database = "",
) -> None:
    """Turn accepted answers into a pack.

    The card lists how many units came through each stage.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.exchange import accepted_pack

    with open_project(project, database=database, alone=False) as opened:
        made = accepted_pack(opened, out, source=source, orders_by=orders_by, by=by)
    say(f"{counted(len(made.pack), 'item')} in {out}")
    say(f"{made.changed} with another right answer than before, {made.several} with several orders")
    for reason, count in made.undefined.items():
        say(f"{counted(count, 'accepted unit')} left out, {reason}")


def register(app: typer.Typer) -> None:
    """Add the verb and what it does."""
    verbs = typer.Typer(
        help="Get work into and out of annotation projects.",
        rich_markup_mode=None,
    )
    for command in (run, pack):
        verbs.command()(command)
    app.add_typer(verbs, name="annotations")
