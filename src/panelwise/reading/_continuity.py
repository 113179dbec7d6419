"""A vision-only guess at the order of shuffled panels: the smoothest chain.

A baseline that looks and does not understand. Panels that follow each other often share a tier,
hence a height, and sometimes a setting, hence tones, textures and composition; a page tends to open
with a wide panel. So: five dissimilarities between panels, each in units of its mean, and a mild
preference for wide panels first; the order with the least total cost wins.

Evidence (``bench/reading_order.py``; 3 to 6 true panels a page): more neighbours kept and more
whole pages right than by chance, far below what reading would give. Most of it comes from sizes.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from panelwise.reading._look import measure_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

EXACT = 10  # up to so many panels the best chain is found exactly
WIDE_FIRST = 0.1  # enough to choose the chain's direction; up to 0.7 changes little


def continuity_order(images: Sequence[NDArray[np.uint8]]) -> tuple[int, ...]:
    """Input positions in the guessed reading order; deterministic, ties by position.

    Args:
        images: panels, each ``(height, width, 3)`` RGB.

    Exact up to ten panels by dynamic programming, greedy with 2-opt beyond.

    >>> panels = [np.zeros((height, 50, 3), np.uint8) for height in (40, 90, 60)]
    >>> continuity_order(panels)
    (0, 2, 1)
    """
    if len(images) < 2:
        return tuple(range(len(images)))
    step, early = _dissimilarity(images), _earliness(images)
    if len(images) <= EXACT:
        return _best_chain(step, early)
    return _good_chain(step, early)


def _dissimilarity(images: Sequence[NDArray[np.uint8]]) -> Floats:
    """``(n, n)``: the mean of five dissimilarities, each divided by its own mean."""
    features = [_features(image) for image in images]
    total = np.zeros((len(images),) * 2)
    for rows in zip(*features, strict=True):
        values = np.stack(rows)
        apart = np.abs(values[:, None] - values[None]).sum(axis=2)
        mean = apart.sum() / (len(images) * (len(images) - 1))
        total += apart / mean if mean > 0 else apart
    return total / len(features[0])


def _features(image: NDArray[np.uint8]) -> tuple[Floats, ...]:
    """Tones and colours, composition, edge directions, height, width."""
    look = measure_look(image)
    palette = np.sqrt(np.concatenate([look.tones, look.colours]))
    edges = look.edges.sum(axis=(0, 1))
    directions = np.sqrt(edges / max(float(edges.sum()), 1e-9))
    height, width = (np.array([math.log(side)]) for side in image.shape[:2])
    return palette, look.layout, directions, height, width


def _earliness(images: Sequence[NDArray[np.uint8]]) -> Floats:
    """``(n, n)``: the cost of panel (row) at position (column); wide panels cost less early."""
    shape = np.array([math.log(image.shape[1] / image.shape[0]) for image in images])
    spread = float(shape.std())
    wide = (shape - shape.mean()) / spread if spread > 1e-9 else np.zeros_like(shape)
    return WIDE_FIRST * np.outer(wide, np.linspace(-1, 1, len(images)))


def _best_chain(step: Floats, early: Floats) -> tuple[int, ...]:
    """The cheapest order, by dynamic programming over the sets of panels already placed."""
    count = len(step)
    steps, costs = step.tolist(), early.tolist()

    @cache
    def rest(last: int, placed: int) -> tuple[float, tuple[int, ...]]:
        position = placed.bit_count()
        if position == count:
            return 0.0, ()
        best: tuple[float, tuple[int, ...]] = (math.inf, ())
        for index in range(count):
            if placed >> index & 1:
                continue
            tail, order = rest(index, placed | 1 << index)
            move = steps[last][index] if position else 0.0
            cost = move + costs[index][position] + tail
            if cost < best[0] - 1e-9:
                best = (cost, (index, *order))
        return best

    return rest(0, 0)[1]


def _good_chain(step: Floats, early: Floats) -> tuple[int, ...]:
    """A cheap order: greedy from every start, the best of them improved by reversing stretches."""
    count = len(step)
    positions = np.arange(count)

    def cost(order: Sequence[int]) -> float:
        at = np.array(order)
        return float(step[at[:-1], at[1:]].sum() + early[at, positions].sum())

    def greedy(start: int) -> list[int]:
        order, left = [start], [i for i in range(count) if i != start]
        while left:
            after, last = len(order), order[-1]
            order.append(min(left, key=lambda i: step[last, i] + early[i, after]))
            left.remove(order[-1])
        return order

    best = min((greedy(start) for start in range(count)), key=cost)
    improved = True
    while improved:
        improved = False
        for low in range(count - 1):
            for high in range(low + 2, count + 1):
                trial = best[:low] + best[low:high][::-1] + best[high:]
                if cost(trial) < cost(best) - 1e-9:
                    best, improved = trial, True
    return tuple(best)
