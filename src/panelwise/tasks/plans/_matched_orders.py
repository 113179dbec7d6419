"""Wrong orders whose neighbouring panels look as much alike as those of the right order.

In a comic the next panel often looks like the last one, so a comparison of pictures prefers the
right order to most others. An order and its reversal have the same neighbours: the 24 orders of
four panels are twelve *lines*, each with two directions. Here the lines are put into pairs whose
neighbours differ by about the same amount, and an item offers orders of one pair. The pairs follow
from the panels alone: whichever order of an item were right, the item would offer the same ones.

Source: CV-10, CV-E3; MS-13.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from panelwise.comics import pixel_hash
from panelwise.rendering import crop_of
from panelwise.tasks._balanced_orders import Permutation
from panelwise.tasks.plans._strip import Strip, sha_of

_PANELS = 4
_LINES = tuple(p for p in itertools.permutations(range(_PANELS)) if p[0] < p[-1])
_TILES = 8  # sides of the small pictures that are compared
_GREYS = 64  # sides of the pictures whose detail is measured

_Sums = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PanelLooks:
    """How the panels of a window look.

    Attributes:
        names: a hash of the pixels of each panel; it numbers them independently of their order.
        differences: panels × panels, the sum of differences of their colours in 8 × 8 tiles.
        detail: of each panel, the sum of differences of neighbouring pixels.
    """

    names: tuple[str, ...]
    differences: _Sums
    detail: _Sums


MatchedOrders = Callable[[PanelLooks, random.Random], Sequence[Permutation]]


def looks_of(strip: Strip, frames: Sequence[int]) -> PanelLooks:
    """How some panels of a strip look."""
    pages = {sha_of(page): page.image.decode() for page in strip.pages if page.image}
    panels = [crop_of(pages, strip.cut(frame)).convert("RGB") for frame in frames]
    tiles = [_pixels(panel, _TILES) for panel in panels]
    greys = [_pixels(panel.convert("L"), _GREYS) for panel in panels]
    return PanelLooks(
        tuple(pixel_hash(panel) for panel in panels),
        np.array([[np.abs(one - other).sum() for other in tiles] for one in tiles]),
        np.array(
            [sum(np.abs(np.diff(grey, axis=axis)).sum() for axis in (0, 1)) for grey in greys]
        ),
    )


def with_reversals(looks: PanelLooks, draw: random.Random) -> Sequence[Permutation]:
    """The order of the story, its reversal, and another order and its reversal.

    The lines are also paired by how much more detail one end has than the other, because stories
    often end with more of it than they begin with.
    """
    del draw
    right = tuple(range(_PANELS))
    other = _partner(looks, [_unlikeness, _rise], lambda one, two: True)
    return [right, right[::-1], other, other[::-1]]


def one_of(wrong: Sequence[Permutation]) -> MatchedOrders:
    """The order of the story and one of the wrong ones, given as places in the right one."""

    def are_near(one: Permutation, other: Permutation) -> bool:
        turned = [tuple(one[place] for place in order) for order in wrong]
        return other in turned or other[::-1] in turned

    def orders(looks: PanelLooks, draw: random.Random) -> Sequence[Permutation]:
        other = _partner(looks, [_unlikeness], are_near)
        some = [order for order in (other, other[::-1]) if order in wrong]
        # Two exchanges lead to the two directions of a line: of the middle panels, of the ends.
        return [tuple(range(_PANELS)), draw.choice(sorted(some, key=list(wrong).index))]

    return orders


def _unlikeness(looks: PanelLooks, line: Permutation) -> float:
    """How much neighbours differ."""
    return float(sum(looks.differences[a, b] for a, b in itertools.pairwise(line)))


def _rise(looks: PanelLooks, line: Permutation) -> float:
    """How much more detail one end has than the other, as a logarithm."""
    first, last = (int(looks.detail[line[at]]) for at in (0, -1))
    return abs(math.log((last + 1) / (first + 1)))


def _partner(
    looks: PanelLooks,
    features: Sequence[Callable[[PanelLooks, Permutation], float]],
    may_pair: Callable[[Permutation, Permutation], bool],
) -> Permutation:
    """The line that is paired with that of the story, as places in the order of the story."""
    by_name = sorted(range(len(looks.names)), key=looks.names.__getitem__)
    lines = [tuple(by_name[k] for k in line) for line in _LINES]
    values = np.array([[feature(looks, line) for feature in features] for line in lines])
    values /= np.maximum(values.std(axis=0), 1e-9)
    costs = {
        (one, other): round(float(((values[one] - values[other]) ** 2).sum()), 9)
        for one, other in itertools.combinations(range(len(lines)), 2)
        if may_pair(lines[one], lines[other])
    }
    story = tuple(range(_PANELS))
    at = next(k for k, line in enumerate(lines) if story in (line, line[::-1]))
    pair = next(pair for pair in _cheapest_pairs(costs, len(lines)) if at in pair)
    return lines[pair[0] if pair[1] == at else pair[1]]


def _cheapest_pairs(costs: Mapping[tuple[int, int], float], count: int) -> list[tuple[int, int]]:
    """The division of ``range(count)`` into pairs that costs least, of the pairs with a cost."""

    @cache
    def divided(left: frozenset[int]) -> tuple[float, tuple[tuple[int, int], ...]]:
        if not left:
            return 0.0, ()
        one = min(left)
        found = []
        for other in left - {one}:
            if (one, other) in costs:
                cost, pairs = divided(left - {one, other})
                found.append((costs[one, other] + cost, ((one, other), *pairs)))
        return min(found, default=(math.inf, ()))

    return list(divided(frozenset(range(count)))[1])


def _pixels(picture: Image.Image, side: int) -> _Sums:
    return np.asarray(picture.resize((side, side), Image.Resampling.BOX), np.int64)
