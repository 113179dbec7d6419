"""Work done elsewhere: reserved for a person in one go, and taken when it comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from panelwise.annotation._assignment import Queue
from panelwise.annotation._events import LogEntry
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import Worker
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation._work import HumanAnswer, NotAllowedError, Work

Taken = Literal["taken", "known"]


@dataclass(frozen=True, slots=True)
class Reserved:
    """A unit that a person takes home, in the stage and round that it is in."""

    unit: WorkUnit
    stage: WorkStage
    round: int


def reserve(work: Work, person: str, most: int, until: float) -> list[Reserved]:
    """Reserve units for one person, until a time in seconds since 1970.

    Only units to be worked on: tests and hidden gold need the order in which the work page shows
    them.

    Raises:
        NotAllowedError: when the person takes no part, has not consented, is paused, or must pass
            the test first.
    """
    state = work.state
    who = state.people.get(person)
    if who is None:
        raise NotAllowedError(
            f"{person} is not a member of this project; its admin invites people on the page"
            " 'People'"
        )
    _require_ready(work, who)
    queue, now = Queue(state), work.now
    found: list[Reserved] = []
    for stage in reversed(state.procedure.stages):
        if stage.role not in who.roles or any(who.did(role) for role in stage.not_after):
            continue
        for unit in state.work_units():
            if len(found) == most:
                break
            free = unit.wanted(state.procedure, now) > 0 and unit.leases.get(person, 0.0) <= now
            if unit.place == stage.name and free and queue.may(who, unit, stage):
                found.append(Reserved(unit, stage, unit.round))
    if found:
        body = {"until": until}
        work.add([LogEntry("leased", person, one.unit.id, one.stage.name, one.round, body)
                  for one in found])  # fmt: skip
    return found


def take_back(
    work: Work, person: str, unit: str, stage: str, round_: int, answer: HumanAnswer
) -> Taken:
    """Store an answer that was given elsewhere; the same answer again is known already.

    Raises:
        NotAllowedError: when the unit was not reserved for the person, or no longer is, or is in
            another stage or round by now.
        InputError: for an answer that cannot be.
    """
    answer.check()
    state = work.state
    stored = state.keys.get(answer.key)
    if stored is not None:
        if (stored.person, stored.unit) != (person, unit):
            raise NotAllowedError("its key belongs to another answer")
        return "known"
    who, held = state.people.get(person), state.units.get(unit)
    if who is None or held is None or held.leases.get(person, 0.0) <= work.now:
        raise NotAllowedError("it is not reserved for this person (any more)")
    if (held.place, held.round) != (stage, round_):
        raise NotAllowedError("it has moved on to another stage since")
    now = state.procedure.stage(stage)
    if now.role not in who.roles or not Queue(state).may(who, held, now):
        raise NotAllowedError("this person may not do it")
    work.add([_event(answer, person, held, now)])
    return "taken"


def _event(answer: HumanAnswer, person: str, unit: WorkUnit, stage: WorkStage) -> LogEntry:
    body: dict[str, Any] = {
        "role": stage.role,
        "values": dict(answer.values),
        "seconds": round(answer.seconds, 1),
        "offline": True,
    }
    extra = {"flag": answer.flag, "reason": answer.reason, "note": answer.note}
    body |= {key: value for key, value in extra.items() if value}
    if answer.shown:
        body["shown"] = answer.shown
    return LogEntry("submitted", person, unit.id, stage.name, unit.round, body, key=answer.key)


def _require_ready(work: Work, who: Worker) -> None:
    procedure = work.state.procedure
    if procedure.consent is not None and not who.agreed:
        raise NotAllowedError(f"{who.name} has not agreed to the consent")
    if who.paused:
        raise NotAllowedError(f"{who.name} is paused: {who.paused}")
    tested = procedure.qualified_roles or procedure.roles
    if procedure.qualification and not who.qualified and any(one in tested for one in who.roles):
        raise NotAllowedError(f"{who.name} must pass the test first, at the work page")
