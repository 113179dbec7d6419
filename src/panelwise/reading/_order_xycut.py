"""Kovanen and Aizawa's order: cut the page along its gutters, again and again.

Written for right-to-left pages. The first horizontal cut from the top wins, else the first
vertical cut from the right; a cut may slice every panel by at most a quarter, and a sliced panel
goes with its larger part. Panels that no cut separates are one *inseparable set*; inside it the
higher top edge comes first, then the right edge.

Source: REQUIREMENTS 6.3; Kovanen and Aizawa, "A layered method for determining manga text bubble
reading order" (2015).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.geometry import Box

MAX_SLICE = 0.25


def xycut_order(boxes: Sequence[Box]) -> tuple[list[int], list[str]]:
    """Right-to-left order of ``boxes``, and why each follows its predecessor.

    The reasons are ``"above"`` and ``"beside"`` for a cut and ``"tangle"`` inside a set that no
    cut separates.
    """
    order: list[int] = []
    reasons: list[str] = []
    stack: list[tuple[list[int], str]] = [(list(range(len(boxes))), "")]
    while stack:
        members, reason = stack.pop()
        parts, cut = _split(boxes, members)
        if parts:
            stack.append((parts[1], cut))
            stack.append((parts[0], reason))
            continue
        members = sorted(members, key=lambda i: (boxes[i].y0, -boxes[i].x1, *boxes[i][2:]))
        order.extend(members)
        reasons.extend([reason] + ["tangle"] * (len(members) - 1))
    return order, reasons[1:]


def _split(boxes: Sequence[Box], members: list[int]) -> tuple[tuple[list[int], list[int]] | None, str]:
    """The first valid cut of ``members`` into an earlier and a later part."""
    tops = [(boxes[i].y0, boxes[i].y1) for i in members]
    sides = [(-boxes[i].x1, -boxes[i].x0) for i in members]
    for spans, name in ((tops, "above"), (sides, "beside")):
        for pivot in sorted({edge for span in spans for edge in span}):
            earlier = _earlier_part(spans, pivot)
            if earlier and any(earlier) and not all(earlier):
                first = [i for i, is_first in zip(members, earlier, strict=True) if is_first]
                rest = [i for i, is_first in zip(members, earlier, strict=True) if not is_first]
                return (first, rest), name
    return None, ""


def _earlier_part(spans: Sequence[tuple[float, float]], pivot: float) -> list[bool] | None:
    """Which spans lie mostly before ``pivot``; ``None`` when one is cut too deep."""
    earlier = []
    for low, high in spans:
        share = min(max((pivot - low) / (high - low), 0.0), 1.0) if high > low else float(pivot > low)
        if min(share, 1 - share) > MAX_SLICE:
            return None
        earlier.append(share > 0.5)
    return earlier
