"""Panelwise's own panel order: split the page where panels overlap least, tiers first.

1. A panel that lies wholly inside another is an *inset* and is read right after its host.
2. The other panels are split in two, again and again. A split into rows or into columns costs as
   much as the deepest overlap across it, as a share of the smaller panel; a gutter costs nothing.
3. Rows win unless columns are cheaper by more than ``TIER_BONUS``. Between two clean splits,
   columns win only with a gutter so wide that it must mean something: the fold of a spread, or
   strips that stand side by side.

Other overlaps need no special case: what pokes out of its host at the top or at the starting side
is split off first, what pokes out elsewhere is split off last.

Evidence (``bench/reading_order.py`` prints the figures): ``TIER_BONUS`` orders the same pages of
OpenMantra and Craphound right anywhere in 0.1 to 0.3. ``INSET_SLACK`` is the least that is best on
the title ``tojime_no_siora``; 0 to 0.08 cost at most one page of 132. Pages that the published
rules get wrong were looked at in all titles before this rule was written, so no title is unseen.
The gutter rule of step 3 never fires on them; it is there for spreads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from panelwise.reading.orders._step import Step, Why, canonical_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from panelwise.geometry import Box

    Floats = NDArray[np.float64]
    Members = NDArray[np.int64]

INSET_SLACK = 0.04  # how far an inset may stick out, as a share of its own side
INSET_CERTAINTY = 0.9
TIER_BONUS = 0.1
FOLD_GUTTER = 1.5  # at the fold, columns need a gutter this many times wider than any between rows
COLUMN_GUTTER = 3.0  # elsewhere
FOLD_REACH = 0.05  # how far from the fold a gutter may lie, as a share of the page


def default_order(boxes: Sequence[Box], fold: float | None = None) -> tuple[list[int], list[Step]]:
    """Order of one or more ``boxes`` on a canonical page, a step for each consecutive pair.

    ``fold`` is the ``x`` where the page would fold if it is wide enough for a spread.
    """
    ranks = canonical_ranks(boxes)
    edges = np.array([boxes[i] for i in ranks], dtype=np.float64)
    inside: dict[int, list[int]] = {}
    for index, host in enumerate(_hosts(edges)):
        inside.setdefault(host, []).append(index)
    page = _Splitter(edges, fold)
    first = Step("inset", INSET_CERTAINTY)
    order: list[int] = []
    steps: list[Step] = []
    stack = page.ordered(inside.get(-1, []), first)[::-1]
    while stack:
        index, step = stack.pop()
        order.append(ranks[index])
        steps.append(step)
        stack += page.ordered(inside.get(index, []), first)[::-1]
    return order, steps[1:]


class _Splitter:
    """Splits groups of panels along the axis where they overlap least."""

    def __init__(self, edges: Floats, fold: float | None) -> None:
        self.spans = (edges[:, [1, 3]], edges[:, [0, 2]])  # rows, columns
        self.overlaps = tuple(_overlaps(span) for span in self.spans)
        self.fold = fold
        self.reach = FOLD_REACH * float(edges[:, 2].max())

    def ordered(self, members: list[int], first: Step) -> list[tuple[int, Step]]:
        """``members`` in order, each with the step that leads to it; ``first`` to the first."""
        found: list[tuple[int, Step]] = []
        stack = [(np.array(members, dtype=np.int64), first)] if members else []
        while stack:
            group, step = stack.pop()
            if len(group) == 1:
                found.append((int(group[0]), step))
            else:
                earlier, later, cut = self._halves(group)
                stack += [(later, cut), (earlier, step)]
        return found

    def _halves(self, group: Members) -> tuple[Members, Members, Step]:
        rows, columns = self._cheapest(group, axis=0), self._cheapest(group, axis=1)
        by_rows = rows[2] <= max(columns[2], 0) + TIER_BONUS
        if by_rows and columns[2] < 0 and self._is_wide(columns, rows):
            by_rows = False
        earlier, later, cost = rows if by_rows else columns
        why: Why = "above" if by_rows else "beside"
        return earlier, later, Step(why, min(max(1 - cost, 0.0), 1.0))

    def _cheapest(self, group: Members, axis: int) -> tuple[Members, Members, float]:
        """Earlier part, later part and cost of the best split along an axis; below 0: a gutter."""
        group = group[np.argsort(self.spans[axis][group].sum(axis=1), kind="stable")]
        overlaps = self.overlaps[axis][np.ix_(group, group)]
        worst = np.maximum.accumulate(overlaps, axis=0)[:, ::-1]
        worst = np.maximum.accumulate(worst, axis=1)[:, ::-1]
        costs = np.diagonal(worst, 1)  # the deepest overlap across the split after each position
        at = int(np.argmin(costs)) + 1
        return group[:at], group[at:], float(costs[at - 1])

    def _is_wide(
        self, columns: tuple[Members, Members, float], rows: tuple[Members, Members, float]
    ) -> bool:
        """Whether the gutter between columns is too wide to be crossed row by row."""
        start, end = self._gutter(columns, axis=1)
        top, bottom = self._gutter(rows, axis=0)
        at_fold = self.fold is not None and abs((start + end) / 2 - self.fold) <= self.reach
        times = FOLD_GUTTER if at_fold else COLUMN_GUTTER
        return end - start > times * max(bottom - top, 0) and end - start > self.reach / 2

    def _gutter(self, split: tuple[Members, Members, float], axis: int) -> tuple[float, float]:
        span = self.spans[axis]
        return float(span[split[0], 1].max()), float(span[split[1], 0].min())


def _overlaps(span: Floats) -> Floats:
    """Overlap of each pair as a share of the smaller one; below 0 for the gap between them."""
    low, high = span[:, 0], span[:, 1]
    shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    size = high - low
    smaller = np.minimum(size[:, None], size)
    return np.asarray(np.divide(shared, smaller, out=np.sign(shared), where=smaller > 0))


def _hosts(edges: Floats) -> list[int]:
    """For each box the smallest one that holds it, or -1; of equal boxes the first holds."""
    low, high = edges[:, :2], edges[:, 2:]
    slack = (high - low) * INSET_SLACK
    holds = (low <= (low + slack)[:, None]) & (high >= (high - slack)[:, None])
    area = (high - low).prod(axis=1)
    index = np.arange(len(edges))
    larger = (area > area[:, None]) | ((area == area[:, None]) & (index < index[:, None]))
    held = holds.all(axis=2) & larger
    smallest = np.where(held, area, np.inf).argmin(axis=1)
    return [int(host) if held[i, host] else -1 for i, host in enumerate(smallest)]
