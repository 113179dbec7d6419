"""What is read or counted: a clock, the number of a door, apples in a crate."""

from __future__ import annotations

import math
from collections.abc import Sequence

from panelwise.geometry import Point
from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

_ROW = 7  # apples
_DIGITS: dict[str, Sequence[Sequence[Point]]] = {  # strokes in a field 10 wide and 18 high
    "0": [[(5, 0), (1, 3), (0, 9), (1, 15), (5, 18), (9, 15), (10, 9), (9, 3), (5, 0)]],
    "1": [[(2, 4), (6, 0), (6, 18)], [(2, 18), (10, 18)]],
    "2": [[(0, 4), (2, 1), (5, 0), (8, 1), (10, 5), (8, 9), (0, 18), (10, 18)]],
    "3": [[(0, 0), (10, 0), (5, 7), (9, 9), (10, 13), (8, 17), (4, 18), (0, 16)]],
    "4": [[(7, 18), (7, 0), (0, 12), (10, 12)]],
    "5": [[(9, 0), (1, 0), (0, 8), (5, 7), (9, 9), (10, 13), (8, 17), (4, 18), (0, 16)]],
    "6": [[(8, 0), (2, 6), (0, 12), (2, 17), (6, 18), (10, 15), (10, 11), (6, 8), (1, 10)]],
    "7": [[(0, 0), (10, 0), (4, 18)], [(3, 9), (9, 9)]],
    "8": [
        [(5, 8), (1, 6), (1, 2), (5, 0), (9, 2), (9, 6), (5, 8), (0, 11), (0, 15), (5, 18)],
        [(5, 18), (10, 15), (10, 11), (5, 8)],
    ],
    "9": [[(2, 18), (8, 12), (10, 6), (8, 1), (4, 0), (0, 3), (0, 7), (4, 10), (9, 8)]],
}


@prop(
    "wall_clock",
    {f"{hour}:{minute:02}": f"a clock at {hour}:{minute:02}"
     for hour in range(1, 13) for minute in (0, 30)},
)  # fmt: skip
def wall_clock(pen: Pen, thing: Thing) -> None:
    """A clock face 100 across, the same way round on a mirrored stage."""
    hour, minute = map(int, thing.state.split(":"))
    face = pen.unmirrored().at(0, -50)
    face.disc(0, 0, 50, "wood")
    face.disc(0, 0, 43, "white")
    for mark in range(12):
        x, y = around(mark / 12)
        inner = 31 if mark % 3 == 0 else 36
        face.line([(inner * x, inner * y), (40 * x, 40 * y)], line=2 if mark % 3 == 0 else 1)
    clock_hand(face, (hour + minute / 60) / 12, 24, 4)
    # White around it, so that both hands are seen at half past six, too.
    clock_hand(face, minute / 60, 40, 3.6, "white", 0)
    clock_hand(face, minute / 60, 38, 1.6)
    face.disc(0, 0, 4, "ink")


def clock_hand(
    face: Pen, share: float, length: float, half: float, colour: str = "ink", line: float = 1
) -> None:
    """A hand of a clock that has turned a share of its way round, broad enough to be seen."""
    x, y = around(share)
    ends = ((-6, -half), (length, -half), (length, half), (-6, half))
    points = [(along * x - across * y, along * y + across * x) for along, across in ends]
    face.shape(points, colour, line)


def around(share: float) -> Point:
    """The direction of a share of a turn, clockwise from the top."""
    return math.sin(2 * math.pi * share), -math.cos(2 * math.pi * share)


@prop("front_door", {str(n): f"a door with the number {n}" for n in range(1, 25)})
def front_door(pen: Pen, thing: Thing) -> None:
    """The front of a house 150 wide; its door 190 high, its number not mirrored with the stage."""
    pen.box(-75, -262, 75, 0, thing.colour or "wall")
    for edge in (-60, 20):
        pen.box(edge, -252, edge + 40, -204, "ice", 0.8)
    pen.box(-48, -190, 48, 0, "bark", r=2)
    pen.box(-42, -184, 42, 0, "teal")
    pen.disc(32, -78, 5, "yellow")
    plate, signs = pen.unmirrored().at(0, -126), thing.state
    plate.box(-29, -44, 29, 0, "white", r=3)
    for at, sign in enumerate(signs):
        x, start = (at - len(signs) / 2) * 25 + 5, len(plate.sheet.boxes)
        for stroke in _DIGITS[sign]:
            plate.line([(x + 1.5 * px, -38 + 1.8 * py) for px, py in stroke], "ink", 2.8)
        plate.wrote(0, sign, start)


@prop(
    "apple_crate",
    {
        **{str(n): f"a crate with {n} apples" for n in range(1, 14)},
        "0": "an empty crate",
        "closed": "a crate with a lid on it",
    },
)
def apple_crate(pen: Pen, thing: Thing) -> None:
    """A crate 150 wide and 54 high; its front is low, so that all apples are seen in two rows.

    A closed one has a lid, and a cross of boards in front; an empty one is dark inside.
    """
    side, closed = thing.colour or "wood", thing.state == "closed"
    inside = side if closed else "bark" if thing.state == "0" else "cream"
    for top in (-54, -36, -18):
        pen.box(-70, top, 70, top + 17, inside, r=2)
    for start, end in ((-54, -8), (-8, -54)) if closed else ():
        pen.shape([(-67, start), (-55, start), (67, end), (55, end)], side)
    apples = 0 if closed else int(thing.state)
    for row, first in enumerate(range(0, apples, _ROW)):
        beside = min(_ROW, apples - first)
        for at in range(beside):
            x, y = 19 * (at - (beside - 1) / 2), -18 - 19 * row
            pen.disc(x, y, 9, "red")
            pen.line([(x, y - 4), (x + 3, y - 9)], line=1.4)
    for edge in (-75, 67):
        pen.box(edge, -57, edge + 8, 0, side, r=2)
    pen.box(-75, -8, 75, 0, side, r=2)
    if closed:
        pen.box(-78, -62, 78, -55, side, r=2)


@prop("apple_cores", {"1": "one apple core", "2": "two apple cores"})
def apple_cores(pen: Pen, thing: Thing) -> None:
    """What is left of apples that were eaten, 26 high each."""
    for at in range(int(thing.state)):
        core = pen.at(26 * at - 13 * (int(thing.state) - 1), 0)
        core.blob([(-9, -24), (0, -20), (9, -24), (4, -13), (9, 0), (0, -4), (-9, 0), (-4, -13)],
                  "cream")  # fmt: skip
        core.line([(0, -21), (3, -29)], line=1.4)
        core.oval(0, -12, 1.2, 2.4, "ink", 0.4)
