"""What a metric's number means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _zero(n: int) -> float:
    del n
    return 0.0


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """How to read one metric.

    Attributes:
        name: its key in a table of scores.
        explanation: one short phrase.
        higher_is_better: direction.
        best: the value of a perfect answer.
        worst: the value of the worst answer about n things.
        binary: whether one sample scores only 0 or 1.
    """

    name: str
    explanation: str
    higher_is_better: bool = True
    best: float = 1.0
    worst: Callable[[int], float] = _zero
    binary: bool = False
