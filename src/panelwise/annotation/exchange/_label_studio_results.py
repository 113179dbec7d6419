"""Results of Label Studio as answers of a project's people."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from panelwise.annotation._given import MAX_SECONDS, Elsewhere, HumanAnswer
from panelwise.annotation._members import member_id
from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.exchange._label_studio_values import values_of_result
from panelwise.annotation.exchange._pictures import SeenUnit
from panelwise.annotation.screens import screen_of
from panelwise.errors import InputError, UserError
from panelwise.files import first_fault, read_json_bytes

MAX_VALUES = 20_000_000  # of JSON
WHERE = "label-studio"


class _Outside(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _User(_Outside):
    id: int
    email: str = ""


class _Annotation(_Outside):
    id: int | None = None
    unique_id: str | None = None
    completed_by: int | _User | None = None
    was_cancelled: bool = False
    lead_time: float | None = None
    result: list[Any] = []


class _Task(_Outside):
    id: int | None = None
    data: dict[str, Any]
    annotations: list[_Annotation] = Field(default=[])


_TASKS = TypeAdapter(list[_Task])


@dataclass(frozen=True, slots=True)
class TakenResults:
    """What became of a file of Label Studio.

    Attributes:
        taken: how many answers were stored.
        known: how many were stored before; they count once.
        skipped: how many annotations were skipped in Label Studio.
        refused: the others, with the reason.
    """

    taken: int
    known: int
    skipped: int
    refused: tuple[str, ...]


def take_label_studio(
    project: Project, path: str | Path, people: Mapping[str, str]
) -> TakenResults:
    """Store the annotations of a JSON export of Label Studio as answers of the project's people.

    Each is checked as on the page of work: consent, role, test and pause of the person, what the
    person did before, and the values by the form of the unit.

    Args:
        project: whose export for Label Studio was annotated there.
        path: as Label Studio exports it in the format JSON.
        people: members of the project (ids, sign-in names or displayed names) by the number or
            e-mail address that Label Studio has for them. An address or a number that is a member's
            name needs no entry.

    Raises:
        InputError: when the file is no such export, or a member named in ``people`` is unknown.
    """
    path = Path(path)
    people = {key: member_id(project, name) for key, name in people.items()}
    if unknown := sorted(set(people.values()) - project.work.state.people.keys()):
        raise InputError(
            f"{project.folder}: '{unknown[0]}' takes no part; invite people on the page 'People'"
        )
    try:
        tasks = _TASKS.validate_json(read_json_bytes(path, MAX_VALUES))
    except ValidationError as error:
        raise InputError(
            f"{path}: not results of Label Studio: {first_fault(error)}; export them as JSON"
        ) from None
    taken = known = skipped = 0
    refused: list[str] = []
    for number, task in enumerate(tasks, 1):
        where = f"task {task.id or number}"
        for place, given in enumerate(task.annotations, 1):
            if given.was_cancelled:
                skipped += 1
                continue
            try:
                new = _take(project, task, given, people)
            except UserError as error:
                refused.append(f"{where}, annotation {given.id or place}: {error}")
                continue
            taken += new
            known += not new
    return TakenResults(taken, known, skipped, tuple(refused))


def _take(project: Project, task: _Task, given: _Annotation, people: Mapping[str, str]) -> bool:
    name = str(task.data.get("unit", ""))
    unit = project.work.state.units.get(name)
    if unit is None or unit.purpose != "work":
        what = f"the project has no item '{name[:80]}'" if name else "data.unit is missing"
        raise InputError(f"{what}; import results of the project's own export")
    person = _person(project, given, people)
    stage = project.procedure.stages[0]
    screen = screen_of(stage, project.procedure, unit)
    view = screen.view(unit, stage, project.sources)
    values = screen.clean(view, values_of_result(SeenUnit(unit, view, None), given.result))
    seconds = min(max(given.lead_time or 0.0, 0.0), MAX_SECONDS)
    answer = HumanAnswer(_key(unit, person, given), values, seconds, shown=view.digest)
    there = Elsewhere(unit.id, stage.name, unit.round, WHERE)
    return project.work.take(person, there, answer, reserved=False)


def _person(project: Project, given: _Annotation, people: Mapping[str, str]) -> str:
    who = given.completed_by
    if who is None:
        raise InputError("completed_by is missing; export from Label Studio again, as JSON")
    names = [str(who.id), who.email] if isinstance(who, _User) else [str(who)]
    for name in filter(None, names):
        found = people[name] if name in people else member_id(project, name)
        if found in project.work.state.people:
            return found
    said = names[-1] or names[0]
    raise InputError(f"nobody is known as '{said}' here; give --person {said}=NAME")


def _key(unit: WorkUnit, person: str, given: _Annotation) -> str:
    """The same for the same annotation, so that a file that comes twice counts once."""
    name = f"{unit.id}\n{person}\n{given.unique_id or given.id}"
    return f"ls-{hashlib.sha256(name.encode()).hexdigest()[:40]}"
