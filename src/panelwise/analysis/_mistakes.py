"""Which kinds of wrong answers a run gives, against wrong answers picked at random.

Of a choice, the kinds are those that the wrong options were written with; of an order, how it
differs from the right one. Either is compared with a model whose every wrong answer is any of the
item's wrong answers with equal probability. Wrong answers are clustered by book as scores are;
where they share fewer than six books, a share is given without a test. Source: CV-13; MS-18.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis._correction import corrected
from panelwise.analysis._finding_types import SHOWN_ORDER, MistakeKind
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._odds import against_odds
from panelwise.analysis._samples import Sample, TaskSamples, few_books
from panelwise.tasks import Item, get_kind, wrong_kinds

SHOWN = SHOWN_ORDER
REVERSED = "reversed"  # the right order from back to front
SWAPPED, MOVED, OTHER = "two neighbours swapped", "one misplaced", "another order"


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A wrong answer: its kind, and how probable each kind is at random."""

    sample: Sample
    kind: str
    odds: Mapping[str, float]


def mistake_kinds(task: TaskSamples) -> tuple[MistakeKind, ...]:
    """The kinds of a task's wrong answers, the most frequent first.

    Unreadable answers have no kind. Items on which all wrong answers are of one kind say nothing
    and are left out, and so are orders where several are right.
    """
    if get_kind(task.kind).form not in ("option", "order"):
        return ()
    offered: Counter[str] = Counter()
    wrong: list[_Wrong] = []
    for sample in task.samples:
        odds = _odds(sample.item) if sample.readable else {}
        if len(odds) < 2:
            continue
        offered.update(odds.keys())
        kind = _kind(sample)
        if kind is not None:
            wrong.append(_Wrong(sample, kind, odds))
    found = [_row(kind, offered[kind], wrong) for kind in offered] if wrong else []
    return tuple(sorted(corrected(found), key=lambda row: (-row.chosen, row.kind)))


def _row(kind: str, offered: int, wrong: Sequence[_Wrong]) -> MistakeKind:
    some = [one for one in wrong if kind in one.odds]
    hits = [float(one.kind == kind) for one in some]
    share = estimate_mean(
        hits,
        books=[one.sample.item.cluster for one in some],
        items=[one.sample.question for one in some],
        binary=True,
    )
    odds, few = [one.odds[kind] for one in some], few_books([one.sample for one in some])
    p = against_odds(hits, odds, [one.sample for one in some]) if few is None else None
    expected = math.fsum(odds)
    return MistakeKind(kind, int(sum(hits)), len(some), offered, expected, share, p, p, few)


def _odds(item: Item) -> dict[str, float]:
    """Kind → the share of an item's wrong answers that are of it."""
    if isinstance(item.gold, int):
        counts = Counter(kind for kind in wrong_kinds(item) if kind is not None)
    elif isinstance(item.gold, tuple) and len(item.accepted) < 2:
        counts = Counter(order_counts(item.n, order_kind(range(item.n), item.gold)))
    else:
        return {}
    total = sum(counts.values())
    return {kind: count / total for kind, count in counts.items()}


def _kind(sample: Sample) -> str | None:
    """What kind of wrong answer a readable one is; ``None`` for a right one."""
    answer, gold = sample.result.answer, sample.item.gold
    if answer == gold:
        return None
    if isinstance(answer, int):
        return wrong_kinds(sample.item)[answer]
    if not isinstance(answer, tuple) or sorted(answer) != list(range(sample.item.n)):
        return None
    if answer == tuple(range(sample.item.n)):
        return SHOWN
    assert isinstance(gold, tuple)
    return order_kind(answer, gold)


def order_kind(answer: Sequence[int], gold: Sequence[int]) -> str:
    """How a wrong order differs from the right one; empty for the right one.

    >>> order_kind((0, 2, 1, 3), (0, 1, 2, 3)), order_kind((3, 0, 1, 2), (0, 1, 2, 3))
    ('two neighbours swapped', 'one misplaced')
    """
    places = [gold.index(one) for one in answer]
    wrong = [at for at, place in enumerate(places) if at != place]
    if not wrong:
        return ""
    first, last = wrong[0], wrong[-1]
    if last == first + 1:
        return SWAPPED
    if places == list(range(len(places)))[::-1]:
        return REVERSED
    part = places[first : last + 1]
    right = list(range(first, last + 1))
    return MOVED if part in ([*right[1:], right[0]], [right[-1], *right[:-1]]) else OTHER


def order_counts(n: int, shown: str) -> dict[str, int]:
    """Kind → how many of the wrong orders of ``n`` things are of it.

    Args:
        n: the number of things.
        shown: the kind of the shown order by :func:`order_kind`, which counts as a kind of its
            own; empty where the shown order is right.
    """
    counts = {SWAPPED: n - 1, MOVED: (n - 1) * (n - 2), REVERSED: int(n > 2)}
    counts[OTHER] = math.factorial(n) - 1 - sum(counts.values())
    if shown:
        counts[shown] -= 1
        counts[SHOWN] = 1
    return {kind: count for kind, count in counts.items() if count}
