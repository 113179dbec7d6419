"""Accessories of the head and the neck, on a head of radius 1; aprons belong to the body."""

from __future__ import annotations

from panelwise_press._scene import Look
from panelwise_press.drawing._pen import Pen, arc_points, brightness


def draw_worn(pen: Pen, look: Look, turn: float, back: bool) -> None:
    """Draw what a person wears on the head, over hair and face."""
    kind, colour, middle = look.accessory, look.accessory_colour, 0.27 * turn
    if kind == "glasses" and not back:
        _glasses(pen, middle, turn)
    elif kind == "cap":
        _cap(pen, colour, turn, back)
    elif kind == "hat":
        _hat(pen, colour, turn)
    elif kind == "bow":
        _bow(pen, colour, turn)
    elif kind == "moustache" and not back:
        x = 1.2 * middle
        for side in (-1, 1):
            tip = (x + 0.44 * side, 0.48)
            pen.finer(0.8).blob(
                [(x, 0.36), (x + 0.2 * side, 0.32), tip, (x + 0.2 * side, 0.48)], look.hair_colour
            )


def draw_beard(pen: Pen, look: Look, turn: float) -> None:
    """A beard, which lies under the mouth."""
    if look.accessory != "beard":
        return
    shift = 0.2 * turn
    if pen.sheet.revised:
        _full_beard(pen, look, turn)
        return
    upper = [(-0.74 + shift, 0.28), (-0.4 + shift, 0.36), (shift, 0.3), (0.4 + shift, 0.36)]
    right = [(0.72 + shift / 2, 0.28), (0.99, -0.05), (0.98, 0.5), (0.62, 1.04)]
    left = [(0.8 * shift, 1.2), (shift / 2 - 0.62, 1.04), (1.5 * shift - 0.98, 0.5)]
    pen.blob([(1.75 * shift - 0.99, -0.05), *upper, *right, *left], look.hair_colour)
    pen.oval(0.33 * turn, 0.54, 0.3, 0.2, look.skin, 0)


def _full_beard(pen: Pen, look: Look, turn: float) -> None:
    """A beard with a moustache, darker than the hair where that has almost the skin's tone."""
    middle, colours = 0.3 * turn, pen.sheet.ink.colours
    skin, hair = brightness(colours[look.skin]), brightness(colours[look.hair_colour])
    colour = look.hair_colour if abs(skin - hair) > 60 else "bark"
    upper = [(-0.8, 0.46), (-0.46, 0.6), (-0.34, 0.4), (0.0, 0.32), (0.34, 0.4), (0.46, 0.6),
             (0.8, 0.46)]  # fmt: skip
    across = [(x * (1 - 0.12 * turn) + middle * (1 - abs(x)), y) for x, y in upper]
    pen.blob(
        [(-1.0, 0.05), *across, (1.0, 0.05), (0.98, 0.5), (0.64, 1.06), (0.3 * middle, 1.22),
         (-0.64, 1.06), (-0.98, 0.5)],
        colour,
    )  # fmt: skip
    pen.oval(0.32 * turn, 0.56, 0.3, 0.19, look.skin, 0)


def draw_scarf(pen: Pen, look: Look) -> None:
    """A scarf, around the neck below the head's middle."""
    colour = look.accessory_colour
    if not pen.sheet.revised:  # where it hangs on the trunk, behind what is held
        draw_scarf_end(pen, look)
    pen.blob([(-0.62, 0.8), (0, 0.92), (0.62, 0.8), (0.66, 1.08), (0, 1.22), (-0.66, 1.08)], colour)


def draw_scarf_end(pen: Pen, look: Look) -> None:
    """The end of a scarf that hangs on the chest."""
    colour = look.accessory_colour
    pen.blob([(-0.3, 1.0), (-0.05, 1.0), (-0.02, 1.75), (-0.36, 1.75)], colour)


def _glasses(pen: Pen, middle: float, turn: float) -> None:
    fine = pen.finer(0.85)
    left, right = middle - 0.38, middle + 0.38 - 0.05 * turn
    fine.disc(left, 0.1, 0.29)
    fine.oval(right, 0.1, 0.29 - 0.05 * turn, 0.29)
    fine.line([(left + 0.29, 0.06), (right - 0.29 + 0.05 * turn, 0.06)])
    fine.line([(left - 0.29, 0.06), (-0.97, -0.02)])
    if not turn:
        fine.line([(right + 0.29, 0.06), (0.97, -0.02)])


def _cap(pen: Pen, colour: str, turn: float, back: bool) -> None:
    dome = arc_points(0, -0.36, 1.1, 0.95, 176, 364, 9)
    if back:
        pen.blob([*dome, (0.6, -0.1), (0, -0.02), (-0.6, -0.1)], colour)
        return
    pen.blob([*dome, (0.5, -0.54), (0, -0.58), (-0.5, -0.54)], colour)
    if turn:
        pen.blob(
            [(0.1, -0.52), (0.9, -0.56), (1.62, -0.3), (1.55, -0.2), (0.9, -0.28), (0.2, -0.36)],
            colour,
        )
    else:
        pen.blob(
            [(-0.72, -0.54), (0, -0.68), (0.72, -0.54), (0.8, -0.32), (0, -0.44), (-0.8, -0.32)],
            colour,
        )
    pen.finer(0.8).disc(0, -1.26, 0.09, colour)


def _hat(pen: Pen, colour: str, turn: float) -> None:
    pen.blob(
        [(-0.72, -0.62), (-0.66, -1.3), (-0.3, -1.52), (0.3, -1.52), (0.66, -1.3), (0.72, -0.62)],
        colour,
    )
    pen.shape([(-0.71, -0.86), (0.71, -0.86), (0.73, -0.62), (-0.73, -0.62)], "ink", 0)
    pen.oval(0.08 * turn, -0.58, 1.4, 0.2, colour)


def _bow(pen: Pen, colour: str, turn: float) -> None:
    x, y = (-0.25, -1.0) if turn else (0.55, -0.92)
    for side in (-1, 1):
        pen.blob(
            [
                (x, y),
                (x + 0.2 * side, y - 0.24),
                (x + 0.46 * side, y - 0.24),
                (x + 0.46 * side, y + 0.2),
                (x + 0.2 * side, y + 0.18),
            ],
            colour,
        )
    pen.disc(x, y, 0.13, colour)


def draw_drop(pen: Pen, x: float, y: float, r: float) -> None:
    """A drop of water around a point."""
    sides = [(x + 0.7 * r, y + 0.4 * r), (x, y + r), (x - 0.7 * r, y + 0.4 * r)]
    pen.finer(0.7).blob([(x, y - 1.3 * r), *sides], "water")
