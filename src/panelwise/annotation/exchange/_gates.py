"""How many units came to each stage of a procedure, and how many left it in which way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State
from panelwise.wording import counted


@dataclass(frozen=True, slots=True)
class GateCount:
    """One gate of a procedure.

    Attributes:
        stage: its name; ``accepted`` and ``removed`` for the two ends.
        units: how many units somebody worked on there, or that ended there.
        submissions: answers and verdicts, without flags.
        rejections: verdicts that reject.
        flags: answers that are a flag.
        people: how many people worked there.
        rounds: of the accepted units, how many were accepted in round 1, in round 2, and so on.
    """

    stage: str
    units: int
    submissions: int = 0
    rejections: int = 0
    flags: int = 0
    people: int = 0
    rounds: tuple[int, ...] = ()

    def __str__(self) -> str:
        """For people: ``inspect: 20 units, 40 verdicts …``."""
        parts = [counted(self.units, "unit")]
        if self.submissions or self.flags:
            people = counted(self.people, "person", "people")
            parts.append(f"{counted(self.submissions, 'submission')} of {people}")
        if self.rejections:
            parts.append(counted(self.rejections, "rejection"))
        if self.flags:
            parts.append(counted(self.flags, "flag"))
        if len(self.rounds) > 1:
            parts += [f"{count} in round {k}" for k, count in enumerate(self.rounds, 1) if count]
        return f"{self.stage}: {', '.join(parts)}"


def gate_counts(state: State) -> list[GateCount]:
    """Every gate in the order of the procedure, and then the ends, with the reasons of removals."""
    found = [_of_stage(state, stage) for stage in state.procedure.stages]
    rounds = Counter(unit.round for unit in state.work_units() if unit.place == "accepted")
    counts = tuple(rounds[k] for k in range(1, max(rounds, default=0) + 1))
    found.append(GateCount("accepted", rounds.total(), rounds=counts))
    reasons = Counter(unit.why for unit in state.work_units() if unit.place == "removed")
    found += [GateCount(f"removed ({why})", count) for why, count in sorted(reasons.items())]
    if left := sum(not unit.done for unit in state.work_units()):
        found.append(GateCount("not done yet", left))
    return found


def _of_stage(state: State, stage: WorkStage) -> GateCount:
    units = submissions = rejections = flags = 0
    people: set[str] = set()
    for unit in state.work_units():
        here = [one for one in unit.history if one.stage == stage.name]
        units += bool(here)
        people.update(one.person for one in here)
        flags += sum(bool(one.flag) for one in here)
        submissions += sum(not one.flag for one in here)
        rejections += sum(stage.verdicts and not one.accepts for one in here)
    return GateCount(stage.name, units, submissions, rejections, flags, len(people))
