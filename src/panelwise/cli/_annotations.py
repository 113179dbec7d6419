"""``panelwise annotations``: what goes into and out of annotation projects."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import MovedPacks, ProfileOption
from panelwise.cli._output import say
from panelwise.errors import SettingError
from panelwise.wording import argument, counted

if TYPE_CHECKING:
    from panelwise.comics import Book

ProjectFolder = Annotated[Path, typer.Argument(help="The folder of the annotation project.")]
Database = Annotated[
    str,
    typer.Option(
        envvar="PANELWISE_DATABASE",
        help="The URL of the project's database, if it is not in its folder.",
    ),
]
Drafted = Annotated[
    list[Path] | None, typer.Option("--comics", help="The comics that the drafts are about.")
]


def run(
    project: ProjectFolder,
    group: Annotated[
        str, typer.Option(help="The name of the group; the run's model is human/GROUP.")
    ],
    out: Annotated[Path, typer.Option(help="The folder of the run.")],
    stage: Annotated[
        str, typer.Option(help="The stage in which items are solved, if there are several.")
    ] = "",
    people: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many answers to use for each item. Default: as many as the stage asks for.",
        ),
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Keep names instead of numbers.")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="Leave out a person's answers: give the name, or the number in an earlier run."
        ),
    ] = None,
    profile: ProfileOption = "recommended",
    database: Database = "",
) -> None:
    """Score people's answers as a run.

    Only answers count that a person gave before seeing anybody else's. The run can be compared,
    reported and plotted like any model's. 'panelwise people' prints the mean of the individuals,
    the majority, the best and the worst. Next to the run are the forms as they were filled in, and
    a smaller pack if not every item was answered.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.exchange import people_run

    with open_project(project, database=database, alone=False) as opened:
        made = people_run(
            opened, group, out, stage=stage, people=people, names=names, profile=profile,
            without=without or (),
        )  # fmt: skip
    found = made.answers
    items = sum(map(len, found.items.values()))
    say(f"{counted(items, 'item')} with answers of {counted(found.people, 'person', 'people')}")
    if found.without:
        who = ", ".join(found.without)
        say(f"{counted(found.dropped, 'answer')} of {who} left out, as asked")
    if found.short:
        say(f"{counted(found.short, 'item')} left out: fewer people answered; --people lowers that")
    if found.surplus:
        say(f"{counted(found.surplus, 'answer')} left out: more people answered than were asked")
    if found.flagged:
        say(f"{counted(found.flagged, 'flag')} instead of an answer; they count as unanswered")
    say(f"run {made.run.model} in {out}; see 'panelwise people {argument(out)}'")


def pack(
    project: ProjectFolder,
    out: Annotated[Path, typer.Option(help="The folder of the new pack.")],
    source: Annotated[
        str, typer.Option("--from", help="The pack worked on, if there are several: name or hash.")
    ] = "",
    orders_by: Annotated[
        int,
        typer.Option(
            min=1, help="How many people must give an order for it to count as right, too."
        ),
    ] = 2,
    by: Annotated[
        str, typer.Option(help="Who answered, as recorded in the items, such as 'model NAME'.")
    ] = "people",
    comics: Drafted = None,
    task: Annotated[
        str, typer.Option(help="For work on drafts: the task, if the drafts are for several tasks.")
    ] = "",
    database: Database = "",
) -> None:
    """Turn accepted answers into a pack.

    The card lists how many units came through each stage, and how many people worked there. Work
    on drafts (descriptions, questions, wrong options, candidates) becomes a pack of their task,
    built from --comics.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.exchange import accepted_pack

    books = _books(comics)
    with open_project(project, database=database, alone=False) as opened:
        made = accepted_pack(
            opened, out, source=source, orders_by=orders_by, by=by, comics=books, task=task
        )
    say(f"{counted(len(made.pack), 'item')} in {out}, of {counted(made.units, 'accepted unit')}")
    if made.changed or made.several:
        say(
            f"{made.changed} with another right answer than before,"
            f" {made.several} with several orders"
        )
    for reason, count in made.undefined.items():
        say(f"{counted(count, 'accepted unit')} left out, {reason}")


class ExportForm(StrEnum):
    """What an export is for."""

    jsonl = "jsonl"
    coco = "coco"
    label_studio = "label-studio"


def export(
    project: ProjectFolder,
    out: Annotated[Path, typer.Option(help="A new folder.")],
    form: Annotated[
        ExportForm,
        typer.Option("--format", help="jsonl can also be loaded as a Hugging Face data set."),
    ] = ExportForm.jsonl,
    names: Annotated[
        bool, typer.Option("--names", help="For jsonl: also write names, times and known answers.")
    ] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="For jsonl: also write people's notes and reasons.")
    ] = False,
    prefix: Annotated[
        str, typer.Option(help="For label-studio: what to put before the names of pictures.")
    ] = "images/",
    database: Database = "",
) -> None:
    """Write all answers as JSON Lines, COCO or Label Studio tasks.

    Without --names, people have random numbers. What they are paid is never written. The format
    label-studio has tasks with accepted answers or drafts, and a configuration with the same
    questions. Data that a format cannot hold is left out and counted, or is an error.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.exchange import (
        Release,
        export_coco,
        export_label_studio,
        export_records,
    )

    with open_project(project, database=database, alone=False) as opened:
        if form is ExportForm.jsonl:
            made = export_records(opened, out, Release(names=names, notes=notes))
            parts = (counted(made.events, "event"), counted(made.submissions, "submission"))
            say(f"{', '.join(parts)}, {made.accepted} accepted, in {out}")
        elif form is ExportForm.coco:
            drawn = export_coco(opened, out)
            say(f"{counted(drawn.shapes, 'shape')} in {out}")
            for name, count in drawn.left_out.items():
                say(f"{counted(count, 'answer')} to '{name}' left out: COCO has no place for it")
        else:
            say(f"{counted(export_label_studio(opened, out, prefix), 'task')} in {out}")


def add(
    project: ProjectFolder,
    units: Annotated[
        Path | None, typer.Option(help="A JSON Lines file with one unit per line.")
    ] = None,
    mistakes: Annotated[
        Path | None, typer.Option(help="Add wrong answers of this run, to be classified.")
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(help="Add answers of this run, to be marked.")
    ] = None,
    sample: Annotated[
        int, typer.Option(min=1, help="How many answers are drawn from the run.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the draw.")] = 0,
    packs: MovedPacks = None,
    drafts: Annotated[
        Path | None,
        typer.Option(help="A file of 'panelwise draft', for people to correct or to choose from."),
    ] = None,
    comics: Drafted = None,
    procedure: Annotated[
        str, typer.Option(help="Make the project first, with this procedure, as 'annotate' does.")
    ] = "",
    title: Annotated[str, typer.Option(help="The title of a new project.")] = "",
    database: Database = "",
) -> None:
    """Add work to a project that is not being served.

    A unit is what people work on: an item, a step of a page, a draft, or a model's answer. Units
    that the project already has are not changed.
    """
    from panelwise.annotation import create_project, open_project, read_procedure
    from panelwise.annotation.exchange import units_from_drafts, units_from_lines, units_from_run
    from panelwise.drafting import read_drafts
    from panelwise.evaluation import open_runs

    if units is None and mistakes is None and answers is None and drafts is None:
        raise SettingError("nothing to add; give --units, --drafts, --mistakes or --answers")
    if (drafts is None) != (not comics):
        raise SettingError("give --drafts and --comics together: the comics of the drafts")
    named = [(path, wrong) for path, wrong in ((mistakes, True), (answers, False)) if path]
    runs = open_runs([path for path, _ in named], packs or ())
    if procedure:
        _refuse_project(project)
        create_project(
            project, read_procedure(procedure), title=title, seed=seed, database=database
        )
    with open_project(project, database=database) as opened:
        new = 0
        if units is not None:
            new += opened.add_units(units_from_lines(opened, units))
        for run_, (_, wrong) in zip(runs, named, strict=True):
            found = units_from_run(opened, run_, mistakes=wrong, most=sample, seed=seed)
            new += opened.add_units(found)
        if drafts is not None:
            found = units_from_drafts(opened, read_drafts(drafts), _books(comics))
            new += opened.add_units(found)
    say(f"{counted(new, 'new unit')} in {project}")


def _refuse_project(folder: Path) -> None:
    from panelwise.annotation import is_project

    if is_project(folder):
        raise SettingError(f"{folder} is a project already; leave out --procedure to add to it")


def _books(comics: list[Path] | None) -> tuple[Book, ...]:
    """Comics with their panels; pages without annotation are read."""
    from panelwise.benchmarks import read_books
    from panelwise.comics import open_comics
    from panelwise.reading import READERS

    return read_books(open_comics(comics), READERS.get("default")()) if comics else ()


def sheet(
    project: ProjectFolder,
    person: Annotated[
        str, typer.Option(help="Who works on it: a member's sign-in name or displayed name.")
    ],
    out: Annotated[Path, typer.Option(help="A new folder; index.html is the sheet.")],
    items: Annotated[
        int, typer.Option(min=1, max=1000, help="How many items the sheet has at most.")
    ] = 50,
    days: Annotated[
        float, typer.Option(min=0.01, help="How many days the items are reserved for the person.")
    ] = 30,
    database: Database = "",
) -> None:
    """Write one person's work as a folder that needs no server.

    The person answers in a browser and downloads the answers as a file; 'panelwise annotations
    take' stores them.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.app import write_person_sheet

    with open_project(project, database=database) as opened:
        made = write_person_sheet(opened, person, out, items=items, days=days)
    say(f"{counted(made.items, 'item')} for {person} in {out / 'index.html'}")


def take(
    project: ProjectFolder,
    files: Annotated[list[Path], typer.Argument(help="Files that came back from sheets.")],
    database: Database = "",
) -> None:
    """Store the answers of offline sheets.

    A file that is given twice counts once. The exit status is 1 if an answer was refused; the
    others are stored.
    """
    from panelwise.annotation import member_name, open_project
    from panelwise.annotation.app import take_sheet

    refused = False
    with open_project(project, database=database) as opened:
        for path in files:
            done = take_sheet(opened, path)
            refused = refused or bool(done.refused)
            known = f", {done.known} stored before" if done.known else ""
            left = f", {done.left} left" if done.left else ""
            name = member_name(opened, done.person)
            say(f"{path.name}: {counted(done.taken, 'answer')} of {name}{known}{left}")
            for outcome in done.outcomes:
                say(f"{path.name}: {name} {outcome}")
            for reason in done.refused:
                say(f"{path.name}: refused {reason}")
    if refused:
        raise typer.Exit(1)


def import_results(
    project: ProjectFolder,
    file: Annotated[Path, typer.Argument(help="The JSON file that Label Studio exported.")],
    person: Annotated[
        list[str] | None,
        typer.Option(
            help="Which member of the project a user of Label Studio is; KEY is the user's number"
            " or e-mail address. Repeatable.",
            metavar="KEY=NAME",
        ),
    ] = None,
    database: Database = "",
) -> None:
    """Store results of Label Studio as answers of the project's people.

    The tasks must come from 'panelwise annotations export --format label-studio'. Every answer is
    checked as in the browser. A file that is given twice counts once.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.exchange import take_label_studio

    people = dict(one.rpartition("=")[::2] for one in person or ())
    if "" in people:
        raise SettingError("--person needs KEY=NAME, such as 3=Ann or ann@example.org=Ann")
    with open_project(project, database=database) as opened:
        done = take_label_studio(opened, file, people)
    for reason in done.refused:
        say(f"{file.name}: refused {reason}")
    known = f", {done.known} stored before" if done.known else ""
    skipped = f", {done.skipped} skipped in Label Studio" if done.skipped else ""
    say(f"{file.name}: {counted(done.taken, 'answer')} stored{known}{skipped}")
    if done.refused:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add the verb and what it does."""
    verbs = typer.Typer(
        help="Get work into and out of annotation projects.",
        rich_markup_mode=None,
    )
    for command in (run, pack, export, add, sheet, take):
        verbs.command()(command)
    verbs.command("import")(import_results)
    app.add_typer(verbs, name="annotations")
