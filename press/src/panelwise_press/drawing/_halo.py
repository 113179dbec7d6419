"""A light rim around things, so that they stand out from hatching and screens of their tone."""

from __future__ import annotations

import re
from collections.abc import Callable

from panelwise_press.drawing._pen import Pen, Sheet

WIDTH = 1.5  # of the rim, in outlines of the style
_FILL = re.compile(r'fill="(?!none)[^"]*"')
_STROKE = re.compile(r'stroke="[^"]*" stroke-width="([0-9.]+)"')
_RADIUS = re.compile(r' r="([0-9.]+)"')


def with_halo(pen: Pen, draw: Callable[[Pen], None]) -> None:
    """Draw something over its own white shape, which is a little larger.

    Only where all inks are grey: elsewhere colours tell things apart.
    """
    sheet = pen.sheet
    if not (sheet.revised and sheet.ink.is_grey):
        draw(pen)
        return
    state = sheet.rng.getstate()
    draw(pen.onto(own := Sheet(sheet.ink, sheet.rng, revised=True)))
    for element, box in zip(own.elements, own.boxes, strict=True):
        sheet.add(_whitened(element, WIDTH * sheet.ink.line), box)
    sheet.rng.setstate(state)  # the same trembling lines again
    draw(pen)


def _whitened(element: str, rim: float) -> str:
    """A path or circle of the pen in white, grown by the rim."""
    white = _FILL.sub('fill="#ffffff"', element)
    if white.startswith("<circle"):
        return _RADIUS.sub(lambda found: f' r="{float(found[1]) + rim:.1f}"', white)
    if "stroke" not in white:
        return white.replace("<path", f'<path stroke="#ffffff" stroke-width="{2 * rim:.2f}"', 1)
    wide = _STROKE.search(white)
    width = 2 * rim + (float(wide[1]) if wide else 0.0)
    return _STROKE.sub(f'stroke="#ffffff" stroke-width="{width:.2f}"', white)
