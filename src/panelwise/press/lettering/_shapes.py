"""The outlines of balloons around a text, each with its way to whoever speaks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from panelwise.geometry import Box, Point
from panelwise.press._scene import LineKind

ROUND = 2.5  # exponent of the superellipse: 2 is an ellipse, more is boxier
_CORNER = 2 ** (1 / ROUND)  # how much wider than its text a balloon is, to hold the corners
STEPS = 72


def body_size(kind: LineKind, width: float, height: float, size: float) -> tuple[float, float]:
    """Half-width and half-height of a balloon around a text of a width and height."""
    pad = 0.42 * size
    if kind == "caption":
        return width / 2 + 0.55 * size, height / 2 + 0.45 * size
    grown = {"shout": 1.12, "thought": 1.1}.get(kind, 1.0)
    return grown * (width / 2 * _CORNER + pad), grown * (height / 2 * _CORNER + pad)


def outline(
    kind: LineKind, centre: Point, half: tuple[float, float], tip: Point | None, size: float
) -> list[Point]:
    """The closed outline of a balloon, its tail to ``tip`` included.

    The text's rectangle lies inside the outline; spikes and scallops only go outwards.
    """
    if kind == "caption":
        (x, y), (a, b) = centre, half
        return [(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)]
    points = [_rim(kind, centre, half, at) for at in range(STEPS)]
    if tip is None or kind == "thought":
        return points
    toward = math.atan2((tip[1] - centre[1]) / half[1], (tip[0] - centre[0]) / half[0])
    middle = round(toward / (2 * math.pi) * STEPS) % STEPS
    perimeter = math.pi * (half[0] + half[1])
    spread = max(1, min(STEPS // 10, round(0.55 * size / perimeter * STEPS)))
    kept = [points[(middle + spread + k) % STEPS] for k in range(STEPS - 2 * spread + 1)]
    return [*kept, tip]


def _rim(kind: LineKind, centre: Point, half: tuple[float, float], at: int) -> Point:
    x, y = _unit_rim(kind)[at]
    return centre[0] + half[0] * x, centre[1] + half[1] * y


@cache
def _unit_rim(kind: LineKind) -> tuple[Point, ...]:
    """A balloon's rim of half-width and half-height 1."""
    rim = []
    for at in range(STEPS):
        angle = 2 * math.pi * at / STEPS
        cos, sin = math.cos(angle), math.sin(angle)
        radius = (abs(cos) ** ROUND + abs(sin) ** ROUND) ** (-1 / ROUND)
        if kind == "shout":
            radius *= (1.2, 1.1, 1.0, 1.0, 1.0, 1.1)[at % 6]
        elif kind == "thought":
            radius *= 1 + 0.07 * abs(math.sin(angle * 5))
        rim.append((radius * cos, radius * sin))
    return tuple(rim)


def thought_trail(
    centre: Point, half: tuple[float, float], tip: Point
) -> list[tuple[Point, float]]:
    """The bubbles from a thought to the head: centre and radius of each, smaller and smaller."""
    dx, dy = tip[0] - centre[0], tip[1] - centre[1]
    long = math.hypot(dx, dy)
    if long < 1:
        return []
    edge = 1 / max(1e-9, (abs(dx / half[0]) ** ROUND + abs(dy / half[1]) ** ROUND) ** (1 / ROUND))
    bubbles = []
    for share, radius in ((0.22, 7.0), (0.55, 5.0), (0.85, 3.2)):
        at = edge * 1.1 + (1 - edge * 1.1) * share
        if edge * 1.1 < 1:
            bubbles.append(((centre[0] + dx * at, centre[1] + dy * at), radius))
    return bubbles


def inside(points: Sequence[Point], polygon: Sequence[Point], margin: float = 0.0) -> bool:
    """Whether all points lie in a convex polygon, at least ``margin`` from its sides."""
    sign = 1.0 if _signed_area(polygon) > 0 else -1.0
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        ex, ey = bx - ax, by - ay
        need = margin * math.hypot(ex, ey)
        if any(sign * (ex * (y - ay) - ey * (x - ax)) < need for x, y in points):
            return False
    return True


def _signed_area(polygon: Sequence[Point]) -> float:
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


def around(points: Sequence[Point]) -> Box:
    """The box of points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))
