"""The work of a project while it is served: one log, one writer, many people at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import RLock
from typing import Any

from panelwise.annotation._assignment import Assignment, NoWork, Queue
from panelwise.annotation._consequences import consequences
from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._given import MAX_WORDS, Elsewhere, HumanAnswer
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State, Worker
from panelwise.annotation._steps import DoneStep, steps_done
from panelwise.annotation._store import LogUnavailableError, Store
from panelwise.annotation._undo import draft_of_answer, last_answer
from panelwise.annotation._unit import Same, WorkUnit, as_said
from panelwise.errors import InputError, UserError

Right = Callable[[WorkUnit, Mapping[str, Any]], bool]
"""Whether an answer to a unit with a known answer is right."""


class LeaseLostError(UserError):
    """The unit is no longer this person's."""


class NotAllowedError(UserError):
    """The person may not do this."""


class Work:
    """Everything that people do, decided under one lock and stored before it counts.

    Args:
        store: the log; it is replayed first.
        right: scores answers to units whose answer is known.
        same: whether two answers agree.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        *,
        right: Right,
        same: Same = as_said,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._right = right
        self._clock = clock
        self._lock = RLock()
        self.state = State(same).replay(store.events())
        self._queue = Queue(self.state)
        self._unsure = False
        # What follows from the last submission may be missing, if the server was killed after it.
        self._open_end = bool(self.state.last)

    @property
    def now(self) -> float:
        """Seconds since 1970, by the clock of the project."""
        return self._clock()

    def add(self, events: Sequence[LogEntry]) -> None:
        """Store events that no person of the project caused: units, people, roles."""
        with self._deciding():
            if events:
                self._record(events)

    def join(self, person: str, roles: Sequence[str]) -> None:
        """Let somebody take part, or change what somebody may do."""
        with self._deciding():
            known = self.state.people.get(person)
            if known is None or known.roles != tuple(roles):
                self._record([LogEntry("joined", person, body={"roles": list(roles)})])

    def consent(self, person: str, agreed: bool) -> None:
        """Record what somebody answered to the consent."""
        with self._deciding():
            self._person(person)
            self._record([LogEntry("consented", person, body={"agreed": agreed})])

    def next(self, person: str) -> Assignment | NoWork:
        """Reserve the next unit for a person; the same one until it is submitted or runs out."""
        with self._deciding():
            found = self._queue.next_for(self._person(person), self._clock())
            if isinstance(found, str):
                return found
            if found.unit.leases.get(person, 0.0) <= self._clock():
                self._record([self._about("leased", person, found, {"until": self._until()})])
            self._queue.look_ahead(self._person(person), found, self._clock())
            return found

    def ahead(self, person: str) -> Assignment | None:
        """What a person gets after what is open, if known; its pictures may be fetched."""
        with self._lock:
            return self._queue.ahead(self._person(person), self._clock())

    def held(self, person: str, unit: str) -> Assignment:
        """The unit that a person has open.

        A lease that ran out is renewed as long as nobody else has taken the unit.

        Raises:
            LeaseLostError: when it is not, or no longer, this person's.
        """
        with self._deciding():
            who, unit_held = self._person(person), self.state.units.get(unit)
            if unit_held is None or who.lease != unit or unit_held.done:
                raise LeaseLostError(self._why_lost(who, unit))
            stage = self._stage_of(unit_held)
            held = Assignment(unit_held, stage, stage.role)
            if unit_held.purpose in ("work", "hidden_gold") and stage.role not in who.roles:
                raise LeaseLostError("this item is not for your role any more")
            if unit_held.leases.get(person, 0.0) <= self._clock():
                if not self._queue.is_free(unit_held, stage, who, self._clock()):
                    raise LeaseLostError(self._why_lost(who, unit))
                self._record([self._about("leased", person, held, {"until": self._until()})])
            return held

    def step(self, person: str, unit: str, done: DoneStep) -> None:
        """Log that a person did a step of a screen; the last one once more is not logged again.

        Raises:
            LeaseLostError: when the unit is no longer this person's.
            LogUnavailableError: when nothing could be stored; it may be tried again.
        """
        with self._deciding():
            held = self.held(person, unit)
            self._record(self._stepped(person, held, done))

    def submit(
        self, person: str, unit: str, answer: HumanAnswer, done: DoneStep | None = None,
        filled: Mapping[str, Any] | None = None,
    ) -> LogEntry:  # fmt: skip
        """Store what a person answered, and the last step if the screen has some.

        The same key again returns what is stored. ``filled`` is the draft that comes back when
        the answer is taken back; by default it is made of the answer.

        Raises:
            LeaseLostError: when the unit is no longer this person's.
            InputError: for an answer that cannot be.
            LogUnavailableError: when nothing could be stored; it may be tried again.
        """
        answer.check()
        with self._deciding():
            if stored := self._stored(person, unit, answer):
                return stored
            held = self.held(person, unit)
            steps = self._stepped(person, held, done) if done is not None else []
            return self._accept(person, held, answer, {}, steps, filled)

    def plan(self, person: str, most: int) -> list[Assignment] | NoWork:
        """A person's next units, up to where a test ends, or why there are none."""
        with self._deciding():
            return self._queue.plan(self._person(person), self._clock(), most)

    def take(
        self, person: str, given: Elsewhere, answer: HumanAnswer, *, reserved: bool = True
    ) -> bool:
        """Store an answer that was given elsewhere; ``False``: it is stored already.

        Args:
            person: who gave it.
            given: to which unit, in which stage and round, and where.
            answer: with values that its form has checked.
            reserved: whether the unit must be reserved for the person; else it must be free.

        Raises:
            NotAllowedError: when the page of work would not give the person the unit.
        """
        answer.check()
        with self._deciding():
            if self._stored(person, given.unit, answer):
                return False
            who, unit = self._person(person), self.state.units.get(given.unit)
            if unit is None:
                raise NotAllowedError("the project has no such item")
            if reserved and unit.leases.get(person, 0.0) <= self._clock():
                raise NotAllowedError("it is not reserved for this person (any more)")
            stage = self._stage_of(unit) if not unit.done else None
            if stage is None or (stage.name, unit.round) != (given.stage, given.round):
                raise NotAllowedError("it has moved on to another stage since")
            if why := self._queue.refuses(who, unit, stage):
                raise NotAllowedError(why)
            if not reserved and not self._queue.is_free(unit, stage, who, self._clock()):
                raise NotAllowedError("it is reserved for others")
            self._accept(person, Assignment(unit, stage, stage.role), answer, {given.where: True})
            return True

    def _stored(self, person: str, unit: str, answer: HumanAnswer) -> LogEntry | None:
        """What is stored under the key of an answer."""
        stored = self.state.keys.get(answer.key)
        if stored is not None and (stored.person, stored.unit) != (person, unit):
            raise NotAllowedError("this key belongs to another submission")
        return stored

    def _accept(
        self,
        person: str,
        held: Assignment,
        answer: HumanAnswer,
        more: Mapping[str, Any],
        steps: Sequence[LogEntry] = (),
        filled: Mapping[str, Any] | None = None,
    ) -> LogEntry:
        """Store an answer, the steps before it, and what follows from it."""
        body = {
            "role": held.role,
            "values": dict(answer.values),
            "seconds": round(answer.seconds, 1),
            **more,
        }
        extra = {"flag": answer.flag, "reason": answer.reason, "note": answer.note}
        body |= {key: value for key, value in extra.items() if value}
        if answer.shown:
            body["shown"] = answer.shown
        if held.unit.purpose != "work":
            body["right"] = not answer.flag and self._right(held.unit, answer.values)
        event = replace(self._about("submitted", person, held, body), key=answer.key)
        stored = self._record([*steps, event], filled)[-1]
        self._open_end = True
        with suppress(LogUnavailableError):  # then it is stored before the next decision
            self._follow_up()
        return stored

    def give_back(self, person: str) -> None:
        """Return the unit that a person has open, without an answer."""
        with self._deciding():
            who = self._person(person)
            if who.lease:
                self._record([LogEntry("given_back", person, who.lease)])

    def can_undo(self, person: str) -> bool:
        """Whether the person's last submission can be taken back at this moment."""
        return last_answer(self.state, self._person(person), self._clock())[0] is not None

    def undo(self, person: str) -> Submission:
        """Take back a person's last submission.

        Raises:
            NotAllowedError: when there is none, or somebody has acted on the unit since.
        """
        with self._deciding():
            who = self._person(person)
            last, fault = last_answer(self.state, who, self._clock())
            if last is None:
                raise NotAllowedError(fault)
            unit = self.state.units[last.unit]
            filled = self._store.draft(person, unit.id, last.stage, last.seq)
            self._store.keep_draft(person, unit.id, last.stage, filled or draft_of_answer(last))
            about = (person, unit.id, last.stage, last.round)
            events = [LogEntry("undone", *about, {"seq": last.seq}),
                      LogEntry("leased", *about, {"until": self._until()})]  # fmt: skip
            if who.lease:
                events.insert(0, LogEntry("given_back", person, who.lease))
            self._record(events)
            return last

    def pause(self, person: str, reason: str, by: str = SYSTEM) -> None:
        """Give a person no more work until an admin resumes it; ``by`` is who decided so."""
        with self._deciding():
            self._record([LogEntry("paused", person, body={"reason": reason, "by": by})])

    def resume(self, person: str, by: str = SYSTEM) -> None:
        """Give a paused person work again; the hidden gold counts from here."""
        with self._deciding():
            self._record([LogEntry("resumed", person, body={"by": by})])

    def send_back(
        self, admin: str, units: Sequence[str], to: str, reason: str, barred: str = ""
    ) -> None:
        """Return units that were accepted or removed to a stage, all of them or none.

        Args:
            admin: who decides so.
            units: which are done.
            to: the stage.
            reason: for the log.
            barred: who may not judge them again; empty: nobody is excluded.

        Raises:
            InputError: for a unit that is not done, another stage's name, or no reason.
        """
        with self._deciding():
            self._record(self.check_back(admin, units, to, reason, barred))

    def check_back(
        self, admin: str, units: Sequence[str], to: str, reason: str, barred: str = ""
    ) -> list[LogEntry]:
        """What :meth:`send_back` would store, or its error."""
        stages = self.state.procedure.stages
        stage = next((one for one in stages if one.name == to), None)
        if stage is None:
            raise InputError(
                f"no stage '{to}'; choose from {', '.join(one.name for one in stages)}"
            )
        if not reason.strip() or len(reason) > MAX_WORDS:
            raise InputError(f"give a reason, of at most {MAX_WORDS} characters")
        body = {"to": to, "reason": reason.strip(), "barred": barred}
        events = []
        for unit in units:
            found = self.state.units.get(unit)
            if found is None:
                raise InputError(f"the project has no unit {unit}; load the page again")
            if not found.done:
                raise InputError(f"unit {unit} is in work; wait until it is accepted or removed")
            if stage.type != "label" and found.answer is None:
                raise InputError(f"unit {unit} has no answer to judge; send it to {stages[0].name}")
            events.append(LogEntry("sent_back", admin, unit, found.place, found.round, body))
        return events

    def open_units(self, stage: str) -> int:
        """How many units are in a stage."""
        with self._lock:
            return self._queue.open_units(stage)

    def _stepped(self, person: str, held: Assignment, done: DoneStep) -> list[LogEntry]:
        before = list(steps_done(held.unit, person, held.stage.name).items())
        again = bool(before) and before[-1] == (done.name, done.values)
        return [] if again else [self._about("stepped", person, held, done.body())]

    def _stage_of(self, unit: WorkUnit) -> WorkStage:
        procedure = self.state.procedure
        return procedure.stages[0] if unit.purpose != "work" else procedure.stage(unit.place)

    def _about(self, name: Any, person: str, held: Assignment, body: Mapping[str, Any]) -> LogEntry:
        return LogEntry(name, person, held.unit.id, held.stage.name, held.unit.round, body)

    def _until(self) -> float:
        """When a lease that begins now runs out."""
        return self._clock() + 60 * self.state.procedure.lease_minutes

    def _why_lost(self, who: Worker, unit: str) -> str:
        if any(one.unit == unit for one in who.submissions[-50:]):
            return (
                "you have answered this item already, perhaps in another tab; go on with the next"
            )
        return (
            "this item is not reserved for you any more, as its time ran out or it was taken back;"
            " load the page again for the next one"
        )

    @contextmanager
    def _deciding(self) -> Iterator[None]:
        """One decision at a time, each on all that is stored."""
        with self._lock:
            if self._unsure:
                # An error may have come after the database had stored the events.
                self._apply(self._store.events(self.state.last))
                self._unsure = False
                self._open_end = True
            if self._open_end and self.state.is_open:
                self._follow_up()
            yield

    def _follow_up(self) -> None:
        """Store what follows from the last submission, if that is not in the log yet."""
        last = self._last_submission()
        after = consequences(self.state, last) if last is not None else []
        if after:
            self._record(after)
        self._open_end = False

    def _last_submission(self) -> LogEntry | None:
        """The last entry of the log, if it is a submission: then nothing that follows is stored."""
        last = next(reversed(self.state.keys.values()), None)
        return last if last is not None and last.seq == self.state.last else None

    def _record(
        self, events: Sequence[LogEntry], filled: Mapping[str, Any] | None = None
    ) -> list[LogEntry]:
        """Store events, then let them count."""
        if not events:
            return []
        try:
            stored = self._store.append(events, self.state.last + 1, filled)
        except LogUnavailableError:
            self._unsure = True
            raise
        self._apply(stored)
        return stored

    def _apply(self, stored: Iterable[LogEntry]) -> None:
        for event in stored:
            self.state.apply(event)
            if event.unit:
                self._queue.touch(self.state.units[event.unit])

    def _person(self, name: str) -> Worker:
        found = self.state.people.get(name)
        if found is None:
            raise NotAllowedError(f"{name} takes no part in this project")
        return found
