"""Time and payment: hours with the page in view, and what the procedure pays.

Source: CV-12; MS-19.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from panelwise.annotation._events import Submission
from panelwise.annotation._state import State, Worker
from panelwise.annotation.quality._answers import session_places

CENT = 2


@dataclass(frozen=True, slots=True)
class PersonTime:
    """One person's time and pay.

    Attributes:
        person: as in the log.
        submissions: of every kind, with the training, the test and those taken back.
        sessions: stretches without a break of half an hour.
        hours: with the page in view.
        median_seconds: for one submission.
        completed: whether nothing is left for the person: what is paid on completion is due.
        pay: what the procedure promises for it so far.
    """

    person: str
    submissions: int
    sessions: int
    hours: float
    median_seconds: float
    completed: bool
    pay: float


@dataclass(frozen=True, slots=True)
class TimeAndPay:
    """Everybody's time and pay; ``hours`` and ``pay`` are sums."""

    currency: str
    per_hour: float
    on_completion: float
    per_submission: float
    people: tuple[PersonTime, ...]
    hours: float
    pay: float


def time_and_pay(state: State) -> TimeAndPay:
    """Time and pay of everybody who submitted something.

    Answers that were taken back count: their time was spent. What has been paid out is not known.
    """
    pay = state.procedure.pay
    found = []
    everything = submissions_by_person(state)
    for person in state.people.values():
        given = everything[person.name]
        if not given:
            continue
        hours = sum(one.seconds for one in given) / 3600
        completed = _completed(state, person)
        due = pay.per_hour * hours + pay.per_submission * len(given)
        due += pay.on_completion if completed else 0.0
        sessions = 1 + max(session for _, session, _ in session_places(given))
        found.append(
            PersonTime(
                person.name, len(given), sessions, hours,
                median(one.seconds for one in given), completed, round(due, CENT),
            )
        )  # fmt: skip
    return TimeAndPay(
        pay.currency, pay.per_hour, pay.on_completion, pay.per_submission, tuple(found),
        sum(one.hours for one in found), round(sum(one.pay for one in found), CENT),
    )  # fmt: skip


def submissions_by_person(state: State) -> dict[str, list[Submission]]:
    """Everything that each person submitted, with what was taken back, in the order of the log."""
    found = {name: {one.seq: one for one in who.submissions} for name, who in state.people.items()}
    for event in state.keys.values():
        if event.name == "submitted" and event.seq not in found[event.person]:
            found[event.person][event.seq] = Submission.of(event)
    return {name: [own[seq] for seq in sorted(own)] for name, own in found.items()}


def _completed(state: State, person: Worker) -> bool:
    """Whether a person did some work, and every unit is done or was answered by the person."""
    work = state.work_units()
    own = {one.unit for one in person.submissions if state.units[one.unit].purpose == "work"}
    return bool(own) and all(unit.done or unit.id in own for unit in work)
