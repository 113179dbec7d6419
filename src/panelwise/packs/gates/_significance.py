"""Exact probabilities of counts under chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def hit_distribution(chances: Iterable[float]) -> NDArray[np.float64]:
    """Probability of 0, 1, … n hits in n independent tries with these chances.

    Tries of one chance are binomial; the sums of several binomials are their convolution.

    >>> hit_distribution([0.5, 0.5]).round(6).tolist()
    [0.25, 0.5, 0.25]
    """
    total = np.ones(1)
    for chance, tries in sorted(Counter(chances).items()):
        total = np.convolve(total, _binomial(tries, chance))
    return total


def at_least(hits: int, chances: Iterable[float]) -> float:
    """Probability of at least this many hits.

    >>> round(at_least(4, [0.25] * 4), 6)
    0.003906
    """
    return min(1.0, float(hit_distribution(chances)[max(hits, 0) :].sum()))


def as_unlikely(hits: int, tries: int, chance: float) -> float:
    """Two-sided p of an exact binomial test: of all counts that are no likelier than this one.

    >>> round(as_unlikely(0, 4, 0.5), 4)
    0.125
    """
    likelihood = _binomial(tries, chance)
    # The tolerance keeps counts that are equally likely, but for rounding, on both sides.
    return min(1.0, float(likelihood[likelihood <= likelihood[hits] * (1 + 1e-7)].sum()))


def _binomial(tries: int, chance: float) -> NDArray[np.float64]:
    if chance in {0.0, 1.0}:
        sure = np.zeros(tries + 1)
        sure[tries if chance else 0] = 1.0
        return sure
    logs = [
        math.lgamma(tries + 1)
        - math.lgamma(hits + 1)
        - math.lgamma(tries - hits + 1)
        + hits * math.log(chance)
        + (tries - hits) * math.log1p(-chance)
        for hits in range(tries + 1)
    ]
    return np.asarray(np.exp(np.array(logs)), np.float64)
