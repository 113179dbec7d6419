"""How far apart two people's annotations of the same thing are: 0 for equal, 1 for nothing alike.

All are symmetric, lie in [0, 1], and are meant for :func:`distance_alpha`. ``nan`` says that two
annotations cannot be compared, such as orders of different things.

Source: specification 7.12; MS-19.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Sequence

from panelwise.geometry import Box
from panelwise.metrics._detection import detection_f1, match_boxes
from panelwise.metrics._ordering import pairwise_accuracy
from panelwise.metrics._strings import similarity


def order_distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Normalised Kendall distance of two orders: the share of pairs that they order differently.

    ``(1 − τ) / 2``: a reversed order is 1 away, a random one 0.5 on average. ``nan`` where the two
    do not order the same things.

    Raises:
        ValueError: when an order holds a thing twice.

    >>> round(order_distance("abcd", "abdc"), 4), order_distance("abc", "cba")
    (0.1667, 1.0)
    """
    place = {thing: index for index, thing in enumerate(second)}
    if len(place) != len(second) or len(set(first)) != len(first):
        raise ValueError(f"{list(first)} and {list(second)} must hold each thing once")
    if set(first) != set(place):
        return math.nan
    if len(first) < 2:
        return 0.0
    return 1 - pairwise_accuracy([place[thing] for thing in first], range(len(first)))


def text_distance(first: str, second: str) -> float:
    """Edit distance over the length of the longer text, both in NFC: a symmetric error rate.

    >>> round(text_distance("aple", "apple"), 2), text_distance("", "")
    (0.2, 0.0)
    """
    return 1 - similarity(first, second)


def box_distance(first: Sequence[Box], second: Sequence[Box]) -> float:
    """One minus the mean IoU of boxes matched one to one; a box without a partner counts 0.

    The sum of IoU over the matching that makes it largest, divided by the number of boxes of
    the person who drew more. Two pages without a box agree.

    >>> box_distance([Box(0, 0, 2, 1)], [Box(0, 0, 1, 1), Box(5, 5, 6, 6)])
    0.75
    """
    if not first and not second:
        return 0.0
    pairs = match_boxes(first, second, threshold=0.0).pairs
    overlap = math.fsum(first[i].iou(second[j]) for i, j in pairs)
    return 1 - overlap / max(len(first), len(second))


def box_f1_distance(
    first: Sequence[Box], second: Sequence[Box], *, threshold: float = 0.5
) -> float:
    """One minus F1 of boxes matched one to one at an IoU of ``threshold`` or more.

    >>> box_f1_distance([Box(0, 0, 9, 10)], [Box(0, 0, 10, 10), Box(50, 50, 60, 60)])
    0.333...
    """
    f1 = detection_f1([match_boxes(first, second, threshold)])
    return 0.0 if f1 is None else 1 - f1


def set_distance(first: Collection[Hashable], second: Collection[Hashable]) -> float:
    """Jaccard distance of two sets: one minus the shared things over all things.

    >>> set_distance({"Ann", "Bo"}, {"Bo"}), set_distance([], [])
    (0.5, 0.0)
    """
    one, other = set(first), set(second)
    return 1 - len(one & other) / len(one | other) if one or other else 0.0


def link_distance(
    first: Collection[tuple[Hashable, Hashable]], second: Collection[tuple[Hashable, Hashable]]
) -> float:
    """One minus F1 of two sets of links, such as (text, speaker); no link on either side agrees.

    >>> link_distance({("t1", "Ann"), ("t2", "Bo")}, {("t1", "Ann"), ("t2", "Ann")})
    0.5
    """
    one, other = set(first), set(second)
    return 1 - 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def grouping_distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Share of pairs of characters put together by one and apart by the other (1 − Rand index).

    Args:
        first: the group of each character; names of groups need not be the same for both.
        second: the other's, for the same characters; ``nan`` for another number of them.

    >>> grouping_distance(["Ann", "Ann", "Bo"], [1, 2, 2])
    0.666...
    """
    if len(first) != len(second):
        return math.nan
    n = len(first)
    if n < 2:
        return 0.0
    both = _pairs(Counter(zip(first, second, strict=True)))
    return (_pairs(Counter(first)) + _pairs(Counter(second)) - 2 * both) / (n * (n - 1) / 2)


def _pairs(counts: Counter[Hashable] | Counter[tuple[Hashable, Hashable]]) -> float:
    return sum(count * (count - 1) / 2 for count in counts.values())
