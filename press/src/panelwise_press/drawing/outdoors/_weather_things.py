"""Snowmen, umbrellas, puddles."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop(
    "snowman",
    {
        "ball": "one big ball of snow",
        "two": "two balls of snow, one on the other",
        "whole": "a snowman with a hat and a carrot nose",
        "melting": "a half-melted snowman",
        "heap": "a low heap of snow with a hat and a carrot on it",
        "puddle": "a puddle with a hat and a carrot in it",
    },
)
def snowman(p: Pen, thing: Thing) -> None:
    """A snowman 150 high."""
    if thing.state == "puddle":
        p.blob([(-70, 4), (-46, -8), (0, -11), (50, -8), (72, 4), (0, 14)], "water")
        _hat(p.at(-18, -4, turn=-14))
        _carrot(p.at(30, -4))
        for x in (4, 14):
            p.disc(x, 3, 4, "ink", 0)
        return
    if thing.state == "heap":
        p.blob([(-82, 6), (-50, -6), (50, -6), (84, 6), (0, 15)], "water")
        p.blob([(-44, 3), (-34, -20), (-8, -30), (22, -26), (42, -8), (46, 3)], "white")
        _hat(p.at(-6, -26, turn=-16))
        _carrot(p.at(18, -18, turn=24))
        return
    if thing.state == "melting":
        p.blob([(-76, 6), (-48, -6), (48, -6), (78, 6), (0, 14)], "water")
        p.blob([(-50, 2), (-46, -38), (-14, -52), (26, -46), (48, -24), (52, 2)], "white")
        p.blob([(-24, -44), (-28, -66), (0, -78), (24, -64), (20, -42)], "white")
        _hat(p.at(8, -70, turn=24))
        _carrot(p.at(2, -56, turn=30))
        for x in (-9, 10):
            p.disc(x, -63, 3, "ink", 0)
        for x, y in ((-40, -20), (36, -26), (0, -20)):
            p.blob([(x, y - 8), (x + 5, y), (x, y + 4), (x - 5, y)], "water")
        return
    p.disc(0, -40, 42, "white")
    p.arc(0, -40, 30, 30, 100, 160, "grey", 1.4)
    if thing.state == "ball":
        return
    p.disc(0, -104, 29, "white")
    if thing.state == "two":
        return
    for x in (-10, 10):
        p.disc(x, -112, 3.4, "ink", 0)
    _carrot(p.at(0, -103))
    p.arc(0, -100, 14, 10, 30, 150, "ink", 1.2)
    for y in (-60, -44, -28):
        p.disc(0, y, 4, "ink", 0)
    for side in (-1, 1):
        p.line([(side * 36, -56), (side * 74, -88)], "bark", 2)
        p.line([(side * 62, -78), (side * 68, -96)], "bark", 1.6)
    _hat(p.at(0, -128))


def _hat(p: Pen) -> None:
    p.box(-20, -40, 20, -4, "ink")
    p.box(-20, -14, 20, -6, "red")
    p.oval(0, -3, 32, 5, "ink")


def _carrot(p: Pen) -> None:
    p.shape([(0, -5), (30, 2), (0, 6)], "orange")


@prop(
    "umbrella",
    {
        "open": "an open umbrella",
        "closed": "a closed umbrella",
        "inside_out": "an umbrella turned inside out",
        "flying": "an umbrella flying away",
        "broken": "a broken umbrella",
    },
    held_at=(0, -14),
)
def umbrella(p: Pen, thing: Thing) -> None:
    """Held at its handle; the roof is 110 wide and 96 above the hand, or closed and hangs down."""
    if thing.state == "closed":
        p.arc(-6, -20, 6, 7, 180, 360, "bark", 1.8)
        p.line([(0, -18), (0, 62)], "bark", 1.8)
        p.blob([(-4, 0), (4, 0), (9, 30), (0, 56), (-9, 30)], "red")
        return
    q = p.at(0, -50, turn=52) if thing.state == "flying" else p
    q.line([(0, 6), (0, -96)], "bark", 1.8)
    q.arc(-6, 6, 6, 7, 0, 180, "bark", 1.8)
    if thing.state in ("open", "flying"):
        q.blob(
            [
                (-58, -74),
                (-46, -104),
                (0, -124),
                (46, -104),
                (58, -74),
                (29, -82),
                (0, -74),
                (-29, -82),
            ],
            "red",
        )
        for x in (-29, 29):
            q.curve([(0, -124), (x * 0.8, -104), (x, -82)], "ink", 0.8)
        return
    q.shape(
        [(-54, -130), (-28, -104), (0, -126), (28, -104), (54, -130), (8, -84), (-8, -84)], "red"
    )
    for x in (-54, 0, 54):
        q.line([(0, -84), (x, -132)], "ink", 1)
    if thing.state == "broken":
        q.line([(-28, -104), (-70, -96)], "ink", 1)
        q.line([(28, -104), (66, -88)], "ink", 1)


@prop("puddle", {"water": "a puddle", "mud": "a muddy puddle"})
def puddle(p: Pen, thing: Thing) -> None:
    """A puddle 130 wide."""
    colour = "water" if thing.state == "water" else "brown"
    p.blob([(-66, 4), (-40, -7), (4, -10), (46, -7), (66, 4), (30, 13), (-30, 13)], colour)
    p.curve([(-34, 2), (-14, -2), (8, 1)], "white", 1.2)


@prop("snowball", {"flying": "a flying snowball"}, held_at=(0, 0))
def snowball(p: Pen, thing: Thing) -> None:
    """A ball 24 wide."""
    p.disc(0, 0, 12, "white")


@prop("bright_sun", {"shining": "the shining sun"})
def bright_sun(p: Pen, thing: Thing) -> None:
    """A sun 110 wide around its origin."""
    for at in range(12):
        p.at(0, 0, turn=at * 30).shape([(-6, -40), (0, -58), (6, -40)], "orange", 0.8)
    p.disc(0, 0, 34, "yellow")


@prop("rainbow", {"whole": "a rainbow"})
def rainbow(p: Pen, thing: Thing) -> None:
    """An arch 440 wide around its foot's middle."""
    for radius, colour in (
        (220, "red"),
        (204, "orange"),
        (188, "yellow"),
        (172, "leaf"),
        (156, "blue"),
    ):
        p.arc(0, 0, radius, radius, 180, 360, colour, 6)
