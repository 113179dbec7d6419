"""How far the work is: units by stage, counts at every gate, submissions over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import ACCEPTED, REMOVED
from panelwise.annotation._state import State

HOUR, DAY = 3600, 86_400
BARS = 48  # most periods of one length before a longer one is taken
PERIODS = (("hour", HOUR), ("day", DAY), ("week", 7 * DAY), ("30 days", 30 * DAY))


@dataclass(frozen=True, slots=True)
class StageProgress:
    """One stage.

    Attributes:
        stage: its name.
        type: as in the procedure.
        role: who does it.
        people: how many do it for each unit.
        waiting: units that are there now.
        reached: units that ever were there.
        submissions: answers or verdicts of units of work.
        accepts: verdicts that accept.
        rejects: verdicts that reject.
        flags: answers that flag the unit instead.
    """

    stage: str
    type: str
    role: str
    people: int
    waiting: int
    reached: int
    submissions: int
    accepts: int
    rejects: int
    flags: int


@dataclass(frozen=True, slots=True)
class Gate:
    """How often a unit went from one place to another."""

    origin: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class Period:
    """Submissions in one period; ``start`` in seconds since 1970."""

    start: int
    length: str
    submissions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """How far a project is.

    Attributes:
        units: of work.
        accepted: of them.
        removed: of them.
        removed_why: how many for each reason.
        stages: in order.
        gates: in the order of the stages.
        throughput: submissions of every kind over time.
        first: when the first submission was made, in seconds since 1970; 0 for none.
        last: when the last was.
    """

    units: int
    accepted: int
    removed: int
    removed_why: dict[str, int]
    stages: tuple[StageProgress, ...]
    gates: tuple[Gate, ...]
    throughput: tuple[Period, ...]
    first: float
    last: float

    @property
    def open(self) -> int:
        """Units that are neither accepted nor removed."""
        return self.units - self.accepted - self.removed


def progress_of(state: State) -> WorkProgress:
    """Progress of a project."""
    work = state.work_units()
    places = Counter(unit.place for unit in work)
    why = Counter(unit.why for unit in work if unit.place == REMOVED)
    moves: Counter[tuple[str, str]] = Counter()
    reached: Counter[str] = Counter()
    for unit in work:
        path = [place for _, place in state.places_of(unit)]
        moves.update(pairwise(path))
        reached.update(set(path))
    given = sorted(
        (one for unit in state.units.values() for one in unit.history), key=lambda one: one.seq
    )
    order = [stage.name for stage in state.procedure.stages] + [ACCEPTED, REMOVED]
    gates = sorted(moves.items(), key=lambda move: tuple(map(order.index, move[0])))
    return WorkProgress(
        units=len(work),
        accepted=places[ACCEPTED],
        removed=places[REMOVED],
        removed_why=dict(why.most_common()),
        stages=_stages(state, places, reached),
        gates=tuple(Gate(origin, to, count) for (origin, to), count in gates),
        throughput=throughput(given),
        first=given[0].at if given else 0.0,
        last=given[-1].at if given else 0.0,
    )


def throughput(given: Sequence[Submission]) -> tuple[Period, ...]:
    """Submissions by hour, day or longer, whichever gives at most 48 periods; empty ones too."""
    if not given:
        return ()
    first, last = min(one.at for one in given), max(one.at for one in given)
    name, length = next(
        ((name, size) for name, size in PERIODS if last // size - first // size < BARS), PERIODS[-1]
    )
    counts: Counter[int] = Counter()
    seconds: dict[int, float] = {}
    for one in given:
        counts[int(one.at // length)] += 1
        place = int(one.at // length)
        seconds[place] = seconds.get(place, 0.0) + one.seconds
    return tuple(
        Period(place * length, name, counts[place], seconds.get(place, 0.0))
        for place in range(int(first // length), int(last // length) + 1)
    )


def _stages(state: State, places: Counter[str], reached: Counter[str]) -> tuple[StageProgress, ...]:
    done: dict[str, list[Submission]] = {}
    for unit in state.work_units():
        for one in unit.history:
            done.setdefault(one.stage, []).append(one)
    found = []
    for stage in state.procedure.stages:
        given = done.get(stage.name, [])
        accepts = sum(one.accepts for one in given) if stage.verdicts else 0
        flags = sum(bool(one.flag) for one in given)
        rejects = len(given) - accepts - flags if stage.verdicts else 0
        found.append(
            StageProgress(
                stage.name, stage.type, stage.role, stage.people, places[stage.name],
                reached[stage.name], len(given), accepts, rejects, flags,
            )
        )  # fmt: skip
    return tuple(found)
