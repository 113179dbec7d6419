"""What several packages need to say how sure a figure is: means, Wilson's interval, Holm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

_Z = 1.959963984540054  # the normal distribution's 97.5 % point


def mean_of(values: Iterable[float]) -> float | None:
    """The mean, exactly summed; ``None`` of nothing.

    >>> mean_of([0.1] * 10), mean_of([])
    (0.1, None)
    """
    known = list(values)
    return math.fsum(known) / len(known) if known else None


def wilson(successes: float, n: float, *, quantile: float = _Z) -> tuple[float, float]:
    """Wilson's score interval for a share.

    Args:
        successes: how many of ``n`` succeeded; a fraction where ``n`` is an effective size.
        n: how many were tried, more than 0.
        quantile: of the standard normal distribution, or of Student's where variance is estimated.

    Raises:
        ValueError: for n ≤ 0, or more successes than tries.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if n <= 0 or not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} tries; there must be 0 to n, and n > 0")
    share, square = successes / n, quantile * quantile
    centre = (share + square / (2 * n)) / (1 + square / n)
    spread = math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    half = quantile * spread / (1 + square / n)
    # At 0 and 1 the bound is exact; rounding must not move it beyond.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return low, high


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction: p values that stay honest when many pairs are looked at.

    The k-th smallest of m is multiplied by m − k + 1, made at least as large as the one before it,
    and cut at 1. Returned in the order given.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    corrected = [1.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, (len(p_values) - rank) * p_values[index])
        corrected[index] = min(1.0, largest)
    return corrected


def least_holm(p_values: Sequence[float], index: int, least: float) -> float:
    """What Holm's correction would make of one p value if it were as small as it can be.

    Args:
        p_values: of all tests.
        index: which of them.
        least: the smallest p that this test can give.

    >>> least_holm([0.5, 0.001, 0.03], 0, 0.01)
    0.02
    """
    return holm([*p_values[:index], least, *p_values[index + 1 :]])[index]
