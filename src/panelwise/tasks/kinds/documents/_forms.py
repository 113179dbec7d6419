"""What the forms of several kinds share: given marks, and boxes between pictures and answers.

A person sees the picture that is sent and draws in its pixels; an answer holds the numbers that the
profile reads. Marks are those that are drawn on the pictures, so that a form shows no gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from panelwise.geometry import Box
from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.forms import FormValues, GivenShape
from panelwise.tasks.kinds.documents._boxes import framed_boxes, placed_boxes
from panelwise.tasks.kinds.documents._kind import document
from panelwise.tasks.kinds.documents._legends import picture_size

MARK_CLASSES = {"T": "text", "C": "character"}


def given_marks(item: Item) -> tuple[GivenShape, ...]:
    """The marks on an item's pictures, with their places; none where nothing is marked."""
    return tuple(
        GivenShape(mark, MARK_CLASSES.get(mark[:1], ""), (x0, y0, x1, y1), image=at)
        for at, picture in enumerate(item.rendering.images)
        for mark, (x0, y0, x1, y1) in zip(
            picture.recipe.get("labels", ()), picture.recipe.get("boxes", ()), strict=False
        )
    )


def drawn_boxes(
    item: Item, shapes: Sequence[Mapping[str, object]], profile: Profile
) -> list[list[float]]:
    """The boxes of drawn shapes, in the numbers in which the profile reads an answer's."""
    size, (across, down) = _page(item)
    boxes: list[Box] = []
    for shape in shapes:
        corners = shape["box"]
        assert isinstance(corners, list)
        x0, y0, x1, y1 = corners
        boxes.append(Box(x0 * across, y0 * down, x1 * across, y1 * down))
    return framed_boxes(boxes, size, profile)


def shapes_of(
    item: Item, said: Document, entries: Sequence[Document], profile: Profile
) -> list[tuple[Document, FormValues]]:
    """Entries of an answer or gold, each with its ``box`` in pixels of the picture.

    Gold has a ``size``: its boxes are in pixels of the page under any profile. Entries whose box
    cannot be drawn (without area, or outside the picture) are left out.
    """
    size, (across, down) = _page(item)
    if "size" in said:
        boxes = [Box(*one["box"]) for one in entries]
    else:
        boxes = placed_boxes(entries, size, profile)
    width, height = picture_size(item)
    found: list[tuple[Document, FormValues]] = []
    for entry, box in zip(entries, boxes, strict=True):
        xs = [round(min(max(x / across, -width), 2 * width), 2) for x in (box.x0, box.x1)]
        ys = [round(min(max(y / down, -height), 2 * height), 2) for y in (box.y0, box.y1)]
        seen = xs[0] < min(xs[1], width) and ys[0] < min(ys[1], height)
        if seen and xs[1] > 0 and ys[1] > 0:
            found.append((entry, {"box": [xs[0], ys[0], xs[1], ys[1]]}))
    return found


def numbered(shapes: Iterable[FormValues], letter: str = "S") -> list[FormValues]:
    """Shapes with the ids S1, S2, …"""
    return [{"id": f"{letter}{k}", **shape} for k, shape in enumerate(shapes, 1)]


def _page(item: Item) -> tuple[Sequence[int], tuple[float, float]]:
    """The size in which boxes are scored, and how far a pixel of the picture reaches there."""
    width, height = picture_size(item)
    size = [width, height] if item.withheld else document(item.gold)["size"]
    return size, (size[0] / width, size[1] / height)
