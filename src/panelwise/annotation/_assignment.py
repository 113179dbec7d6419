"""Who gets which unit next: random, balanced, never one's own work, never twice.

Source: specification 1.5; SC-12, SC-13, CH-16; MS-19.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State, Worker
from panelwise.annotation._unit import Purpose, WorkUnit

CHOICES = 32  # eligible units that a person's next one is drawn from

NoWork = Literal["consent", "declined", "paused", "not_qualified", "no_role", "wait", "done"]
REFUSED: Mapping[NoWork, str] = {
    "consent": "the person has not agreed to the consent",
    "declined": "the person did not agree to the consent",
    "not_qualified": "the person has not passed the test",
    "no_role": "the person has no role in the procedure",
}


@dataclass(frozen=True, slots=True)
class Assignment:
    """A unit for a person, in a stage, in a role."""

    unit: WorkUnit
    stage: WorkStage
    role: str


class Queue:
    """The open units of each stage in a random order that a replay repeats."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._open: dict[str, list[tuple[bytes, str]]] = {}
        self._where: dict[str, str] = {}
        self._known: dict[Purpose, list[str]] = {}
        self._numbers: dict[str, int] = {}
        self._ahead: dict[str, Assignment] = {}
        for unit in state.units.values():
            self.touch(unit)

    def touch(self, unit: WorkUnit) -> None:
        """Note where a unit is now."""
        if unit.purpose != "work":
            if unit.id not in self._where:
                self._known.setdefault(unit.purpose, []).append(unit.id)
                self._where[unit.id] = unit.purpose
            return
        entry = (self._rank(unit.id), unit.id)
        before = self._where.get(unit.id, "")
        if before == unit.place:
            return
        if before in self._open:
            entries = self._open[before]
            del entries[bisect_left(entries, entry)]
        self._where[unit.id] = unit.place
        if not unit.done:
            insort(self._open.setdefault(unit.place, []), entry)

    def _rank(self, unit: str) -> bytes:
        """By what units are sorted: the order in which they were added, or a random one."""
        number = self._numbers.setdefault(unit, len(self._numbers))
        if self._state.procedure.in_order:
            return number.to_bytes(8, "big")
        return _drawn(self._state.seed, unit)

    def open_units(self, stage: str) -> int:
        """How many units are in a stage."""
        return len(self._open.get(stage, ()))

    def next_for(
        self,
        person: Worker,
        now: float,
        after: Assignment | None = None,
        taken: Collection[str] = (),
    ) -> Assignment | NoWork:
        """What a person does next, or why there is nothing to do.

        Args:
            person: who asks.
            now: seconds since 1970.
            after: what the person has open, to learn what comes once that is answered.
            taken: units that do not come.
        """
        if why := self._hindrance(person):
            return why
        if first := self._before_work(person, after, taken):
            return first
        if why := self._stopped(person):
            return why
        held = self._held(person, now) if after is None else None
        known = held or self._hidden_gold(person, after, taken)
        return known or self._open_work(person, now, after, taken)

    def plan(self, person: Worker, now: float, most: int) -> list[Assignment] | NoWork:
        """The next units of a person as if all were answered at once, without those reserved.

        A person who was not asked for consent counts as agreeing. Nothing follows the last item of
        a test, as nobody knows whether it is passed.
        """
        agreed = True if person.agreed is None else person.agreed
        ahead = replace(person, agreed=agreed, lease="", tested=dict(person.tested),
                        submissions=list(person.submissions))  # fmt: skip
        taken = {one.id for one in self._state.units.values()
                 if one.leases.get(person.name, 0.0) > now}  # fmt: skip
        found: list[Assignment] = []
        while len(found) < most:
            one = self.next_for(ahead, now, taken=taken)
            if isinstance(one, str):
                return found or one
            found.append(one)
            taken.add(one.unit.id)
            place = -len(found)
            ahead.submissions.append(
                Submission(place, now, person.name, one.unit.id, one.stage.name, one.unit.round,
                           one.role, {})
            )  # fmt: skip
            ahead.trained += one.unit.purpose == "training"
            if one.unit.purpose == "qualification":
                ahead.tested[place] = True
                if len(ahead.tested) >= self._state.test_items:
                    break
        return found

    def refuses(self, person: Worker, unit: WorkUnit, stage: WorkStage) -> str:
        """Why the page of work would not take an answer of a person to a unit; empty: it would."""
        why = self._hindrance(person)
        if why is None and unit.purpose in ("work", "hidden_gold"):
            why = self._stopped(person)
        if why is not None:
            return f"paused: {person.paused}" if why == "paused" else REFUSED[why]
        if stage.role not in person.roles:
            return "it is not for this person's role"
        own = [one for one in person.submissions if one.unit == unit.id]
        if unit.purpose == "work":
            return "" if self.may(person, unit, stage) else "this person may not do it"
        test = self._state.procedure.qualification
        if unit.purpose == "qualification":
            if person.qualified or (test is not None and person.attempts >= test.attempts):
                return "the test is over for this person"
            own = [one for one in own if one.seq in person.tested]
        return "it was answered before" if own else ""

    def look_ahead(self, person: Worker, held: Assignment, now: float) -> None:
        """Note what a person gets after what is open, so that its pictures can be fetched by then.

        A unit of work is kept for the person as long as others have something else to do. This is
        not in the log: after a restart another unit may come next.
        """
        self._ahead.pop(person.name, None)
        found = self.next_for(person, now, held)
        if isinstance(found, Assignment) and found.unit is not held.unit:
            self._ahead[person.name] = found

    def ahead(self, person: Worker, now: float) -> Assignment | None:
        """What a person gets next, if nothing has come in between."""
        found = self._ahead.get(person.name)
        if found is None or person.paused:
            return None
        return found if self._still_open(found, person, now) else None

    def _still_open(self, found: Assignment, person: Worker, now: float) -> bool:
        unit = found.unit
        if unit.purpose in ("training", "qualification"):
            return True
        if found.role not in person.roles:
            return False
        if unit.purpose == "hidden_gold":
            return True
        return unit.place == found.stage.name and self.is_free(unit, found.stage, person, now)

    def _open_work(
        self, person: Worker, now: float, after: Assignment | None, taken: Collection[str]
    ) -> Assignment | NoWork:
        """A unit of the latest stage that has one for a person."""
        stages = [one for one in self._state.procedure.stages if one.role in person.roles]
        for stage in reversed(stages):
            if found := self._drawn_from(stage, person, now, after, taken):
                return Assignment(found, stage, stage.role)
        waiting = any(not unit.done for unit in self._state.work_units())
        return "wait" if waiting else "done"

    def is_free(self, unit: WorkUnit, stage: WorkStage, person: Worker, now: float) -> bool:
        """Whether a person whose lease ran out can have it again: nobody else has taken it."""
        if unit.purpose != "work":
            return True
        return unit.wanted(self._state.procedure, now) > 0 and self.may(person, unit, stage)

    def may(self, person: Worker, unit: WorkUnit, stage: WorkStage) -> bool:
        """Whether a person may do a stage of a unit: not one's own work, and nothing twice."""
        if any(person.did(role) for role in stage.not_after):
            return False
        if any(one.person == person.name for one in unit.answers):
            return False
        own = [one for one in unit.history if one.person == person.name]
        if stage.type == "label":
            return all(self._answers(one.stage) for one in own)
        if stage.type == "adjudicate":  # one may decide several steps
            own = [one for one in own if one.stage == stage.name or not self._decides(one.stage)]
        if person.name in unit.barred or any(self._answers(one.stage) for one in own):
            return False
        return not any(one.round == unit.round and one.seq > unit.sent_back for one in own)

    def _hindrance(self, person: Worker) -> NoWork | None:
        procedure = self._state.procedure
        if procedure.consent is not None and person.agreed is None:
            return "consent"
        if procedure.consent is not None and not person.agreed:
            return "declined"
        if not any(stage.role in person.roles for stage in procedure.stages):
            return "no_role"
        return None

    def _stopped(self, person: Worker) -> NoWork | None:
        if person.paused:
            return "paused"
        return "not_qualified" if self._tested(person) and not person.qualified else None

    def _before_work(
        self, person: Worker, after: Assignment | None, taken: Collection[str]
    ) -> Assignment | None:
        """The next unit of the training or the test."""
        procedure = self._state.procedure
        first = procedure.stages[0]
        seen = {one.unit for one in person.submissions}
        open_now = {after.unit.id} if after is not None else set()
        trained = person.trained
        if after is not None:
            trained += after.unit.purpose == "training"
            seen |= open_now
        if trained < procedure.training:
            for name in self._known.get("training", ()):
                if name not in seen and name not in taken:
                    return Assignment(self._state.units[name], first, first.role)
        test = procedure.qualification
        if not self._tested(person) or test is None or person.qualified:
            return None
        if person.attempts >= test.attempts:
            return None
        known = sorted(
            self._known.get("qualification", ()),
            key=lambda name: (name in seen, _drawn(self._state.seed, f"{person.name}:{name}")),
        )
        now = {one.unit for one in person.submissions if one.seq in person.tested}
        left = [name for name in known if name not in now | open_now]
        if taken and not now and any(one in taken for one in left[: self._state.test_items]):
            return None  # the test lies with the person already
        left = [name for name in left if name not in taken]
        return Assignment(self._state.units[left[0]], first, first.role) if left else None

    def _tested(self, person: Worker) -> bool:
        procedure = self._state.procedure
        roles = procedure.qualified_roles or procedure.roles
        return procedure.qualification is not None and any(role in roles for role in person.roles)

    def _held(self, person: Worker, now: float) -> Assignment | None:
        """The unit that the person has open, if it still is the person's."""
        unit = self._state.units.get(person.lease)
        if unit is None or unit.done or unit.leases.get(person.name, 0.0) <= now:
            return None
        stage = self._state.procedure.stage(unit.place)
        if stage.role not in person.roles or not self.may(person, unit, stage):
            return None
        return Assignment(unit, stage, stage.role)

    def _hidden_gold(
        self, person: Worker, after: Assignment | None, taken: Collection[str]
    ) -> Assignment | None:
        """A unit with a known answer, once in every so many at a place nobody can foresee."""
        hidden, first = self._state.procedure.hidden_gold, self._state.procedure.stages[0]
        if hidden is None or first.role not in person.roles:
            return None
        known = set(self._known.get("hidden_gold", ()))
        before = [one for one in person.submissions if one.stage == first.name]
        seen = {one.unit for one in before if one.unit in known}
        count = len(before)
        if after is not None:
            count += after.stage.name == first.name
            seen.add(after.unit.id)
        block, place = divmod(count, hidden.every)
        drawn = _drawn(self._state.seed, f"{person.name}:{block}")
        if int.from_bytes(drawn[:8], "big") % hidden.every != place:
            return None
        left = sorted(
            known - seen - set(taken), key=lambda name: _drawn(self._state.seed, person.name + name)
        )
        return Assignment(self._state.units[left[0]], first, first.role) if left else None

    def _drawn_from(
        self,
        stage: WorkStage,
        person: Worker,
        now: float,
        after: Assignment | None,
        taken: Collection[str],
    ) -> WorkUnit | None:
        """The unit that was kept for a person, or one of the first eligible ones.

        The draw is another for each person. Units kept for others come last.
        """
        in_order = self._state.procedure.in_order
        kept = self.ahead(person, now)
        is_own = kept is not None and kept.stage is stage and kept.unit.purpose == "work"
        is_own = is_own and kept is not None and kept.unit.id not in taken
        if kept is not None and is_own and not in_order and after is None:
            return kept.unit
        seed = self._state.seed
        others = self._kept_for_others(person)
        for spare in (True, False):
            found: list[WorkUnit] = []
            for unit in self._eligible(stage, person, now):
                if unit.id in taken or (after is not None and unit is after.unit):
                    continue
                if spare and others[unit.id] >= unit.wanted(self._state.procedure, now):
                    continue
                found.append(unit)
                if len(found) == CHOICES or in_order:
                    break
            if found or in_order or not others:
                break
        return min(found, key=lambda unit: _drawn(seed, f"{person.name}:{unit.id}"), default=None)

    def _kept_for_others(self, person: Worker) -> Counter[str]:
        """How many others each unit is kept for."""
        if self._state.procedure.in_order:
            return Counter()
        return Counter(
            one.unit.id
            for name, one in self._ahead.items()
            if name != person.name and one.unit.purpose == "work"
        )

    def _eligible(self, stage: WorkStage, person: Worker, now: float) -> Iterator[WorkUnit]:
        for _, name in self._open.get(stage.name, ()):
            unit = self._state.units[name]
            if unit.wanted(self._state.procedure, now) > 0 and self.may(person, unit, stage):
                yield unit

    def _decides(self, stage: str) -> bool:
        """Whether a stage is one in which people decide among answers."""
        return self._state.procedure.stage(stage).type == "adjudicate"

    def _answers(self, stage: str) -> bool:
        """Whether a stage is one in which people answer rather than judge."""
        return not self._state.procedure.stage(stage).verdicts


def _drawn(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed}:{text}".encode()).digest()
