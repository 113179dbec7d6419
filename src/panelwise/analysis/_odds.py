"""Whether 0/1 outcomes agree with their odds: right answers, wrong answers of a kind, positions.

Source: MS-1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from panelwise.analysis._clustered import cluster_variance
from panelwise.analysis._samples import Sample
from panelwise.metrics.resampling import FEWEST_BOOKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def against_odds(hits: Sequence[float], odds: Sequence[float], samples: Sequence[Sample]) -> float:
    """Two-sided p of how many of these samples are hits, if each is one with its own odds.

    The larger of two: the exact p of independent samples, of each question the first; and, where
    several questions share a book and there are six books or more, that of Student's test by book.

    Args:
        hits: 0 or 1 for each sample.
        odds: how probable a hit is.
        samples: the samples.
    """
    first: dict[Hashable, tuple[float, float]] = {}
    for sample, hit, odd in zip(samples, hits, odds, strict=True):
        first.setdefault(sample.question, (hit, odd))
    exact = two_sided(sum(hit for hit, _ in first.values()), [odd for _, odd in first.values()])
    books = [sample.item.cluster for sample in samples]
    if len(set(books)) < FEWEST_BOOKS or len(set(books)) == len(first):
        return exact
    misses, against = [1 - hit for hit in hits], [1 - odd for odd in odds]
    tails = above_chance(hits, odds, books), above_chance(misses, against, books)
    return max(exact, min(1.0, 2 * min(tails)))


def two_sided(hits: float, odds: Sequence[float]) -> float:
    """Twice the smaller tail of a sum of independent 0/1 draws (Poisson binomial), at most 1.

    >>> round(two_sided(3, [1 / 3] * 3) * 27, 9), two_sided(0, [])
    (2.0, 1.0)
    """
    at = _distribution(odds)
    place = int(hits)
    return min(1.0, 2 * float(min(at[: place + 1].sum(), at[place:].sum())))


def _distribution(odds: Sequence[float]) -> NDArray[np.float64]:
    """The probability of each sum: binomials of equal odds, convolved."""
    import numpy as np
    from scipy.special import bdtr

    whole = np.ones(1)
    for odd, count in Counter(odds).items():
        whole = np.convolve(whole, np.diff(bdtr(np.arange(count + 1), count, odd), prepend=0.0))
    return whole


def above_chance(
    rights: Sequence[float], chances: Sequence[float], clusters: Sequence[Hashable]
) -> float:
    """One-sided p of a share of right answers, against their chances.

    Student's test of the mean difference. Its variance is that between clusters, and never less
    than that of independent guesses.

    >>> round(above_chance([1.0] * 20 + [0.0] * 20, [0.25] * 40, range(40)), 3)
    0.002
    """
    from scipy.special import stdtr

    n, count = len(rights), len(set(clusters))
    if count < 2:
        return 1.0
    over = [right - chance for right, chance in zip(rights, chances, strict=True)]
    guessed = math.fsum(chance * (1 - chance) for chance in chances) / n**2
    variance = max(guessed, cluster_variance(over, clusters))
    if variance == 0:
        return 1.0
    return float(stdtr(count - 1, -math.fsum(over) / n / math.sqrt(variance)))
