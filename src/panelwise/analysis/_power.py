"""How small a difference a number of items can show, and how many items a difference needs.

Power is that of the tests that ``compare`` does: McNemar's exact test for 0/1 scores of independent
items, computed exactly; Student's for other scores and for items that share books, with books as
clusters. All tests are two-sided at 5 %. Source: MS-1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from panelwise.metrics import wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.05
POWER = 0.8
_NORMAL_FROM = 2000.0  # degrees of freedom from which Student's is the normal distribution
_MOST_ITEMS = 10_000_000


def mcnemar_power(n: int, difference: float, discordance: float) -> float:
    """The probability that McNemar's exact test finds two runs different.

    Args:
        n: independent items.
        difference: of the two shares of right answers.
        discordance: the share of items that exactly one of the two runs gets right.

    Raises:
        ValueError: for a difference greater than the discordance, or one that is no share.

    >>> round(mcnemar_power(200, 0.1, 0.3), 3)
    0.703
    """
    import numpy as np
    from scipy.special import bdtr, bdtrc

    if n < 1 or not 0 <= abs(difference) <= discordance <= 1:
        raise ValueError(
            f"n = {n} must be at least 1, and discordance {discordance} at most 1 and no less than"
            f" the difference {difference}"
        )
    if discordance == 0:
        return 0.0
    found, weights, most = _outcomes(n, discordance)
    share = 0.5 * (1 + abs(difference) / discordance)
    possible, fewer = most >= 0, np.maximum(most, 0)
    rejected = bdtr(fewer, found, share) + bdtrc(found - fewer - 1, found, share)
    return float(min(1.0, (weights * np.where(possible, rejected, 0.0)).sum()))


def mean_power(n: float, difference: float, sd: float, freedom: float | None = None) -> float:
    """The probability that Student's test finds a mean of n values different from 0.

    Args:
        n: independent values, or as many as the clustered ones are worth.
        difference: the true mean.
        sd: of the values.
        freedom: degrees of freedom; n − 1 without it.

    >>> round(mean_power(34, 0.5, 1.0), 3)
    0.808
    """
    from scipy.special import nctdtr, ndtr, ndtri, stdtrit

    freedom = n - 1 if freedom is None else freedom
    if freedom < 1 or sd < 0:
        return 0.0
    if sd == 0:
        return float(difference != 0)
    shift = abs(difference) / sd * math.sqrt(n)
    if freedom >= _NORMAL_FROM:
        limit = float(ndtri(1 - LEVEL / 2))
        return float(ndtr(shift - limit) + ndtr(-shift - limit))
    limit = float(stdtrit(freedom, 1 - LEVEL / 2))
    if shift > limit + 8:  # certain, and beyond what the distribution is computed for
        return 1.0
    below = float(nctdtr(freedom, shift, -limit)) if shift < 4 else 0.0  # less than 1e-8
    return float(1 - nctdtr(freedom, shift, limit)) + below


def share_power(n: int, share: float, chance: float, quantile: float | None = None) -> float:
    """The probability that Wilson's interval of a share lies above chance.

    >>> round(share_power(100, 0.4, 0.25), 3)
    0.909
    """
    from scipy.special import bdtrc

    least = _fewest_above(n, chance, quantile)
    return 0.0 if least is None else float(bdtrc(least - 1, n, share))


def smallest_mcnemar(n: int, discordance: float, power: float = POWER) -> float | None:
    """The smallest difference that n independent 0/1 items show; ``None`` where none is shown.

    >>> round(smallest_mcnemar(795, 0.5), 3)
    0.071
    """
    return _smallest(lambda x: mcnemar_power(n, x, discordance), discordance, power)


def smallest_mean(
    n: float, sd: float, most: float, power: float = POWER, freedom: float | None = None
) -> float | None:
    """The smallest mean that n values show to differ from 0, if not above ``most``."""
    return _smallest(lambda x: mean_power(n, x, sd, freedom), most, power)


def smallest_above(
    n: int, chance: float, power: float = POWER, quantile: float | None = None
) -> float | None:
    """How far above chance a share must lie for n items to show it; ``None`` if none can."""
    return _smallest(lambda x: share_power(n, chance + x, chance, quantile), 1 - chance, power)


def minimal_detectable_difference(n: int, p: float = 0.5, *, power: float = 0.8) -> float:
    """The smallest difference between two shares near ``p`` that n items can show.

    ``(z₀.₉₇₅ + z_power) √(2p(1−p)/n)``: two-sided test at 5 %, errors of the two runs independent.
    Runs that fail on the same items need less (:func:`smallest_mcnemar`); items that share books
    need more (:func:`design_effect`).

    Raises:
        ValueError: for n < 1, or p or power outside (0, 1).

    >>> round(minimal_detectable_difference(795, 0.5), 3)
    0.07
    """
    if n < 1 or not 0 < p < 1 or not 0 < power < 1:
        raise ValueError(f"n = {n} must be at least 1, p = {p} and power = {power} within (0, 1)")
    from scipy.special import ndtri

    return float((ndtri(1 - LEVEL / 2) + ndtri(power)) * math.sqrt(2 * p * (1 - p) / n))


def items_for_mcnemar(difference: float, discordance: float, power: float = POWER) -> int | None:
    """How many independent 0/1 items show a difference; ``None`` for none, or beyond ten million.

    >>> items_for_mcnemar(0.1, 0.3)
    249
    """
    return _fewest(lambda n: mcnemar_power(n, difference, discordance), difference, power)


def items_for_mean(difference: float, sd: float, power: float = POWER) -> int | None:
    """How many independent values show that their mean differs from 0."""
    return _fewest(lambda n: mean_power(n, difference, sd), difference, power)


def design_effect(sizes: Iterable[int], correlation: float) -> float:
    """How many times as many items are needed because they share books.

    ``1 + (m − 1)·ρ``, m being the size of the book of an average item (Kish).

    >>> design_effect([10, 10], 0.05), design_effect([1, 1, 1], 0.05)
    (1.45, 1.0)
    """
    counts = list(sizes)
    return 1 + (sum(size * size for size in counts) / sum(counts) - 1) * correlation


@lru_cache(8)
def _outcomes(n: int, discordance: float) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Numbers of discordant items that occur, their probabilities, and what the test rejects."""
    import numpy as np
    from scipy.special import gammaln, xlogy

    spread = 9 * math.sqrt(n * discordance * (1 - discordance)) + 9
    first = max(0, math.floor(n * discordance - spread))
    found = np.arange(first, min(n, math.ceil(n * discordance + spread)) + 1)
    logs = gammaln(n + 1) - gammaln(found + 1) - gammaln(n - found + 1)
    logs += xlogy(found, discordance) + xlogy(n - found, 1 - discordance)
    return found, np.exp(logs), _critical(found)


def _critical(discordant: NDArray[np.int_]) -> NDArray[np.int_]:
    """The most items of the smaller side at which McNemar's exact test rejects; −1 for none."""
    import numpy as np
    from scipy.special import bdtr, ndtri

    near = np.floor(discordant / 2 + float(ndtri(LEVEL / 2)) * np.sqrt(discordant) / 2)
    most = np.full(len(discordant), -1)
    for step in range(-3, 4):  # the normal approximation is never further off
        tried = np.clip(near + step, 0, discordant)
        rejects = 2 * bdtr(tried, discordant, 0.5) < LEVEL
        most = np.where(rejects, np.maximum(most, tried), most)
    return most.astype(np.int_)


def _fewest_above(n: int, chance: float, quantile: float | None) -> int | None:
    """The fewest right answers of n whose interval lies above chance."""

    def low(right: int) -> float:
        ends = wilson(right, n) if quantile is None else wilson(right, n, quantile=quantile)
        return ends[0]

    if low(n) <= chance:
        return None
    below, above = -1, n
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (middle, above) if low(middle) <= chance else (below, middle)
    return above


def _smallest(power_of: Callable[[float], float], most: float, power: float) -> float | None:
    if most <= 0 or power_of(most) < power:
        return None
    low, high = 0.0, most
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if power_of(middle) >= power else (middle, high)
    return high


def _fewest(power_of: Callable[[int], float], difference: float, power: float) -> int | None:
    if difference == 0:
        return None
    high = 2
    while power_of(high) < power:
        high *= 2
        if high > _MOST_ITEMS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power_of(middle) >= power else (middle, high)
    return high
