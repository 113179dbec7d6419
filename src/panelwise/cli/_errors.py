"""``panelwise errors``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from panelwise.cli._output import RunProgress, figure, say, write_json, write_line, write_table
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.analysis import ClassesAgainstPeople
    from panelwise.evaluation import ErrorClasses, Run
    from panelwise.metrics.agreement import AgreementInterval

FEW = 30  # labels, with which an interval of κ is about 0.4 wide

JudgeName = Annotated[
    str | None,
    typer.Option(help="The judge model. It must not be the judged model."),
]
Labels = Annotated[
    Path | None,
    typer.Option(
        help="People's labels: a JSON Lines file with id, category and, for comicvqa, span (how"
        " many panels the error concerns: local, short-range or global)."
    ),
]
MaxCostOfJudge = Annotated[
    float | None,
    typer.Option(min=0, help="Stop when the judge costs more than N US dollars.", metavar="N"),
]
JudgeSettingTexts = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a setting of the judge, as key=value."),
]
SampleSize = Annotated[
    int | None,
    typer.Option(
        "--sample", min=1, help="Draw N wrong answers at random. Default: all.", metavar="N"
    ),
]


def errors(
    run: Annotated[Path, typer.Argument(help="A run with wrong choices, orders or open answers.")],
    judge: JudgeName = None,
    taxonomy: Annotated[
        str, typer.Option(help="The list of kinds of mistakes: comicvqa or stripcipher.")
    ] = "comicvqa",
    most: SampleSize = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random draw.")] = 0,
    human: Labels = None,
    settings: JudgeSettingTexts = None,
    max_cost: MaxCostOfJudge = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let a model classify wrong answers by kind of mistake.

    Without --judge, prints the classes stored before. --human stores people's labels with the run,
    and measures how far the judge agrees with them (Cohen's kappa). Reports show the
    kinds of mistakes and the agreement.
    """
    from panelwise.analysis import classes_against_people, people_classes
    from panelwise.evaluation import Run, class_errors, store_error_classes
    from panelwise.profile import parse_settings

    opened = Run.open(run)
    opened.require_right_answers()
    if human is not None:
        store_error_classes(opened, people_classes(opened, human, taxonomy))
    if judge is not None:
        progress = RunProgress("judging")
        found: tuple[ErrorClasses, ...] = (
            class_errors(
                opened,
                judge,
                taxonomy=taxonomy,
                most=most,
                seed=seed,
                settings=parse_settings(settings or []),
                max_cost=max_cost,
                progress=progress,
            ),
        )
        progress.close()
    else:
        found = _stored(opened, taxonomy)
    pairs = [(one, classes_against_people(one, human) if human and not one.by_people else None)
             for one in found]  # fmt: skip
    _print(pairs, as_json=as_json)
    if any(one.unasked for one in found):
        raise typer.Exit(1)


def _stored(run: Run, taxonomy: str) -> tuple[ErrorClasses, ...]:
    """The classes that a run has already, by one list of kinds."""
    from panelwise.errors import SettingError
    from panelwise.evaluation import error_classes_of, get_taxonomy

    get_taxonomy(taxonomy)
    found = tuple(one for one in error_classes_of(run) if one.taxonomy == taxonomy)
    if not found:
        raise SettingError(
            f"{run.path}: no wrong answer has a label of the list {taxonomy} yet; give --judge, or"
            " people's labels with --human"
        )
    return found


def _print(found: list[tuple[ErrorClasses, ClassesAgainstPeople | None]], *, as_json: bool) -> None:
    if as_json:
        write_json({"errors": [_record(*pair) for pair in found]}, indent=True)
        return
    for one, people in found:
        _write(one, people)


def _record(found: ErrorClasses, people: ClassesAgainstPeople | None) -> dict[str, Any]:
    """One judge's classes, the table made of them, and how they go with people's."""
    import dataclasses

    from panelwise.analysis import error_table

    agreed = people and dataclasses.asdict(people) | {"calibrated": people.calibrated}
    table = [dataclasses.asdict(row) for row in error_table(found)]
    return dataclasses.asdict(found) | {"table": table, "people": agreed}


def _write(found: ErrorClasses, people: ClassesAgainstPeople | None) -> None:
    """The table of one judge, and what it is worth."""
    from panelwise.analysis import error_table

    filed = len(found.classes) - found.failed
    write_line(
        f"{found.model}: {counted(found.wrong, 'wrong answer')}, {filed} filed by {found.judge}"
        f" ({found.taxonomy})"
    )
    rows = error_table(found)
    spans = list(rows[0].spans) if rows else []
    write_table(
        ("task", "kind of mistake", "n", "share", "95 % interval", *spans),
        [
            [row.task, row.category, str(row.count), figure(row.share),
             f"[{figure(row.low)}, {figure(row.high)}]",
             *(str(row.spans[span]) for span in spans)]
            for row in rows
        ],
    )  # fmt: skip
    if found.failed:
        say(
            f"{found.judge}: no readable class for {counted(found.failed, 'answer')}, even when"
            " asked again"
        )
    if found.unasked:
        say(
            f"{found.judge}: {counted(found.unasked, 'answer')} not asked about: the cost cap was"
            " reached"
        )
    if found.same_family:
        say(f"{found.judge} seems to belong to the same family as {found.model}; try another judge")
    if people is None and not found.by_people:
        say("not calibrated: no labels by people; give some with --human FILE")
    if people is not None:
        _write_people(people)


def _write_people(people: ClassesAgainstPeople) -> None:
    verdict = "reaches" if people.calibrated else "is below"
    write_line(f"kappa with people: {_kappa(people.category)}; {verdict} 0.6")
    if people.calibrated and not people.surely:
        say("calibrated by its value; the interval reaches below 0.6, so label more answers")
    if people.span is not None:
        write_line(f"kappa of the spans: {_kappa(people.span)}")
    if people.human is not None:
        write_line(f"kappa between two people: {_kappa(people.human)}")
    if people.tied:
        say(f"left out: {counted(people.tied, 'answer')} without a most frequent label")
    if people.category.n < FEW:
        say(f"people labelled only {counted(people.category.n, 'answer')}; use at least {FEW}")


def _kappa(found: AgreementInterval) -> str:
    ends = f"[{figure(found.low)}, {figure(found.high)}]"
    drawn = "books" if found.by_book else "answers"
    return f"{figure(found.value)} {ends} on {found.n} answers (bootstrap over {drawn})"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(errors)
