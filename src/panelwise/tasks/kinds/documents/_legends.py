"""What the overlays of several kinds share: legends, verdicts in words, sizes of pictures."""

from __future__ import annotations

from collections.abc import Callable

from panelwise.tasks._item import Item
from panelwise.tasks.overlay import Entry

FOUND = Entry("shape", "hit", "found")
MISSED = Entry("shape", "miss", "missed")
EXTRA = Entry("shape", "extra", "answered, but fits none well enough")
FINE, PARTLY, WRONG, MISSING, MORE = "✓ right", "◐ in part", "✗ wrong", "– missing", "+ invented"
STATES = {FINE: "hit", PARTLY: "extra", WRONG: "miss", MISSING: "miss", MORE: "extra"}


def picture_size(item: Item) -> tuple[int, int]:
    """Width and height of the first picture that is sent."""
    image = item.rendering.images[0]
    return image.width, image.height


def names_on(item: Item) -> Callable[[str], str]:
    """The names to write on boxes: none where the picture that was sent has them already."""
    marked = "labels" in item.rendering.images[0].recipe
    return lambda mark: "" if marked else mark
