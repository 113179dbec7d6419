"""All orders of n things as the rows of an array, and the NDCG of many answers at once.

Source: specification 7.1; AMB-4.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from panelwise.metrics._ordering import Ideal, discounts, gain_table, ideal_gain
from panelwise.metrics._policies import NdcgGain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_ENUMERATED = 8  # 8! = 40,320 orders take 10 ms; 9! would take ten times that
SAMPLED_ORDERS = 20_000  # standard error of an NDCG chance below 0.001


@lru_cache(maxsize=8)
def drawn_orders(n: int) -> NDArray[np.int64]:
    """All orders of n as rows, or 20,000 seeded ones when there are too many; not to be changed."""
    import itertools

    import numpy as np

    if n <= LARGEST_ENUMERATED:
        rows = np.array(list(itertools.permutations(range(n))))
    else:
        random = np.random.default_rng(n)
        rows = random.permuted(np.tile(np.arange(n), (SAMPLED_ORDERS, 1)), axis=1)
    rows.flags.writeable = False
    return rows


def ndcg_of_rows(ranks: NDArray[np.int64], gain: NdcgGain, ideal: Ideal) -> NDArray[np.float64]:
    """NDCG of many answers at once; shape ``(answers, n)`` of true ranks to ``(answers,)``."""
    import numpy as np

    n = ranks.shape[1]
    gains = np.array(gain_table(n, gain))[np.arange(n), ranks]
    weights = np.array(discounts(n))
    if ideal == "gold":
        return np.asarray(gains @ weights / ideal_gain(n, gain))
    best = np.sort(gains, axis=1)[:, ::-1] @ weights
    return np.asarray(np.divide(gains @ weights, best, out=np.zeros(len(ranks)), where=best > 0))
