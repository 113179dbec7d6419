"""The state of a project: a fold over its events, the same whenever they are replayed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._procedure import Procedure, as_procedure
from panelwise.annotation._unit import Same, UnitFold, WorkUnit, as_said
from panelwise.errors import InputError

RECENT = 50  # units whose pages a person may have open still, in other tabs


@dataclass
class Worker:
    """One person's part in a project.

    Attributes:
        name: as in the log; other people's screens never show it.
        roles: what the person may do.
        agreed: to the consent; ``None`` before the person was asked.
        qualified: ``None`` before the test.
        attempts: at the test.
        paused: why the person gets no work; empty: gets some.
        paused_by: who decided so; ``system`` where too many hidden items were answered wrongly.
        submissions: in order, without those undone.
        hidden: the hidden gold answered since the last pause, by place in the log: was it right?
        tested: the same of the present attempt at the test.
        trained: how many training units were answered.
        lease: the unit that the person has open.
        leased: the stage and round of the units last opened, by unit.
    """

    name: str
    roles: tuple[str, ...] = ()
    agreed: bool | None = None
    qualified: bool | None = None
    attempts: int = 0
    paused: str = ""
    paused_by: str = ""
    submissions: list[Submission] = field(default_factory=list)
    hidden: dict[int, bool] = field(default_factory=dict)
    tested: dict[int, bool] = field(default_factory=dict)
    trained: int = 0
    lease: str = ""
    leased: dict[str, tuple[str, int]] = field(default_factory=dict)

    def did(self, role: str) -> bool:
        """Whether the person did anything in a role."""
        return any(one.role == role for one in self.submissions)


class State:
    """Everything known of a project after some events.

    Attributes:
        procedure: as the project was opened with.
        seed: of every random choice.
        title: of the project.
        units: by id, in the order in which they were added.
        people: by name.
        keys: of stored submissions, with their events.
        pauses: when people were paused and resumed.
        last: the place in the log of the last event.
    """

    def __init__(self, same: Same = as_said) -> None:
        self._same = same
        self._fold: UnitFold | None = None
        self._procedure: Procedure | None = None
        self.seed = 0
        self.title = ""
        self.units: dict[str, WorkUnit] = {}
        self.people: dict[str, Worker] = {}
        self.keys: dict[str, LogEntry] = {}
        self.pauses: list[LogEntry] = []
        self.last = 0

    @property
    def procedure(self) -> Procedure:
        """The project's procedure.

        Raises:
            InputError: before the project is opened.
        """
        if self._procedure is None:
            raise InputError("the project has no procedure yet")
        return self._procedure

    @property
    def is_open(self) -> bool:
        """Whether the log has begun."""
        return self._procedure is not None

    def replay(self, events: Iterable[LogEntry]) -> State:
        """Apply events in order; returns itself."""
        for event in events:
            self.apply(event)
        return self

    def apply(self, event: LogEntry) -> None:
        """What one event changes."""
        getattr(self, f"_on_{event.name}")(event)
        self.last = event.seq
        if event.key:
            self.keys[event.key] = event

    def work_units(self) -> list[WorkUnit]:
        """The units whose answer is not known."""
        return [unit for unit in self.units.values() if unit.purpose == "work"]

    @property
    def test_items(self) -> int:
        """How many items the test has: those that it asks for, or all that there are."""
        test = self.procedure.qualification
        known = sum(unit.purpose == "qualification" for unit in self.units.values())
        return min(test.items, known) if test is not None else 0

    def places_of(self, unit: WorkUnit) -> list[tuple[int, str]]:
        """Every place that a unit was in, with the place in the log of what brought it there.

        A further round of the first stage is another place.
        """
        again = replace(unit, leases={}, barred=set(), events=[])
        self._folding.start(again)
        found = [(0, again.place)]
        for event in unit.events:
            before = again.place, again.round
            self._folding.apply(again, event)
            if (again.place, again.round) != before:
                found.append((event.seq, again.place))
        return found

    def _person(self, name: str) -> Worker:
        return self.people.setdefault(name, Worker(name))

    def _on_opened(self, event: LogEntry) -> None:
        self._procedure = as_procedure(event.body["procedure"], "the project's procedure")
        self.seed = int(event.body["seed"])
        self.title = str(event.body["title"])
        self._fold = UnitFold(self._procedure, self.seed, self._same)

    def _on_unit_added(self, event: LogEntry) -> None:
        body = event.body
        unit = WorkUnit(event.unit, str(body["book"]), body["purpose"], body["data"])
        self.units[unit.id] = unit
        self._folding.start(unit)

    def _on_joined(self, event: LogEntry) -> None:
        self._person(event.person).roles = tuple(event.body["roles"])

    def _on_consented(self, event: LogEntry) -> None:
        self._person(event.person).agreed = bool(event.body["agreed"])

    def _on_leased(self, event: LogEntry) -> None:
        self.units[event.unit].leases[event.person] = float(event.body["until"])
        person = self._person(event.person)
        person.lease = event.unit
        person.leased.pop(event.unit, None)
        person.leased[event.unit] = event.stage, event.round
        if len(person.leased) > RECENT:
            del person.leased[next(iter(person.leased))]

    def _on_given_back(self, event: LogEntry) -> None:
        self._close(event)

    def _on_stepped(self, event: LogEntry) -> None:
        self.units[event.unit].steps.append(event)

    def _on_submitted(self, event: LogEntry) -> None:
        self._close(event)
        person, unit = self._person(event.person), self.units[event.unit]
        self._folding.apply(unit, event)
        person.submissions.append(Submission.of(event))
        right = event.body.get("right")
        if unit.purpose == "hidden_gold":
            person.hidden[event.seq] = bool(right)
        elif unit.purpose == "qualification":
            person.tested[event.seq] = bool(right)
        elif unit.purpose == "training":
            person.trained += 1

    def _on_undone(self, event: LogEntry) -> None:
        seq = int(event.body["seq"])
        self._folding.again(self.units[event.unit], seq)
        person = self._person(event.person)
        person.submissions = [one for one in person.submissions if one.seq != seq]
        person.hidden.pop(seq, None)

    def _on_qualified(self, event: LogEntry) -> None:
        person = self._person(event.person)
        person.qualified = bool(event.body["passed"])
        person.attempts += 1
        person.tested = {}

    def _on_paused(self, event: LogEntry) -> None:
        person = self._person(event.person)
        person.paused = str(event.body["reason"])
        person.paused_by = str(event.body.get("by", SYSTEM))
        self.pauses.append(event)

    def _on_resumed(self, event: LogEntry) -> None:
        person = self._person(event.person)
        person.paused, person.paused_by, person.hidden = "", "", {}
        self.pauses.append(event)

    def _on_sent_back(self, event: LogEntry) -> None:
        self._folding.apply(self.units[event.unit], event)

    def _close(self, event: LogEntry) -> None:
        self.units[event.unit].leases.pop(event.person, None)
        self._person(event.person).lease = ""

    @property
    def _folding(self) -> UnitFold:
        if self._fold is None:
            raise InputError(
                "the project's log is damaged (it does not begin with a procedure); restore the"
                " project from a copy"
            )
        return self._fold
