"""Overlays as plain lists, so that the browser only puts them in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from panelwise.geometry import Point
from panelwise.tasks.overlay import (
    Arrow,
    Contour,
    Dot,
    Overlay,
    OverlayMark,
    Rectangle,
    Route,
)


def overlay_data(overlay: Overlay) -> dict[str, Any]:
    """Plain lists for JSON; what is empty is left out."""
    data = {
        "summary": overlay.summary,
        "views": [
            [view.title, view.size, [_mark(mark) for mark in view.marks], view.words, view.picture]
            for view in overlay.views
        ],
        "listings": [[table.title, table.headings, table.rows] for table in overlay.tables],
        "legend": overlay.legend,
    }
    return {name: value for name, value in data.items() if value}


def _mark(mark: OverlayMark) -> list[Any]:
    """The sort of a mark, its state, its numbers in whole pixels, and its label."""
    match mark:
        case Rectangle(state, corners, label):
            return ["box", state, _whole(corners), label]
        case Contour(state, points, label):
            return ["polygon", state, [_whole(point) for point in points], label]
        case Arrow(state, start, end):
            return ["line", state, _whole((*start, *end))]
        case Route(state, points):
            return ["curve", state, svg_path(points)]
        case Dot(state, at, label):
            return ["dot", state, _whole(at), label]


def _whole(numbers: Sequence[float]) -> list[int]:
    return [round(number) for number in numbers]


def svg_path(points: Sequence[Point]) -> str:
    """A smooth line through points as the path of an SVG (Catmull–Rom, written as Bézier curves).

    >>> svg_path([(0, 0), (6, 0), (6, 6)])
    'M0 0C1 0 5 -1 6 0C7 1 6 5 6 6'
    """
    if not points:
        return ""
    ends = [points[0], *points, points[-1]]
    path = "M{:g} {:g}".format(*(round(number, 1) for number in points[0]))
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = (start[k] + (end[k] - before[k]) / 6 for k in (0, 1))
        second = (end[k] - (after[k] - start[k]) / 6 for k in (0, 1))
        numbers = (round(number, 1) for number in (*first, *second, *end))
        path += "C{:g} {:g} {:g} {:g} {:g} {:g}".format(*numbers)
    return path
