"""Magi's panel order: pairwise precedence, cuts, and a topological sort.

All pairs are decided together on ``(n, n)`` matrices, so a page of 200 boxes stays within a
second. Where the published rule leaves room, this does:

- boxes are taken in a canonical order, so the order of the input never matters, and equal areas at
  one centre are decided by that order;
- shrinking stops after ``ROUNDS`` rounds (``CROWD_ROUNDS`` for more than ``CROWD`` boxes), when
  boxes become their centres, which always decides;
- cycles are removed inside strongly connected components, not by enumerating simple cycles.

Source: specification 6.3 (CX-5), mirrored to left-to-right.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from panelwise.reading.orders._step import Step, canonical_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from panelwise.geometry import Box

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Relation = NDArray[np.bool_]  # (n, n): row before column

SHRINK = 0.05
# Boxes that differ at all part after ln(size / difference) / 0.05 rounds: 140 for a hair-thin pair
# of 58 pixels half a pixel apart, 414 for the smallest difference that is not taken for equality.
ROUNDS = 512
CROWD = 64  # with more boxes than a page has panels, a few rounds must do
CROWD_ROUNDS = 4
CYCLE_CERTAINTY = 0.5


def magi_order(boxes: Sequence[Box]) -> tuple[list[int], list[Step]]:
    """Order of one or more ``boxes`` on a canonical page, a step for each consecutive pair.

    A pair is the less certain the more the boxes had to shrink until it was decided.
    """
    ranks = canonical_ranks(boxes)
    edges = np.array([boxes[i] for i in ranks], dtype=np.float64)
    shrunk = _shrink(edges)
    before, rounds = _precedence(shrunk)
    kept = _without_cycles(before, _distances(shrunk))
    order = _topological(kept)
    steps = []
    for a, b in pairwise(order):
        if kept[a, b]:
            certainty = (1 - SHRINK) ** int(rounds[a, b])
            steps.append(Step("above" if _is_tier(edges[a], edges[b]) else "beside", certainty))
        else:
            steps.append(Step("cycle", CYCLE_CERTAINTY))
    return [ranks[i] for i in order], steps


def _precedence(shrunk: Floats) -> tuple[Relation, Ints]:
    """Which box precedes which, and after how many rounds of shrinking that was clear.

    Exactly one of ``(a, b)`` and ``(b, a)`` holds for each pair.
    """
    before = np.zeros((len(shrunk),) * 2, dtype=np.bool_)
    rounds = np.zeros(before.shape, dtype=np.int64)
    centres = (shrunk[:, :2] + shrunk[:, 2:]) / 2
    undecided = np.triu(np.ones_like(before), 1)
    same = undecided & np.isclose(centres[:, None], centres[None]).all(axis=2)
    area = (shrunk[:, 2:] - shrunk[:, :2]).prod(axis=1)
    before |= same & (area[:, None] >= area[None])
    undecided &= ~same
    current, diagonal = shrunk, np.zeros_like(before)
    last = ROUNDS if len(shrunk) <= CROWD else CROWD_ROUNDS
    for turn in range(last + 1):
        if not undecided.any():
            break
        first, second, cut = _compare(current)
        before |= undecided & first
        diagonal |= undecided & cut
        rounds[undecided] = turn
        undecided &= ~(first | second | cut)
        current = _shrink(current) if turn < last - 1 else np.hstack([centres, centres])
    _decide_by_cuts(shrunk, diagonal, before, rounds)
    upper = np.triu(np.ones_like(before), 1)
    return (before & upper) | (upper & ~before).T, np.triu(rounds) + np.triu(rounds).T


def _compare(boxes: Floats) -> tuple[Relation, Relation, Relation]:
    """For each pair: row first, column first, or a diagonal that cuts must decide."""
    above = boxes[:, None, 3] < boxes[None, :, 1]
    left = boxes[:, None, 2] < boxes[None, :, 0]
    below, right = above.T, left.T
    first = (above & ~right) | (left & ~below)
    second = (below & ~left) | (right & ~above)
    return first, second, (below & left) | (above & right)


def _decide_by_cuts(boxes: Floats, diagonal: Relation, before: Relation, rounds: Ints) -> None:
    """Decide the diagonal pairs: upper band first, else left band, else shrink and repeat."""
    centres = boxes[:, :2] + boxes[:, 2:]  # twice as far out, which leaves their order
    pairs = np.argwhere(diagonal)
    last = ROUNDS if len(boxes) <= CROWD else CROWD_ROUNDS
    for turn in range(last + 1):
        if not len(pairs):
            return
        a, b = boxes[pairs[:, 0]], boxes[pairs[:, 1]]
        low, high = np.minimum(a, b)[:, None, :2], np.maximum(a, b)[:, None, 2:]
        touching: Relation = np.all((boxes[:, :2] <= high) & (boxes[:, 2:] >= low), axis=2)
        upper = _bands(boxes[:, 1], boxes[:, 3], touching, pairs)
        leftmost = _bands(boxes[:, 0], boxes[:, 2], touching, pairs)
        verdict = np.where(upper != 0, upper, leftmost)
        before[tuple(pairs.T)] = verdict < 0
        rounds[tuple(pairs.T)] += turn > 0
        pairs = pairs[verdict == 0]
        boxes = _shrink(boxes) if turn < last - 1 else np.hstack([centres, centres])


def _bands(low: Floats, high: Floats, member: Relation, pairs: Ints) -> Ints:
    """Merge the intervals of each row's members: sign of the band of ``a`` less that of ``b``."""
    order = np.argsort(low, kind="stable")
    reach = np.maximum.accumulate(np.where(member[:, order], high[order], -np.inf), axis=1)
    gap = member[:, order[1:]] & (low[order[1:]] > reach[:, :-1])
    band = np.zeros(member.shape, dtype=np.int64)
    band[:, order[1:]] = np.cumsum(gap, axis=1, dtype=np.int64)
    row = np.arange(len(pairs))
    lead: Ints = np.sign(band[row, pairs[:, 0]] - band[row, pairs[:, 1]])
    return lead


def _without_cycles(before: Relation, length: Floats) -> Relation:
    """``before`` after the longest edge on a cycle was removed again and again.

    Every edge inside a strongly connected component lies on a cycle, so a component loses its
    longest edges one by one until it falls apart. How many that takes is found by bisection.
    """
    from scipy.sparse.csgraph import connected_components

    kept = before.copy()
    pending = [np.arange(len(before))]
    while pending:
        members = pending.pop()
        if len(members) < 3:  # one edge a pair: two boxes form no cycle
            continue
        inside = np.ix_(members, members)
        count, labels = connected_components(kept[inside], connection="strong")
        if count == 1:
            kept[inside] = _until_apart(kept[inside], length[inside])
            count, labels = connected_components(kept[inside], connection="strong")
        pending.extend(members[labels == label] for label in range(count))
    return kept


def _until_apart(graph: Relation, length: Floats) -> Relation:
    """A strongly connected ``graph`` less its longest edges, as few as make it fall apart."""
    from scipy.sparse.csgraph import connected_components

    edges = np.argwhere(graph)
    edges = edges[np.argsort(-length[graph], kind="stable")]

    def without(longest: int) -> Relation:
        rest = graph.copy()
        rest[tuple(edges[:longest].T)] = False
        return rest

    whole, apart = 0, len(edges)
    while apart - whole > 1:
        middle = (whole + apart) // 2
        count, _ = connected_components(without(middle), connection="strong")
        if count == 1:
            whole = middle
        else:
            apart = middle
    return without(apart)


def _topological(before: Relation) -> list[int]:
    """Topological order of an acyclic relation; of several free boxes the canonical first."""
    waiting = before.sum(axis=0, dtype=np.float64)
    order: list[int] = []
    for _ in range(len(before)):
        index = int(np.argmin(waiting))
        waiting = waiting - before[index]
        waiting[index] = np.inf
        order.append(index)
    return order


def _shrink(boxes: Floats) -> Floats:
    """Five per cent off the longer side; off the shorter side less, in proportion."""
    size = boxes[:, 2:] - boxes[:, :2]
    longer = size.max(axis=1, keepdims=True)
    share = np.divide(size, longer, out=np.zeros_like(size), where=longer > 0)
    margin = size * share * SHRINK / 2
    return np.hstack([boxes[:, :2] + margin, boxes[:, 2:] - margin])


def _distances(boxes: Floats) -> Floats:
    """Euclidean distance between all pairs of rectangles."""
    gap = np.maximum(boxes[:, None, :2] - boxes[None, :, 2:], 0)
    gap = np.maximum(gap, gap.transpose(1, 0, 2))
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]))


def _is_tier(a: Floats, b: Floats) -> bool:
    """Whether two boxes part more clearly from top to bottom than from side to side."""
    columns, rows = np.minimum(a, b)[2:] - np.maximum(a, b)[:2]
    return bool(rows <= columns)
