"""Where the lettering of a panel goes: all places of a grid are weighed, the best are tried."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from panelwise.comics import ReadingDirection
from panelwise.geometry import Box, Point, Polygon, polygon_box
from panelwise_press._scene import LineKind
from panelwise_press.lettering._outlines import (
    REACH,
    ROUND,
    bubbles,
    grown,
    half_size,
    inside,
    meet,
    rim,
    shifted,
    with_tail,
)
from panelwise_press.lettering._typeset import Block

Grid = NDArray[np.float64]
COLUMNS, ROWS = 17, 15
MARGIN = 6.0  # between lettering and the panel's line, in pixels
GAP = 4.0  # between two balloons
# What it costs to cover as much of a face, of a body, as a balloon can; and what more to hide all
# of a body: a small thing is easily lost, and with it what the panel tells.
FACE, BODY, HIDDEN = 6.0, 1.0, 1.5
CROSSED = 1.5  # for a tail over somebody else's face
BODY_CROSSED = 0.4
_TRIES = 100  # of the cheapest places of a grid


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words to letter; ``mouth`` is where the tail points, or a sound comes from.

    ``instead`` are other words that the same balloon must have room for.
    """

    words: str
    kind: LineKind
    mouth: Point | None = None
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LetterPlace:
    """A way and a place to letter one line.

    ``shape`` is the balloon with its tail, or the box of a sound's letters; ``trail`` the bubbles
    of a thought.
    """

    block: Block
    size: float
    centre: Point
    body: Box
    shape: Polygon
    trail: tuple[tuple[Point, float], ...]
    text: Box
    cost: float
    turn: float = 0.0
    sound: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """What is known of a panel before a line is placed.

    ``close`` keeps balloons nearer to who speaks, and their tails off other things and people.
    """

    frame: Polygon
    direction: ReadingDirection
    faces: Sequence[Box]
    bodies: Sequence[Box]
    close: bool = False

    @property
    def box(self) -> Box:
        return polygon_box(self.frame)


@dataclass(frozen=True, slots=True, eq=False)
class SetLine:
    """One line set in one way at one size, to be placed after others.

    Attributes:
        turn: degrees that a sound is turned.
        cost: of the way it is set, and of all that is placed before it.
        last: whether nothing is said after it.
    """

    spoken: Spoken
    block: Block
    size: float
    turn: float
    room: Room
    taken: tuple[LetterPlace, ...]
    cost: float
    last: bool

    @property
    def sound(self) -> bool:
        return self.spoken.kind == "sound"

    def half(self) -> tuple[float, float]:
        """Half-width and half-height of the balloon or the letters, in pixels."""
        if self.sound:
            ink = self.block.ink_on_page((0.0, 0.0), self.size, self.turn)
            edge = 0.16 * self.size
            return max(-ink.x0, ink.x1) + edge, max(-ink.y0, ink.y1) + edge
        a, b = half_size(self.block, self.spoken.kind)
        reach = REACH.get(self.spoken.kind, 0.0)
        return (a + reach) * self.size, (b + reach) * self.size


def places(tries: Sequence[SetLine], most: int) -> list[tuple[SetLine, LetterPlace]]:
    """The cheapest places that keep all rules, at most so many, no two of them much alike."""
    halves = [trying.half() for trying in tries]
    weighed = [_weighed(trying, half) for trying, half in zip(tries, halves, strict=True)]
    which = np.concatenate([np.full(len(grid[2]), at) for at, grid in enumerate(weighed)])
    x, y, cost = (np.concatenate([grid[axis] for grid in weighed]) for axis in range(3))
    found: list[tuple[SetLine, LetterPlace]] = []
    for at in np.argsort(cost, kind="stable")[:_TRIES]:
        trying, centre = tries[which[at]], (float(x[at]), float(y[at]))
        if any(
            other.taken is trying.taken and math.dist(centre, place.centre) < 2 * trying.size
            for other, place in found
        ):
            continue
        place = placed(trying, halves[which[at]], centre, float(cost[at]))
        if place is not None:
            found.append((trying, place))
            if len(found) == most:
                break
    return sorted(found, key=lambda pair: pair[1].cost)


def _weighed(trying: SetLine, half: tuple[float, float]) -> tuple[Grid, Grid, Grid]:
    """Middles of a grid that keep the rules which boxes can tell: x, y and what each costs."""
    frame, nowhere = trying.room.box, np.zeros(0)
    wide = frame.width / 2 - half[0] - MARGIN
    high = frame.height / 2 - half[1] - MARGIN
    if wide < 0 or high < 0:
        return nowhere, nowhere, nowhere
    middle = frame.center
    columns, rows = np.meshgrid(
        middle[0] + wide * np.linspace(-1, 1, COLUMNS), middle[1] + high * np.linspace(-1, 1, ROWS)
    )
    x, y = columns.ravel(), rows.ravel()
    allowed = _in_frame(trying, half, x, y)
    for other in trying.taken:
        allowed &= _clear_of(other, half, x, y)
        if not trying.sound and not other.sound:
            allowed &= _after(other.body, half, x, y, trying.room.direction)
    kept = np.flatnonzero(allowed)
    x, y = x[kept], y[kept]
    return x, y, trying.cost + _cost(trying, half, x, y)


def _in_frame(trying: SetLine, half: tuple[float, float], x: Grid, y: Grid) -> NDArray[np.bool_]:
    """Whether the balloon without its tail lies in the panel: by how far it reaches each way."""
    boxy = trying.sound or trying.spoken.kind == "caption"
    dual = 1.0 if boxy else ROUND / (ROUND - 1)
    polygon = trying.room.frame
    (mx, my), allowed = trying.room.box.center, np.ones(len(x), bool)
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        long = math.hypot(bx - ax, by - ay)
        if not long:
            continue
        nx, ny = (ay - by) / long, (bx - ax) / long
        if nx * (mx - ax) + ny * (my - ay) < 0:
            nx, ny = -nx, -ny
        reach = (abs(nx * half[0]) ** dual + abs(ny * half[1]) ** dual) ** (1 / dual)
        allowed &= nx * (x - ax) + ny * (y - ay) >= reach + MARGIN - 1e-6
    return allowed


def _clear_of(other: LetterPlace, half: tuple[float, float], x: Grid, y: Grid) -> NDArray[np.bool_]:
    body = other.body
    # The corners of two rounds may overlap; their outlines are compared later.
    near = 0.8 if not other.sound else 1.0
    mx, my = body.center
    apart: NDArray[np.bool_] = (abs(x - mx) > near * (half[0] + body.width / 2) + GAP) | (
        abs(y - my) > near * (half[1] + body.height / 2) + GAP
    )
    return apart


def _after(
    before: Box, half: tuple[float, float], x: Grid, y: Grid, direction: ReadingDirection
) -> NDArray[np.bool_]:
    """Whether a reader meets a balloon after another one: it lies lower, or beside it further on.

    Beside means that no reader could call it higher: a small balloon by a tall one is not above its
    middle. Nor is one lower whose own middle is not below the end of a tall one.
    """
    lower = y - half[1] > before.y1 - min(0.2 * before.height, half[1])
    if direction == "ttb":
        return lower
    further = x - half[0] > before.x1 - 0.1 * before.width
    if direction == "rtl":
        further = x + half[0] < before.x0 + 0.1 * before.width
    slack = min(0.1 * before.height, 0.2 * half[1])
    return lower | (further & (y > before.center[1] - slack))


def _cost(trying: SetLine, half: tuple[float, float], x: Grid, y: Grid) -> Grid:
    frame, room, size = trying.room.box, trying.room, trying.size
    cost = np.zeros(len(x))
    light = 0.4 if trying.sound else 1.0
    for box in room.faces:
        cost += FACE * _shared(box, half, x, y) / _smaller(box, half)
    for box in room.bodies:
        shared = light * _shared(box, half, x, y)
        cost += BODY * shared / _smaller(box, half) + HIDDEN * shared / max(box.area, 1.0)
    mouth = trying.spoken.mouth
    if trying.sound:
        mx, my = mouth or frame.center
        away = np.hypot(np.maximum(abs(x - mx) - half[0], 0), np.maximum(abs(y - my) - half[1], 0))
        return cost + 0.05 * away / size
    if trying.spoken.kind == "caption":
        return cost + _at_an_edge(trying, half, x, y)
    cost += 0.45 * (y - frame.y0) / frame.height
    if mouth is None:
        return cost
    mx, my = mouth
    head = next((face for face in room.faces if _speaks(face, mouth)), Box(mx, my, mx, my))
    dx = np.maximum(np.maximum(head.x0 - x, x - head.x1) - half[0], 0) / size
    dy = np.maximum(np.maximum(head.y0 - y, y - head.y1) - half[1], 0) / size
    away = np.sqrt(dx * dx + dy * dy)
    near = 2.6 if trying.spoken.kind == "thought" else 1.7  # room for a tail, for bubbles
    cost += (0.14 if room.close and trying.last else 0.06) * np.maximum(
        away - near - 0.8, 0
    ) + 0.22 * np.maximum(near - away, 0)
    cost += 0.5 * (y > my) + 0.012 * abs(x - mx) / size
    if not trying.last:  # leave the side where the answer goes
        ahead = {"ltr": (x - frame.x0), "rtl": (frame.x1 - x), "ttb": 0 * x}[room.direction]
        cost += 0.5 * ahead / frame.width
    return cost


def _at_an_edge(trying: SetLine, half: tuple[float, float], x: Grid, y: Grid) -> Grid:
    """What it costs a caption to leave the corner where reading begins, or any edge."""
    frame = trying.room.box
    side = x - half[0] - frame.x0
    if trying.room.direction == "rtl":
        side = frame.x1 - x - half[0]
    top = y - half[1] - frame.y0
    bottom = frame.y1 - y - half[1]
    return (
        1.2 * np.minimum(top, bottom + 0.4 * frame.height) / frame.height
        + 0.6 * abs(side) / frame.width
    )


def _shared(box: Box, half: tuple[float, float], x: Grid, y: Grid) -> Grid:
    """The area of a box that lies under a balloon."""
    a, b = 0.94 * half[0], 0.94 * half[1]
    wide = np.minimum(x + a, box.x1) - np.maximum(x - a, box.x0)
    high = np.minimum(y + b, box.y1) - np.maximum(y - b, box.y0)
    shared: Grid = np.maximum(wide, 0) * np.maximum(high, 0)
    return shared


def _smaller(box: Box, half: tuple[float, float]) -> float:
    """The area of a box, or of a balloon where that is smaller."""
    return max(min(box.area, 4 * 0.94**2 * half[0] * half[1]), 1.0)


def placed(
    trying: SetLine, half: tuple[float, float], centre: Point, cost: float
) -> LetterPlace | None:
    """The balloon drawn at a place, or ``None`` where its outline breaks a rule."""
    size = trying.size
    text = trying.block.ink_on_page(centre, size, trying.turn)
    (x, y), (a, b) = centre, half
    body = Box(x - a, y - b, x + a, y + b)
    trail: tuple[tuple[Point, float], ...] = ()
    if trying.sound:
        shape: Polygon = ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
    else:
        kind = trying.spoken.kind
        ems = half_size(trying.block, kind)
        outline: Sequence[Point] = rim(kind, (ems[0] * size, ems[1] * size), size)
        tip = _tip(trying, centre, outline)
        if tip is None:
            cost += 0.0 if kind == "caption" or trying.spoken.mouth is None else 0.7
        elif kind == "thought":
            trail = tuple(
                ((px + x, py + y), radius) for (px, py), radius in bubbles(outline, tip, size)
            )
        else:
            outline = with_tail(kind, outline, tip, size)
        shape = shifted(outline, centre)
        if tip is not None:
            cost += _crossed(trying, centre, (tip[0] + x, tip[1] + y))
    if not _free(trying, shape, trail):
        return None
    return LetterPlace(
        trying.block, size, centre, body, shape, trail, text, cost, trying.turn, trying.sound
    )


def _free(trying: SetLine, shape: Polygon, trail: Sequence[tuple[Point, float]]) -> bool:
    """Whether a shape lies in the panel and away from what is placed."""
    frame = trying.room.frame
    if not inside(shape, frame, MARGIN - 0.1):
        return False
    if not all(inside([middle], frame, MARGIN + radius) for middle, radius in trail):
        return False
    for other in trying.taken:
        if meet(shape, other.shape, GAP):
            return False
        for mine, theirs in ((trail, other.shape), (other.trail, shape)):
            box = polygon_box(theirs)
            if any(box.distance(Box(*at, *at)) < radius + 2 for at, radius in mine):
                return False
    return True


def _crossed(trying: SetLine, start: Point, tip: Point) -> float:
    """What a tail costs for the faces that it crosses, and in a close room for the bodies."""
    mouth, room = trying.spoken.mouth, trying.room
    way = [
        (start[0] + at / 16 * (tip[0] - start[0]), start[1] + at / 16 * (tip[1] - start[1]))
        for at in range(4, 17)
    ]

    def count(boxes: Sequence[Box]) -> int:
        return sum(
            any(_holds_point(box, point) for point in way)
            for box in boxes
            if mouth is not None and not _speaks(box, mouth)
        )

    return CROSSED * count(room.faces) + (BODY_CROSSED * count(room.bodies) if room.close else 0.0)


def _speaks(face: Box, mouth: Point) -> bool:
    return _holds_point(grown(face, 4), mouth)


def _holds_point(box: Box, point: Point) -> bool:
    return box.x0 < point[0] < box.x1 and box.y0 < point[1] < box.y1


def _tip(trying: SetLine, centre: Point, outline: Sequence[Point]) -> Point | None:
    """Where the tail ends, seen from the balloon's middle: short of the face that speaks.

    ``None`` when there is nobody to point at, or when the mouth is under the balloon.
    """
    mouth, size = trying.spoken.mouth, trying.size
    if mouth is None or trying.spoken.kind == "caption":
        return None
    goal = (mouth[0] - centre[0], mouth[1] - centre[1])
    start = min(outline, key=lambda point: math.dist(point, goal))
    far = math.dist(start, goal)
    if math.hypot(*goal) < math.hypot(*start) + 0.3 * size:
        return None
    reach = far - 0.6 * size
    speaking = [face for face in trying.room.faces if _speaks(face, mouth)]
    if trying.room.close:  # a thing before somebody does not speak
        speaking = sorted(speaking, key=lambda face: face.area)[:1]
    for face in speaking:
        room = grown(face, 0.2 * size)
        edge = _way_into(room, (start[0] + centre[0], start[1] + centre[1]), mouth)
        reach = min(reach, max(edge * far, min(reach, 0.8 * size)))
    reach = min(reach, (16 if trying.room.close else 7) * size)
    for part in (1.0, 0.85, 0.7, 0.5):
        at = max(part * reach, 0.7 * size) / far
        tip = (start[0] + at * (goal[0] - start[0]), start[1] + at * (goal[1] - start[1]))
        if inside([(tip[0] + centre[0], tip[1] + centre[1])], trying.room.frame, MARGIN):
            return tip
    return None


def _way_into(box: Box, start: Point, end: Point) -> float:
    """The part of the way from a point to one in a box that lies before the box."""
    entered = 0.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        low, high = (box.x0, box.x1) if axis == 0 else (box.y0, box.y1)
        if step > 0:
            entered = max(entered, (low - start[axis]) / step)
        elif step < 0:
            entered = max(entered, (high - start[axis]) / step)
    return min(entered, 1.0)
