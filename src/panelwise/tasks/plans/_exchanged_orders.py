"""Wrong orders of a strip that differ from the right one by two exchanges of panels.

An item offers the order of the story, the same with two panels exchanged, with two others
exchanged, and with both. From each of these four the others look the same, so their numbers do not
show which one is right. Nor should their looks: in a comic the next panel often looks like the last
one, and strips often get more detailed. So the orders of the panels are divided into fours whose
orders are about equal in both. The division follows from the panels alone: whichever order of an
item were right, the item would offer the same ones.

Source: SC-3; MS-13.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from panelwise.tasks._balanced_orders import Permutation
from panelwise.tasks.plans._matched_orders import PanelLooks

_FARTHEST = 2  # places between exchanged panels; with 3, dividing takes four times as long

_Orders = NDArray[np.int64]


class _Four(NamedTuple):
    """Orders that differ by two exchanges; those of lower cost are preferred."""

    cost: float
    orders: tuple[Permutation, ...]


def two_exchanges(looks: PanelLooks) -> Sequence[Permutation]:
    """The order of the story and three wrong ones, as places in the right one.

    A few strips (about 2 in 100) are left over when the orders are divided. They get the four whose
    orders are most nearly equal, which other orders of the item may not get.
    """
    by_name = sorted(range(len(looks.names)), key=looks.names.__getitem__)
    story = tuple(by_name.index(panel) for panel in range(len(by_name)))
    four = _Division(looks, by_name).four_of(story)
    wrong = [order for order in four.orders if order != story]
    return [tuple(story.index(panel) for panel in order) for order in (story, *wrong)]


class _Division:
    """All orders of some panels, divided into fours; panels are numbered independently of order."""

    def __init__(self, looks: PanelLooks, by_name: Sequence[int]) -> None:
        differences = looks.differences[np.ix_(by_name, by_name)]
        others = differences[~np.eye(len(by_name), dtype=bool)]
        detail = np.log(looks.detail[by_name] + 1.0)
        self._differences = differences / max(others.std(), 1e-9)
        self._detail = detail / max(detail.std(), 1e-9)
        self._found: dict[Permutation, list[_Four]] = {}
        self._taken: dict[_Four, bool] = {}

    def four_of(self, order: Permutation) -> _Four:
        """The four that an order is part of."""
        fours = self._fours_with(order)
        return next((four for four in fours if self._is_taken(four)), fours[0])

    def _is_taken(self, four: _Four) -> bool:
        """Whether none of its orders is part of a four that is taken before it."""
        if four not in self._taken:
            before = (
                other
                for order in four.orders
                for other in itertools.takewhile(lambda one: one < four, self._fours_with(order))
            )
            self._taken[four] = not any(self._is_taken(other) for other in before)
        return self._taken[four]

    def _fours_with(self, order: Permutation) -> list[_Four]:
        """The fours that an order may be part of, those of lowest cost first."""
        if order not in self._found:
            fours = np.array(order)[_exchanges(len(order))]
            looks = self._looks(fours)
            spread = ((looks - looks.mean(axis=1, keepdims=True)) ** 2).sum(axis=(1, 2))
            self._found[order] = sorted(
                _Four(round(float(cost), 9), tuple(sorted(map(tuple, orders))))
                for cost, orders in zip(spread, fours.tolist(), strict=True)
            )
        return self._found[order]

    def _looks(self, orders: _Orders) -> NDArray[np.float64]:
        """How much neighbours differ, and how detail grows: over all panels, from end to end."""
        detail = self._detail[orders]
        place = np.arange(orders.shape[-1]) - (orders.shape[-1] - 1) / 2
        place /= np.sqrt((place**2).mean())
        jumps = self._differences[orders[..., :-1], orders[..., 1:]].sum(axis=-1)
        trend, ends = (detail * place).sum(axis=-1), detail[..., -1] - detail[..., 0]
        return np.stack([jumps, trend, ends], axis=-1)


@cache
def _exchanges(count: int) -> _Orders:
    """For any two exchanges of different panels: none of them, the one, the other, and both."""
    pairs = [
        pair for pair in itertools.combinations(range(count), 2) if pair[1] - pair[0] <= _FARTHEST
    ]
    fours = []
    for one, other in itertools.combinations(pairs, 2):
        if not set(one) & set(other):
            orders = [list(range(count)) for _ in range(4)]
            for pair, changed in ((one, (1, 3)), (other, (2, 3))):
                for k in changed:
                    orders[k][pair[0]], orders[k][pair[1]] = pair[1], pair[0]
            fours.append(orders)
    return np.array(fours)
