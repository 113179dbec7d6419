"""Drift over the session: do answers change with the place in the session? Source: MS-19."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from panelwise.annotation._state import State
from panelwise.annotation.quality._answers import session_places

WIDTH = 10  # submissions in each step
FEWEST = 20  # outcomes of a person, before halves are compared


@dataclass(frozen=True, slots=True)
class DriftStep:
    """A stretch of sessions.

    Attributes:
        first: place in the session, from 1.
        last: of its end.
        submissions: of everybody.
        quality: mean of how far answers agree with others, were accepted, or were right.
        compared: on how many answers that is based.
        median_seconds: spent on one.
    """

    first: int
    last: int
    submissions: int
    quality: float | None
    compared: int
    median_seconds: float


@dataclass(frozen=True, slots=True)
class PersonDrift:
    """One person's sessions: the first half of their places against the second."""

    person: str
    early: float
    late: float
    compared: int

    @property
    def change(self) -> float:
        """How much better the second half is."""
        return self.late - self.early


def session_drift(state: State, quality: Mapping[int, float]) -> list[DriftStep]:
    """Everybody's answers by the place in the session, in steps of ten.

    Args:
        state: of the project.
        quality: of each answer, 0 to 1, by its place in the log.
    """
    steps: dict[int, list[tuple[int, float]]] = {}
    for person in state.people.values():
        for one, _, place in session_places(person.submissions):
            steps.setdefault(place // WIDTH, []).append((one.seq, one.seconds))
    found = []
    for step, rows in sorted(steps.items()):
        known = [quality[seq] for seq, _ in rows if seq in quality]
        mean = sum(known) / len(known) if known else None
        found.append(
            DriftStep(step * WIDTH + 1, (step + 1) * WIDTH, len(rows), mean, len(known),
                      median(seconds for _, seconds in rows))
        )  # fmt: skip
    return found


def person_drifts(state: State, quality: Mapping[int, float]) -> list[PersonDrift]:
    """Each person with enough answers, the largest fall first."""
    found = []
    for person in state.people.values():
        rows = [
            (place, quality[one.seq])
            for one, _, place in session_places(person.submissions)
            if one.seq in quality
        ]
        if len(rows) < FEWEST:
            continue
        middle = sorted(place for place, _ in rows)[len(rows) // 2]
        early = [value for place, value in rows if place < middle]
        late = [value for place, value in rows if place >= middle]
        if early and late:
            found.append(
                PersonDrift(person.name, sum(early) / len(early), sum(late) / len(late), len(rows))
            )
    return sorted(found, key=lambda one: one.change)
