"""Steps of a screen: done one after the other, and each of them logged. Source: CH-15."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from panelwise.annotation._unit import WorkUnit


@dataclass(frozen=True, slots=True)
class DoneStep:
    """A step that somebody has done.

    Attributes:
        name: on its screen.
        number: in the guideline that it comes from.
        title: what was done.
        values: of the step's fields, checked.
        seconds: with the step in view.
    """

    name: str
    number: int
    title: str
    values: Mapping[str, Any]
    seconds: float = 0.0

    def body(self) -> dict[str, Any]:
        """What the log keeps of it."""
        return {
            "step": self.name,
            "number": self.number,
            "title": self.title,
            "values": dict(self.values),
            "seconds": round(self.seconds, 1),
        }


def steps_done(unit: WorkUnit, person: str, stage: str) -> dict[str, Mapping[str, Any]]:
    """The steps that a person has done on a unit in its present round, with their last values."""
    return {
        str(one.body["step"]): one.body["values"]
        for one in unit.steps
        if (one.person, one.stage, one.round) == (person, stage, unit.round)
    }
