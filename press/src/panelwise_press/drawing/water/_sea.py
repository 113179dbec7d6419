"""What swims, sails and flies over the sea."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop("wave", {"big": "a big wave", "small": "a small wave"})
def wave(p: Pen, thing: Thing) -> None:
    """A breaking wave that comes from the left; big ones are 150 high."""
    q = p.at(0, 0, 1.0 if thing.state == "big" else 0.45)
    q.blob(
        [
            (-190, 12),
            (-170, -70),
            (-100, -138),
            (-20, -150),
            (44, -122),
            (66, -78),
            (40, -62),
            (34, -88),
            (-4, -100),
            (-20, -62),
            (10, -16),
            (90, 12),
        ],
        "water",
    )
    q.curve([(-150, -10), (-110, -84), (-40, -118), (14, -112)], "white", 2.2)
    q.curve([(-110, -4), (-84, -52), (-44, -80)], "white", 1.8)
    for x, y, r in ((52, -58, 10), (70, -78, 13), (60, -104, 12), (34, -124, 12), (84, -52, 7)):
        q.disc(x, y, r, "white")


@prop(
    "boat",
    {
        "whole": "a rowing boat",
        "leaking": "a boat with a hole, taking in water",
        "flooded": "a boat almost under water",
        "patched": "a boat with a patch",
        "beached": "a boat pulled up on the beach",
        "landed": "a boat with a patch, pulled up on the beach",
    },
)
def boat(p: Pen, thing: Thing) -> None:
    """A rowing boat 230 long; the water line is y = 0, a seat is at y = −24."""
    sunk = {"leaking": 10, "flooded": 30}.get(thing.state, 0)
    q = p.at(0, sunk, turn=4 if thing.state == "leaking" else 0)
    q.blob([(-118, -44), (-104, -6), (-70, 18), (0, 22), (70, 18), (104, -6), (118, -46)], "brown")
    q.curve([(-116, -32), (-60, -20), (0, -17), (60, -20), (116, -34)], "bark", 1.2)
    q.curve([(-104, -8), (-60, 2), (0, 4), (60, 2), (104, -8)], "bark", 1)
    if thing.state in ("leaking", "flooded"):
        q.blob([(28, -8), (40, -16), (52, -9), (48, 3), (36, 5), (26, 1)], "ink")
        for x, y in ((40, -26), (54, -34), (30, -38)):
            q.blob([(x, y - 8), (x + 5, y), (x, y + 4), (x - 5, y)], "water")
    if thing.state in ("patched", "landed"):
        q.box(22, -19, 58, 8, "yellow")
        q.line([(26, -15), (54, 4)], "ink", 0.8)
        q.line([(54, -15), (26, 4)], "ink", 0.8)
    if thing.state in ("beached", "landed"):
        q.line([(-118, -44), (-160, 10)], "bark", 1.4)
        return
    points = [
        (-170, 40 - sunk),
        (-130, 6 - sunk),
        (-90, 12 - sunk),
        (-45, 6 - sunk),
        (0, 12 - sunk),
    ]
    points += [(45, 6 - sunk), (90, 12 - sunk), (130, 6 - sunk), (170, 40 - sunk)]
    # The water before the hull: the deeper the boat lies, the more of it is hidden.
    q.blob([*points, (150, 74 - sunk), (-150, 74 - sunk)], "water", 0)
    q.curve(points[1:-1], "white", 1.6)


@prop("rock", {"whole": "a rock in the sea"})
def rock(p: Pen, thing: Thing) -> None:
    """A pointed rock 90 high."""
    p.shape([(-58, 10), (-40, -40), (-12, -60), (6, -92), (30, -52), (50, -34), (66, 10)], "stone")
    p.line([(6, -92), (-2, -40), (14, -10)], "ink", 0.8)
    p.curve([(-76, 12), (-40, 4), (0, 10), (40, 4), (84, 12)], "white", 2)


@prop(
    "gull",
    {
        "standing": "a gull on its feet",
        "flying": "a flying gull",
        "sandwich": "a gull flying off with a sandwich",
        "fish": "a gull flying off with a fish",
        "full": "a fat gull, full up",
    },
)
def gull(p: Pen, thing: Thing) -> None:
    """About 70 long, beak to the right; flying it spreads 130."""
    if thing.state in ("standing", "full"):
        for x in (-4, 8):
            p.line([(x, -14), (x, 0), (x + 7, 0)], "orange", 1.3)
        wide = 1.5 if thing.state == "full" else 1.0
        p.oval(0, -28, 28 * wide, 17 * wide, "white")
        p.blob([(-40, -30), (-14, -40), (14, -30), (-8, -22)], "grey")
        p.disc(24, -54, 15, "white")
        eye_closed = thing.state == "full"
        if eye_closed:
            p.arc(28, -57, 4, 3, 20, 160)
        else:
            p.disc(28, -57, 2.6, "ink", 0)
        p.shape([(37, -57), (56, -51), (37, -48)], "orange")
        return
    p.blob([(-44, 6), (-16, -10), (20, -10), (36, 0), (18, 12), (-16, 12)], "white")
    p.blob([(-10, -6), (-34, -52), (-62, -60), (-34, -30), (-4, 4)], "grey")
    p.blob([(6, -8), (2, -54), (28, -74), (24, -40), (20, -2)], "white")
    p.disc(40, -6, 14, "white")
    p.disc(44, -9, 2.6, "ink", 0)
    p.shape([(52, -10), (70, -2), (52, 2)], "orange")
    if thing.state == "sandwich":
        q = p.at(88, 14)
        q.shape([(-30, -14), (-23, -28), (23, -28), (30, -14)], "wood")
        q.box(-31, -4, 31, 2, "red", 0.8, r=2)
        q.blob(
            [(-34, -8), (-17, -4), (0, -8), (17, -4), (34, -8), (28, -12), (-28, -12)], "leaf", 0.8
        )
        q.box(-30, -18, 30, -9, "cream", r=3)
        q.box(-30, 2, 30, 12, "cream", r=3)
    if thing.state == "fish":
        _fish(p.at(74, 10, turn=80), "blue")


@prop(
    "fish",
    {
        "alive": "a big fish",
        "bones": "the bones of a fish",
        "cooked": "a cooked fish on a plate",
        "small": "a tiny fish",
    },
    held_at=(-30, 0),
)
def fish(p: Pen, thing: Thing) -> None:
    """About 80 long, its head to the right, its middle at the origin."""
    if thing.state == "bones":
        p.line([(-30, 0), (26, 0)], "ink", 1.2)
        for x in range(-18, 20, 9):
            p.line([(x, -11), (x, 11)], "ink", 1)
        p.shape([(26, -11), (44, 0), (26, 11)], "white")
        p.disc(33, -2, 2, "ink", 0)
        p.shape([(-30, 0), (-44, -12), (-44, 12)], "white")
        return
    if thing.state == "cooked":
        p.oval(0, 14, 58, 9, "white")
        _fish(p, "orange")
        for x in (-16, 0, 16):
            p.line([(x, -10), (x - 5, 10)], "bark", 1.4)
        for x in (-20, 0, 20):
            p.curve([(x, -26), (x + 5, -34), (x, -42), (x + 5, -50)], "grey", 1.2)
        return
    _fish(p.at(0, 0, 0.4 if thing.state == "small" else 1.0), "blue")


def _fish(p: Pen, colour: str) -> None:
    p.shape([(-30, 0), (-52, -20), (-46, 0), (-52, 20)], colour)
    p.blob([(-34, 0), (-12, -20), (18, -20), (42, 0), (18, 20), (-12, 20)], colour)
    p.blob([(-6, -18), (4, -32), (16, -18)], colour)
    p.disc(26, -5, 4.4, "white", 0.7)
    p.disc(27, -5, 2, "ink", 0)
    p.arc(14, 0, 6, 12, -70, 70)


@prop(
    "swim_ring",
    {"flat": "a flat swimming ring", "round": "a swimming ring full of air"},
    held_at=(0, -6),
)
def swim_ring(p: Pen, thing: Thing) -> None:
    """A ring 76 wide that stands upright; flat it lies like a cloth."""
    if thing.state == "flat":
        p.blob([(-36, 0), (-30, -9), (0, -6), (30, -10), (38, 0), (6, 4)], "red")
        p.line([(-14, -6), (-10, 1)], "white", 3)
        p.line([(14, -7), (18, 1)], "white", 3)
        return
    p.disc(0, -38, 38, "red")
    for turn in (20, 110, 200, 290):
        p.at(0, -38, turn=turn).shape([(17, -8), (38, -9), (38, 9), (17, 8)], "white", 0.8)
    p.disc(0, -38, 17, "sky")
