"""What a metric's number means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Pooled = Callable[["NDArray[np.float64]"], "NDArray[np.float64]"]


def _zero(n: int) -> float:
    del n
    return 0.0


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """How to read one metric.

    The figure of a data set is the mean of its samples' values, or, where there is ``pooled``, a
    function of sums over all samples: precision and recall of all boxes, not of a mean page.

    Attributes:
        name: its key in a table of scores.
        explanation: one short phrase.
        higher_is_better: direction.
        best: the value of a perfect answer.
        worst: the value of the worst answer about n things.
        binary: whether one sample scores only 0 or 1.
        parts: the keys, among a sample's scores, that are summed for ``pooled``.
        pooled: sums ``(..., parts)`` to values ``(...)``, NaN where there is nothing to divide by.
        label: its name for readers ("Exact match"); the key with spaces where none is given.
    """

    name: str
    explanation: str
    higher_is_better: bool = True
    best: float = 1.0
    worst: Callable[[int], float] = _zero
    binary: bool = False
    parts: tuple[str, ...] = ()
    pooled: Pooled | None = None
    label: str = ""

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.name.replace("_", " "))
