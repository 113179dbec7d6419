"""How much of two people's answers one seems to have copied from the other.

The others say which answers to an item are probably right. Each of the two has a confusion matrix,
so that being good, lenient or of the same habits explains equal answers. If a share c is copied,
the probability of two answers is (1 − c) of what it is for independent people plus, where they are
equal, c of that of a single one. The share is estimated by maximum likelihood. Equal answers that
are right add little to it, and equal wrong ones much, as in indices of answer copying in tests.

Source: MS-19; J. A. Wollack, Applied Psychological Measurement 21 (1997); W. J. van der Linden and
L. Sotaridona, Journal of Educational and Behavioral Statistics 31 (2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri, softmax

from panelwise.metrics._statistics import holm
from panelwise.metrics.agreement._consensus import MOST_CLASSES, Consensus, by_confusion, by_skill
from panelwise.metrics.agreement._crew import Crew

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Codes = NDArray[np.intp]

MEDIAN_OF_CHI_SQUARED = 0.4549  # with one degree of freedom
MOST_LEFT_OUT = 1 / 3  # of the crew, who seem to copy
SHARES = np.linspace(0, 0.98, 50)


@dataclass(frozen=True, slots=True)
class CopiedShare:
    """Of two people.

    Attributes:
        pair: their places in the crew.
        n: items in common.
        share: of these that one seems to have copied, beyond what is usual in the crew.
        p: probability of so high a share if they work independently; corrected for all pairs.
    """

    pair: tuple[int, int]
    n: int
    share: float
    p: float


def copied_shares(crew: Crew, least: float, level: float, fewest: int) -> list[CopiedShare]:
    """Of all pairs with ``fewest`` items in common or more, the most suspicious first.

    The answers of people who copy would pass for the truth. So one of the strongest pair is left
    out of what is known of the truth, and so on until no pair is left that seems to copy: first by
    skills, which few who copy cannot move, then by confusion matrices, which know of lenience.
    """
    if not crew.workers:
        return []
    kept = [True] * len(crew.workers)
    found: list[CopiedShare] = []
    few_classes = len(crew.closeness) <= MOST_CLASSES
    for consensus in (by_skill, by_confusion) if few_classes else (by_skill,):
        while True:
            found = _all_pairs(consensus(crew, kept), fewest)
            left = (one for one in found if all(kept[who] for who in one.pair)
                    and one.share >= least and one.p <= level)  # fmt: skip
            strongest = next(left, None)
            if strongest is None or kept.count(False) + 1 > MOST_LEFT_OUT * len(kept):
                break
            kept[strongest.pair[1]] = False
    return found


def _all_pairs(known: Consensus, fewest: int) -> list[CopiedShare]:
    """All pairs, against what is usual in the crew."""
    pairs, numbers, likelihoods = [], [], []
    for one, first in enumerate(known.people):
        for other in range(one + 1, len(known.people)):
            _, here, there = np.intersect1d(
                first.items, known.people[other].items, assume_unique=True, return_indices=True
            )
            if len(here) >= fewest:
                pairs.append((one, other))
                numbers.append(len(here))
                likelihoods.append(_log_likelihood(known, one, here, other, there))
    if not pairs:
        return []
    curves = np.array(likelihoods)
    shares = SHARES[curves.argmax(axis=1)]
    usual = float(np.median(shares))
    gains = 2 * (curves.max(axis=1) - [np.interp(usual, SHARES, curve) for curve in curves])
    roots = np.sign(shares - usual) * np.sqrt(np.maximum(gains, 0))
    p_values = holm([float(p) for p in ndtr(-roots / np.sqrt(_spread(roots)))])
    rows = zip(pairs, numbers, shares - usual, p_values, strict=True)
    found = [CopiedShare(pair, n, float(share), p) for pair, n, share, p in rows]
    return sorted(found, key=lambda one: (one.p, -one.share))


def _spread(roots: Numbers) -> float:
    """The variance of honest pairs, by two quantiles that few who collude cannot move.

    People who misread the guidelines in the same way, or whom the same items tempt, agree more.
    """
    upper = float(max(0.0, np.quantile(roots, 0.85)) / ndtri(0.85)) ** 2
    return max(1.0, float(np.median(roots**2)) / MEDIAN_OF_CHI_SQUARED, upper)


def _log_likelihood(known: Consensus, one: int, here: Codes, other: int, there: Codes) -> Numbers:
    """Of each of ``SHARES``, by two people's answers to the items that they have in common."""
    truth = softmax(known.without(known.of(one, here), other, there), axis=1)
    ours = known.people[one].likelihood[here]
    theirs = known.people[other].likelihood[there]
    independent = (truth * ours * theirs).sum(axis=1)
    single = (truth * (ours + theirs)).sum(axis=1) / 2
    equal = known.people[one].given[here] == known.people[other].given[there]
    ratio = np.where(equal, single / independent, 0.0)
    return np.asarray(np.log(1 - SHARES[:, None] + SHARES[:, None] * ratio).sum(axis=1))
