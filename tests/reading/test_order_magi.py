"""Magi's rule: golden pairs, and a slow reference written from the rule's words."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from panelwise.geometry import Box
from panelwise.reading import order_panels


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Box(0, 0, 40, 40), Box(0, 50, 40, 90)),
        (Box(50, 0, 90, 40), Box(0, 0, 40, 40)),
        (Box(50, 20, 90, 60), Box(0, 0, 40, 40)),
        (Box(50, 0, 90, 40), Box(0, 50, 40, 90)),
        (Box(0, 0, 40, 40), Box(50, 50, 90, 90)),
        (Box(20, 20, 80, 80), Box(40, 40, 60, 60)),
        (Box(30, 0, 90, 40), Box(0, 10, 40, 50)),
    ],
    ids=[
        "above",
        "right",
        "right though lower",
        "above and right",
        "above wins when a cut parts them",
        "one centre: the larger",
        "overlap: shrink until one is clearly to the right",
    ],
)
def test_golden_pairs_right_to_left(first, second):
    assert order_panels([second, first], "rtl", "magi").indices == (1, 0)


def test_a_neighbour_can_take_away_the_cut_between_two_diagonal_panels():
    upper_left, lower_right = Box(0, 0, 40, 40), Box(50, 50, 90, 90)
    tall = Box(45, 5, 48, 85)  # bridges both tiers, so only a vertical cut is left
    order = order_panels([upper_left, lower_right, tall], "rtl", "magi").indices
    assert order.index(1) < order.index(0)


def test_a_circle_is_broken_at_its_longest_step():
    a, b, c = Box(90, 60, 140, 100), Box(40, 30, 100, 60), Box(80, 20, 90, 70)
    # a is right of c, c is right of b once they shrink, b is above a. After the first shrinking
    # the gaps are 1.3 from a to c, 0 from c to b, 1.2 from b to a: the step from a to c goes.
    assert order_panels([a, c], "rtl", "magi").indices == (0, 1)
    assert order_panels([c, b], "rtl", "magi").indices == (0, 1)
    assert order_panels([b, a], "rtl", "magi").indices == (0, 1)
    found = order_panels([a, b, c], "rtl", "magi")
    assert found.indices == (2, 1, 0)
    check_against_reference([a, b, c])


coordinate = st.floats(0, 100, allow_nan=False, width=16)
side = st.floats(1, 60, allow_nan=False, width=16)
random_page = st.lists(st.builds(Box.from_xywh, coordinate, coordinate, side, side), max_size=7)


@given(page=random_page)
@example(page=[Box(0, 0, 1, 58), Box(0, 1, 2, 58)])  # parts only after 140 rounds
@settings(max_examples=150, deadline=None)
def test_the_matrix_form_agrees_with_the_rule_as_written(page):
    check_against_reference(page)


@pytest.mark.parametrize("seed", range(60))
def test_squares_that_touch_once_they_shrink_are_decided_as_the_rule_says(seed):
    """Sides of 20, 40 and 80 lose 0.5, 1 and 2 on each side, so that ties are exact."""
    rng = random.Random(seed)
    grid = [k / 2 for k in range(0, 240, rng.choice((1, 2, 19, 38)))]
    check_against_reference(
        [
            Box.from_xywh(rng.choice(grid), rng.choice(grid), *rng.choices((20, 40, 40, 80), k=2))
            for _ in range(rng.randrange(2, 7))
        ]
    )


def check_against_reference(page: list[Box]) -> None:
    found = order_panels(page, "rtl", "magi")
    indices, steps = reference_order(page)
    assert found.indices == indices
    assert found.confidence == pytest.approx(math.prod(certainty for _, certainty in steps))
    words = {"above": "above it", "beside": "to the right", "cycle": "the pairwise rules run in a"}
    for reason, (why, certainty) in zip(found.reasons, steps, strict=True):
        assert f": {words[why]}" in reason
        assert certainty >= 0.9 or f"certainty {certainty:.2f}" in reason


# --- the reference: one pair at a time, right to left, as specification 6.3 says it ---------------


def reference_order(page: list[Box]) -> tuple[tuple[int, ...], list[tuple[str, float]]]:
    """The order, and for each consecutive pair why and how surely."""
    if not page:
        return (), []
    hull = Box.around(page)
    ranks = sorted(
        range(len(page)),
        key=lambda i: (
            page[i].y0 - hull.y0,
            hull.x1 - page[i].x1,
            page[i].y0,
            -page[i].x0,
            page[i].y1,
        ),
    )
    boxes = [shrink(page[i]) for i in ranks]
    edges = {}  # pair → rounds of shrinking until it was decided
    for a, b in itertools.combinations(range(len(boxes)), 2):
        first, rounds = precedes(a, b, boxes)
        edges[(a, b) if first else (b, a)] = rounds
    while looping := [edge for edge in sorted(edges) if reaches(edge[1], edge[0], set(edges))]:
        del edges[max(looping, key=lambda e: boxes[e[0]].distance(boxes[e[1]]))]
    order: list[int] = []
    while len(order) < len(boxes):
        blocked = {b for a, b in edges if a not in order}
        order.append(min(i for i in range(len(boxes)) if i not in blocked and i not in order))
    steps = [
        (reason(page[ranks[a]], page[ranks[b]]), 0.95 ** edges[a, b])
        if (a, b) in edges
        else ("cycle", 0.5)
        for a, b in itertools.pairwise(order)
    ]
    return tuple(ranks[i] for i in order), steps


def reason(one: Box, other: Box) -> str:
    """``above`` unless the two share more height than width."""
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    return "above" if height <= width else "beside"


def precedes(a: int, b: int, boxes: list[Box]) -> tuple[bool, int]:
    first, second = boxes[a], boxes[b]
    if all(
        math.isclose(p, q, rel_tol=1e-5, abs_tol=1e-8)
        for p, q in zip(first.center, second.center, strict=True)
    ):
        return first.area >= second.area, 0
    for rounds in itertools.count():
        above, below = first.y1 < second.y0, second.y1 < first.y0
        left, right = first.x1 < second.x0, second.x1 < first.x0
        if (above and not left) or (right and not below):
            return True, rounds
        if (below and not right) or (left and not above):
            return False, rounds
        if above or below:
            before, more = precedes_by_cuts(a, b, boxes)
            return before, rounds + more
        first, second = shrink(first), shrink(second)
    raise AssertionError("a pair is decided at last")


def precedes_by_cuts(a: int, b: int, boxes: list[Box]) -> tuple[bool, int]:
    for rounds in itertools.count():
        union = Box.around([boxes[a], boxes[b]])
        near = [i for i, box in enumerate(boxes) if box.distance(union) == 0]
        rows = bands({i: (boxes[i].y0, boxes[i].y1) for i in near})
        if rows[a] != rows[b]:
            return rows[a] < rows[b], rounds
        columns = bands({i: (-boxes[i].x1, -boxes[i].x0) for i in near})
        if columns[a] != columns[b]:
            return columns[a] < columns[b], rounds
        boxes = [shrink(box) for box in boxes]
    raise AssertionError("a pair is decided at last")


def bands(spans: dict[int, tuple[float, float]]) -> dict[int, int]:
    band, reach, found = -1, -math.inf, {}
    for low, high, index in sorted((low, high, i) for i, (low, high) in spans.items()):
        band += low > reach
        reach = max(reach, high)
        found[index] = band
    return found


def shrink(box: Box) -> Box:
    longer = max(box.width, box.height)
    dx, dy = (size * 0.05 * size / longer / 2 for size in (box.width, box.height))
    return Box(box.x0 + dx, box.y0 + dy, box.x1 - dx, box.y1 - dy)


def reaches(start: int, goal: int, edges: set[tuple[int, int]]) -> bool:
    seen, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        if here == goal:
            return True
        new = {b for a, b in edges if a == here} - seen
        seen |= new
        frontier.extend(new)
    return False
