"""Boxes that can be claimed of any page without a look at it: the page's own, and a mean one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from panelwise.geometry import Box
from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds.documents._boxes import framed_boxes
from panelwise.tasks.kinds.documents._kind import document

ConstantBox = Callable[[Item], list[float] | None]
"""Where a box is claimed on the page of an item, in the profile's coordinates."""
BoxesOf = Callable[[Document], Sequence[Sequence[float]]]
WHY_NO_RANDOM_BOX = (
    "No random chance: boxes have no finite set of answers to draw from. The best constant answer"
    " (nothing, one box over the page, the mean box) shows what guessing scores."
)


def places(items: Sequence[Item], boxes_of: BoxesOf, profile: Profile) -> dict[str, ConstantBox]:
    """Name → place of the boxes to try; the mean is of all true boxes, in shares of their pages."""

    def whole(item: Item) -> list[float]:
        return _framed((0, 0, 1, 1), item, profile)

    shares = [
        (box[0] / width, box[1] / height, box[2] / width, box[3] / height)
        for gold in map(_gold, items)
        for width, height in [gold["size"]]
        for box in boxes_of(gold)
    ]
    if not shares:
        return {"one box over the page": whole}
    mean = [math.fsum(column) / len(shares) for column in zip(*shares, strict=True)]
    return {
        "one box over the page": whole,
        "the mean box": lambda item: _framed(mean, item, profile),
    }


def _framed(shares: Sequence[float], item: Item, profile: Profile) -> list[float]:
    """A box in shares of the page, in the numbers that the profile takes boxes in."""
    width, height = _gold(item)["size"]
    x0, y0, x1, y1 = shares
    box = Box(x0 * width, y0 * height, x1 * width, y1 * height)
    return framed_boxes([box], (width, height), profile)[0]


def _gold(item: Item) -> Document:
    return document(item.gold)
