"""Everything that happened in a project as lines of JSON, with people's names or without. CV-12."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._project import Project
from panelwise.annotation.exchange._numbers import person_numbers
from panelwise.outputs import new_folder
from panelwise.spreadsheets import csv_table

FREE = ("note", "reason")
SECRET = ("known", "hidden")
CARD = """\
---
pretty_name: {title}
configs:
- config_name: submissions
  data_files: submissions.jsonl
- config_name: accepted
  data_files: accepted.jsonl
- config_name: events
  data_files: events.jsonl
---

# Answers of people

`load_dataset(FOLDER, "accepted")` opens the accepted answers, `"submissions"` every answer and
verdict, `"events"` the whole log, from which all else follows. {people}
"""


@dataclass(frozen=True, slots=True)
class Release:
    """What of a project is passed on.

    Attributes:
        names: whether people keep their names; otherwise they get random numbers, times count from
            the first event, and known answers of hidden items are left out.
        notes: whether notes and reasons, which people wrote freely, are kept.
    """

    names: bool = False
    notes: bool = False


@dataclass(frozen=True, slots=True)
class ReleasedRecords:
    """How many lines of each file there are."""

    events: int
    submissions: int
    accepted: int
    people: int


def export_records(project: Project, out: str | Path, release: Release) -> ReleasedRecords:
    """Write ``events.jsonl``, ``submissions.jsonl`` and ``accepted.jsonl``, a table and a card.

    The folder is a Hugging Face data set, too. What people are paid is never in it.

    Raises:
        InputError: when the folder holds something or cannot be written.
    """
    state = project.work.state
    called = _called(project, release)
    writer = _Writer(release, called, _first(project))
    events = [writer.event(one) for one in project.store.events()]
    given = sorted(
        (one for person in state.people.values() for one in person.submissions),
        key=lambda one: one.seq,
    )
    submissions = [writer.submission(one) for one in given]
    accepted = [
        {"unit": unit.id, "book": unit.book, "data": writer.data(unit.data), "round": unit.round,
         "answer": writer.submission(unit.answer)}
        for unit in state.work_units()
        if unit.place == "accepted" and unit.answer is not None
    ]  # fmt: skip
    words = "People have their names." if release.names else "People have random numbers."
    with new_folder(out) as folder:
        for name, lines in (
            ("events", events), ("submissions", submissions), ("accepted", accepted)
        ):  # fmt: skip
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
        (folder / "submissions.csv").write_text(_table(submissions), encoding="utf-8", newline="")
        title = json.dumps(state.title or "annotations", ensure_ascii=False)
        card = CARD.format(title=title, people=words)
        (folder / "README.md").write_text(card, encoding="utf-8")
    return ReleasedRecords(len(events), len(submissions), len(accepted), len(called))


def _called(project: Project, release: Release) -> Mapping[str, str]:
    people = project.work.state.people
    if release.names:
        return {name: name for name in people}
    numbers = person_numbers(project.folder, people)
    return {name: numbers[name] for name in people}


def _first(project: Project) -> float:
    return next((one.at for one in project.store.events()), 0.0)


class _Writer:
    """Lines of a release."""

    def __init__(self, release: Release, called: Mapping[str, str], start: float) -> None:
        self._release = release
        self._called = called
        self._start = start

    def event(self, one: LogEntry) -> dict[str, Any]:
        return {
            "seq": one.seq, "name": one.name, "at": self._time(one.at),
            "person": self._person(one.person), "unit": one.unit, "stage": one.stage,
            "round": one.round, "body": self._body(one),
        }  # fmt: skip

    def submission(self, one: Submission) -> dict[str, Any]:
        line = {
            "seq": one.seq, "at": self._time(one.at), "person": self._person(one.person),
            "unit": one.unit, "stage": one.stage, "round": one.round, "role": one.role,
            "values": self._values(one.values), "seconds": one.seconds, "flag": one.flag,
        }  # fmt: skip
        if self._release.notes:
            line |= {"reason": one.reason, "note": one.note}
        return line

    def data(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The data of a unit."""
        left_out = () if self._release.names else SECRET
        return {key: value for key, value in data.items() if key not in left_out}

    def _body(self, one: LogEntry) -> dict[str, Any]:
        body = dict(one.body)
        if one.name == "opened":
            # The consent says what people are paid, and who to write to.
            left_out = ("pay",) if self._release.names else ("pay", "consent")
            body["procedure"] = {
                key: value for key, value in body["procedure"].items() if key not in left_out
            }
        if "data" in body:
            body["data"] = self.data(body["data"])
        if "values" in body:
            body["values"] = self._values(body["values"])
        for who in ("barred", "by"):
            if who in body:
                body[who] = self._person(str(body[who]))
        # A reason of ours can name an examiner; one of a person can name anybody.
        drop = not self._release.notes or (one.name == "sent_back" and not self._release.names)
        return {key: value for key, value in body.items() if not (drop and key in FREE)}

    def _values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values without the reason of a verdict, which is free text like any other."""
        verdict = "verdict" in values and not self._release.notes
        return {key: value for key, value in values.items() if not (verdict and key in FREE)}

    def _person(self, name: str) -> str:
        return name if name == SYSTEM else self._called.get(name, "somebody")

    def _time(self, at: float) -> float:
        return at if self._release.names else round(at - self._start, 1)


def _table(submissions: Iterable[Mapping[str, Any]]) -> str:
    """A table for spreadsheets, in which nothing is a formula."""
    columns = ("seq", "at", "person", "unit", "stage", "round", "role", "flag", "seconds", "values")
    rows = ({**one, "values": json.dumps(one["values"], ensure_ascii=False)} for one in submissions)
    return csv_table(columns, ([row[name] for name in columns] for row in rows))
