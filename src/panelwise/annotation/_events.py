"""What happened in a project, one entry after the other; nothing is ever changed or removed.

Source: specification 1.5; MS-19.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

EntryName = Literal[
    "opened",
    "unit_added",
    "joined",
    "consented",
    "leased",
    "given_back",
    "stepped",
    "submitted",
    "undone",
    "qualified",
    "paused",
    "resumed",
    "sent_back",
]
SYSTEM = "system"
"""The person of events that nobody caused by hand."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing that happened.

    Attributes:
        name: what.
        person: who did it, or whom it concerns; ``system`` where nobody did.
        unit: the unit that it is about; empty where it is about none.
        stage: the stage of the procedure that the unit was in.
        round: which round of the unit, from 1.
        body: everything else, as plain JSON values.
        key: given by the browser with a submission; a key that is stored already is not stored
            again, so a repeated request counts once.
        at: seconds since 1970, UTC.
        seq: its place in the log, from 1; 0 before it is stored.
    """

    name: EntryName
    person: str
    unit: str = ""
    stage: str = ""
    round: int = 0
    body: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    at: float = 0.0
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Submission:
    """What one person answered, as the log has it.

    Attributes:
        values: by the name of the form's field; of a verdict ``{"verdict": "accept"}``.
        seconds: that the person spent on it with the page in view.
        flag: ``ambiguous``, ``unanswerable`` or ``harmful`` where the unit cannot be answered.
        reason: why it is flagged or rejected.
        note: free.
        shown: the digest of what was on the screen.
    """

    seq: int
    at: float
    person: str
    unit: str
    stage: str
    round: int
    role: str
    values: Mapping[str, Any]
    seconds: float = 0.0
    flag: str = ""
    reason: str = ""
    note: str = ""
    shown: str = ""

    @classmethod
    def of(cls, event: LogEntry) -> Submission:
        """The submission of an event."""
        body = event.body
        return cls(
            seq=event.seq,
            at=event.at,
            person=event.person,
            unit=event.unit,
            stage=event.stage,
            round=event.round,
            role=str(body.get("role", "")),
            values=body.get("values", {}),
            seconds=float(body.get("seconds", 0.0)),
            flag=str(body.get("flag", "")),
            reason=str(body.get("reason", "")),
            note=str(body.get("note", "")),
            shown=str(body.get("shown", "")),
        )

    @property
    def accepts(self) -> bool:
        """Whether it is a verdict that accepts."""
        return self.values.get("verdict") == "accept"

    @property
    def said(self) -> str:
        """Its answer in one spelling, to compare answers by; a flag is an answer of its own."""
        return self.flag or json.dumps(self.values, sort_keys=True, ensure_ascii=False)
