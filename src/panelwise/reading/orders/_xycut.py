"""Kovanen and Aizawa's order: cut the page along its gutters, again and again.

The first horizontal cut from the top wins, else the first vertical cut from the starting side. A
cut may slice every panel by at most a quarter, and a sliced panel goes with its larger part.
Panels that no cut separates are an *inseparable set*: the rule reports it as one, we read it by
top edge and then by starting edge, with little certainty.

Source: specification 6.3; Kovanen and Aizawa, "A layered method for determining manga text bubble
reading order" (2015), mirrored to left-to-right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from panelwise.reading.orders._step import Step, Why, canonical_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.geometry import Box

    Extent = tuple[float, float]

MAX_SLICE = 0.25
TANGLE_CERTAINTY = 0.5


@dataclass(frozen=True, slots=True)
class _Cut:
    earlier: list[int]
    later: list[int]
    step: Step


def xycut_order(boxes: Sequence[Box]) -> tuple[list[int], list[Step]]:
    """Order of ``boxes`` on a canonical page, and one step for each consecutive pair."""
    order: list[int] = []
    steps: list[Step] = []
    tangle = Step("tangle", TANGLE_CERTAINTY)
    stack = [(canonical_ranks(boxes), tangle)]
    while stack:
        members, step = stack.pop()
        cut = _first_cut(boxes, members)
        if cut:
            stack += [(cut.later, cut.step), (cut.earlier, step)]
        else:
            order += members
            steps += [step] + [tangle] * (len(members) - 1)
    return order, steps[1:]


def _first_cut(boxes: Sequence[Box], members: list[int]) -> _Cut | None:
    rows = [(boxes[i].y0, boxes[i].y1) for i in members]
    columns = [(boxes[i].x0, boxes[i].x1) for i in members]
    axes: tuple[tuple[list[Extent], Why], ...] = ((rows, "above"), (columns, "beside"))
    for spans, why in axes:
        for pivot in sorted({edge for span in spans for edge in span}):
            shares = _shares(spans, pivot)
            earlier = [i for i, share in zip(members, shares, strict=False) if share > 0.5]
            later = [i for i, share in zip(members, shares, strict=False) if share <= 0.5]
            if len(shares) == len(spans) and earlier and later:
                slices = max(min(share, 1 - share) for share in shares)
                return _Cut(earlier, later, Step(why, 1 - 2 * slices))
    return None


def _shares(spans: list[Extent], pivot: float) -> list[float]:
    """The part of each span before ``pivot``; cut short at a span that is sliced too deep."""
    shares = []
    for low, high in spans:
        share = (pivot - low) / (high - low) if high > low else float(pivot > low)
        share = min(max(share, 0.0), 1.0)
        if min(share, 1 - share) > MAX_SLICE:
            break
        shares.append(share)
    return shares
