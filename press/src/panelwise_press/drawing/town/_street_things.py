"""What stands in the streets: lamps, letter boxes, stalls, bins, pictures on the pavement."""

from __future__ import annotations

import math

from panelwise.geometry import Point
from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing.town._toys import toy_head


@prop("letter_box", {"": "a letter box"})
def letter_box(pen: Pen, thing: Thing) -> None:
    """A red letter box on a post, 125 high."""
    pen.box(-7, -50, 7, 0, "steel")
    pen.box(-34, -124, 34, -42, thing.colour or "red", r=10)
    pen.box(-24, -108, 24, -98, "ink", 0.6, r=3)
    pen.shape([(-16, -86), (16, -86), (16, -62), (-16, -62)], "white", 0.8)
    pen.line([(-16, -86), (0, -73), (16, -86)], line=0.8)


@prop("street_lamp", {"off": "a street lamp", "on": "a burning street lamp"})
def street_lamp(pen: Pen, thing: Thing) -> None:
    """A street lamp, 260 high."""
    pen.box(-5, -220, 5, 0, "steel")
    pen.box(-14, -14, 14, 0, "steel", r=4)
    lit = thing.state == "on"
    if lit:
        pen.disc(0, -238, 44, "glow", 0)
    pen.shape([(-15, -220), (15, -220), (21, -256), (-21, -256)], "yellow" if lit else "ice")
    pen.shape([(-25, -256), (25, -256), (0, -272)], "steel")


@prop(
    "traffic_light",
    {"red": "a red traffic light", "green": "a green traffic light"},
)
def traffic_light(pen: Pen, thing: Thing) -> None:
    """A traffic light for people on foot, 210 high: red above, green below."""
    pen.box(-5, -140, 5, 0, "steel")
    pen.box(-22, -216, 22, -134, "ink", r=8)
    red = thing.state == "red"
    pen.disc(0, -195, 15, "red" if red else "steel", 0.6)
    pen.disc(0, -156, 15, "steel" if red else "leaf", 0.6)


@prop(
    "waste_bin",
    {"empty": "a waste bin", "peel": "a waste bin with a banana skin in it"},
)
def waste_bin(pen: Pen, thing: Thing) -> None:
    """An open bin, 62 high; a skin hangs over its rim when it is in it."""
    pen.shape([(-26, -60), (26, -60), (20, 0), (-20, 0)], "steel")
    for x in (-9, 9):
        pen.line([(x * 1.1, -50), (x * 0.9, -8)], "grey", 0.8)
    if thing.state == "peel":
        pen.at(0, -56).shape(
            [(-4, 0), (-16, 20), (-8, 16), (2, 4), (8, 18), (14, 14), (8, 0)], "yellow"
        )
        pen.blob([(-8, -60), (-6, -78), (2, -86), (8, -78), (9, -60)], "yellow")
    pen.box(-30, -66, 30, -57, "stone", r=4)


@prop("big_stone", {"": "a big stone"})
def stone(pen: Pen, thing: Thing) -> None:
    """A stone that a wheel does not get over, 26 high."""
    pen.blob([(-28, 0), (-24, -18), (-6, -28), (16, -22), (28, -2), (0, 3)], "stone")
    pen.line([(-8, -20), (2, -14)], line=0.7)


@prop("stall", {"fruit": "a fruit stall", "ice": "an ice cream stall"})
def stall(pen: Pen, thing: Thing) -> None:
    """A market stall, 190 wide and 215 high, with an awning; its wares on the counter."""
    for x in (-88, 88):
        pen.box(x - 4, -190, x + 4, 0, "wood")
    pen.box(-98, -72, 98, 0, thing.colour or "teal", r=3)
    pen.box(-104, -82, 104, -70, "wood", r=3)
    for i in range(8):
        x = -108 + i * 27
        fill = "red" if i % 2 else "white"
        pen.shape(
            [(x + 6, -216), (x + 33 if i < 7 else x + 21, -216), (x + 27, -176), (x, -176)], fill
        )
        pen.arc(x + 13.5, -176, 13.5, 10, 0, 180)
        pen.blob([(x + 1, -177), (x + 26, -177), (x + 13.5, -166)], fill, 0)
    if thing.state == "ice":
        cone_sign(pen.at(0, -10, scale=0.9))
        return
    for i, colour in enumerate(("red", "orange", "leaf")):
        left = -84 + i * 60
        pen.puffs([(left + 10 + k * 14, -88 - (k % 2) * 8, 9) for k in range(4)], colour, 0.8)


def cone_sign(pen: Pen) -> None:
    """A painted cone with two scoops, 55 high."""
    pen.shape([(-12, -34), (12, -34), (0, 0)], "wood")
    pen.disc(-7, -42, 10, "pink")
    pen.disc(8, -42, 10, "cream")


@prop(
    "chalk_picture",
    {
        "outline": "white chalk lines on the pavement",
        "half": "a chalk picture that is half coloured",
        "coloured": "a colourful chalk picture on the pavement",
        "running": "a chalk picture whose colours run in the rain",
        "gone": "a puddle of mixed colours on the pavement",
    },
)
def chalk_picture(pen: Pen, thing: Thing) -> None:
    """A drawing 190 wide on the ground, seen a little from above: a sun, a flower or a fish."""
    if thing.state == "gone":
        edge = [(-100, 8), (-60, -16), (10, -20), (84, -10), (104, 14), (30, 38), (-50, 34)]
        pen.blob(edge, "purple")
        for x, y, fill in ((-46, 6, "pink"), (12, 18, "yellow"), (50, 0, "water")):
            pen.oval(x, y, 30, 9, fill, 0)
        return
    sheet = [(-92, -22), (92, -22), (112, 40), (-112, 40)]
    pen.shape(sheet, "steel" if thing.state in ("outline", "half") else "water", 1.2)
    if thing.state == "running":
        for x, y, fill in (
            (-54, 12, "yellow"),
            (10, 22, "leaf"),
            (58, 16, "pink"),
            (-14, 34, "water"),
        ):
            pen.blob(
                [
                    (x - 34, y),
                    (x - 4, y - 14),
                    (x + 32, y - 2),
                    (x + 18, y + 34),
                    (x - 4, y + 14),
                    (x - 22, y + 40),
                ],
                fill,
                0.4,
            )
        return
    motif(pen, thing.colour or "sun", thing.state == "outline")


def motif(pen: Pen, what: str, plain: bool) -> None:
    """The subject of a chalk picture in white lines or in its colours."""
    parts: list[tuple[list[Point], str]]
    if what == "fish":
        parts = [
            ([(-52, 8), (-10, -14), (34, 8), (-10, 30)], "orange"),
            ([(34, 8), (66, -8), (66, 26)], "red"),
        ]
    elif what == "flower":
        petals = [_petal(math.pi * (0.5 + 0.4 * at)) for at in range(5)]
        heart: list[Point] = [(-18, 8), (-9, 0), (9, 0), (18, 8), (9, 16), (-9, 16)]
        parts = [*((petal, "pink") for petal in petals), (heart, "yellow")]
    else:
        parts = [
            (
                [
                    (-72, 8),
                    (-30, 0),
                    (-40, -16),
                    (-8, -8),
                    (0, -20),
                    (10, -8),
                    (40, -16),
                    (32, 0),
                    (72, 8),
                    (32, 15),
                    (42, 34),
                    (8, 26),
                    (0, 38),
                    (-8, 26),
                    (-42, 34),
                    (-30, 15),
                ],
                "orange",
            ),
            ([(-28, 8), (0, -6), (28, 8), (0, 23)], "yellow"),
        ]
    for points, fill in parts:
        if plain:
            pen.line([*points, points[0]], "white", 1.4)
        else:
            pen.shape(points, fill, 0.9)


def _petal(angle: float) -> list[Point]:
    """One petal of a flower on the ground that points at an angle."""
    reach = ((0, 0), (36, -0.45), (62, -0.16), (62, 0.16), (36, 0.45))
    return [
        (far * math.cos(angle + off), 8 + 0.45 * far * math.sin(angle + off)) for far, off in reach
    ]


@prop("mud_splash", {"": "a splash of muddy water"})
def splash(pen: Pen, thing: Thing) -> None:
    """Muddy water thrown up, 120 wide and 100 high."""
    points = [
        (-60, 0),
        (-64, -34),
        (-42, -20),
        (-36, -74),
        (-14, -40),
        (2, -98),
        (16, -44),
        (40, -80),
        (42, -26),
        (64, -42),
        (58, 0),
    ]
    water = thing.colour or "brown"
    pen.blob(points, water)
    for x, y in ((-54, -62), (-16, -92), (30, -104), (60, -66)):
        pen.oval(x, y, 5, 7, water, 0.8)


@prop(
    "toy_poster",
    {
        "bear": "a poster with a picture of the toy bear",
        "rabbit": "a poster with a picture of the toy rabbit",
    },
    held_at=(0, -62),
)
def poster(pen: Pen, thing: Thing) -> None:
    """A sheet of 64 by 80 with the lost toy's portrait on it and a question mark."""
    pen.box(-34, -84, 34, 0, "white", r=1)
    toy_head(pen.at(-4, -34, scale=0.9).finer(0.8), "rabbit" if thing.state == "rabbit" else "bear")
    pen.arc(20, -66, 8, 8, 180, 390, "red", 1.8)
    pen.line([(26.5, -62), (20, -55), (20, -50)], "red", 1.8)
    pen.disc(20, -43, 1.6, "red", 0.6)
