"""Boxes with marks that are drawn on the one page that an item shows."""

from __future__ import annotations

from panelwise.geometry import Box
from panelwise.tasks._item import Item


def marked_boxes(item: Item) -> dict[str, Box]:
    """Mark → box; empty where an item shows several pictures, or one without marks."""
    recipes = [entry.recipe for entry in item.rendering.images]
    if len(recipes) != 1 or "labels" not in recipes[0]:
        return {}
    boxes = (Box(*box) for box in recipes[0]["boxes"])
    return dict(zip(recipes[0]["labels"], boxes, strict=True))
