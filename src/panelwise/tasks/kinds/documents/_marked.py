"""Boxes with marks or numbers that are drawn on the one page that an item shows."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.geometry import Box
from panelwise.tasks._item import Item
from panelwise.tasks.overlay import Coordinates


def marked_boxes(item: Item) -> dict[str, Box]:
    """Mark → box; empty where an item shows several pictures, or one without marks."""
    recipes = [entry.recipe for entry in item.rendering.images]
    if len(recipes) != 1 or "labels" not in recipes[0]:
        return {}
    boxes = (Box(*box) for box in recipes[0]["boxes"])
    return dict(zip(recipes[0]["labels"], boxes, strict=True))


def marked_texts(item: Item) -> Sequence[Coordinates] | None:
    """The boxes of the texts that an ordering numbers on its page; ``None`` if it orders others."""
    recipe = item.rendering.images[0].recipe if len(item.rendering.images) == 1 else {}
    boxes = recipe.get("boxes")
    ordered = isinstance(item.gold, tuple) and "texts" in item.meta
    return boxes if ordered and isinstance(boxes, list) and len(boxes) == item.n else None
