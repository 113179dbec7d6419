"""What happened to a unit, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from panelwise.annotation._events import LogEntry, Submission
from panelwise.annotation._forms import answer_view
from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import filled_fields


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of a unit's history, in words."""

    at: str
    who: str
    what: str
    stage: str
    round: int
    lines: tuple[str, ...] = ()
    seconds: float = 0.0


def unit_history(project: Project, unit: WorkUnit, names: Mapping[str, str]) -> list[HistoryLine]:
    """Everything that the log says of a unit.

    Args:
        project: with the log.
        unit: of the project.
        names: what people are called, by what the log calls them.
    """
    return [
        _line(project, unit, event, names)
        for event in project.store.events(unit=unit.id)
        if event.name != "unit_added"
    ]


def minute(at: float) -> str:
    """A time of the log, to the minute.

    >>> minute(0)
    '1970-01-01 00:00'
    """
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"


def _line(
    project: Project, unit: WorkUnit, event: LogEntry, names: Mapping[str, str]
) -> HistoryLine:
    lines: list[str] = []
    what = event.name.replace("_", " ")
    if event.name == "submitted":
        lines = _said(project, unit, Submission.of(event))
    elif event.name == "stepped":
        what = f"step {event.body['number']}: {event.body['title']}"
        lines = _filled(project, unit, event)
    elif event.name == "sent_back":
        barred = names.get(str(event.body["barred"]), "")
        lines = [f"to {event.body['to']}: {event.body['reason']}"]
        lines += [f"{barred} may not judge it again"] if barred else []
    who = names.get(event.person, event.person)
    seconds = float(event.body.get("seconds", 0.0))
    return HistoryLine(minute(event.at), who, what, event.stage, event.round, tuple(lines), seconds)


def _said(project: Project, unit: WorkUnit, given: Submission) -> list[str]:
    """What somebody answered, line by line."""
    lines = [f"flagged as {given.flag}"] if given.flag else []
    stage = project.procedure.stage(given.stage)
    if stage.verdicts and unit.purpose == "work":
        lines += [str(given.values.get("verdict", ""))]
    elif not given.flag:
        form = answer_view(project, unit, stage).form
        for field in filled_fields(form, given.values):
            lines.append(f"{field.label}: {'; '.join(field.lines)}")
    lines += [f"reason: {given.reason}"] if given.reason else []
    return lines + ([f"note: {given.note}"] if given.note else [])


def _filled(project: Project, unit: WorkUnit, event: LogEntry) -> list[str]:
    """What the fields of a step held when it was done."""
    form = answer_view(project, unit, project.procedure.stage(event.stage)).form
    fields = filled_fields(form, event.body["values"])
    return [f"{field.label}: {'; '.join(field.lines)}" for field in fields]
