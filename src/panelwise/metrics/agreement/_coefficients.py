"""How far people agree.

A coefficient is ``(observed − expected) / (1 − expected)``: agreement beyond what the same answers
would give if they were assigned at random. Where everybody always gives the same answer, expected
agreement is 1 and the coefficient is 0/0: then it is ``None``, and only the observed agreement
says something.

Tables of ratings are items × raters, ``None`` where a rater gave none (or said "uncertain").

Source: specification 7.12; AMB-42.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from panelwise.metrics.agreement._ratings import rated_by_both
from panelwise.metrics.agreement._sums import (
    ItemSums,
    Level,
    Ratings,
    Weights,
    alpha_sums,
    cohen_sums,
    fleiss_sums,
    percentage_sums,
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient of agreement.

    Attributes:
        value: 1 is perfect, 0 is what chance gives, ``None`` is not defined.
        observed: observed agreement.
        expected: agreement expected by chance.
        n: items that it is over.
    """

    value: float | None
    observed: float
    expected: float
    n: int


def agreement_of(observed: float, expected: float, n: int) -> Agreement:
    """The coefficient of two agreements; ``None`` where chance alone gives full agreement."""
    # Rounding leaves 1 − expected a little off 0 where everybody always says the same.
    value = (observed - expected) / (1 - expected) if 1 - expected > 1e-12 else None
    return Agreement(value, observed, expected, n)


def percentage_agreement(ratings: Ratings) -> Agreement:
    """The share of equal pairs of ratings of an item, mean over items; chance is not looked at.

    Args:
        ratings: items × raters; items with fewer than two ratings are left out.

    Returns:
        ``value`` and ``observed`` are the same; ``expected`` is 0.

    Raises:
        ValueError: when no item has two ratings.

    >>> percentage_agreement([["a", "a", "b"], ["b", "b", None], ["a", None, None]])
    Agreement(value=0.666..., observed=0.666..., expected=0.0, n=2)
    """
    return _whole(percentage_sums(ratings))


def cohen_kappa(
    first: Sequence[Hashable | None],
    second: Sequence[Hashable | None],
    *,
    weights: Weights = "none",
    categories: Sequence[Hashable] | None = None,
) -> Agreement:
    """Cohen's κ of two raters; with weights, near misses agree in part.

    Expected agreement is that of two raters who each keep their own shares of the categories,
    ``Σ w(a,b)·p₁(a)·p₂(b)``.

    Args:
        first: one rater's category for each item, ``None`` for none; such items are left out.
        second: the other's.
        weights: what categories d places apart agree: ``none`` 0, ``linear`` 1 − d/(k−1),
            ``quadratic`` 1 − (d/(k−1))².
        categories: all k of them, in order; needed with weights, since a step of the scale that
            nobody used is a step all the same.

    Raises:
        ValueError: for lists of different lengths, no common item, a category that is not listed,
            or weights without categories.

    Source: J. Cohen 1960 and 1968.

    >>> agreement = cohen_kappa("aabb", "aaba")
    >>> agreement.value, agreement.observed
    (0.5, 0.75)
    """
    rated_by_both(first, second)
    return _whole(cohen_sums(first, second, weights, categories))


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> Agreement:
    """Fleiss' κ of many raters, who need not be the same for every item, nor equally many.

    ``P(i) = Σⱼ n(i,j)·(n(i,j)−1) / (n(i)·(n(i)−1))`` is the share of equal pairs of item i.
    Observed agreement is the mean of P(i); expected agreement is ``Σⱼ p(j)²``, where p(j) is the
    mean over items of the share ``n(i,j)/n(i)`` of category j. Every item weighs the same however
    many rated it, and with as many raters for each this is Fleiss' own formula (1971; the ragged
    form is Gwet's, 2014). Items with fewer than two ratings are left out of both.

    Args:
        counts: items × categories, how many raters chose each.

    Raises:
        ValueError: when no item has two ratings, or rows have different lengths.

    >>> agreement = fleiss_kappa([[5, 0, 0, 0], [4, 1, 0, 0], [1, 1, 3, 0]])
    >>> round(agreement.value, 6), round(agreement.observed, 6), round(agreement.expected, 6)
    (0.263393, 0.633333, 0.502222)
    >>> fleiss_kappa([[2, 0], [0, 3], [1, 0]]).n
    2
    """
    return _whole(fleiss_sums(counts))


def krippendorff_alpha(ratings: Ratings, level: Level = "ordinal") -> Agreement:
    """Krippendorff's α of any number of raters, who need not rate everything.

    ``α = 1 − D(observed)/D(expected)``: mean squared distance of two ratings of one item (an item
    with m ratings weighs m), over that of any two ratings in the table.

    Args:
        ratings: items × raters. Items with fewer than two ratings are left out.
        level: the distance of two values. ``nominal``: 0 or 1; ``ordinal``: how many ratings lie
            between them, half of their own included; ``interval``: their difference; ``ratio``:
            their difference over their sum. For anything else see :func:`distance_alpha`.

    Returns:
        The agreements are one minus the mean squared distance over the largest one.

    Raises:
        ValueError: when no item has two ratings, or for ``ratio`` with a value below 0.

    Source: K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).

    >>> agreement = krippendorff_alpha([[1, 1], [2, 2], [3, 3], [3, None], [2, 3]], "nominal")
    >>> round(agreement.value, 3), agreement.n
    (0.667, 4)
    """
    return _whole(alpha_sums(ratings, level))


def _whole(sums: ItemSums) -> Agreement:
    import numpy as np

    total = np.asarray(sums.parts.sum(axis=0), dtype=np.float64).reshape(1, -1)
    observed, expected = sums.pooled(total)
    least = max(float(observed[0]), 0.0)  # rounding takes full disagreement a little below 0
    return agreement_of(least, float(expected[0]), len(sums.places))
