"""The order in which each item is shown: seeded per item, balanced per length.

A benchmark that uses one seed for every item shows all strips of n panels in the same order, and
so measures position bias instead of understanding. Here the items of one length are ranked by a
hash of seed and item id, and get orders from a sequence in which every shown index is first,
second, … equally often.

Source: specification 7.1, AMB-10.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from panelwise.errors import UnavailableError
from panelwise.metrics import Shuffle

Permutation = tuple[int, ...]

CIRCLE = 4  # orders to choose from
_STRICT = 200  # circles that are tried


def seeded(seed: int, *names: str | int) -> random.Random:
    """A generator that depends on ``seed`` and ``names`` alone, the same on every machine."""
    text = "\x1f".join(map(str, (seed, *names)))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]))


def is_allowed(permutation: Permutation, shuffle: Shuffle) -> bool:
    """Whether the rule allows this order to be shown (AMB-10)."""
    if shuffle == "uniform":
        return True
    if shuffle == "non_identity":
        return permutation != tuple(range(len(permutation)))
    return all(place != value for place, value in enumerate(permutation))


def balanced_orders(n: int, shuffle: Shuffle, seed: int) -> Iterator[Permutation]:
    """An endless sequence of orders of ``n`` things.

    It comes in blocks of the n rotations of one order, in which every index takes every place
    exactly once; up to n = 6 all n! orders come before any of them is repeated.

    Raises:
        UnavailableError: when the rule allows no order of ``n`` things.
    """
    if n < 1 or (n == 1 and shuffle != "uniform"):
        raise UnavailableError(f"no order of {n} is allowed by shuffle={shuffle}")
    for round_number in itertools.count():
        generator = seeded(seed, "deck", shuffle, n, round_number)
        if n <= 6:
            heads = [(0, *rest) for rest in itertools.permutations(range(1, n))]
            generator.shuffle(heads)
        else:
            rest = list(range(1, n))
            generator.shuffle(rest)
            heads = [(0, *rest)]
        for head in heads:
            block = [head[turn:] + head[:turn] for turn in range(n)]
            generator.shuffle(block)
            yield from (order for order in block if is_allowed(order, shuffle))


def assign_orders(
    lengths: Mapping[str, int], shuffle: Shuffle, seed: int
) -> dict[str, Permutation]:
    """The gold order of each item: ``gold[k]`` is the shown index that comes k-th.

    Args:
        lengths: item id → number of things to order.
        shuffle: which orders may be shown.
        seed: of the whole benchmark.

    >>> sorted(assign_orders({"a": 2, "b": 2, "c": 2, "d": 2}, "uniform", seed=1).values())
    [(0, 1), (0, 1), (1, 0), (1, 0)]
    """
    orders: dict[str, Permutation] = {}
    for n, items in _by_length(lengths).items():
        ranked = sorted(items, key=lambda item: seeded(seed, "rank", item).random())
        orders.update(zip(ranked, balanced_orders(n, shuffle, seed), strict=False))
    return orders


def fair_order(
    gold: Permutation, orders: Sequence[Permutation], shuffle: Shuffle, seed: int, item: str
) -> Permutation | None:
    """A gold order by which none of several right orders breaks the shuffling rule (MS-14).

    Who knows the rule would rule such an order out, though it is right. ``gold`` itself if it will
    do, else a seeded one; ``None`` where none is found among 2,000.

    Args:
        gold: ``gold[k]`` is the shown index that comes k-th in the order of the book.
        orders: all right orders, as places in the order of the book.
        shuffle: which orders may be shown.
        seed: of the whole benchmark.
        item: its id.

    >>> fair_order((1, 0, 2), [(0, 1, 2), (1, 0, 2)], "non_identity", seed=0, item="a")
    (2, 0, 1)
    """
    generator = seeded(seed, "several orders", item)
    tried = gold
    for _ in range(2000):
        if all(is_allowed(tuple(tried[k] for k in order), shuffle) for order in orders):
            return tried
        shown = list(range(len(gold)))
        generator.shuffle(shown)
        tried = tuple(shown)
    return None


def _by_length(lengths: Mapping[str, int]) -> dict[int, list[str]]:
    by_length: dict[int, list[str]] = defaultdict(list)
    for item, n in lengths.items():
        by_length[n].append(item)
    return by_length


def assign_positions(lengths: Mapping[str, int], count: int, seed: int) -> dict[str, int]:
    """A position in ``range(count)`` for each item's right option, seeded per item.

    Among the items of one length every position is right equally often, to within one, and so it is
    among all items: a model that prefers a letter must look better neither on long pages nor on a
    small pack whose lengths have one or two items each.

    Args:
        lengths: item id → number of things that it is about.
        count: number of options.
        seed: of the whole benchmark.

    Source: specification CV-3.

    >>> sorted(assign_positions({"a": 1, "b": 2, "c": 3, "d": 4}, 4, seed=1).values())
    [0, 1, 2, 3]
    """
    positions: dict[str, int] = {}
    used: Counter[int] = Counter()  # by the blocks that are not full; full ones use all alike
    for n, items in sorted(_by_length(lengths).items()):
        ranked = sorted(items, key=lambda item: seeded(seed, "position", item).random())
        for block, start in enumerate(range(0, len(ranked), count)):
            some = ranked[start : start + count]
            order = list(range(count))
            seeded(seed, "positions", n, block).shuffle(order)
            if len(some) < count:
                order = sorted(order, key=lambda position: used[position])[: len(some)]
                used.update(order)
            positions.update(zip(some, order, strict=True))
    return positions


def distractors(
    gold: Permutation, count: int, shuffle: Shuffle, seed: int, item: str
) -> list[Permutation]:
    """``count`` different wrong orders of the same things, seeded per item.

    They obey the shuffling rule of the gold: an order that can never be right would be an option
    that a guesser can rule out. Where too few orders obey (three things have two derangements),
    any wrong order is used.

    Raises:
        UnavailableError: when there are not that many wrong orders.
    """
    n = len(gold)
    orders = math.factorial(n)
    if orders - 1 < count:
        raise UnavailableError(f"{n} things have fewer than {count} wrong orders")
    derangements = round(math.factorial(min(n, 12)) / math.e)  # beyond 12, more than enough
    obeying = {"uniform": orders, "non_identity": orders - 1, "derangement": derangements}
    rule: Shuffle = shuffle if obeying[shuffle] - 1 >= count else "uniform"
    generator = seeded(seed, "distractors", item)
    found: list[Permutation] = []
    while len(found) < count:
        order = list(range(n))
        generator.shuffle(order)
        wrong = tuple(order)
        if wrong != gold and wrong not in found and is_allowed(wrong, rule):
            found.append(wrong)
    return found


def turned_orders(gold: Permutation, shuffle: Shuffle, seed: int, item: str) -> list[Permutation]:
    """Three wrong orders that form a circle with the right one, seeded per item.

    Four places are drawn, and what is in them moves on by one, two or three of these. From every
    order of the circle the others look the same, so the four orders do not show which is right.
    They obey the shuffling rule of the gold.

    Raises:
        UnavailableError: for fewer than four things.
    """
    if len(gold) < CIRCLE:
        raise UnavailableError(f"{len(gold)} things have no circle of {CIRCLE} orders")
    generator = seeded(seed, "circle", item)
    for attempt in itertools.count():
        places = generator.sample(range(len(gold)), CIRCLE)
        orders = []
        for step in range(1, CIRCLE):
            order = list(gold)
            for at, place in enumerate(places):
                order[places[(at + step) % CIRCLE]] = gold[place]
            orders.append(tuple(order))
        # All circles may break the strictest rule; there is always one without the shown order.
        strict = shuffle != "derangement" or attempt < _STRICT
        if all(is_allowed(order, shuffle if strict else "non_identity") for order in orders):
            return orders
    raise AssertionError("unreachable")


def inverse(permutation: Permutation) -> Permutation:
    """The inverse permutation.

    >>> inverse((2, 0, 1))
    (1, 2, 0)
    """
    places = [0] * len(permutation)
    for place, value in enumerate(permutation):
        places[value] = place
    return tuple(places)
