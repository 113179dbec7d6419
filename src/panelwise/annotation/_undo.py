"""Which answer a person can take back, and what is filled in again then."""

from __future__ import annotations

from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._given import HumanAnswer
from panelwise.annotation._state import State, Worker
from panelwise.annotation._unit import WorkUnit


def last_answer(state: State, person: Worker, now: float) -> tuple[Submission | None, str]:
    """A person's last answer if it can be taken back; else ``None``, and why not.

    Args:
        state: of the project.
        person: who answered.
        now: in seconds; leases that end earlier do not count.
    """
    last = person.submissions[-1] if person.submissions else None
    if last is None:
        return None, "there is nothing to undo"
    unit = state.units[last.unit]
    if unit.purpose in ("qualification", "training"):
        return None, "answers of the training and the test are final"
    if _acted_on(unit, last, now):
        return None, "somebody has worked on this item since; it is too late"
    return last, ""


def unlogged(given: HumanAnswer, stored: HumanAnswer) -> dict[str, Any] | None:
    """What was filled in, as a draft, if the answer that is stored does not have all of it.

    The values of a report are not stored, and a verdict is stored in words. ``None``: nothing
    would be lost.
    """
    values = stored.values
    if all(name in values and values[name] == one for name, one in given.values.items()):
        return None
    return draft_of_answer(given)


def draft_of_answer(last: Submission | HumanAnswer) -> dict[str, Any]:
    """What somebody filled in for an answer or a report, as a draft."""
    report = {"flag": last.flag, "reason": last.reason} if last.flag else {}
    return {"values": dict(last.values), "note": last.note, **report}


def _acted_on(unit: WorkUnit, last: Submission, now: float) -> bool:
    if unit.purpose != "work":
        return False  # others get it, too; a refusal would show that its answer is known
    later = any(one.seq > last.seq for one in unit.history)
    return later or any(until > now for until in unit.leases.values())
