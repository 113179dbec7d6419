"""What several people's votes say: the plurality, and the orders that they support.

Source: AMB-17; AMB-42; MS-14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from panelwise.metrics._statistics import wilson

H = TypeVar("H", bound=Hashable)


@dataclass(frozen=True, slots=True)
class VoteCount(Generic[H]):
    """What the votes on one item say.

    Attributes:
        winner: the answer with most votes; ``None`` for a tie, or without a vote.
        tied: all answers with most votes; one where there is a winner.
        is_majority: whether the winner has more than half of the votes.
        share: of the votes, that of each of ``tied``; 0 without a vote.
        counts: votes of every answer, most first, then as they first occurred.
        n: votes.
    """

    winner: H | None
    tied: tuple[H, ...]
    is_majority: bool
    share: float
    counts: dict[H, int]
    n: int


@dataclass(frozen=True, slots=True)
class SupportedOrder:
    """An order that people gave.

    Attributes:
        order: the things in their order.
        votes: how many gave it.
        share: of all votes on the item.
        low: Wilson's interval of the share, lower end.
        high: upper end.
        p: chance that so many would give it by mistake.
    """

    order: tuple[Hashable, ...]
    votes: int
    share: float
    low: float
    high: float
    p: float


def count_votes(votes: Sequence[H | None]) -> VoteCount[H]:
    """The plurality of votes; a tie has no winner and is left to an adjudicator.

    Args:
        votes: one of each person, ``None`` for none.

    >>> count = count_votes(["a", "b", "a", None])
    >>> count.winner, count.is_majority, count.n
    ('a', True, 3)
    >>> count_votes(["a", "b"]).tied
    ('a', 'b')
    """
    counts = dict(Counter(vote for vote in votes if vote is not None).most_common())
    n = sum(counts.values())
    most = max(counts.values(), default=0)
    tied = tuple(answer for answer, count in counts.items() if count == most)
    winner = tied[0] if len(tied) == 1 else None
    return VoteCount(
        winner=winner,
        tied=tied,
        is_majority=winner is not None and 2 * most > n,
        share=most / n if n else 0.0,
        counts=counts,
        n=n,
    )


def supported_orders(
    votes: Sequence[Sequence[Hashable] | None], *, mistake: float = 0.05, level: float = 0.05
) -> list[SupportedOrder]:
    """The orders that more people gave than would by mistake, most votes first.

    An order is supported if two people or more gave it and the binomial probability that so many
    of n would, each with probability ``mistake``, is at most ``level``. So two of five are enough
    and two of thirteen are not. Several supported orders are several valid ones; none says that
    people do not know.

    Args:
        votes: each person's order of the same things, ``None`` for none.
        mistake: how probable it is that a person gives one particular wrong order.
        level: largest probability that an order is supported by mistakes alone.

    Source: MS-14.

    >>> found = supported_orders(["abcd", "abcd", "acbd", "abcd", "acbd", "dcba"])
    >>> [("".join(one.order), one.votes, round(one.low, 2), round(one.high, 2)) for one in found]
    [('abcd', 3, 0.19, 0.81), ('acbd', 2, 0.1, 0.7)]
    """
    from scipy.stats import binom

    count = count_votes([None if vote is None else tuple(vote) for vote in votes])
    found = []
    for order, given in count.counts.items():
        p = float(binom.sf(given - 1, count.n, mistake))
        if given > 1 and p <= level:
            found.append(SupportedOrder(order, given, given / count.n, *wilson(given, count.n), p))
    return found


def common_precedences(orders: Sequence[Sequence[Hashable]]) -> set[tuple[Hashable, Hashable]]:
    """The pairs (earlier, later) on which all orders agree: a partial order that each extends.

    Raises:
        ValueError: when the orders are not of the same things.

    Source: MS-14.

    >>> sorted(common_precedences(["abc", "acb"]))
    [('a', 'b'), ('a', 'c')]
    """
    if len({frozenset(order) for order in orders}) > 1:
        raise ValueError("orders of different things have no precedences in common")
    pairs = [set(combinations(order, 2)) for order in orders]
    return set.intersection(*pairs) if pairs else set()
