"""How much people agree with the others beyond what their habits alone would give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, softmax
from scipy.stats import t

from panelwise.metrics.agreement._consensus import MOST_CLASSES, by_confusion
from panelwise.metrics.agreement._crew import Crew

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

SHARES = np.linspace(0, 1, 101)
LEAST_HABIT = 0.005  # of a class, so that no answer is impossible
EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's κ of a person's answers and the consensus, for answers that may be nearly right.

    Attributes:
        value: κ.
        error: its standard error.
        n: answers.
    """

    value: float
    error: float
    n: int

    def p_below(self, bound: float) -> float:
        """How probable so low a value is, if it is in fact ``bound``."""
        return float(t.sf((bound - self.value) / max(self.error, 0.5 / self.n), self.n - 1))


@dataclass(frozen=True, slots=True)
class TruthShare:
    """The share of answers given by the truth, the others by habit, by maximum likelihood.

    Attributes:
        value: the share.
        curve: log-likelihood of each of ``SHARES``.
    """

    value: float
    curve: Numbers

    def p_below(self, bound: float) -> float:
        """As of :class:`Kappa`, by the likelihood ratio."""
        gain = 2 * (float(self.curve.max()) - float(np.interp(bound, SHARES, self.curve)))
        return float(ndtr(-math.copysign(math.sqrt(max(0.0, gain)), bound - self.value)))


def attentions(crew: Crew) -> list[Kappa | TruthShare]:
    """Of everybody, with the consensus of the others: κ where there are near misses."""
    workers = range(len(crew.workers))
    if not np.array_equal(crew.closeness, np.eye(len(crew.closeness))):
        return [_kappa(crew, worker) for worker in workers]
    if len(crew.closeness) > MOST_CLASSES:
        every = [crew.answers_of(worker) for worker in workers]
        return [_truth_share(crew.consensus[own], crew.given[own]) for own in every]
    known = by_confusion(crew, [True] * len(crew.workers))
    return [
        _truth_share(softmax(known.of(worker), axis=1), known.people[worker].given)
        for worker in workers
    ]


def _kappa(crew: Crew, worker: int) -> Kappa:
    agreed, chance, error = crew.agreement_beyond_chance(worker)
    rest = max(1 - chance, EPSILON)
    return Kappa((agreed - chance) / rest, error / rest, len(crew.answers_of(worker)))


def _truth_share(truth: Numbers, given: NDArray[np.intp]) -> TruthShare:
    """Habits are what is left of the shares of the answers when the true ones are taken off."""
    n, classes = truth.shape
    right = truth[np.arange(n), given]
    habits = np.bincount(given, minlength=classes) / n - SHARES[:, None] * truth.mean(axis=0)
    habits = np.maximum(habits / np.maximum(1 - SHARES[:, None], EPSILON), LEAST_HABIT)
    habits /= habits.sum(axis=1, keepdims=True)
    each = SHARES[:, None] * right + (1 - SHARES[:, None]) * habits[:, given]
    curve = np.log(each + EPSILON).sum(axis=1)
    return TruthShare(float(SHARES[curve.argmax()]), curve)
