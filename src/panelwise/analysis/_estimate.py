"""A figure with its interval: what every other analysis is made of."""

from __future__ import annotations

from dataclasses import dataclass

SIGNIFICANT = 0.05  # a corrected p below it is called a difference


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval; all ``None`` when it is undefined (n = 0).

    ``low`` and ``high`` are ``None`` too where one item says nothing about a spread. ``method``
    names how the interval was made: ``wilson``, ``cluster_wilson``, ``cluster_bounded`` or
    ``cluster_student`` (by book), ``bounded`` or ``student`` (by item) or ``none``.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str


@dataclass(frozen=True, slots=True)
class Score(Estimate):
    """A figure with its interval, and the chance level that it is to be compared with.

    ``chance`` is what a uniform random answer to the same items is expected to score; ``None``
    where there is none (:attr:`MetricSummary.why_no_chance` says why).
    """

    chance: float | None
