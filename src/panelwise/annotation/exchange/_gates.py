"""How many units came to each stage of a procedure, and how many left it in which way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._state import State


@dataclass(frozen=True, slots=True)
class GateCount:
    """One gate of a procedure.

    Attributes:
        stage: its name; ``accepted`` and ``removed`` for the two ends.
        units: how many units somebody worked on there, or that ended there.
        submissions: answers and verdicts, without flags.
        rejections: verdicts that reject.
        flags: answers that are a flag.
    """

    stage: str
    units: int
    submissions: int = 0
    rejections: int = 0
    flags: int = 0

    def __str__(self) -> str:
        """For people: ``inspect: 20 units, 40 verdicts …``."""
        parts = [f"{self.units} units"]
        if self.submissions or self.flags:
            parts.append(f"{self.submissions} submissions")
        if self.rejections:
            parts.append(f"{self.rejections} rejections")
        if self.flags:
            parts.append(f"{self.flags} flags")
        return f"{self.stage}: {', '.join(parts)}"


def gate_counts(state: State) -> list[GateCount]:
    """Every gate in the order of the procedure, and then the ends, with the reasons of removals."""
    found = [_of_stage(state, stage) for stage in state.procedure.stages]
    places = Counter(unit.place for unit in state.work_units())
    found.append(GateCount("accepted", places["accepted"]))
    reasons = Counter(unit.why for unit in state.work_units() if unit.place == "removed")
    found += [GateCount(f"removed ({why})", count) for why, count in sorted(reasons.items())]
    if left := sum(not unit.done for unit in state.work_units()):
        found.append(GateCount("not done yet", left))
    return found


def _of_stage(state: State, stage: WorkStage) -> GateCount:
    units = submissions = rejections = flags = 0
    for unit in state.work_units():
        here = [one for one in unit.history if one.stage == stage.name]
        units += bool(here)
        flags += sum(bool(one.flag) for one in here)
        submissions += sum(not one.flag for one in here)
        rejections += sum(stage.verdicts and not one.accepts for one in here)
    return GateCount(stage.name, units, submissions, rejections, flags)
