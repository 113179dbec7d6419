"""PanelMarks over the scenes of training pages: hatching, strokes, shades and dots.

The press draws cleanly. A detector that has only seen clean drawings takes every line in a real one
for something; these marks mean nothing and have no box.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from panelwise.geometry import Box

PanelMarks = tuple[str, ...]


def draw_marks(box: Box, rng: random.Random) -> PanelMarks:
    """Elements for one panel, in page pixels; often none. The caller clips them."""
    kinds = rng.choices(
        (
            (),
            (_strokes,),
            (_hatching,),
            (_shade,),
            (_rays,),
            (_strokes, _shade),
            (_specks, _hatching),
        ),
        _WEIGHTS,
    )[0]
    return tuple(element for kind in kinds for element in kind(box, rng))


def _grey(rng: random.Random) -> str:
    value = rng.choice((rng.randint(0, 60), rng.randint(0, 255), 255))
    return f"#{value:02x}{value:02x}{value:02x}"


def _point(box: Box, rng: random.Random) -> tuple[float, float]:
    return rng.uniform(box.x0, box.x1), rng.uniform(box.y0, box.y1)


def _strokes(box: Box, rng: random.Random) -> PanelMarks:
    """Curves of a pen."""
    colour, width = _grey(rng), rng.uniform(0.6, 3.5)
    found = []
    for _ in range(rng.randint(2, 18)):
        (ax, ay), (bx, by), (cx, cy) = (_point(box, rng) for _ in range(3))
        found.append(
            f'<path d="M{ax:.0f},{ay:.0f} Q{bx:.0f},{by:.0f} {cx:.0f},{cy:.0f}" fill="none"'
            f' stroke="{colour}" stroke-width="{width:.1f}"/>'
        )
    return tuple(found)


def _hatching(box: Box, rng: random.Random) -> PanelMarks:
    """Parallel lines in a part of the panel."""
    (x, y), angle = _point(box, rng), rng.uniform(0, math.pi)
    length, step = rng.uniform(40, 0.7 * box.width), rng.uniform(4, 14)
    colour, width = _grey(rng), rng.uniform(0.6, 2.4)
    dx, dy = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    lines = []
    for at in range(rng.randint(6, 40)):
        mx, my = x - math.sin(angle) * step * at, y + math.cos(angle) * step * at
        lines.append(f"M{mx - dx:.0f},{my - dy:.0f}L{mx + dx:.0f},{my + dy:.0f}")
    return (f'<path d="{"".join(lines)}" stroke="{colour}" stroke-width="{width:.1f}"/>',)


def _shade(box: Box, rng: random.Random) -> PanelMarks:
    """A dark or light shape that lets through what is below."""
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in (_point(box, rng) for _ in range(4)))
    opacity = rng.uniform(0.15, 0.6)
    return (f'<polygon points="{points}" fill="{_grey(rng)}" fill-opacity="{opacity:.2f}"/>',)


def _rays(box: Box, rng: random.Random) -> PanelMarks:
    """Speed lines towards a point, or across the panel."""
    (x, y), colour = _point(box, rng), _grey(rng)
    reach = box.width + box.height
    inner = rng.uniform(0.15, 0.4) * min(box.width, box.height)
    rays = []
    for _ in range(rng.randint(20, 70)):
        angle, start = rng.uniform(0, 2 * math.pi), inner * rng.uniform(1, 1.8)
        c, s = math.cos(angle), math.sin(angle)
        rays.append(
            f"M{x + c * start:.0f},{y + s * start:.0f}L{x + c * reach:.0f},{y + s * reach:.0f}"
        )
    width = rng.uniform(0.6, 3.0)
    return (f'<path d="{"".join(rays)}" stroke="{colour}" stroke-width="{width:.1f}"/>',)


def _specks(box: Box, rng: random.Random) -> PanelMarks:
    """Leaves, snow, sparks."""
    colour = _grey(rng)
    return tuple(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{rng.uniform(1, 9):.1f}" fill="{colour}"/>'
        for x, y in (_point(box, rng) for _ in range(rng.randint(5, 50)))
    )


_KINDS: tuple[tuple[Callable[[Box, random.Random], PanelMarks], ...], ...] = (
    (),
    (_strokes,),
    (_hatching,),
    (_shade,),
    (_rays,),
    (_strokes, _shade),
    (_specks, _hatching),
)
_WEIGHTS = (0.35, 0.15, 0.12, 0.14, 0.08, 0.08, 0.08)
