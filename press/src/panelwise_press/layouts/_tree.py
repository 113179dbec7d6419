"""A page as a tree of cuts: every cut goes right through its box, so that the order is certain."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from panelwise.comics import ReadingDirection
from panelwise.geometry import Box


@dataclass(frozen=True, slots=True)
class Division:
    """A box cut into tiers (top to bottom) or columns (in the reading direction).

    ``parts`` are in reading order, each with its share of the room and what fills it, ``None`` for
    one panel; ``gap`` is the width of the gutters in whole pixels.
    """

    axis: Literal["tiers", "columns"]
    parts: tuple[tuple[float, Division | None], ...]
    gap: int


@dataclass(frozen=True, slots=True)
class PanelCell:
    """A panel's box.

    ``inner`` says which of its sides (left, top, right, bottom) face another panel; ``upright``
    are the positions of the sides that may not slant.
    """

    box: Box
    inner: tuple[bool, bool, bool, bool] = (False, False, False, False)
    upright: tuple[int, ...] = ()


def cells_of(
    tree: Division | None, cell: PanelCell, direction: ReadingDirection
) -> list[PanelCell]:
    """The panels of a tree within a cell, in reading order.

    >>> page = Division("columns", ((1, None), (1, None)), gap=20)
    >>> [each.box.x0 for each in cells_of(page, PanelCell(Box(0, 0, 100, 50)), "rtl")]
    [60, 0]
    """
    if tree is None:
        return [cell]
    backwards = tree.axis == "columns" and direction == "rtl"
    parts = tree.parts[::-1] if backwards else tree.parts
    pieces = _pieces(cell, tree.axis, [share for share, _ in parts], tree.gap)
    found = [
        cells_of(part, piece, direction) for piece, (_, part) in zip(pieces, parts, strict=True)
    ]
    return [each for group in (found[::-1] if backwards else found) for each in group]


def _pieces(
    cell: PanelCell, axis: Literal["tiers", "columns"], shares: list[float], gap: int
) -> list[PanelCell]:
    box = cell.box
    across = axis == "columns"
    # Whole pixels: equal shares must be equal to the pixel, or their remainders tell their order.
    start, end = (box.x0, box.x1) if across else (box.y0, box.y1)
    unit = (end - start - gap * (len(shares) - 1)) / sum(shares)
    pieces = []
    for at, share in enumerate(shares):
        stop = start + math.floor(share * unit)
        first, last = at == 0, at == len(shares) - 1
        left, top, right, bottom = cell.inner
        if across:
            inner = (left or not first, top, right or not last, bottom)
            pieces.append(PanelCell(Box(start, box.y0, stop, box.y1), inner))
        else:
            inner = (left, top or not first, right, bottom or not last)
            pieces.append(PanelCell(Box(box.x0, start, box.x1, stop), inner))
        start = stop + gap
    return pieces
