"""Where a unit is: a fold over what people did to it. Source: specification 1.5; AMB-17."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from panelwise.annotation._events import LogEntry, Submission
from panelwise.annotation._procedure import ACCEPTED, ENDS, REDO, REMOVED, Procedure, WorkStage
from panelwise.metrics.resampling import Cluster, cluster_of

Purpose = Literal["work", "hidden_gold", "qualification", "training"]
Same = Callable[[str, Submission, Submission], bool]
"""Whether two answers given on a screen agree."""


def as_said(screen: str, one: Submission, other: Submission) -> bool:
    """Whether two answers are equal, value by value."""
    del screen
    return one.said == other.said


@dataclass
class WorkUnit:
    """One unit of work and all that happened to it.

    Attributes:
        id: unique in the project.
        book: what it is from.
        purpose: ``work``, or a unit whose answer is known.
        data: what the screens need to show it.
        place: the stage that it is in, or ``accepted`` or ``removed``.
        round: from 1; each rejection starts another.
        answers: of the present stage and round.
        answer: the one that reviewers judge and that is accepted in the end.
        candidates: the answers that an adjudicator chooses among.
        history: every submission that counts, in order.
        leases: until when each person has it reserved.
        objections: reasons of those who rejected the present answer.
        why: why it was removed.
        sent_back: the place in the log of the event that last sent it back.
        barred: who may not judge it again.
        events: all of the log that moved it: submissions, and being sent back.
        steps: the steps of screens that were done on it, in order, whatever became of them.
    """

    id: str
    book: str = ""
    purpose: Purpose = "work"
    data: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    round: int = 1
    answers: list[Submission] = field(default_factory=list)
    answer: Submission | None = None
    candidates: tuple[Submission, ...] = ()
    history: list[Submission] = field(default_factory=list)
    leases: dict[str, float] = field(default_factory=dict)
    objections: list[str] = field(default_factory=list)
    why: str = ""
    sent_back: int = 0
    barred: set[str] = field(default_factory=set)
    events: list[LogEntry] = field(default_factory=list)
    steps: list[LogEntry] = field(default_factory=list)

    @property
    def cluster(self) -> Cluster:
        """What intervals keep together: the family of its book if it has one, else the book."""
        family = self.data.get("family")
        return cluster_of(self.book, family if isinstance(family, str) else None)

    @property
    def done(self) -> bool:
        """Whether nobody has anything left to do with it."""
        return self.place in ENDS

    def people_of(self, stage: str) -> set[str]:
        """Who did something in a stage, in any round."""
        return {one.person for one in self.history if one.stage == stage}

    def wanted(self, procedure: Procedure, now: float) -> int:
        """How many more people the present stage needs, leases counted as answers."""
        if self.done:
            return 0
        leased = sum(1 for until in self.leases.values() if until > now)
        return procedure.stage(self.place).people - len(self.answers) - leased


class UnitFold:
    """Moves units through a procedure."""

    def __init__(self, procedure: Procedure, seed: int, same: Same = as_said) -> None:
        self._procedure = procedure
        self._seed = seed
        self._same = same

    def start(self, unit: WorkUnit) -> None:
        """Put a unit at the first stage, with nothing done to it."""
        unit.place = self._procedure.stages[0].name
        unit.round, unit.answer, unit.candidates, unit.why = 1, None, (), ""
        unit.answers, unit.history, unit.objections = [], [], []
        unit.sent_back, unit.barred = 0, set()

    def again(self, unit: WorkUnit, without: int) -> None:
        """Everything that happened to a unit, but for one submission."""
        unit.events = [event for event in unit.events if event.seq != without]
        self.start(unit)
        for event in unit.events:
            self._move(unit, event)

    def apply(self, unit: WorkUnit, event: LogEntry) -> None:
        """What happened next to a unit."""
        unit.events.append(event)
        self._move(unit, event)

    def _move(self, unit: WorkUnit, event: LogEntry) -> None:
        if event.name == "sent_back":
            unit.sent_back = event.seq
            unit.barred.add(str(event.body["barred"]))
            self._enter(unit, str(event.body["to"]))
            return
        given = Submission.of(event)
        unit.history.append(given)
        if unit.purpose != "work":
            unit.answers.append(given)
            return
        if unit.done or given.stage != unit.place or given.round != unit.round:
            return
        unit.answers.append(given)
        stage = self._procedure.stage(unit.place)
        if len(unit.answers) >= stage.people:
            self._leave(unit, stage)

    def _leave(self, unit: WorkUnit, stage: WorkStage) -> None:
        if stage.verdicts:
            unit.objections += [one.reason for one in unit.answers if not one.accepts]
            self._enter(unit, self._after_verdicts(stage, unit.answers))
            return
        first = unit.answers[0]
        agreed = all(self._same(stage.screen, first, other) for other in unit.answers[1:])
        unit.objections = []
        if not agreed and stage.disagree:
            unit.candidates = tuple(unit.answers)
            self._enter(unit, stage.disagree)
            return
        unit.answer = first if agreed else plurality(unit.answers)
        self._enter(unit, stage.then)

    def _after_verdicts(self, stage: WorkStage, verdicts: Sequence[Submission]) -> str:
        accepting = sum(one.accepts for one in verdicts)
        if stage.type == "vote":
            return stage.then if 2 * accepting > len(verdicts) else stage.rejected
        if accepting == len(verdicts):
            return stage.then
        return stage.rejected if accepting == 0 else stage.split

    def _enter(self, unit: WorkUnit, place: str) -> None:
        unit.answers = []
        if place == REDO:
            if unit.round >= self._procedure.rounds:
                unit.place = REMOVED
                unit.why = f"rejected in {unit.round} rounds"
                return
            unit.round += 1
            unit.place = self._procedure.stages[0].name
            return
        if place == ACCEPTED and unit.answer is not None and unit.answer.flag:
            unit.place, unit.why = REMOVED, unit.answer.flag
            return
        unit.place = place
        if place == REMOVED:
            unit.why = unit.why or "removed by the procedure"
        elif place != ACCEPTED:
            stage = self._procedure.stage(place)
            if stage.type == "spot_check" and not self._sampled(unit, stage):
                self._enter(unit, stage.then)

    def _sampled(self, unit: WorkUnit, stage: WorkStage) -> bool:
        """Whether a spot check looks at a unit: by its id, so that a replay says the same."""
        text = f"{self._seed}:{stage.name}:{unit.id}:{unit.round}".encode()
        drawn = int.from_bytes(hashlib.sha256(text).digest()[:8], "big") / 2**64
        return drawn < stage.share


def plurality(answers: Sequence[Submission]) -> Submission:
    """The answer that most people gave; of equally frequent ones the first given."""
    counts = Counter(one.said for one in answers)
    most = max(counts.values())
    return next(one for one in answers if counts[one.said] == most)
