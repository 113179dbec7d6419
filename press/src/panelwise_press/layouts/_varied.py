"""Random layouts for training pages: any page shape, hidden gutters, panels over panels.

No story is read from these pages, so the shapes of panels may tell anything about their order.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace

from panelwise.comics import ReadingDirection
from panelwise.geometry import Box, Polygon, polygon_box
from panelwise_press.layouts._finish import Manner, frames_of
from panelwise_press.layouts._page_plan import Frame, PagePlan
from panelwise_press.layouts._tree import Division, PanelCell, cells_of

_SHORTEST = 110.0
# Width, height and greatest number of panels, with how often each shape of page is drawn.
_SHAPES = (
    (0.62, (1150, 1250), (1550, 1800), 11),
    (0.10, (1200, 1500), (1200, 1500), 9),
    (0.10, (1900, 2300), (1400, 1600), 14),
    (0.08, (1300, 1600), (420, 600), 5),
    (0.10, (760, 860), (1700, 2600), 8),
)
_TRIES = 400


def varied_page(rng: random.Random) -> PagePlan:
    """A page of 1 to 14 panels; frames are in the order of a tree of cuts, then those on top."""
    weights = [shape[0] for shape in _SHAPES]
    _, wide, high, most = rng.choices(_SHAPES, weights)[0]
    width, height = rng.randint(*wide), rng.randint(*high)
    direction: ReadingDirection = rng.choice(("ltr", "rtl"))
    while True:
        frames = _splash(width, height, rng) if rng.random() < 0.07 else None
        frames = frames or _cut(width, height, rng.randint(1, most), direction, rng)
        if frames is not None:
            break
    return PagePlan(
        width,
        height,
        direction,
        "single",
        "black" if rng.random() < 0.12 else "white",
        tuple(frames),
        0,
        tuple(range(len(frames))),
        rng.uniform(14.0, 26.0),
    )


def _cut(
    width: int, height: int, count: int, direction: ReadingDirection, rng: random.Random
) -> list[Frame] | None:
    """Frames by random cuts; ``None`` where so many panels have no room."""
    manner = Manner(
        slanted=0.3,
        unbordered=rng.choice((0.0, 0.0, 0.15, 0.6)),
        bleeding=rng.choice((0.0, 0.5, 1.0)),
        overlaps=0.25,
    )
    margin = (rng.uniform(0, 80), rng.uniform(0, 90)) if rng.random() < 0.85 else (0.0, 0.0)
    page = Box(0, 0, width, height)
    inner = PanelCell(Box(margin[0], margin[1], width - margin[0], height - margin[1]))
    gaps = _gaps(rng)
    for _ in range(_TRIES):
        tree = _tree(count, rng.choice(("tiers", "tiers", "columns")), gaps, rng)
        frames = frames_of(cells_of(tree, inner, direction), page, direction, manner, rng)
        if all(map(_has_room, frames)):
            frames = [_borderless(frame, manner, rng) for frame in frames]
            return [*frames, *_on_top(frames, rng)]
    return None


def _gaps(rng: random.Random) -> dict[str, int]:
    """Gutters between columns and between tiers: hidden (one shared line), usual or wide."""
    if rng.random() < 0.15:
        return {"columns": rng.randint(0, 3), "tiers": rng.randint(0, 3)}
    return {"columns": rng.randint(5, 32), "tiers": rng.randint(6, 60)}


def _tree(count: int, axis: str, gaps: dict[str, int], rng: random.Random) -> Division | None:
    if count == 1:
        return None
    parts = min(count, rng.choice((2, 2, 3, 4)))
    counts = [1] * parts
    for _ in range(count - parts):
        counts[rng.randrange(parts)] += 1
    other = "columns" if axis == "tiers" else "tiers"
    pieces = tuple((n * rng.uniform(0.6, 1.5), _tree(n, other, gaps, rng)) for n in counts)
    return Division("tiers" if axis == "tiers" else "columns", pieces, gaps[axis])


def _has_room(frame: Frame) -> bool:
    points = frame.polygon
    sides = (math.dist(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))
    box = polygon_box(points)
    return min(sides) >= _SHORTEST and 0.2 <= box.width / box.height <= 6


def _borderless(frame: Frame, manner: Manner, rng: random.Random) -> Frame:
    """On a page with a bordered bleed, the line is kept at the sides that face other panels."""
    return replace(frame, border=True) if frame.bleed and rng.random() < 0.5 else frame


def _on_top(frames: list[Frame], rng: random.Random) -> list[Frame]:
    """Insets: small frames over a large one, wholly inside it or reaching out of it."""
    hosts = [frame for frame in frames if polygon_box(frame.polygon).area > 250_000]
    if not hosts or rng.random() > 0.18:
        return []
    host = polygon_box(rng.choice(hosts).polygon)
    wide, high = (side * rng.uniform(0.25, 0.4) for side in (host.width, host.height))
    if min(wide, high) < _SHORTEST:
        return []
    x = rng.choice((host.x0 + 14, host.x1 - wide - 14, host.x0 + (host.width - wide) / 2))
    y = rng.choice((host.y0 + 14, host.y1 - high - 14))
    return [Frame(_corners(Box(x, y, x + wide, y + high)), inset=True, over=True)]


def _splash(width: int, height: int, rng: random.Random) -> list[Frame]:
    """One picture over the whole page, and a few panels upon it that do not touch."""
    frames = [Frame(_corners(Box(0, 0, width, height)), border=False, bleed=True)]
    taken: list[Box] = []
    for _ in range(rng.randint(0, 4)):
        wide, high = width * rng.uniform(0.22, 0.5), height * rng.uniform(0.12, 0.3)
        if min(wide, high) < _SHORTEST:
            continue
        x, y = rng.uniform(20, width - wide - 20), rng.uniform(20, height - high - 20)
        box = Box(x, y, x + wide, y + high)
        if all(box.intersection(other) == 0 for other in taken):
            taken.append(box)
            frames.append(Frame(_corners(box), over=True))
    return frames


def _corners(box: Box) -> Polygon:
    points = (box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)
    return tuple((round(x, 1), round(y, 1)) for x, y in points)
