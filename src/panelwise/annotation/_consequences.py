"""What follows from a submission without anybody's doing: tests, pauses, batches sent back.

Source: SC-12, SC-15; AMB-17; MS-19.
"""

from __future__ import annotations

from collections.abc import Iterator

from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State, Worker
from panelwise.annotation._unit import WorkUnit
from panelwise.metrics import wilson


def consequences(state: State, event: LogEntry) -> list[LogEntry]:
    """The events that a stored submission causes, to be stored with it."""
    person, unit = state.people[event.person], state.units[event.unit]
    found: list[LogEntry] = []
    if unit.purpose == "qualification":
        found += _tested(state, person)
    elif unit.purpose == "hidden_gold":
        found += _watched(state, person)
    elif event.body["values"].get("verdict") == "reject":
        stage = state.procedure.stage(event.stage)
        if stage.type == "spot_check":
            found += _sent_back(state, unit, stage)
    return found


def _tested(state: State, person: Worker) -> Iterator[LogEntry]:
    """Whether a person has passed the test, once its last item is answered."""
    test = state.procedure.qualification
    if test is None or len(person.tested) < state.test_items:
        return
    right, of = sum(person.tested.values()), len(person.tested)
    body = {"passed": right / of > test.above, "right": right, "of": of, "above": test.above}
    yield LogEntry("qualified", person.name, body=body)


def _watched(state: State, person: Worker) -> Iterator[LogEntry]:
    """A pause for a person who answers too few hidden items rightly."""
    hidden = state.procedure.hidden_gold
    if hidden is None or person.paused or len(person.hidden) < hidden.at_least:
        return
    right, of = sum(person.hidden.values()), len(person.hidden)
    if right / of < hidden.pause_below:
        reason = (
            f"{right} of {of} hidden items right ({right / of:.0%}), fewer than"
            f" {hidden.pause_below:.0%}"
        )
        yield LogEntry("paused", person.name, body={"reason": reason})


def _sent_back(state: State, unit: WorkUnit, stage: WorkStage) -> Iterator[LogEntry]:
    """All that an examiner accepted, once the spot check finds too many of their errors."""
    vote = next((one for one in state.procedure.stages if one.type == "vote"), None)
    if vote is None:
        return
    examiners = {one.person for one in unit.history if one.stage == vote.name and one.accepts}
    for examiner in sorted(examiners):
        checked = list(_checks_of(state, examiner, vote, stage))
        wrong = sum(not one.accepts for one in checked)
        if wilson(wrong, len(checked))[0] <= stage.limit:
            continue
        for other in state.work_units():
            if other.place == "accepted" and _last_vote(other, examiner, vote):
                reason = f"{wrong} of {len(checked)} spot checks of {examiner} found an error"
                body = {"to": vote.name, "reason": reason, "barred": examiner}
                yield LogEntry("sent_back", SYSTEM, other.id, body=body)


def _checks_of(
    state: State, examiner: str, vote: WorkStage, stage: WorkStage
) -> Iterator[Submission]:
    for unit in state.work_units():
        if any(one.stage == vote.name and one.person == examiner and one.accepts
               for one in unit.history):  # fmt: skip
            yield from (one for one in unit.history if one.stage == stage.name)


def _last_vote(unit: WorkUnit, examiner: str, vote: WorkStage) -> bool:
    """Whether a vote in which an examiner accepted was the last that happened to a unit."""
    return unit.history[-1].stage == vote.name and any(
        one.person == examiner and one.stage == vote.name and one.accepts
        for one in unit.history
        if one.round == unit.round and one.seq > unit.sent_back
    )
