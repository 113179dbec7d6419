"""Pages of tiers: how many panels each has, how wide and how high they are.

A reader of the cut and shuffled panels of a page must not find their order by their shapes
(MS-13). So everything here is drawn alike for all places of the order: widths and heights come in
a few measures shared by a whole story, each row uses them in a random order, and a page turned
upside down is as likely as the page. The first and the last row are drawn by their share of the
panels; drawn evenly, a panel as wide as the page would too often be the first or the last.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from panelwise_press.layouts._tree import Division


@dataclass(frozen=True, slots=True)
class Measure:
    """The measures that all pages of one story share.

    Attributes:
        shares: of the widths, for a row of so many panels.
        tall: height of a tall tier beside a usual one.
        stacked: shares of the two panels of a stack.
    """

    shares: Mapping[int, tuple[float, ...]]
    tall: float
    stacked: tuple[float, float]


def draw_measure(rng: random.Random) -> Measure:
    """Measures for a story."""
    two, low = rng.uniform(0.36, 0.5), rng.uniform(0.42, 0.5)
    narrow = rng.uniform(0.7, 1.0)
    return Measure(
        {
            1: (1.0,),
            2: (two, 1 - two),
            3: (narrow, 1.0, 1.0 + rng.uniform(0, 0.35)),
            4: (narrow, 1.0, 1.0, 1.0 + rng.uniform(0, 0.2)),
        },
        rng.uniform(1.15, 1.45),
        (low, 1 - low),
    )


@dataclass(frozen=True, slots=True)
class Tiers:
    """How a tradition fills a page with tiers.

    Attributes:
        rows: weight of a row of so many panels.
        most: of tiers on a page.
        gap_x, gap_y: width of the gutters between panels of a row, and between rows.
        stacks: chance that three panels of a row stand as a high one beside two stacked ones.
    """

    rows: Mapping[int, float]
    most: int
    gap_x: int
    gap_y: int
    stacks: float = 0.0


def tiers_tree(
    tiers: Tiers, count: int, measure: Measure, rng: random.Random, most: int | None = None
) -> Division:
    """A random page of ``count`` panels, in at most ``most`` tiers."""
    rows = _balanced(_row_sizes(tiers, count, most or tiers.most, rng), rng)
    parts = tuple(
        (rng.choice((1.0, 1.0, measure.tall)), _row(tiers, n, measure, rng)) for n in rows
    )
    return Division("tiers", parts, tiers.gap_y)


def _row_sizes(tiers: Tiers, count: int, most: int, rng: random.Random) -> list[int]:
    sizes, weights = list(tiers.rows), list(tiers.rows.values())
    while True:
        rows: list[int] = []
        while sum(rows) < count:
            rows += rng.choices(sizes, weights)
        if sum(rows) == count and len(rows) <= most:
            return rows


def _balanced(rows: list[int], rng: random.Random) -> list[int]:
    """The rows in a random order whose ends are no likelier to be short than its middle."""
    ends = [
        rows.pop(rng.choices(range(len(rows)), rows)[0]) for _ in range(2 if len(rows) > 2 else 0)
    ]
    rng.shuffle(ends)
    rng.shuffle(rows)
    return [*ends[:1], *rows, *ends[1:]]


def _row(tiers: Tiers, count: int, measure: Measure, rng: random.Random) -> Division | None:
    if count == 1:
        return None
    if count == 3 and rng.random() < tiers.stacks:
        # The stack's own gutter is narrow: what is near is read together.
        low = rng.sample(measure.stacked, 2)
        stack = Division("tiers", tuple((share, None) for share in low), tiers.gap_x * 2 // 3)
        wide = rng.sample(measure.shares[2], 2)
        columns = rng.sample((None, stack), 2)
        return Division("columns", tuple(zip(wide, columns, strict=True)), tiers.gap_x)
    shares = rng.sample(measure.shares[count], count)
    return Division("columns", tuple((share, None) for share in shares), tiers.gap_x)
