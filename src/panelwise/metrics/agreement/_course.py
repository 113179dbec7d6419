"""How people's agreement with the others changes in the course of their work."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import softmax

from panelwise.metrics.agreement._consensus import MOST_CLASSES, Consensus, by_confusion
from panelwise.metrics.agreement._crew import Crew

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Codes = NDArray[np.intp]

LAGS = 10
SMALLEST = 1e-9  # variance; less is a rounding error


@dataclass(frozen=True, slots=True)
class Fall:
    """From the start of a session to its end, with its standard error."""

    size: float
    error: float


@dataclass(frozen=True, slots=True)
class Stretches:
    """How alike answers are to those shortly before and after in agreeing with the others or not.

    Attributes:
        correlation: mean over lags of one to ``LAGS`` answers.
        z: over its standard error, beyond what is usual in the crew.
    """

    correlation: float
    z: float


def falls(crew: Crew) -> list[Fall]:
    """Of everybody.

    Of each answer: how close it is to the consensus of the others, less what is to be expected of
    this person by that consensus. If items get harder, this falls for honest people, too. So the
    fall of the others on the same items is taken off, shrunk to the mean of the crew as far as it
    varies by noise only (empirical Bayes).

    With too many classes for confusion matrices, what the others reach on the item is taken off
    each answer instead.
    """
    known = _known(crew)
    if known is None:
        rest = crew.support - crew.ease()
        certain = crew.consensus.max(axis=1)
        each = [crew.answers_of(worker) for worker, _ in enumerate(crew.workers)]
        return [_fall(crew.progress[own], rest[own], certain[own]) for own in each]
    own, others = [], []
    for worker, person in enumerate(known.people):
        place = crew.progress[person.places]
        every = np.arange(len(place))
        beyond = _beyond(crew, known, worker, every, known.of(worker))
        own.append(_fall(place, beyond, np.ones(len(place))))
        means, numbers = _beyond_of_others(crew, known, worker)
        others.append(_fall(place, means, numbers))
    sizes = np.array([one.size for one in others])
    noise = np.array([one.error**2 for one in others])
    usual = float(sizes.mean())
    varies = max(0.0, float(sizes.var() - noise.mean()))
    part = varies / np.maximum(varies + noise, SMALLEST)
    drift = usual + part * (sizes - usual)
    errors = np.sqrt([one.error**2 for one in own] + part * noise + noise.mean() / len(others))
    return [
        Fall(one.size - float(off), float(error))
        for one, off, error in zip(own, drift, errors, strict=True)
    ]


def stretches(crew: Crew) -> list[Stretches]:
    """Of everybody, with the fall in the course of the work taken off.

    Hard items next to each other make everybody's answers alike. So the crew's median is taken off,
    and its median deviation is the error, if larger.
    """
    known = _known(crew)
    found, z_values = [], []
    for worker, _ in enumerate(crew.workers):
        places = crew.answers_of(worker)
        if known is None:
            beyond = (crew.support - crew.ease())[places]
        else:
            person = known.people[worker]
            every = np.arange(len(places))
            beyond = _beyond(crew, known, worker, every, known.of(worker))
            beyond = beyond[np.argsort(person.places)]
        time = np.arange(len(beyond)) - (len(beyond) - 1) / 2
        beyond = beyond - beyond.mean()
        beyond = beyond - time * float(time @ beyond) / max(float(time @ time), 1.0)
        products = np.concatenate([beyond[lag:] * beyond[:-lag] for lag in range(1, LAGS + 1)])
        variance = max(float((beyond**2).mean()), SMALLEST) if len(beyond) else SMALLEST
        found.append(float(products.mean()) / variance if len(products) else 0.0)
        error = math.sqrt(float((products**2).sum()))
        z_values.append(float(products.sum()) / error if variance > SMALLEST else 0.0)
    usual = max(0.0, float(np.median(z_values)))
    spread = max(1.0, 1.4826 * float(np.median(np.abs(np.array(z_values) - usual))))
    return [Stretches(each, (z - usual) / spread)
            for each, z in zip(found, z_values, strict=True)]  # fmt: skip


def _known(crew: Crew) -> Consensus | None:
    """With everybody's answers; ``None`` with too many classes for confusion matrices."""
    few = len(crew.closeness) <= MOST_CLASSES
    return by_confusion(crew, [True] * len(crew.workers)) if few else None


def _beyond(crew: Crew, known: Consensus, who: int, places: Codes, log: Numbers) -> Numbers:
    """How close some of a person's answers are to a consensus, less what is expected of them."""
    person = known.people[who]
    assert person.counts is not None
    truth = softmax(log, axis=1)
    close = truth @ crew.closeness
    expected = (truth @ person.confusion(person.counts) * close).sum(axis=1)
    return np.asarray(close[np.arange(len(places)), person.given[places]] - expected)


def _beyond_of_others(crew: Crew, known: Consensus, who: int) -> tuple[Numbers, Numbers]:
    """Of each item of a person, the same of the others, without the person; and how many."""
    person = known.people[who]
    total, count = np.zeros(len(person.items)), np.zeros(len(person.items))
    for other, one in enumerate(known.people):
        _, here, there = np.intersect1d(
            person.items, one.items, assume_unique=True, return_indices=True
        )
        if other != who and len(here):
            log = known.without(known.of(who, here), other, there)
            total[here] += _beyond(crew, known, other, there, log)
            count[here] += 1
    return total / np.maximum(count, 1), count


def _fall(place: Numbers, values: Numbers, weights: Numbers) -> Fall:
    """Weighted least squares: minus the slope, and its error whatever the variances are."""
    total = float(weights.sum())
    n = len(place)
    if n < 3 or total <= 0:
        return Fall(0.0, 0.0)
    centred = place - float((weights * place).sum()) / total
    square = float((weights * centred**2).sum())
    if square < 1e-12:
        return Fall(0.0, 0.0)
    slope = float((weights * centred * values).sum()) / square
    rest = values - float((weights * values).sum()) / total - slope * centred
    error = math.sqrt(float(((weights * centred * rest) ** 2).sum()) * n / (n - 2)) / square
    return Fall(-slope, error)
