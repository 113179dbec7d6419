"""Which orders of a story are right, where several are: from a partial order, or from people.

Both give what ``Story.orders`` holds. Source: MS-14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from panelwise.errors import InputError, SettingError

EventOrder = tuple[int, ...]


def linear_extensions(count: int, before: Iterable[tuple[int, int]]) -> Iterator[EventOrder]:
    """Every order of ``count`` things that a partial order allows, in lexicographic order.

    Where each thing comes before those of which ``before`` says so, ``0, 1, 2, …`` is the first.
    There may be ``count!`` of them, so take no more than you need.

    Args:
        count: how many things there are.
        before: pairs ``(i, j)``: thing i comes before thing j. ``Story.causes`` are such pairs.

    Raises:
        InputError: for a pair beyond the things there are, or pairs that form a circle.

    >>> list(linear_extensions(4, [(0, 1), (0, 2), (1, 3), (2, 3)]))
    [(0, 1, 2, 3), (0, 2, 1, 3)]
    """
    earlier: list[set[int]] = [set() for _ in range(count)]
    for i, j in before:
        if not (0 <= i < count and 0 <= j < count):
            raise InputError(
                f"the pair ({i}, {j}) is out of range; number the {count} things from 0 to"
                f" {count - 1}"
            )
        earlier[j].add(i)
    _check_no_circle(earlier)
    return _extended((), earlier)


def _extended(begun: EventOrder, earlier: Sequence[set[int]]) -> Iterator[EventOrder]:
    if len(begun) == len(earlier):
        yield begun
    for thing, needed in enumerate(earlier):
        if thing not in begun and needed <= set(begun):
            yield from _extended((*begun, thing), earlier)


def _check_no_circle(earlier: Sequence[set[int]]) -> None:
    placed: set[int] = set()
    while ready := {k for k, needed in enumerate(earlier) if k not in placed and needed <= placed}:
        placed |= ready
    if left := [k for k in range(len(earlier)) if k not in placed]:
        raise InputError(f"the pairs form a cycle: none of {left} can come first; remove a pair")


def orders_by_people(
    given: Iterable[Sequence[int]], *, least_share: float = 0.2
) -> tuple[EventOrder, ...]:
    """The orders that count as right where people put the same things into order.

    An order is accepted if at least ``least_share`` of the people gave exactly this order. The
    order of the book, ``0, 1, 2, …``, comes first and is always accepted; the others follow, the
    commonest first.

    Args:
        given: for each person the things in the order that they gave, numbered by the book.
        least_share: above 0, at most 1.

    Raises:
        InputError: without any order, or for one that does not hold each thing once.
        SettingError: for a share that is none.

    >>> orders_by_people([(0, 1, 2)] * 6 + [(0, 2, 1)] * 3 + [(2, 1, 0)])
    ((0, 1, 2), (0, 2, 1))
    """
    if not 0 < least_share <= 1:
        raise SettingError(f"least_share is {least_share}; give a share above 0, at most 1")
    orders = [tuple(order) for order in given]
    if not orders:
        raise InputError("nobody gave an order; give at least one")
    book = tuple(range(len(orders[0])))
    for at, order in enumerate(orders):
        if tuple(sorted(order)) != book:
            raise InputError(
                f"order {at + 1}, {list(order)}, does not hold each of 0 to {len(book) - 1} once"
            )
    counts = Counter(orders)
    common = sorted(counts, key=lambda order: (-counts[order], order))
    # Rounded: three of ten are 0.3 of them, whatever binary fractions say.
    kept = [order for order in common if round(counts[order] / len(orders), 12) >= least_share]
    return (book, *(order for order in kept if order != book))
