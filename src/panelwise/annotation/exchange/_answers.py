"""Blind answers of people as a run ``human/GROUP``. Source: CH-17, SC-16, CV-11; AMB-42."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._members import member_id
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._project import Project
from panelwise.annotation.exchange._numbers import person_numbers
from panelwise.annotation.screens import CONFIDENCE, SolveScreen, get_screen, without_confidence
from panelwise.errors import InputError
from panelwise.evaluation import PeopleSolver, Run, evaluate
from panelwise.outputs import write_file
from panelwise.packs import Pack, write_subset
from panelwise.wording import counted


@dataclass(frozen=True, slots=True)
class BlindAnswers:
    """What people answered alone, ready to be a run.

    Attributes:
        stage: the stage in which they did.
        people: how many answers each item has.
        lines: as ``human:FILE`` takes them.
        items: the ids of the answered items by the hash of their pack.
        short: how many items have fewer answers, and are left out.
        flagged: how many answers were a flag instead of an answer; they count as unanswered.
        surplus: how many answers go beyond ``people``, and are left out.
        without: the people left out on request, by number or name.
        dropped: how many answers of theirs are left out.
    """

    stage: str
    people: int
    lines: tuple[dict[str, Any], ...]
    items: Mapping[str, tuple[str, ...]]
    short: int
    flagged: int
    surplus: int
    without: tuple[str, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class PeopleRun:
    """A run of people, and what it is made from: their forms, and the packs that they answered."""

    run: Run
    answers: BlindAnswers
    forms: Path
    packs: tuple[Path, ...]


def solve_stage(project: Project, name: str = "") -> WorkStage:
    """The stage in which people solve items.

    Raises:
        InputError: when there is none, or several and ``name`` does not say which.
    """
    stages = [
        stage
        for stage in project.procedure.stages
        if stage.type == "label" and isinstance(get_screen(stage.screen), SolveScreen)
    ]
    found = [stage for stage in stages if not name or stage.name == name]
    if len(found) == 1:
        return found[0]
    names = ", ".join(stage.name for stage in stages)
    if not stages:
        raise InputError(
            f"{project.folder}: people solve no items in '{project.procedure.name}'; a run needs a"
            " stage of type label with screen: solve or solve-with-confidence"
        )
    if name:
        raise InputError(f"no stage '{name}' in which items are solved; choose from {names}")
    raise InputError(f"items are solved in several stages ({names}); choose one with --stage")


def blind_answers(
    project: Project,
    *,
    stage: str = "",
    people: int | None = None,
    names: bool = False,
    without: Sequence[str] = (),
) -> BlindAnswers:
    """The first answer of each person to each item: later ones may follow an objection.

    Args:
        project: may be served at the same time.
        stage: in which items are solved; needed only if there are several.
        people: how many answers each item needs; by default as many as the procedure asks for.
        names: whether people keep their names.
        without: people whose answers are left out, by name or number.

    Raises:
        InputError: when no item has so many answers, or nobody of that name takes part.
    """
    of = solve_stage(project, stage)
    wanted = people or of.people
    given = {
        unit.id: _first_answers(unit.history, of.name)
        for unit in project.work.state.work_units()
        if {"pack", "item"} <= unit.data.keys()
    }
    left_out = _left_out(project, without)
    dropped = sum(one.person in left_out for answers in given.values() for one in answers)
    given = {
        unit: [one for one in answers if one.person not in left_out]
        for unit, answers in given.items()
    }
    enough = {name: answers for name, answers in given.items() if len(answers) >= wanted}
    if not enough:
        most = max(map(len, given.values()), default=0)
        raise _too_few(project, of.name, wanted, most, empty=not most and not dropped)
    known = {one.person for answers in given.values() for one in answers} | left_out
    called = {name: name for name in known} if names else person_numbers(project.folder, known)
    lines: list[dict[str, Any]] = []
    items: dict[str, list[str]] = {}
    for unit, answers in enough.items():
        data = project.work.state.units[unit].data
        items.setdefault(data["pack"], []).append(data["item"])
        lines += [_line(data, one, called[one.person]) for one in answers[:wanted]]
    return BlindAnswers(
        of.name,
        wanted,
        tuple(lines),
        {pack: tuple(ids) for pack, ids in items.items()},
        short=len(given) - len(enough),
        flagged=sum(one["values"] is None for one in lines),
        surplus=sum(len(answers) - wanted for answers in enough.values()),
        without=tuple(sorted(called[name] for name in left_out)),
        dropped=dropped,
    )


def _too_few(project: Project, stage: str, wanted: int, most: int, *, empty: bool) -> InputError:
    if empty:
        return InputError(
            f"{project.folder}: nobody has answered in stage '{stage}' yet; let people answer first"
        )
    return InputError(
        f"{project.folder}: no item has answers of {counted(wanted, 'person', 'people')} in"
        f" stage '{stage}'; the most is {most}; wait for more, or give a smaller --people"
    )


def _left_out(project: Project, without: Sequence[str]) -> set[str]:
    """Members by name or number."""
    members = project.work.state.people
    by_number = {number: name for name, number in person_numbers(project.folder, members).items()}
    found = {by_number[one] if one in by_number else member_id(project, one) for one in without}
    if unknown := sorted(found - members.keys()):
        raise InputError(
            f"{project.folder}: nobody is called '{unknown[0]}'; give a name from the page"
            " 'People', or the number that an earlier run gave the person"
        )
    return found


def people_run(
    project: Project,
    group: str,
    out: str | Path,
    *,
    stage: str = "",
    people: int | None = None,
    names: bool = False,
    profile: str = "recommended",
    without: Sequence[str] = (),
) -> PeopleRun:
    """Score what people answered blind, like the answers of any model.

    Next to the run are written ``OUT-answers.jsonl``, the forms as they were filled in, and, where
    a pack was answered in part, ``OUT-pack-K`` with the items that were.

    Args:
        project: where they answered.
        group: what they have in common; the run is called ``human/GROUP``.
        out: the folder of the run.
        stage: as for :func:`blind_answers`, like the next two.
        people: how many answers each item needs.
        names: whether people keep their names.
        profile: how answers are scored.
        without: people whose answers are left out; the run records their numbers.

    Raises:
        InputError: when there are no answers, or something cannot be written.
    """
    answers = blind_answers(project, stage=stage, people=people, names=names, without=without)
    out = Path(out)
    packs: list[Pack] = []
    moved: dict[str, str] = {}
    for number, (digest, ids) in enumerate(answers.items.items(), 1):
        pack = project.sources.packs[digest]
        if len(ids) < len(pack):
            folder = out.with_name(f"{out.name}-pack-{number}")
            part = Pack.open(folder) if folder.exists() else write_subset(pack, ids, folder)
            if {item.id for item in part.items()} != set(ids):
                raise InputError(f"{folder}: holds other items; give another --out, or remove it")
            moved[digest], pack = part.hash, part
        packs.append(pack)
    forms = out.with_name(f"{out.name}-answers.jsonl")
    lines = [{**line, "pack": moved.get(line["pack"], line["pack"])} for line in answers.lines]
    write_file(forms, "".join(f"{_dumped(line)}\n" for line in lines).encode())
    solver = PeopleSolver(forms, group, without=answers.without)
    run = evaluate(packs, solver, out=out, repeats=answers.people, profile=profile, cache=False)
    return PeopleRun(run, answers, forms, tuple(pack.path for pack in packs))


def _first_answers(history: list[Submission], stage: str) -> list[Submission]:
    first: dict[str, Submission] = {}
    for one in history:
        if one.stage == stage:
            first.setdefault(one.person, one)
    return list(first.values())


def _line(data: Mapping[str, Any], one: Submission, name: str) -> dict[str, Any]:
    line = {"id": data["item"], "pack": data["pack"], "worker": name, "seconds": one.seconds}
    if one.flag:
        return {**line, "values": None}
    sure = one.values.get(CONFIDENCE.name)
    more = {} if sure is None else {"confidence": sure}
    return {**line, "values": without_confidence(one.values), **more}


def _dumped(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False)
