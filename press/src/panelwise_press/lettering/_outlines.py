"""The outlines of balloons: fitted to their text, each with its tail to the speaker."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from panelwise.geometry import Box, Point, polygon_box
from panelwise_press._scene import LineKind
from panelwise_press.lettering._typeset import Block

Floats = NDArray[np.float64]
ROUND = 2.3  # exponent of the superellipse: 2 is an ellipse, more is boxier
_STEPS = 256
# How far outlines reach beyond the round that holds the text, in ems.
REACH = {"shout": 0.85, "thought": 0.42}
_PAD = {"shout": 0.45, "thought": 0.5, "caption": 0.5}
_SPIKES = (0.85, 0.5, 0.7, 0.45, 0.75, 0.55, 0.65)
_TAIL = 0.95  # width of a tail at its root, in ems
_BENDS = 8  # straight pieces of each side of a tail


@lru_cache(maxsize=4096)
def half_size(block: Block, kind: LineKind) -> tuple[float, float]:
    """Half-width and half-height, in ems, of the round or the box that holds a text's lines."""
    pad, ink = _PAD.get(kind, 0.42), block.ink
    if kind == "caption":
        return ink.width / 2 + pad, ink.height / 2 + 0.85 * pad
    sizes = []
    for stretch in (1.15, 1.25, 1.4, 1.6, 1.9):
        high = stretch * ink.height / 2
        wide = max(
            max(-box.x0, box.x1) / (1 - (max(-box.y0, box.y1) / high) ** ROUND) ** (1 / ROUND)
            for box in block.boxes
        )
        sizes.append((wide + pad, high + pad))
    return min(sizes, key=lambda size: size[0] * size[1] * (1 + 0.08 * abs(_flat(size) - 1.4)))


def _flat(size: tuple[float, float]) -> float:
    return max(size[0] / size[1], size[1] / size[0])


@lru_cache(maxsize=4096)
def rim(kind: LineKind, half: tuple[float, float], size: float) -> tuple[Point, ...]:
    """A balloon's outline around (0, 0) without a tail; ``half`` and ``size`` in pixels.

    The round of half-width and half-height ``half`` lies inside: spikes and puffs go outwards.
    """
    a, b = half
    if kind == "caption":
        return ((-a, -b), (a, -b), (a, b), (-a, b))
    if kind == "shout":
        count = 2 * max(8, round(math.pi * (a + b) / (1.25 * size)))
        rays = zip(_along(half, count), _cycle(_SPIKES, count), strict=True)
        return tuple(_out(ray, spike * size) for ray, spike in rays)
    if kind == "thought":
        puffs = max(7, round(math.pi * (a + b) / (1.9 * size)))
        rounds = _along(half, puffs * 7)
        heights = [math.sin(math.pi * (at % 7) / 7) ** 0.6 for at in range(len(rounds))]
        return tuple(
            _out(ray, REACH["thought"] * size * height)
            for ray, height in zip(rounds, heights, strict=True)
        )
    return tuple(_out(ray, 0.0) for ray in _along(half, 96))


def _cycle(spikes: Sequence[float], count: int) -> list[float]:
    return [spikes[at // 2 % len(spikes)] if at % 2 else 0.0 for at in range(count)]


def _out(ray: tuple[Point, Point], reach: float) -> Point:
    (x, y), (nx, ny) = ray
    return x + reach * nx, y + reach * ny


def _along(half: tuple[float, float], count: int) -> list[tuple[Point, Point]]:
    """Points at equal distances along a superellipse, clockwise, each with its normal."""
    a, b = half
    dense = []
    for at in range(_STEPS + 1):
        angle = 2 * math.pi * at / _STEPS
        cos, sin = math.cos(angle), math.sin(angle)
        dense.append(
            (
                a * math.copysign(abs(cos) ** (2 / ROUND), cos),
                b * math.copysign(abs(sin) ** (2 / ROUND), sin),
            )
        )
    walked = [0.0]
    for p, q in pairwise(dense):
        walked.append(walked[-1] + math.dist(p, q))
    rays, segment = [], 0
    for step in range(count):
        goal = walked[-1] * step / count
        while walked[segment + 1] < goal:
            segment += 1
        part = (goal - walked[segment]) / (walked[segment + 1] - walked[segment])
        p, q = dense[segment], dense[segment + 1]
        x, y = p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])
        slope = (
            math.copysign(abs(x / a) ** (ROUND - 1) / a, x),
            math.copysign(abs(y / b) ** (ROUND - 1) / b, y),
        )
        long = math.hypot(*slope)
        rays.append(((x, y), (slope[0] / long, slope[1] / long)))
    return rays


def with_tail(kind: LineKind, outline: Sequence[Point], tip: Point, size: float) -> list[Point]:
    """An outline around (0, 0) with a tail that leaves it straight and bends to ``tip``.

    The tail grows from the nearest place at which it does not fold over the balloon. It would
    rather leave a flat side than a corner, so the tip looks nearer to the middle than it is.
    """
    aim = (0.75 * tip[0], tip[1])
    near = sorted(range(len(outline)), key=lambda at: math.dist(outline[at], aim))
    if kind == "shout":
        near = [at for at in near if at % 2]  # a spike: the notches are even
        tails, sides = (_spike_to(outline, root, tip) for root in near), 2
    else:
        tails, sides = (_tail_to(outline, root, tip, size) for root in near), 2 * _BENDS
    first = next(tails)
    return next((tail for tail in chain([first], tails) if not folded(tail, sides)), first)


def _spike_to(outline: Sequence[Point], root: int, tip: Point) -> list[Point]:
    """A shout's outline with one spike drawn out to the tip."""
    count = len(outline)
    return [*(outline[(root + at) % count] for at in range(1, count)), tip]


def _tail_to(outline: Sequence[Point], root: int, tip: Point, size: float) -> list[Point]:
    """A round outline with a tail around one of its points."""
    count = len(outline)
    step = sum(math.dist(p, q) for p, q in pairwise(outline)) / count
    narrow = min(max(x for x, _ in outline), max(y for _, y in outline))
    spread = max(1, round(min(_TAIL * size, 0.85 * narrow) / 2 / step))
    kept = [outline[(root + spread + at) % count] for at in range(count - 2 * spread + 1)]
    left, right = kept[-1], kept[0]
    middle = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    long = math.dist(middle, tip)
    out = (left[1] - right[1], right[0] - left[0])  # across the root, outwards
    wide = math.hypot(*out) or 1.0
    if out[0] * middle[0] + out[1] * middle[1] < 0:
        out = (-out[0], -out[1])
    bend = (
        middle[0] + 0.2 * long * out[0] / wide + 0.25 * (tip[0] - middle[0]),
        middle[1] + 0.2 * long * out[1] / wide + 0.25 * (tip[1] - middle[1]),
    )
    going = [
        _bent(left, _beside(bend, left, middle), tip, at / _BENDS) for at in range(1, _BENDS + 1)
    ]
    coming = [
        _bent(tip, _beside(bend, right, middle), right, at / _BENDS) for at in range(1, _BENDS)
    ]
    return [*kept, *going, *coming]


def _beside(bend: Point, side: Point, middle: Point) -> Point:
    return bend[0] + 0.55 * (side[0] - middle[0]), bend[1] + 0.55 * (side[1] - middle[1])


def _bent(start: Point, control: Point, end: Point, at: float) -> Point:
    one, two, three = (1 - at) ** 2, 2 * at * (1 - at), at * at
    return (
        one * start[0] + two * control[0] + three * end[0],
        one * start[1] + two * control[1] + three * end[1],
    )


def bubbles(outline: Sequence[Point], tip: Point, size: float) -> list[tuple[Point, float]]:
    """From a thought around (0, 0) to a head: middle and radius of each, smaller and smaller."""
    start = min(outline, key=lambda point: math.dist(point, tip))
    long = math.dist(start, tip)
    count = 2 if long < 2.2 * size else 3
    found = []
    for at in range(count):
        share = (at + 0.6) / count
        radius = size * (0.42 - 0.26 * at / (count - 1))
        middle = (
            start[0] + share * (tip[0] - start[0]),
            start[1] + share * (tip[1] - start[1]),
        )
        found.append((middle, min(radius, 0.4 * long / count + 1)))
    return found


def shifted(points: Sequence[Point], by: Point) -> tuple[Point, ...]:
    """The points moved, at a tenth of a pixel."""
    return tuple((round(x + by[0], 1), round(y + by[1], 1)) for x, y in points)


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


def meet(first: Sequence[Point], second: Sequence[Point], gap: float = 0.0) -> bool:
    """Whether two simple polygons share a point, or one holds the other.

    With a ``gap``, polygons whose corners are nearer than that meet as well.
    """
    one, two = polygon_box(first), polygon_box(second)
    if one.distance(two) > gap or (one.distance(two) == 0 and gap < 0):
        return False
    a, b = np.array(first), np.array(second)
    if gap and float(((a[:, None] - b[None]) ** 2).sum(axis=2).min()) < gap * gap:
        return True
    return _cross(a, b) or _holds(first, b[0]) or _holds(second, a[0])


def _cross(a: Floats, b: Floats) -> bool:
    """Whether any side of one polygon crosses any side of the other."""
    p, q = a[:, None], np.roll(a, -1, axis=0)[:, None]
    r, s = b[None], np.roll(b, -1, axis=0)[None]
    return bool(
        ((_side(p, q, r) * _side(p, q, s) <= 0) & (_side(r, s, p) * _side(r, s, q) <= 0)).any()
    )


def folded(polygon: Sequence[Point], sides: int) -> bool:
    """Whether one of a polygon's last sides crosses any other; that they touch is no harm."""
    a = np.array(polygon)
    b = np.roll(a, -1, axis=0)
    p, q, r, s = a[-sides:, None], b[-sides:, None], a[None], b[None]
    return bool(
        ((_side(p, q, r) * _side(p, q, s) < 0) & (_side(r, s, p) * _side(r, s, q) < 0)).any()
    )


def _side(p: Floats, q: Floats, r: Floats) -> Floats:
    d, e = q - p, r - p
    side: Floats = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
    return side


def _holds(polygon: Sequence[Point], point: Sequence[float]) -> bool:
    x, y = point
    held = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            held = not held
    return held


def grown(box: Box, by: float) -> Box:
    """The box with a margin around it."""
    return Box(box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by)
