"""Hair, on a head of radius 1 that looks to the front (``turn`` 0) or to the right (1)."""

from __future__ import annotations

from itertools import pairwise

from panelwise.geometry import Point
from panelwise_press._scene import Hair, Look
from panelwise_press.drawing._pen import Pen, arc_points


def draw_hair_behind(pen: Pen, look: Look, turn: float, wet: bool) -> None:
    """What hangs behind the head and the shoulders."""
    back, colour = -0.3 * turn, look.hair_colour
    drop = 0.25 if wet else 0.0
    if look.hair == "long":
        pen.blob(
            [(-1.0 + back, -0.4), (back, -1.05), (0.95 + back / 2, -0.4), (1.02 + back * 1.6, 0.6),
             (0.85 + back * 2, 1.6 + drop), (back, 1.72 + drop), (-1.0 + back / 2, 1.6 + drop),
             (-1.15 + back / 2, 0.6)],
            colour,
        )  # fmt: skip
    elif look.hair == "bob":
        pen.blob(
            [(-1.05, -0.5), (back, -1.1), (1.02 + back / 3, -0.5), (1.2 + back, 0.4),
             (1.08 + back * 1.5, 0.92 + drop), (back, 1.0), (-1.1, 0.95 + drop), (-1.25, 0.4)],
            colour,
        )  # fmt: skip
    elif look.hair == "tails":
        for side in (-1, 1):
            _tail(pen, look, side * 1.02 + back * (1.3 if side > 0 else 0.5), side, drop)
    elif look.hair == "ponytail":
        x = -0.95 if turn else -0.5
        pen.blob(
            [(x + 0.25, -0.72), (x - 0.35, -0.8), (x - 0.62, -0.1), (x - 0.5, 0.75 + drop),
             (x - 0.2, 1.1 + drop), (x - 0.15, 0.2), (x + 0.1, -0.35)],
            colour,
        )  # fmt: skip
    elif look.hair == "bun":
        pen.disc(back * 1.6, -1.12 + 0.16 * turn, 0.42, colour)
    elif look.hair == "bald" and not turn:
        sides = [(side * x, y, r) for side in (-1, 1) for x, y, r in BALD]
        pen.puffs(sides, colour)
    elif look.hair == "curly":
        pen.puffs([(x + back / 2, y, r) for x, y, r in CURLS], colour)


def _tail(pen: Pen, look: Look, x: float, side: int, drop: float) -> None:
    pen.blob(
        [(x, -0.35), (x + 0.36 * side, -0.05), (x + 0.44 * side, 0.6), (x + 0.2 * side, 1.2 + drop),
         (x - 0.02 * side, 0.7), (x - 0.12 * side, 0.1)],
        look.hair_colour,
    )  # fmt: skip
    pen.finer(0.7).disc(x + 0.03 * side, -0.28, 0.14, look.accessory_colour)


BALD = ((0.92, -0.12, 0.2), (1.0, 0.14, 0.22), (0.92, 0.42, 0.2))
CURLS = (
    (-0.95, 0.2, 0.34), (-1.0, -0.25, 0.38), (-0.72, -0.68, 0.42), (-0.25, -0.95, 0.42),
    (0.28, -0.95, 0.42), (0.72, -0.68, 0.42), (1.0, -0.25, 0.36), (0.95, 0.2, 0.32),
)  # fmt: skip


def draw_hair(pen: Pen, look: Look, turn: float, wet: bool) -> None:
    """What grows over the forehead and the temples, drawn over the face's skin."""
    if look.hair == "bald":
        _fringe_of_bald(pen, look.hair_colour, turn)
        return
    if look.hair == "curly":
        across = -0.22 * turn
        if turn:
            pen.puffs(
                [(-0.8, -0.2, 0.34), (-0.86, 0.2, 0.32), (-0.72, 0.5, 0.26)], look.hair_colour
            )
        pen.puffs(
            [(-0.78 + across, -0.5, 0.3), (-0.42 + across, -0.74, 0.34), (across, -0.84, 0.36),
             (0.42 + across, -0.74, 0.34), (0.78 + across, -0.5, 0.28)],
            look.hair_colour,
        )  # fmt: skip
        return
    pen.blob(_cap(look.hair, turn, wet), look.hair_colour)
    _sheen(pen, look)


def _sheen(pen: Pen, look: Look) -> None:
    """A lighter stroke on the crown: even black hair has a shape."""
    value = pen.sheet.ink.colours[look.hair_colour]
    parts = (int(value[i : i + 2], 16) for i in (1, 3, 5))
    lighter = "#" + "".join(f"{round(part + 0.28 * (255 - part)):02x}" for part in parts)
    pen.finer(1.3).arc(-0.05, -0.06, 0.84, 0.86, 222, 262, lighter)


EARLESS: tuple[Hair, ...] = ("long", "bob", "curly")


def _cap(hair: Hair, turn: float, wet: bool) -> list[Point]:
    """The outline of the hair on top: over the crown, then back along the fringe."""
    crown = arc_points(0, -0.04, 1.07, 1.1, 178, 346 if turn else 362, 9)
    if hair == "spiky":
        crown = _spikes(crown)
    low = 0.16 if wet else 0.0
    fringe = [
        (x + (0.06 * turn), y + (low if 0 < x < 0.7 or x < 0 else 0)) for x, y in FRINGES[hair]
    ]
    if turn:
        return [*crown, (0.94, -0.14), *fringe, *_temple(hair)]
    lowest = 0.42 if hair in EARLESS else 0.12
    right = [(1.06, lowest - 0.1), (0.97, lowest - 0.14)]
    return [*crown, *right, *fringe, (-0.9, -0.1), (-0.96, lowest - 0.14), (-1.05, lowest - 0.1)]


FRINGES: dict[Hair, list[Point]] = {
    "short": [(0.86, -0.22), (0.55, -0.5), (0.16, -0.4), (-0.25, -0.54), (-0.52, -0.38)],
    "spiky": [(0.84, -0.2), (0.66, -0.54), (0.48, -0.26), (0.28, -0.58), (0.06, -0.28),
              (-0.16, -0.58), (-0.4, -0.3)],
    "long": [(0.84, -0.18), (0.6, -0.48), (0.34, -0.72), (-0.1, -0.5), (-0.5, -0.3)],
    "bob": [(0.86, -0.2), (0.6, -0.44), (0.1, -0.5), (-0.4, -0.46)],
    "tails": [(0.86, -0.18), (0.5, -0.5), (0.06, -0.68), (-0.3, -0.5), (-0.55, -0.3)],
    "bun": [(0.86, -0.3), (0.45, -0.62), (0.15, -0.72), (-0.4, -0.56)],
    "ponytail": [(0.86, -0.26), (0.5, -0.42), (0.2, -0.7), (-0.1, -0.5), (-0.45, -0.4)],
}  # fmt: skip


def _temple(hair: Hair) -> list[Point]:
    """The back of a head that looks to the right: down behind the ear, or over it."""
    if hair in EARLESS:
        return [(-0.5, -0.12), (-0.5, 0.56), (-0.86, 0.66), (-1.02, 0.4)]
    return [(-0.46, -0.14), (-0.5, 0.12), (-0.62, 0.16), (-0.66, 0.5), (-0.86, 0.56), (-1.04, 0.3)]


def _spikes(crown: list[Point]) -> list[Point]:
    """The crown with every second point drawn out."""
    out: list[Point] = []
    for a, b in pairwise(crown):
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        out += [a, (middle[0] * 1.3, middle[1] * 1.3)]
    return [*out, crown[-1]]


def _fringe_of_bald(pen: Pen, colour: str, turn: float) -> None:
    """Around a bald head hair grows from ear to ear; from the front it hangs behind the ears."""
    if turn:
        pen.blob(
            [(-0.5, -0.12), (-0.76, -0.3), (-1.02, -0.22), (-1.1, 0.14), (-0.98, 0.5), (-0.7, 0.64),
             (-0.56, 0.5)],
            colour,
        )  # fmt: skip
    pen.finer(0.8).curve([(0.3, -0.82), (0.5, -0.72), (0.62, -0.58)], "white")


def draw_back_of_head(pen: Pen, look: Look) -> None:
    """The hair of somebody who looks away."""
    colour = look.hair_colour
    if look.hair == "bald":
        pen.blob(
            [
                (-1.05, -0.1),
                (-0.6, 0.1),
                (0, 0.16),
                (0.6, 0.1),
                (1.05, -0.1),
                (0.95, 0.55),
                (0, 0.85),
                (-0.95, 0.55),
            ],
            colour,
        )
        return
    if look.hair == "curly":
        pen.puffs(
            [*CURLS, (0, 0, 0.9), (-0.55, 0.55, 0.4), (0, 0.65, 0.42), (0.55, 0.55, 0.4)], colour
        )
        return
    crown = arc_points(0, -0.04, 1.07, 1.1, 160, 380, 11)
    if look.hair == "spiky":
        crown = _spikes(crown)
    if look.hair == "long":
        low = [(1.14, 0.6), (0.98, 1.6), (0, 1.74), (-0.98, 1.6), (-1.14, 0.6)]
    elif look.hair == "bob":
        low = [(1.22, 0.5), (1.05, 0.98), (0, 1.04), (-1.05, 0.98), (-1.22, 0.5)]
    else:
        low = [(0.8, 0.72), (0.4, 0.86), (0, 0.82), (-0.4, 0.86), (-0.8, 0.72)]
    pen.blob([*crown, *low], colour)
    _sheen(pen, look)
    if look.hair == "bun":
        pen.disc(0, -0.75, 0.46, colour)
    elif look.hair == "ponytail":
        pen.blob(
            [(-0.22, -0.5), (0.22, -0.5), (0.34, 0.5), (0.1, 1.5), (-0.1, 1.5), (-0.34, 0.5)],
            colour,
        )
        pen.finer(0.7).oval(0, -0.45, 0.24, 0.12, look.accessory_colour)
    elif look.hair == "tails":
        pen.finer(0.8).curve([(0, -1.1), (0.02, -0.2), (0, 0.75)])
        for side in (-1, 1):
            _tail(pen, look, 1.02 * side, side, 0)
