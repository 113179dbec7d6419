"""Options that are orders of the shown panels, as a reader sees them who gets no pixels.

The panels of an item are shuffled, so their numbers mean nothing: what can be known of four orders
is how they differ from each other. Two items whose orders differ in the same way were sent the
same. Where all orders differ alike from the others, as those of a cycle, nothing is known at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.rendering import cells_of
from panelwise.tasks._item import Item, shuffle_of
from panelwise.tasks._plain_words import normalised

_Ranks = tuple[int, ...]


def relative_orders(item: Item) -> tuple[str, str, int] | None:
    """The options as a set, the right one, and how many look like it, whatever the shuffle.

    ``None`` where the options are no orders of pictures that differ in their pixels only.
    """
    orders = [written_order(option.text or "") for option in item.options]
    shown = tuple(range(len(orders[0]))) if orders else ()
    if len(shown) < 2 or any(sorted(order) != list(shown) for order in orders):
        return None
    if not _alike_pictures(item, len(shown)):
        return None
    if shown in orders and shuffle_of(item) != "uniform":
        return None  # it can be ruled out, so numbers do mean something
    assert isinstance(item.gold, int)
    return relative_to_each(orders, orders[item.gold])


def relative_to_each(orders: Sequence[_Ranks], right: _Ranks) -> tuple[str, str, int]:
    """Orders in the numbering that makes the whole set least, and ``right`` in it.

    Each order in turn is counted as 0, 1, 2, …; the numbering that gives the least set is taken.
    Where several give the same set, the orders that they exchange look the same.

    >>> cycle = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    >>> [relative_to_each(cycle, order)[1:] for order in cycle]
    [('0 1 2', 3), ('0 1 2', 3), ('0 1 2', 3)]
    """
    renamed = []
    for first in orders:
        number = {thing: place for place, thing in enumerate(first)}
        whole = sorted(tuple(number[thing] for thing in order) for order in orders)
        renamed.append((whole, tuple(number[thing] for thing in right)))
    least = min(whole for whole, _ in renamed)
    found = {order for whole, order in renamed if whole == least}
    return _words(least), _words([min(found)]), len(found)


def _words(orders: Sequence[_Ranks]) -> str:
    return " | ".join(" ".join(map(str, order)) for order in orders)


def written_order(text: str) -> tuple[int, ...]:
    """The numbers of a text that holds nothing else, counted from the least; else empty.

    >>> written_order("③①②"), written_order("2-1"), written_order("2 cats")
    ((2, 0, 1), (1, 0), ())
    """
    words = normalised(text).split()
    if not words or not all(word.isdigit() for word in words):
        return ()
    numbers = [int(word) for word in words]
    return tuple(number - min(numbers) for number in numbers)


def _alike_pictures(item: Item, count: int) -> bool:
    """Whether so many panels are shown, in one picture or in pictures of one size."""
    images = item.rendering.images
    cells = [len(cells_of(one.recipe)) if "kind" in one.recipe else 0 for one in images]
    same = len({(one.width, one.height) for one in images}) == 1
    return cells == [count] or (cells == [1] * count and same)
