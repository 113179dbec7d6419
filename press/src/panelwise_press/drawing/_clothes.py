"""Clothes on the trunk of a figure."""

from __future__ import annotations

import math

from panelwise.geometry import Point
from panelwise_press._scene import Actor, Look
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._skeleton import Skeleton, toward
from panelwise_press.drawing._wear import draw_drop


def draw_pelvis(pen: Pen, look: Look, bones: Skeleton) -> None:
    """The seat of trousers, or a skirt, over the legs."""
    size = bones.size
    if look.garment in ("skirt", "dress"):
        _skirt(pen, look, bones)
        return
    across = 1.0 if bones.frontal else 0.88
    pen.oval(*bones.hip, size.shoulder * across * look.build, size.leg_width * 0.72, look.bottom)


def _skirt(pen: Pen, look: Look, bones: Skeleton) -> None:
    """The hull of the waist and both thighs."""
    size = bones.size
    waist = toward(bones.hip, bones.chest, size.torso * 0.22)
    half = size.shoulder * (0.85 if bones.frontal else 0.7) * look.build
    points = [(waist[0] - half, waist[1]), (waist[0] + half, waist[1])]
    points += [(bones.hip[0] - half * 1.2, bones.hip[1]), (bones.hip[0] + half * 1.2, bones.hip[1])]
    for leg in (bones.near_leg, bones.far_leg):
        end = toward(leg.hip, leg.knee, size.thigh * 0.95)
        dx, dy = toward(
            (0.0, 0.0), (leg.knee[0] - leg.hip[0], leg.knee[1] - leg.hip[1]), size.leg_width * 0.85
        )
        points += [(end[0] - dy, end[1] + dx), (end[0] + dy, end[1] - dx)]
    pen.shape(_hull(points), look.top if look.garment == "dress" else look.bottom)


def _hull(points: list[Point]) -> list[Point]:
    """The convex hull, clockwise from the left."""

    def half(ordered: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in ordered:
            while len(kept) > 1 and (kept[-1][0] - kept[-2][0]) * (y - kept[-2][1]) <= (
                kept[-1][1] - kept[-2][1]
            ) * (x - kept[-2][0]):
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    ordered = sorted(points)
    return half(ordered) + half(ordered[::-1])


def draw_trunk(pen: Pen, look: Look, actor: Actor, bones: Skeleton) -> None:
    """The upper body with what lies on it: an apron, mud, drops."""
    size = bones.size
    wide = (1.0 if bones.frontal else 0.8) * look.build
    top, waist = size.shoulder * wide, size.shoulder * 0.92 * wide
    hx, hy = bones.hip
    lean = math.degrees(math.atan2(bones.chest[0] - hx, hy - bones.chest[1]))
    trunk = pen.at(hx, hy, turn=lean)
    length = size.torso
    hem = -length * 0.04 if look.garment in ("trousers", "shorts") else -length * 0.2
    half = [
        (waist, hem),
        (waist * 0.97, -length * 0.45),
        (top, -length * 0.78),
        (top * 0.62, -length),
    ]
    other = [(-x, y) for x, y in half]
    trunk.blob([*other, (0, -length * 1.04), *half[::-1], (0, hem + 2)], look.top)
    _pattern(trunk, look, hem, length, top)
    if look.accessory == "apron" and actor.facing != "back":
        _apron(trunk, look, bones)
    if actor.wet:
        for x in (-0.8, 0.75):
            draw_drop(trunk, x * waist, 6 + 5 * x, 3.6)
    if actor.dirty:
        for x, y, r in ((-0.4, -0.3, 4.0), (0.35, -0.55, 3.2), (0.1, -0.12, 2.6)):
            trunk.oval(x * top, y * length, r, r * 0.8, "bark", 0)


def _pattern(trunk: Pen, look: Look, hem: float, length: float, half: float) -> None:
    """Broad stripes across the trunk, or dots, between its hem and its shoulders."""
    if look.pattern == "plain":
        return
    for row in range(3):
        y = hem - (0.14 + 0.26 * row) * length
        if look.pattern == "stripes":
            wide = 0.86 * half
            trunk.box(-wide, y - 0.055 * length, wide, y + 0.055 * length, "ink", 0)
        else:
            for side in (-0.5, 0.5) if row % 2 else (-0.66, 0, 0.66):
                trunk.disc(side * half, y, 0.072 * length, "ink", 0)


def _apron(trunk: Pen, look: Look, bones: Skeleton) -> None:
    """An apron from the chest to the thighs; to the waist of somebody who is not upright."""
    size, stance = bones.size, bones.stance
    top = size.shoulder * (1.0 if bones.frontal else 0.8) * look.build
    upright = max(abs(stance.near_leg[0]), abs(stance.far_leg[0])) < 45
    high, low = -0.8 * size.torso, size.thigh * (0.7 if upright else 0.0)
    shift, wide = (0.0 if bones.frontal else top * 0.25), top * 0.6
    corners = [(shift - wide, high), (shift + wide, high)]
    trunk.shape(
        [*corners, (shift + 1.2 * wide, low), (shift - 1.2 * wide, low)], look.accessory_colour
    )
