"""What is read or counted: a clock, the number of a door, apples in a crate."""

from __future__ import annotations

import math
from collections.abc import Sequence

from panelwise.geometry import Point
from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

_ROW = 5  # apples
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
    face = unmirrored(pen).at(0, -50)
    face.disc(0, 0, 50, "wood")
    face.disc(0, 0, 43, "white")
    for mark in range(12):
        x, y = around(mark / 12)
        inner = 31 if mark % 3 == 0 else 36
        face.line([(inner * x, inner * y), (40 * x, 40 * y)], line=2 if mark % 3 == 0 else 1)
    clock_hand(face, minute / 60, 38, 2)
    clock_hand(face, (hour + minute / 60) / 12, 27, 4)
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
    """A door 96 wide and 190 high, its number legible on a mirrored stage, too."""
    pen.box(-48, -190, 48, 0, "bark", r=2)
    pen.box(-42, -184, 42, 0, "teal")
    pen.disc(32, -78, 5, "yellow")
    plate, signs = unmirrored(pen).at(0, -118), thing.state
    plate.box(-46, -62, 46, 6, "white", 1.2, r=4)
    for at, sign in enumerate(signs):
        x, start = (at - len(signs) / 2) * 40 + 9, len(plate.sheet.boxes)
        for stroke in _DIGITS[sign]:
            plate.line([(x + 2.2 * px, -51 + 2.6 * py) for px, py in stroke], "ink", 3.6)
        plate.wrote(0, sign, start)


@prop("apple_crate", {str(n): f"a crate with {n} apples" for n in range(1, 14)})
def apple_crate(pen: Pen, thing: Thing) -> None:
    """A crate, 120 wide, that is tilted to show all apples in rows of five."""
    pen.box(-60, -78, 60, 0, "wood", 1.2, r=3)
    pen.box(-54, -72, 54, -6, "cream", 0.8)
    for at in range(int(thing.state)):
        row, column = divmod(at, _ROW)
        x, y = -42 + 21 * column, -61 + 22 * row
        pen.disc(x, y, 9, "red")
        pen.line([(x, y - 8), (x + 3, y - 12)], line=1.2)


@prop("apple_cores", {"1": "one apple core", "2": "two apple cores"})
def apple_cores(pen: Pen, thing: Thing) -> None:
    """What is left of apples that were eaten, 26 high each."""
    for at in range(int(thing.state)):
        core = pen.at(26 * at - 13 * (int(thing.state) - 1), 0)
        core.blob([(-9, -24), (0, -20), (9, -24), (4, -13), (9, 0), (0, -4), (-9, 0), (-4, -13)],
                  "cream")  # fmt: skip
        core.line([(0, -21), (3, -29)], line=1.4)
        core.oval(0, -12, 1.2, 2.4, "ink", 0.4)


def unmirrored(pen: Pen) -> Pen:
    """The pen as it is where left and right of the stage are not exchanged."""
    a, b, _, d, e, _ = pen.affine
    return pen.at(0, 0, flip=True) if a * e < b * d else pen
