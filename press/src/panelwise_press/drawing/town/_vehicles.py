"""What rolls through the town: cars, a van, a bus, a bicycle and its wheels."""

from __future__ import annotations

import math

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


def _tyre(pen: Pen, x: float, r: float) -> None:
    pen.disc(x, -r, r, "ink")
    pen.disc(x, -r, r * 0.48, "grey")


@prop("car", {"driving": "a car"})
def car(pen: Pen, thing: Thing) -> None:
    """A small round car, 230 long, seen from its side."""
    colour = thing.colour or "red"
    cabin = [(-62, -62), (-44, -108), (34, -108), (62, -62)]
    pen.shape(cabin, colour)
    pen.shape([(-50, -64), (-37, -99), (-6, -99), (-6, -64)], "ice", 0.8)
    pen.shape([(4, -64), (4, -99), (28, -99), (49, -64)], "ice", 0.8)
    pen.box(-112, -66, 114, -18, colour, r=16)
    pen.line([(-1, -60), (-1, -24)], line=0.6)
    pen.line([(12, -52), (24, -52)], line=0.9)
    pen.oval(106, -48, 9, 10, "glow", 0.9)
    pen.box(-114, -56, -104, -42, "orange", 0.8, r=4)
    for x in (-64, 66):
        _tyre(pen, x, 24)


@prop("van", {"empty": "an empty van", "loaded": "a van with a parcel on its bed"})
def van(pen: Pen, thing: Thing) -> None:
    """A small open lorry, 300 long; loaded, the tied parcel stands on its bed."""
    if thing.state == "loaded":
        tied_box(pen.at(-58, -58, scale=1.5), thing.colour or "red")
    pen.box(-150, -62, 40, -24, "yellow", r=4)
    pen.line([(-144, -43), (34, -43)], line=0.6)
    pen.shape([(40, -24), (40, -132), (98, -132), (124, -76), (148, -68), (150, -24)], "teal")
    pen.shape([(56, -80), (56, -120), (92, -120), (111, -80)], "ice", 0.8)
    pen.oval(143, -52, 8, 9, "glow", 0.9)
    pen.box(-152, -28, 152, -20, "steel", 0.8, r=3)
    for x in (-92, 92):
        _tyre(pen, x, 26)


def tied_box(pen: Pen, ribbon: str) -> None:
    """A parcel of 50 by 40 with a ribbon and its bow."""
    pen.box(-25, -40, 25, 0, "wood", r=2)
    pen.box(-5, -40, 5, 0, ribbon, 0.7)
    pen.box(-25, -25, 25, -16, ribbon, 0.7)
    for side in (-1, 1):
        pen.blob([(0, -41), (side * 9, -54), (side * 19, -50), (side * 14, -41)], ribbon, 0.8)
    pen.disc(0, -43, 4, ribbon, 0.8)


@prop("bus", {"driving": "a bus"})
def bus(pen: Pen, thing: Thing) -> None:
    """A long bus, 420 by 150."""
    pen.box(-210, -152, 210, -20, thing.colour or "orange", r=16)
    for x in range(-192, 120, 62):
        pen.box(x, -130, x + 50, -82, "ice", 0.8, r=5)
    pen.box(130, -130, 204, -76, "ice", 0.8, r=6)
    pen.line([(-208, -60), (208, -60)], line=0.7)
    pen.oval(198, -44, 8, 9, "glow", 0.9)
    for x in (-130, 130):
        _tyre(pen, x, 27)


@prop(
    "bike_wheel",
    {"new": "a new yellow wheel", "bent": "a bent wheel"},
    held_at=(0, -34),
)
def wheel(pen: Pen, thing: Thing) -> None:
    """A bicycle's wheel, 68 across, on its rim."""
    if thing.state == "bent":
        bent_wheel(pen, 0, -30)
    else:
        round_wheel(pen, 0, -34, "yellow")


def round_wheel(pen: Pen, x: float, y: float, tyre: str) -> None:
    """A wheel around a point, with spokes; seen through."""
    pen.disc(x, y, 31, None, 4.4)
    pen.disc(x, y, 31, None, 0.1)
    if tyre != "ink":
        for r in (29.5, 31, 32.5):
            _ring(pen, x, y, r, tyre)
    for turn in range(0, 180, 45):
        dx, dy = 28 * math.cos(math.radians(turn)), 28 * math.sin(math.radians(turn))
        pen.line([(x - dx, y - dy), (x + dx, y + dy)], "steel", 0.5)
    pen.disc(x, y, 4, "grey", 0.7)


def _ring(pen: Pen, x: float, y: float, r: float, colour: str) -> None:
    pen.arc(x, y, r, r, 0, 180, colour, 2)
    pen.arc(x, y, r, r, 180, 360, colour, 2)


def _thick_wheel(pen: Pen, x: float, y: float, colour: str) -> None:
    """A wheel whose tyre is broad enough for its colour to be seen in a small panel."""
    pen.disc(x, y, 29, None, 9)
    for r in (27, 28, 29, 30, 31):
        _ring(pen, x, y, r, colour)
    for turn in range(0, 180, 45):
        dx, dy = 24 * math.cos(math.radians(turn)), 24 * math.sin(math.radians(turn))
        pen.line([(x - dx, y - dy), (x + dx, y + dy)], "steel", 0.8)
    pen.disc(x, y, 5, colour, 0.9)


def bent_wheel(pen: Pen, x: float, y: float) -> None:
    """A wheel with its front kicked in, a loose piece of rim and spokes that stick out."""
    rim = [(8, -30), (-14, -28), (-30, -8), (-26, 18), (-6, 31), (18, 24), (14, 10), (-2, 2)]
    pen.line([(x + dx, y + dy) for dx, dy in (*rim, (14, -6), (2, -16), (8, -30))], "ink", 4.2)
    for dx, dy in ((-24, -10), (-14, 20), (-8, -22), (30, -30), (38, -8), (34, 16)):
        pen.line([(x, y), (x + dx, y + dy)], "steel", 0.8)
    pen.disc(x, y, 4, "grey", 0.7)


@prop(
    "bicycle",
    {
        "whole": "a bicycle with two black wheels",
        "bent": "a bicycle with a bent front wheel",
        "bare": "a bicycle without its front wheel",
        "mended": "a bicycle with a yellow front wheel",
        "new": "a bicycle with a new front wheel in another colour",
    },
)
def bicycle(pen: Pen, thing: Thing) -> None:
    """A bicycle, 175 long, its saddle 78 high; the front wheel says how it fares."""
    colour = thing.colour or "red"
    round_wheel(pen, -54, -35, "ink")
    if thing.state == "bent":
        bent_wheel(pen, 56, -32)
    elif thing.state == "new":
        _thick_wheel(pen, 56, -35, "teal")
    elif thing.state != "bare":
        round_wheel(pen, 56, -35, "yellow" if thing.state == "mended" else "ink")
    tubes = [
        [(-54, -35), (-22, -70), (34, -72), (-4, -32), (-54, -35)],
        [(-26, -78), (-4, -32)],
        [(56, -35), (36, -84)],
    ]
    for tube in tubes:
        pen.line(tube, "ink", 4.6)
    for tube in tubes:
        pen.line(tube, colour, 2.6)
    pen.curve([(36, -84), (33, -96), (24, -98), (16, -93)], "ink", 2.2)
    pen.blob([(-44, -80), (-26, -85), (-8, -80), (-26, -75)], "bark")
    pen.disc(-4, -32, 7, "grey", 0.9)
    pen.line([(-4, -32), (2, -18)], "ink", 1.6)
    pen.line([(-4, -17), (9, -17)], "ink", 2.4)
