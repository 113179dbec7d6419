"""How reports and cards present a kind, where its defaults do not fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from panelwise.tasks.kinds._frames import FrameFigures


class MetricGroup(NamedTuple):
    """Metrics that say the same sort of thing; the one group of a short list has no title."""

    title: str
    metrics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartFigures:
    """Figures of the parts of what was to be found.

    Attributes:
        by: what is split ("class").
        count: the score that counts how many of a part there are, ``{}`` for the part's name.
        parts: their names.
        metrics: of a part, ``{}`` for its name.
    """

    by: str
    count: str
    parts: tuple[str, ...]
    metrics: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every metric of every part."""
        return tuple(name.format(part) for part in self.parts for name in self.metrics)


@dataclass(frozen=True, slots=True)
class Presentation:
    """How a kind is presented to readers.

    Attributes:
        answer: the form of an answer, for a task's card ("one of the options").
        right: what an answer with nothing wrong is called.
        counted: what ``Item.n`` counts ("options to choose from").
        groups: its metrics in groups; those in none come last, under "Others".
        parts: figures of parts, shown in a table of their own.
        frames: the figures that show whether boxes were meant in another coordinate frame.
    """

    answer: str = "as the prompt asks"
    right: str = "Right"
    counted: str = "things asked for"
    groups: tuple[MetricGroup, ...] = ()
    parts: PartFigures | None = None
    frames: FrameFigures | None = None
