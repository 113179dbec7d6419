"""A few items whose mean score predicts the score on all of them. Source: MS-12."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from panelwise.analysis.items._discrimination import item_rest
from panelwise.analysis.items._matrix import Matrix
from panelwise.analysis.items._types import SubsetCheck
from panelwise.errors import InputError
from panelwise.wording import counted


def choose_items(scores: Matrix, size: int) -> list[int]:
    """The places of ``size`` items whose mean score is like that of all, for runs like these.

    Items are ordered by difficulty and, where equally difficult, by discrimination; of each of
    ``size`` equal stretches the item is taken whose scores are nearest to the stretch's mean.
    """
    count = scores.shape[1]
    if not 1 <= size <= count:
        raise InputError(
            f"a subset of {size} items: the runs share {counted(count, 'item')}; give 1 to {count}"
        )
    order = np.lexsort((np.nan_to_num(item_rest(scores)), scores.mean(axis=0)))
    chosen = []
    for stretch in np.array_split(order, size):
        here = scores[:, stretch]
        distance = ((here - here.mean(axis=1, keepdims=True)) ** 2).sum(axis=0)
        nearest = np.flatnonzero(distance <= distance.min() + 1e-12)
        chosen.append(int(stretch[nearest[len(nearest) // 2]]))
    return sorted(chosen)


def check_subset(
    scores: Matrix, size: int, runs: Sequence[str], models: Sequence[str], items: Sequence[str]
) -> SubsetCheck:
    """A subset, and its errors for models that had no part in choosing it.

    Each model's runs are left out in turn, the items chosen by the others, and the left-out runs'
    mean score on the chosen items compared with their mean score on all.

    Raises:
        InputError: for fewer than three models, or more items than there are.
    """
    names = list(dict.fromkeys(models))
    if len(names) < 3:
        raise InputError(
            f"a subset needs runs of three models or more, and these are of {len(names)}: items are"
            " chosen by all models but one, and the choice is tested on the one left out"
        )
    errors: dict[str, float] = {}
    for name in names:
        own = np.array([model == name for model in models])
        chosen = choose_items(scores[~own], size)
        for at in np.flatnonzero(own).tolist():
            errors[runs[at]] = float(scores[at, chosen].mean() - scores[at].mean())
    return SubsetCheck(
        items=tuple(items[at] for at in choose_items(scores, size)),
        errors=errors,
        mean_error=math.fsum(map(abs, errors.values())) / len(errors),
        random_mean_error=float(np.mean([_random_error(row, size) for row in scores])),
    )


def _random_error(row: Matrix, size: int) -> float:
    """The mean absolute error of a random subset (normal approximation, without replacement)."""
    count = len(row)
    if count < 2:
        return 0.0
    variance = float(row.var(ddof=1)) / size * (1 - size / count)
    return math.sqrt(2 / math.pi * variance)
