"""Logs written by hand, event by event, at times of one's choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from panelwise.annotation import SYSTEM, LogEntry, State, as_procedure
from panelwise.tasks.forms import Field, Form


class HandWrittenLog:
    """Each method adds an event, ten seconds after the one before unless ``at`` is given."""

    def __init__(self, *stages: Mapping[str, Any], **procedure: Any) -> None:
        self.events: list[LogEntry] = []
        self.stages = {stage["name"]: stage for stage in stages}
        plan = {"name": "p", "title": "P", "instructions": "Do.", "stages": list(stages)}
        kept = as_procedure(plan | procedure, "test").model_dump(mode="json")
        self._add("opened", SYSTEM, body={"procedure": kept, "seed": 1, "title": "T"})

    def unit(self, name: str, book: str = "b", purpose: str = "work") -> None:
        body = {"book": book, "purpose": purpose, "data": {}}
        self._add("unit_added", SYSTEM, name, body=body)

    def join(self, *people: str, role: str = "annotator") -> None:
        for person in people:
            self._add("joined", person, body={"roles": [role]})

    def give(
        self, person: str, unit: str, value: Any, *, stage: str = "label", round_: int = 1,
        seconds: float = 30.0, at: float = 0.0, **more: Any,
    ) -> int:  # fmt: skip
        role = self.stages[stage]["role"]
        values = {"verdict" if isinstance(value, str) and stage != "label" else "x": value}
        body = {"role": role, "values": {} if value is None else values, "seconds": seconds} | more
        key = f"key-{len(self.events):06d}"
        return self._add("submitted", person, unit, stage, round_, body, key, at)

    def undo(self, person: str, unit: str, seq: int) -> None:
        self._add("undone", person, unit, "label", 1, {"seq": seq})

    def state(self) -> State:
        return State().replay(self.events)

    def pause(self, person: str) -> None:
        self._add("paused", person, body={"reason": "a reason"})

    def _add(
        self, name: Any, person: str, unit: str = "", stage: str = "", round_: int = 0,
        body: Mapping[str, Any] | None = None, key: str = "", at: float = 0.0,
    ) -> int:  # fmt: skip
        seq = len(self.events) + 1
        when = at or (self.events[-1].at + 10 if self.events else 1_000_000.0)
        entry = LogEntry(name, person, unit, stage, round_, body or {}, key, when, seq)
        self.events.append(entry)
        return seq


def form_with(*fields: Field):
    return lambda unit, stage: Form(fields)
