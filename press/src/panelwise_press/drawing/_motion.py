"""Lines that show movement and attention."""

from __future__ import annotations

import math

from panelwise.geometry import Box, Point
from panelwise_press.drawing._pen import Pen

_LENGTHS = (0.75, 1.0, 0.6, 0.9, 0.7)


def speed_lines(pen: Pen, box: Box, direction: Point) -> None:
    """Lines behind a box, in the pen's units, that moves along an axis: ``(1, 0)`` rightwards."""
    dx, dy = direction
    along, across = (box.width, box.height) if dx else (box.height, box.width)
    reach = min(80.0, max(26.0, 0.55 * along))
    gap = max(4.0, 0.06 * along)
    for index, length in enumerate(_LENGTHS):
        aside = across * (0.18 * index - 0.36)
        near = along / 2 + gap * (1 + index % 2)
        x, y = box.center
        x, y = (x, y + aside) if dx else (x + aside, y)
        far = near + reach * length
        pen.line([(x - dx * near, y - dy * near), (x - dx * far, y - dy * far)], line=0.9)


def shake_lines(pen: Pen, box: Box) -> None:
    """Short arcs on both sides of a box: it shakes."""
    x, y = box.center
    for side in (-1, 1):
        for step in (0, 1):
            rx, ry = box.width / 2 + 7 + 8 * step, box.height * (0.36 + 0.1 * step)
            middle = 0 if side > 0 else 180
            pen.arc(x, y, rx, ry, middle - 26, middle + 26, line=0.8)


def focus_lines(pen: Pen, view: Box, box: Box) -> None:
    """Rays from the edges of a view towards a box that stays free of them."""
    x, y = box.center
    inner = 0.42 * math.hypot(box.width, box.height)
    outer = math.hypot(view.width, view.height)
    for index in range(48):
        angle = math.tau * index / 48
        free = inner * (1.08 + 0.16 * ((index * 7) % 5))
        spread = 0.012 + 0.008 * (index % 3)
        if free < outer:
            pen.shape(
                [
                    (x + free * math.cos(angle), y + free * math.sin(angle)),
                    (x + outer * math.cos(angle - spread), y + outer * math.sin(angle - spread)),
                    (x + outer * math.cos(angle + spread), y + outer * math.sin(angle + spread)),
                ],
                "ink",
                0,
            )
