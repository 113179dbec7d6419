"""Props made small, as pictures on a plan, a map, a box."""

from __future__ import annotations

import random

from panelwise.geometry import Box
from panelwise_press._scene import Thing
from panelwise_press.drawing._find import named_prop
from panelwise_press.drawing._pen import Ink, Pen, Sheet


def small_prop(pen: Pen, name: str, state: str, width: float, height: float) -> None:
    """A prop as large as fits into a width and a height; the middle of its foot is at (0, 0)."""
    kind = named_prop(name, state)
    small = Thing(name, state=state)
    scratch = Sheet(Ink(line=0), random.Random(0))
    kind.draw(Pen(scratch), small)
    box = scratch.extent() or Box(0, -1, 1, 0)
    scale = min(height / box.height, width / box.width)
    kind.draw(pen.at(-box.center[0] * scale, -box.y1 * scale, scale), small)
