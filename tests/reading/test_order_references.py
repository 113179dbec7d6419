"""Every rule of panel order against a slow reference: one pair of panels at a time.

The pages are drawn by seed on coarse grids, so that panels touch, nest, coincide and stand exactly
at a bound far more often than on real pages. Order, reason and certainty of each step must agree.
"""

from __future__ import annotations

import itertools
import random

import pytest

from panelwise.geometry import Box
from panelwise.reading.orders._default import default_order
from panelwise.reading.orders._magi import magi_order
from panelwise.reading.orders._step import Step
from panelwise.reading.orders._xycut import xycut_order


def loose_page(seed: int, step: int = 10) -> list[Box]:
    """Up to eight panels anywhere on a coarse grid; some of them without width or height."""
    rng = random.Random(seed)
    sides = (0, step, 2 * step, 2 * step, 4 * step, 5 * step, 10 * step)
    return [
        Box.from_xywh(
            rng.randrange(0, 12) * step, rng.randrange(0, 12) * step, *rng.choices(sides, k=2)
        )
        for _ in range(rng.randrange(1, 9))
    ]


def tiled_page(seed: int) -> list[Box]:
    """Tiers of panels, moved by a little and with gutters that are wide, narrow or negative."""
    rng = random.Random(seed)
    across, down = rng.choice((0, 4, 10, 30, 60)), rng.choice((-10, 0, 4, 10, 20))
    page = []
    for row, column in itertools.product(range(rng.randrange(1, 4)), range(rng.randrange(1, 4))):
        x, y = column * (100 + across), row * (100 + down)
        dx, dy = rng.choice((0, 0, 0, -4, 5, 10)), rng.choice((0, 0, 0, -4, 5, 25))
        page.append(Box(x + dx, y + dy, x + 100, y + 100 + dy))
        if rng.random() < 0.2:
            page.append(Box(x + 25 + dx, y + dy + rng.choice((-1, 0, 25)), x + 50 + dx, y + 50))
    return rng.sample(page, len(page))


PAGES = [loose_page(seed) for seed in range(120)] + [tiled_page(seed) for seed in range(120)]


def agree(found: tuple[list[int], list[Step]], wanted: tuple[list[int], list[Step]]) -> None:
    assert found[0] == wanted[0]
    assert [step.why for step in found[1]] == [step.why for step in wanted[1]]
    assert [s.certainty for s in found[1]] == pytest.approx([s.certainty for s in wanted[1]])


def by_top(boxes: list[Box], members: list[int]) -> list[int]:
    return sorted(members, key=lambda i: (boxes[i].y0, boxes[i].x0, boxes[i].x1, boxes[i].y1))


# --- the default rule, as the head of its module says it ------------------------------------------


@pytest.mark.parametrize("fold", [None, 104.0, 165.0])
def test_the_default_rule_is_the_cheapest_split_of_every_group(fold):
    for page in PAGES:
        agree(default_order(page, fold), DefaultReference(page, fold).order())


class DefaultReference:
    def __init__(self, boxes: list[Box], fold: float | None) -> None:
        self.boxes, self.fold = boxes, fold
        self.page_width = max(box.x1 for box in boxes)
        self.ranks = by_top(boxes, list(range(len(boxes))))
        self.hosts = {i: self.host(i) for i in self.ranks}

    def order(self) -> tuple[list[int], list[Step]]:
        found = self.read(None, Step("inset", 0.9))
        return [i for i, _ in found], [step for _, step in found[1:]]

    def read(self, host: int | None, first: Step) -> list[tuple[int, Step]]:
        found = []
        for i, step in self.split([i for i in self.ranks if self.hosts[i] == host], first):
            found += [(i, step), *self.read(i, Step("inset", 0.9))]
        return found

    def host(self, i: int) -> int | None:
        """The smallest panel that holds this one but for a twenty-fifth of its own sides."""
        box = self.boxes[i]
        dx, dy = 0.04 * box.width, 0.04 * box.height
        holding = [
            j
            for j in self.ranks
            if self.boxes[j].x0 <= box.x0 + dx
            and self.boxes[j].y0 <= box.y0 + dy
            and self.boxes[j].x1 >= box.x1 - dx
            and self.boxes[j].y1 >= box.y1 - dy
            and (self.boxes[j].area, self.ranks.index(i)) > (box.area, self.ranks.index(j))
        ]
        return min(holding, key=lambda j: (self.boxes[j].area, self.ranks.index(j)), default=None)

    def split(self, group: list[int], first: Step) -> list[tuple[int, Step]]:
        if len(group) < 2:
            return [(i, first) for i in group]
        rows, columns = self.cheapest(group, 1), self.cheapest(group, 0)
        is_column = rows[0] > max(columns[0], 0) + 0.1
        if columns[0] < 0 and not is_column:
            is_column = self.is_wide(columns, rows)
        cost, earlier, later = columns if is_column else rows
        step = Step("beside" if is_column else "above", min(1, max(0, 1 - cost)))
        return self.split(earlier, first) + self.split(later, step)

    def span(self, i: int, axis: int) -> tuple[float, float]:
        return self.boxes[i][axis], self.boxes[i][axis + 2]

    def cheapest(self, group: list[int], axis: int) -> tuple[float, list[int], list[int]]:
        group = sorted(group, key=lambda i: sum(self.span(i, axis)))
        halves = [(group[:k], group[k:]) for k in range(1, len(group))]
        costs = [
            max(self.overlap(self.span(i, axis), self.span(j, axis)) for i in a for j in b)
            for a, b in halves
        ]
        best = costs.index(min(costs))
        return costs[best], *halves[best]

    @staticmethod
    def overlap(one: tuple[float, float], other: tuple[float, float]) -> float:
        shared = min(one[1], other[1]) - max(one[0], other[0])
        smaller = min(one[1] - one[0], other[1] - other[0])
        return shared / smaller if smaller else (shared > 0) - (shared < 0)

    def is_wide(self, columns, rows) -> bool:
        left = max(self.boxes[i].x1 for i in columns[1])
        right = min(self.boxes[i].x0 for i in columns[2])
        top = max(self.boxes[i].y1 for i in rows[1])
        bottom = min(self.boxes[i].y0 for i in rows[2])
        near = self.fold is not None and abs((left + right) / 2 - self.fold) <= (
            0.05 * self.page_width
        )
        needed = max(bottom - top, 0) * (1.5 if near else 3)
        return right - left > max(needed, self.page_width / 40)


@pytest.mark.parametrize(
    ("gutter", "fold", "by_columns"),
    [
        (30, None, False),
        (31, None, True),
        (15, 107.5, False),
        (16, 108, True),
        (20, 110 + 11, True),  # a twentieth of the 220 of the page from the fold
        (20, 110 + 11.1, False),
        (20, 110 - 11, True),
        (20, 110 - 11.1, False),
    ],
)
def test_gutters_at_the_bounds_of_what_parts_two_columns(gutter, fold, by_columns):
    squares = [
        Box.from_xywh(x, y, 100, 100) for y, x in itertools.product((0, 110), (0, 100 + gutter))
    ]
    assert default_order(squares, fold)[0] == ([0, 2, 1, 3] if by_columns else [0, 1, 2, 3])


@pytest.mark.parametrize(("gutter", "by_columns"), [(6, False), (7, True)])
def test_a_gutter_of_a_fortieth_of_the_page_is_no_column_yet(gutter, by_columns):
    page = [
        Box(0, y, 120 - gutter / 2, y + 100) if left else Box(120 + gutter / 2, y, 240, y + 100)
        for y, left in itertools.product((0, 101), (True, False))
    ]
    assert default_order(page)[0] == ([0, 2, 1, 3] if by_columns else [0, 1, 2, 3])


# --- Kovanen and Aizawa's cuts --------------------------------------------------------------------


def test_the_cuts_are_the_first_that_slice_no_panel_by_more_than_a_quarter():
    for page in [*PAGES, *(loose_page(seed, 12) for seed in range(500, 560))]:
        wanted = cut_reference(page, by_top(page, list(range(len(page)))), Step("tangle", 0.5))
        agree(xycut_order(page), ([i for i, _ in wanted], [step for _, step in wanted[1:]]))


def cut_reference(boxes: list[Box], members: list[int], first: Step) -> list[tuple[int, Step]]:
    for axis, why in ((1, "above"), (0, "beside")):
        for at in sorted({boxes[i][side] for i in members for side in (axis, axis + 2)}):
            before = {i: part_before(boxes[i][axis], boxes[i][axis + 2], at) for i in members}
            slices = [min(part, 1 - part) for part in before.values()]
            earlier = [i for i in members if before[i] > 0.5]
            if max(slices, default=1) <= 0.25 and 0 < len(earlier) < len(members):
                later = [i for i in members if i not in earlier]
                step = Step(why, 1 - 2 * max(slices))
                return cut_reference(boxes, earlier, first) + cut_reference(boxes, later, step)
    return [(i, Step("tangle", 0.5) if place else first) for place, i in enumerate(members)]


def part_before(low: float, high: float, at: float) -> float:
    if at >= high:
        return float(at > low)  # a panel without extent at the cut comes after it
    return 0.0 if at <= low else (at - low) / (high - low)


# --- Magi's pairs; their reference is in test_order_magi.py ---------------------------------------


def side_by_side(count: int) -> list[Box]:
    """A pair that overlaps by a fifth, and ``count`` - 2 small panels in a row far below."""
    pair = [Box(0, 0, 50, 50), Box(40, 0, 90, 50)]
    return pair + [Box(5 * k, 200, 5 * k + 4, 204) for k in range(count - 2)]


@pytest.mark.parametrize(("count", "rounds"), [(64, 17), (65, 4)])
def test_a_crowd_of_more_than_64_panels_is_decided_by_centres_after_four_rounds(count, rounds):
    # 30 of 50 overlap: 50 × .95^k < 20 after the 18th shrinking, of which the first is made
    # before any pair is looked at.
    order, steps = magi_order(above_a_crowd([Box(0, 0, 50, 50), Box(20, 0, 70, 50)], count))
    assert order == list(range(count))
    assert steps[0].certainty == pytest.approx(0.95**rounds)


def above_a_crowd(panels: list[Box], count: int) -> list[Box]:
    """The panels, and small ones in a row far below them: ``count`` in all."""
    row = [Box(5 * k, 200, 5 * k + 4, 204) for k in range(count - len(panels))]
    return [*panels, *row]


@pytest.mark.parametrize(("count", "rounds"), [(64, 36), (65, 8)])
def test_in_a_crowd_cuts_too_are_decided_by_centres_after_four_rounds(count, rounds):
    # The small panels are diagonal to the middle of the large one once that has shrunk enough
    # (half of the rounds), and the cut between them is bridged for as many rounds again.
    panels = [Box(50, 0, 90, 40), Box(0, 0, 90, 90), Box(0, 50, 40, 90)]
    order, steps = magi_order(above_a_crowd(panels, count))
    assert order == list(range(count))
    assert [step.why for step in steps[:2]] == ["above", "above"]
    assert [step.certainty for step in steps[:2]] == pytest.approx([0.95**rounds] * 2)


def test_a_step_against_a_broken_circle_is_half_sure():
    # The cross lies between the upper right and the lower left panel, in both directions.
    cross = [Box(45, 5, 48, 85), Box(5, 43, 85, 46)]
    order, steps = magi_order([Box(50, 0, 90, 40), *cross, Box(0, 50, 40, 90)])
    assert order == [2, 1, 0, 3]
    assert steps == [
        Step("above", pytest.approx(0.95**73)), Step("beside", 1), Step("cycle", 0.5)
    ]  # fmt: skip


def test_of_equally_large_panels_around_one_centre_the_higher_goes_first():
    page = [Box(0, 30, 80, 50), Box(30, 0, 50, 80)]
    assert magi_order(page)[0] == [1, 0]
    assert magi_order(page[::-1])[0] == [0, 1]
