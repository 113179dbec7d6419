"""Nested subsets of a training set (MV-E6)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from panelwise.tasks import seeded

Thing = TypeVar("Thing")


def nested_subset(
    things: Sequence[Thing], share: int, seed: int, unit: Callable[[Thing], Hashable]
) -> list[Thing]:
    """The things of so many per cent of the units, in their own order.

    A smaller share of the same seed is part of a larger one, and all things of a unit (the
    questions about a page) are in or out together.

    >>> def parts(share):
    ...     return set(nested_subset(range(8), share, 1, unit=lambda number: number))
    >>> len(parts(25)), parts(25) < parts(50) < parts(75) < parts(100)
    (2, True)
    """
    kept = set(_first(dict.fromkeys(map(unit, things)), share, seed))
    return [thing for thing in things if unit(thing) in kept]


def _first(units: Iterable[Hashable], share: int, seed: int) -> list[Hashable]:
    ranked = sorted(units, key=lambda one: seeded(seed, "subset", str(one)).random())
    return ranked[: -(-len(ranked) * share // 100)]
