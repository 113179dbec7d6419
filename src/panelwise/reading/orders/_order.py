"""The reading order of panels, by a named rule, with a confidence and reasons.

Source: specification 6.3 (CX-5).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from panelwise.comics import READING_DIRECTIONS, ReadingDirection
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.geometry import Box
from panelwise.reading.orders._default import default_order
from panelwise.reading.orders._magi import magi_order
from panelwise.reading.orders._step import Step, Why, canonical_ranks
from panelwise.reading.orders._xycut import xycut_order
from panelwise.registry import did_you_mean

LEVEL = 0.1  # of the smaller panel, that the top edges of a row in a scroll may differ by
COIN = 0.5  # certainty of a step that is left to chance
WIDE_PAGE = 1.2  # width / height from which a page may be a spread
ORDER_RULES: tuple[str, ...] = ("default", "magi", "xycut")


@dataclass(frozen=True, slots=True)
class Order:
    """An order of boxes and how far to trust it.

    Attributes:
        indices: input positions in reading order, always a permutation.
        confidence: in [0, 1], for the page as a whole; 1 when clean gutters decided everything.
        reasons: one sentence for each consecutive pair.
    """

    indices: tuple[int, ...]
    confidence: float
    reasons: tuple[str, ...]


def order_panels(
    boxes: Sequence[Box],
    direction: ReadingDirection,
    rule: str = "default",
    page_size: tuple[float, float] | None = None,
) -> Order:
    """The reading order of the panels of one page.

    Args:
        boxes: the panels, in any order; the order given never matters for distinct boxes.
        direction: ``ltr``, ``rtl`` or ``ttb``; a scroll (``ttb``) is read by top edge whatever
            the rule, a row of panels that begin level from the left.
        rule: ``default`` (ours), ``magi`` or ``xycut`` (Kovanen and Aizawa).
        page_size: width and height in pixels, where known; tells ``default`` of spreads.

    Raises:
        InputError: for a box with a number that is not finite, or turned inside out.
        SettingError: for an unknown direction.
        UnknownNameError: for an unknown rule.

    Source: specification 6.3.

    >>> page = [Box(0, 0, 40, 40), Box(50, 0, 90, 40), Box(0, 50, 90, 90)]
    >>> order_panels(page, "rtl").indices
    (1, 0, 2)
    >>> order_panels(page, "rtl").reasons[0]
    'panel 1 before panel 0: to the right of it'
    """
    if rule not in ORDER_RULES:
        hint = did_you_mean(rule, ORDER_RULES)
        raise UnknownNameError(f"unknown order rule '{rule}'; {hint}")
    _check(boxes, direction)
    if not boxes:
        return Order((), 1.0, ())
    if direction == "ttb":
        indices, steps = _scroll_order(boxes)
    elif rule == "default":
        fold = _fold(boxes, direction, page_size)
        indices, steps = default_order(_canonical(boxes, direction), fold)
    else:
        by_name = {"magi": magi_order, "xycut": xycut_order}
        indices, steps = by_name[rule](_canonical(boxes, direction))
    pairs = zip(indices, indices[1:], steps, strict=False)
    return Order(
        tuple(indices),
        math.prod(step.certainty for step in steps),
        tuple(_reason(a, b, step, direction) for a, b, step in pairs),
    )


def _check(boxes: Sequence[Box], direction: str) -> None:
    if direction not in READING_DIRECTIONS:
        hint = did_you_mean(direction, READING_DIRECTIONS)
        raise SettingError(f"unknown reading direction '{direction}'; {hint}")
    for index, box in enumerate(boxes):
        if not all(map(math.isfinite, box)) or box.width < 0 or box.height < 0:
            raise InputError(
                f"box {index} is {tuple(box)}; give x0 <= x1 and y0 <= y1, all finite numbers"
            )


def _canonical(boxes: Sequence[Box], direction: ReadingDirection) -> list[Box]:
    """The boxes with the origin at the hull's top starting corner, ``x`` in reading direction."""
    hull = Box.around(boxes)
    if direction == "rtl":
        return [Box(hull.x1 - b.x1, b.y0 - hull.y0, hull.x1 - b.x0, b.y1 - hull.y0) for b in boxes]
    return [Box(b.x0 - hull.x0, b.y0 - hull.y0, b.x1 - hull.x0, b.y1 - hull.y0) for b in boxes]


def _fold(
    boxes: Sequence[Box], direction: ReadingDirection, page_size: tuple[float, float] | None
) -> float | None:
    """Where a page wide enough for a spread would fold, on the canonical page."""
    hull = Box.around(boxes)
    width, height = page_size or (hull.width, hull.height)
    if width < WIDE_PAGE * height:
        return None
    middle = width / 2 if page_size else hull.center[0]
    return hull.x1 - middle if direction == "rtl" else middle - hull.x0


def _scroll_order(boxes: Sequence[Box]) -> tuple[list[int], list[Step]]:
    """Top edge first; of panels that begin level, the left one first.

    The surer the less two neighbours stand side by side. Nothing in a scroll says whether a row of
    panels is read from the left or from the right, so a row is as good as a toss of a coin.
    """
    order: list[int] = []
    row: list[int] = []
    for index in canonical_ranks(boxes):
        if row and not _begin_level(boxes[row[0]], boxes[index]):
            order += sorted(row, key=lambda i: (boxes[i].x0, *boxes[i]))
            row = []
        row.append(index)
    order += sorted(row, key=lambda i: (boxes[i].x0, *boxes[i]))
    steps = []
    for a, b in pairwise(order):
        one, other = boxes[a], boxes[b]
        smaller = min(one.height, other.height)
        shared = min(one.y1, other.y1) - max(one.y0, other.y0)
        overlap = min(max(shared / smaller, 0), 1) if smaller > 0 else 0.0
        beside = _begin_level(one, other) and one.x1 - other.x0 < one.width / 2
        why: Why = "beside" if beside else "above"
        steps.append(Step(why, max(1 - overlap, COIN)))
    return order, steps


def _begin_level(one: Box, other: Box) -> bool:
    """Whether two panels stand side by side with their top edges as good as level."""
    level = abs(one.y0 - other.y0) <= LEVEL * min(one.height, other.height)
    apart = min(one.x1, other.x1) - max(one.x0, other.x0) <= LEVEL * min(one.width, other.width)
    return level and apart


def _reason(a: int, b: int, step: Step, direction: ReadingDirection) -> str:
    why: dict[Why, str] = {
        "above": "above it",
        "beside": "to the right of it" if direction == "rtl" else "to the left of it",
        "inset": "the second lies inside the first",
        "tangle": "no gutter parts them, so the higher one goes first",
        "cycle": "the pairwise rules run in a circle here, broken at their longest step",
    }
    doubt = "" if step.certainty >= 0.9 else f" (certainty {step.certainty:.2f}: panels overlap)"
    return f"panel {a} before panel {b}: {why[step.why]}{doubt}"
