"""Magi's panel order: pairwise precedence, cuts, and a topological sort.

Written for right-to-left pages. All pairs are decided together on ``(n, n)`` matrices, so a page
of 200 boxes stays within a second.

Where the reference leaves room, this does: boxes are taken in a canonical order, so the order of
the input never matters; equal areas at one centre are decided by that order; shrinking stops after
``ROUNDS`` rounds, when boxes are replaced by their centres, which always decides; cycles are
removed inside strongly connected components instead of by enumerating simple cycles.

Source: REQUIREMENTS 6.3 (CX-5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from panelwise.geometry import Box

    Boxes = NDArray[np.float64]  # (n, 4): x0, y0, x1, y1
    Relation = NDArray[np.bool_]  # (n, n): row before column

SHRINK = 0.05
ROUNDS = 64  # 0.95 ** 64 = 0.04: the boxes are nearly points by then


def magi_order(boxes: Sequence[Box]) -> tuple[list[int], list[bool]]:
    """Right-to-left order of ``boxes``, and for each consecutive pair whether its edge survived.

    A pair whose edge did not survive stood on a cycle.
    """
    indices = sorted(range(len(boxes)), key=lambda i: (boxes[i].y0, -boxes[i].x1, *boxes[i][2:]))
    shrunk = _shrink(np.array([boxes[i] for i in indices], dtype=np.float64).reshape(-1, 4))
    before = precedence(shrunk)
    kept = without_cycles(before, _distances(shrunk))
    order = _topological(kept)
    survived = [bool(kept[a, b]) for a, b in zip(order, order[1:], strict=False)]
    return [indices[i] for i in order], survived


def precedence(shrunk: Boxes) -> Relation:
    """Which box precedes which, for every pair of boxes that were shrunk once.

    Exactly one of ``(a, b)`` and ``(b, a)`` holds for each pair.
    """
    count = len(shrunk)
    before = np.zeros((count, count), dtype=np.bool_)
    open_pairs = np.triu(np.ones((count, count), dtype=np.bool_), 1)
    centres = (shrunk[:, :2] + shrunk[:, 2:]) / 2
    same = open_pairs & np.isclose(centres[:, None], centres[None], rtol=1e-5).all(axis=2)
    area = (shrunk[:, 2] - shrunk[:, 0]) * (shrunk[:, 3] - shrunk[:, 1])
    before |= same & (area[:, None] >= area[None])
    open_pairs &= ~same

    current, by_cuts = shrunk, np.zeros_like(before)
    for left in range(ROUNDS, -1, -1):
        if not open_pairs.any():
            break
        first, second, diagonal = _compare(current)
        before |= open_pairs & first
        by_cuts |= open_pairs & diagonal
        open_pairs &= ~(first | second | diagonal)
        current = _shrink(current) if left > 1 else np.hstack([centres, centres])
    for a, b in zip(*np.nonzero(by_cuts), strict=True):
        before[a, b] = False
    _decide_by_cuts(shrunk, np.argwhere(by_cuts), before)
    upper = np.triu(np.ones_like(before), 1)
    return (before & upper) | (upper & ~before).T


def without_cycles(before: Relation, length: NDArray[np.float64]) -> Relation:
    """``before`` after the longest edge on a cycle was removed again and again.

    Every edge inside a strongly connected component lies on a cycle, so the longest edges of a
    component go one by one until it falls apart; the number is found by bisection.
    """
    from scipy.sparse.csgraph import connected_components

    kept = before.copy()
    pending = [np.arange(len(before))]
    while pending:
        members = pending.pop()
        if len(members) < 3:  # two boxes cannot form a cycle: one edge a pair
            continue
        inside = np.ix_(members, members)
        graph = kept[inside]
        count, labels = connected_components(graph, connection="strong")
        if count == 1:
            edges = np.argwhere(graph)
            edges = edges[np.argsort(-length[inside][graph], kind="stable")]
            graph = _until_apart(graph, edges)
            kept[inside] = graph
            count, labels = connected_components(graph, connection="strong")
        pending.extend(members[labels == label] for label in range(count))
    return kept


def _until_apart(graph: Relation, edges: NDArray[np.int64]) -> Relation:
    from scipy.sparse.csgraph import connected_components

    def after(removed: int) -> Relation:
        rest = graph.copy()
        rest[tuple(edges[:removed].T)] = False
        return rest

    low, high = 0, len(edges)  # connected after ``low`` removals, apart after ``high``
    while high - low > 1:
        middle = (low + high) // 2
        parts = connected_components(after(middle), connection="strong", return_labels=False)
        low, high = (middle, high) if parts == 1 else (low, middle)
    return after(high)


def _shrink(boxes: Boxes) -> Boxes:
    """Five per cent off the longer side, off the shorter side less in proportion to the aspect."""
    size = boxes[:, 2:] - boxes[:, :2]
    longer = size.max(axis=1, keepdims=True)
    share = np.divide(size, longer, out=np.zeros_like(size), where=longer > 0)
    margin = size * share * SHRINK / 2
    return np.hstack([boxes[:, :2] + margin, boxes[:, 2:] - margin])


def _compare(boxes: Boxes) -> tuple[Relation, Relation, Relation]:
    """For each pair: row first, column first, or to be decided by cuts."""
    above = boxes[:, None, 3] < boxes[None, :, 1]
    left = boxes[:, None, 2] < boxes[None, :, 0]
    below, right = above.T, left.T
    first = (above & ~left) | (right & ~below)
    second = (below & ~right) | (left & ~above)
    return first, second, (below & right) | (above & left)


def _decide_by_cuts(boxes: Boxes, pairs: NDArray[np.int64], before: Relation) -> None:
    """Decide the diagonal pairs: upper band first, else right band, else shrink and repeat."""
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    for left in range(ROUNDS, -1, -1):
        if not len(pairs):
            return
        a, b = boxes[pairs[:, 0]], boxes[pairs[:, 1]]
        low = np.minimum(a, b)[:, None, :2]
        high = np.maximum(a, b)[:, None, 2:]
        touching = ((boxes[None, :, :2] <= high) & (boxes[None, :, 2:] >= low)).all(axis=2)
        upper = _bands(boxes[:, 1], boxes[:, 3], touching, pairs)
        rightmost = _bands(-boxes[:, 2], -boxes[:, 0], touching, pairs)
        verdict = np.where(upper != 0, upper, rightmost)
        before[tuple(pairs.T)] = verdict < 0
        pairs = pairs[verdict == 0]
        boxes = _shrink(boxes) if left > 1 else np.hstack([centres, centres])


def _bands(
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    member: Relation,
    pairs: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Merge the intervals of each row's members; which band has ``a``, less which has ``b``."""
    order = np.argsort(low, kind="stable")
    reach = np.maximum.accumulate(np.where(member[:, order], high[order], -np.inf), axis=1)
    gap = member[:, order[1:]] & (low[order[1:]] > reach[:, :-1]) & np.isfinite(reach[:, :-1])
    band = np.zeros(member.shape, dtype=np.int64)
    band[:, order[1:]] = np.cumsum(gap, axis=1)
    row = np.arange(len(pairs))
    return np.sign(band[row, pairs[:, 0]] - band[row, pairs[:, 1]])


def _distances(boxes: Boxes) -> NDArray[np.float64]:
    gap = np.maximum(boxes[:, None, :2] - boxes[None, :, 2:], 0)
    gap = np.maximum(gap, gap.transpose(1, 0, 2))
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]))


def _topological(before: Relation) -> list[int]:
    """Topological order of an acyclic relation; among the free ones the lowest index first."""
    waiting = before.sum(axis=0)
    order: list[int] = []
    placed = np.zeros(len(before), dtype=np.bool_)
    for _ in range(len(before)):
        index = int(np.flatnonzero((waiting == 0) & ~placed)[0])
        placed[index] = True
        waiting = waiting - before[index]
        order.append(index)
    return order
