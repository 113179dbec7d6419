"""The reading order of texts: panel by panel, within a panel from the starting corner.

Source: specification 6.3 (CX-5), step 6.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from panelwise.geometry import Box
from panelwise.reading.orders import Order, order_panels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.comics import ReadingDirection


def assign_texts(texts: Sequence[Box], panels: Sequence[Box]) -> tuple[int | None, ...]:
    """For each text the panel that it overlaps most, else the nearest; ``None`` without panels.

    The first panel wins a tie.

    >>> assign_texts([Box(8, 2, 14, 4)], [Box(0, 0, 10, 10), Box(11, 0, 20, 10)])
    (1,)
    """
    if not panels:
        return (None,) * len(texts)
    return tuple(
        max(
            range(len(panels)),
            key=lambda i: (text.intersection(panels[i]), -text.distance(panels[i])),
        )
        for text in texts
    )


def order_texts(texts: Sequence[Box], panels: Sequence[Box], direction: ReadingDirection) -> Order:
    """The reading order of the texts of one page.

    Args:
        texts: text boxes in any order.
        panels: panel boxes **in reading order**. Without panels the texts are ordered as panels
            would be, which is right on about half as many pages.
        direction: decides the starting corner: top right for ``rtl``, else top left.

    Within a panel texts go by their distance from the starting corner of the hull of the panel's
    texts; ties go to the higher text, then by box.

    Source: specification 6.3, step 6.
    """
    if not panels:
        return order_panels(texts, direction)
    homes = assign_texts(texts, panels)
    indices: list[int] = []
    reasons: list[str] = []
    confidence = 1.0
    for panel in range(len(panels)):
        members = [i for i, home in enumerate(homes) if home == panel]
        if not members:
            continue
        distance = _distances([texts[i] for i in members], direction)
        ranked = sorted(zip(distance, (texts[i].y0 for i in members), members, strict=True))
        if indices:
            reasons.append(f"text {indices[-1]} before text {ranked[0][2]}: in an earlier panel")
        for (near, _, a), (far, _, b) in pairwise(ranked):
            confidence *= _certainty(far - near, texts[a], texts[b])
            reasons.append(f"text {a} before text {b}: nearer to the panel's starting corner")
        indices.extend(index for *_, index in ranked)
    return Order(tuple(indices), confidence, tuple(reasons))


def _distances(texts: Sequence[Box], direction: ReadingDirection) -> list[float]:
    """Distance of each text from the starting corner of their hull."""
    hull = Box.around(texts)
    x = hull.x1 if direction == "rtl" else hull.x0
    corner = Box(x, hull.y0, x, hull.y0)
    return [corner.distance(text) for text in texts]


def _certainty(margin: float, a: Box, b: Box) -> float:
    """1 when one text is farther by the size of a text, a half when both are equally far."""
    size = math.sqrt(min(a.area, b.area))
    return 1.0 if size <= 0 else 0.5 + 0.5 * min(margin / size, 1.0)
