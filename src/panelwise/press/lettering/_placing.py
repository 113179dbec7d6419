"""Where the lettering of a panel goes: by trying places and weighing what each would cover."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from panelwise.comics import ReadingDirection
from panelwise.geometry import Box, Point, Polygon
from panelwise.press._scene import LineKind
from panelwise.press.lettering._shapes import around, body_size, inside, outline
from panelwise.press.lettering._typeset import Block

SCALES = (1.0, 0.9, 0.8, 0.7, 0.6)
COLUMNS, ROWS = 11, 9
MARGIN = 3.0


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words to letter; ``mouth`` is where the tail points, or a sound comes from."""

    words: str
    kind: LineKind
    mouth: Point | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A way and a place to letter one line: the balloon's middle, its outline, its text."""

    block: Block
    size: float
    centre: Point
    half: tuple[float, float]
    shape: tuple[Point, ...]
    tip: Point | None
    text: Box
    cost: float
    free: bool = False  # a sound: it has no place in the order of what is said

    @property
    def body(self) -> Box:
        """The balloon without its tail."""
        (x, y), (a, b) = self.centre, self.half
        return Box(x - a, y - b, x + a, y + b)


@dataclass(frozen=True, slots=True)
class Room:
    """What is known of a panel before a line is placed."""

    frame: Polygon
    direction: ReadingDirection
    keep_clear: Sequence[tuple[Box, float]]  # boxes and what a fully covered one costs
    taken: Sequence[Place]
    rank: int  # of the line among those with balloons
    lines: int


def best_place(
    spoken: Spoken, ways: Sequence[Block], size: float, room: Room, rng: random.Random
) -> Place | None:
    """The cheapest place for a line, or ``None`` when there is none at any size."""
    best: Place | None = None
    for scale in SCALES:
        # A smaller size is taken only when it covers much less.
        if best is not None and best.cost < 1.2 * (1 - scale) + 0.3:
            break
        for block in ways:
            for centre in _centres(spoken, block, size * scale, room, rng):
                extra = 1.2 * (1 - scale)
                bound = math.inf if best is None else best.cost - extra
                place = _weigh(spoken, block, size * scale, centre, room, bound)
                if place is not None:
                    best = replace(place, cost=place.cost + extra)
    return best


def _centres(
    spoken: Spoken, block: Block, size: float, room: Room, rng: random.Random
) -> list[Point]:
    """Candidate middles: a grid over the frame."""
    frame = around(room.frame)
    wide, high = _half(spoken, block, size)
    width, height = frame.width - 2 * wide, frame.height - 2 * high
    if width < 2 * MARGIN or height < 2 * MARGIN:
        return []
    jitter = rng.uniform(-0.3, 0.3)
    columns = [(at + 0.5 + jitter) / COLUMNS for at in range(COLUMNS)]
    rows = [(at + 0.5 + jitter) / ROWS for at in range(ROWS)]
    edge = MARGIN + 1
    return [
        (
            frame.x0 + wide + edge + x * (width - 2 * edge),
            frame.y0 + high + edge + y * (height - 2 * edge),
        )
        for y in rows
        for x in columns
    ]


def _half(spoken: Spoken, block: Block, size: float) -> tuple[float, float]:
    if spoken.kind == "sound":
        return block.width * size / 2 + 0.2 * size, block.height * size / 2 + 0.2 * size
    return body_size(spoken.kind, block.width * size, block.height * size, size)


def _weigh(
    spoken: Spoken, block: Block, size: float, centre: Point, room: Room, bound: float
) -> Place | None:
    """The place with its cost, or ``None`` where it breaks a rule or costs more than ``bound``."""
    half = _half(spoken, block, size)
    body = Box(centre[0] - half[0], centre[1] - half[1], centre[0] + half[0], centre[1] + half[1])
    (x, y), (a, b) = centre, half
    # Most places fail here, at a twentieth of the cost of the whole outline.
    if not inside([(x - a, y), (x + a, y), (x, y - b), (x, y + b)], room.frame, MARGIN) or any(
        _overlap(body, other.body, 4.0) for other in room.taken
    ):
        return None
    if spoken.kind != "sound" and not _in_order(body, room):
        return None
    tip = _tip(spoken, centre, half, size, room)
    cost = _cost(spoken, body, tip, room)
    if cost >= bound:
        return None
    shape = _shape(spoken, centre, half, tip, size, body)
    if not inside(shape, room.frame, MARGIN) or any(
        _touches(shape, other.body) for other in room.taken
    ):
        return None
    width, height = block.width * size, block.height * size
    text = block.ink(centre[0] - width / 2, centre[1] - height / 2, size)
    return Place(block, size, centre, half, tuple(shape), tip, text, cost, spoken.kind == "sound")


def _shape(
    spoken: Spoken,
    centre: Point,
    half: tuple[float, float],
    tip: Point | None,
    size: float,
    body: Box,
) -> list[Point]:
    if spoken.kind == "sound":
        return [(body.x0, body.y0), (body.x1, body.y0), (body.x1, body.y1), (body.x0, body.y1)]
    return outline(spoken.kind, centre, half, tip, size)


def _tip(
    spoken: Spoken, centre: Point, half: tuple[float, float], size: float, room: Room
) -> Point | None:
    """Where the tail ends: most of the way to the mouth, not longer than looks good, in the frame.

    ``None`` when the mouth is under the balloon.
    """
    if spoken.mouth is None or spoken.kind in ("caption", "sound"):
        return None
    dx, dy = spoken.mouth[0] - centre[0], spoken.mouth[1] - centre[1]
    edge = max(abs(dx) / half[0], abs(dy) / half[1])
    if edge < 1.15:
        return None
    long = (dx * dx + dy * dy) ** 0.5
    start = 1 / edge
    reach = min(start + (1 - start) * 0.78, start + 6.5 * size / long)
    for part in (1.0, 0.8, 0.6, 0.4):
        at = start + (reach - start) * part
        tip = (centre[0] + dx * at, centre[1] + dy * at)
        if inside([tip], room.frame, MARGIN + 1):
            return tip
    return None


def _in_order(body: Box, room: Room) -> bool:
    """Whether a reader meets this balloon after those that are placed.

    Later means lower, or, at about the same height, further on in the reading direction.
    """
    for other in room.taken:
        if other.free:
            continue
        before = other.body
        if body.center[1] < before.center[1] - 0.1 * before.height:
            return False
        beside = body.y0 < before.y1 - 0.15 * before.height
        if beside and room.direction == "ltr" and body.center[0] < before.x1:
            return False
        if beside and room.direction == "rtl" and body.center[0] > before.x0:
            return False
        if beside and room.direction == "ttb":
            return False
    return True


def _cost(spoken: Spoken, body: Box, tip: Point | None, room: Room) -> float:
    frame = around(room.frame)
    cost = 0.0
    for box, weight in room.keep_clear:
        if box.area > 0:
            cost += weight * body.intersection(box) / min(box.area, body.area)
    if spoken.kind == "sound":
        source = spoken.mouth or frame.center
        return cost + _distance(body.center, source) / (frame.width + frame.height)
    down = (body.center[1] - frame.y0) / frame.height
    cost += 0.5 * down
    share = (room.rank + 0.5) / room.lines
    wanted = {"ltr": share, "rtl": 1 - share, "ttb": 0.5}[room.direction]
    cost += 0.25 * abs((body.center[0] - frame.x0) / frame.width - wanted)
    if spoken.mouth is not None and spoken.kind != "caption":
        cost += 0.4 * _distance(body.center, spoken.mouth) / (frame.width + frame.height)
        cost += 0.5 if tip is None else 0.0
    return cost


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _overlap(a: Box, b: Box, gap: float) -> bool:
    return a.x0 < b.x1 + gap and b.x0 < a.x1 + gap and a.y0 < b.y1 + gap and b.y0 < a.y1 + gap


def _touches(shape: Sequence[Point], box: Box) -> bool:
    return any(box.x0 < x < box.x1 and box.y0 < y < box.y1 for x, y in shape)
