"""What a metric's number means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """How to read one metric.

    Attributes:
        name: its key in a table of scores.
        explanation: one short phrase.
        higher_is_better: direction.
        best: the value of a perfect answer.
        binary: whether one sample scores only 0 or 1.
    """

    name: str
    explanation: str
    higher_is_better: bool = True
    best: float = 1.0
    binary: bool = False
