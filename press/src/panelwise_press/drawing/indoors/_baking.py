"""Dough, bread, biscuits, plates and soup, as they become."""

from __future__ import annotations

import math

from panelwise.geometry import Point
from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing.indoors._kitchen_things import steam


@prop(
    "dough",
    {
        "none": "an empty bowl",
        "small": "a small lump of dough in a bowl",
        "risen": "dough that swells over the rim of its bowl",
        "huge": "a mountain of dough over the whole table",
    },
)
def dough(p: Pen, thing: Thing) -> None:
    """Dough on a table whose top is 76 high; the huge one hangs down on both sides."""
    if thing.state == "huge":
        top = [(-92, 30), (-104, -14), (-76, -60), (-36, -104), (16, -118), (64, -92), (98, -44)]
        p.blob([*top, (106, 12), (92, 52), (74, 20), (50, 4), (-44, 4), (-68, 22)], "cream")
        for x, y in ((-40, -58), (22, -78), (58, -30), (-10, -24)):
            p.arc(x, y, 18, 14, 190, 300, "wood", 1.6)
        return
    if thing.state == "risen":
        p.blob(
            [(-52, -26), (-58, -60), (-30, -92), (6, -98), (42, -84), (60, -54), (50, -26)], "cream"
        )
        for x, y in ((-18, -66), (22, -60)):
            p.arc(x, y, 16, 12, 190, 300, "wood", 1.6)
        p.blob([(38, -36), (56, -36), (56, -8), (48, -2), (42, -12)], "cream")
    elif thing.state == "none":
        p.oval(0, -40, 46, 9, "deep")
    else:
        p.blob([(-24, -32), (-18, -46), (4, -50), (22, -44), (26, -32)], "cream")
    p.blob([(-44, -36), (44, -36), (34, -10), (18, 0), (-18, 0), (-34, -10)], "blue")
    p.box(-47, -40, 47, -33, "blue", r=3)


@prop(
    "flour_sack",
    {"full": "a big sack of flour", "empty": "an empty sack of flour"},
    held_at=(0, -30),
)
def sack(p: Pen, thing: Thing) -> None:
    """A paper sack 60 high with an ear of wheat on it."""
    if thing.state == "empty":
        p.blob([(-30, 0), (-28, -14), (0, -22), (30, -12), (30, 0)], "sand")
        return
    p.blob([(-26, 0), (-28, -48), (-20, -62), (20, -62), (28, -48), (26, 0)], "sand")
    p.line([(0, -10), (0, -46)], "brown", 1.2)
    for y in (-22, -32, -42):
        for side in (-1, 1):
            p.line([(0, y), (side * 9, y - 8)], "brown", 1.6)


@prop(
    "giant_loaf",
    {
        "whole": "a gigantic loaf of bread",
        "half": "half of a gigantic loaf",
        "crumbs": "a heap of bread crumbs",
    },
)
def loaf(p: Pen, thing: Thing) -> None:
    """A loaf 240 wide and 110 high."""
    if thing.state == "crumbs":
        for at in range(13):
            x = -84 + at * 14
            p.disc(x, -4 - 5 * (at % 3 == 1), 4 + at % 2, "wood", 0.8)
        return
    if thing.state == "whole":
        p.blob(
            [(-118, 0), (-122, -52), (-84, -98), (0, -112), (84, -98), (122, -52), (118, 0)],
            "orange",
        )
        for x in (-62, -14, 34):
            p.blob([(x, -60), (x + 20, -88), (x + 34, -90), (x + 14, -58)], "cream", 0.7)
    else:
        p.blob([(-118, 0), (-122, -52), (-84, -98), (-20, -110), (4, -104), (-2, 0)], "orange")
        p.blob(
            [
                (-16, -104),
                (8, -104),
                (18, -88),
                (6, -72),
                (20, -54),
                (6, -34),
                (18, -14),
                (4, 0),
                (-18, 0),
            ],
            "cream",
        )
        p.blob([(-76, -60), (-56, -88), (-42, -90), (-62, -58)], "cream", 0.7)
        for x in (40, 64, 84):
            p.disc(x, -4, 5, "wood", 0.8)
    if thing.state == "whole":
        steam(p, -20, -118)


@prop("bread_slice", {"": "a thick slice of bread"}, held_at=(0, -14))
def bread_slice(p: Pen, thing: Thing) -> None:
    """A slice 44 wide."""
    p.blob([(-20, 4), (-20, -18), (-24, -28), (0, -36), (24, -28), (20, -18), (20, 4)], "orange")
    p.blob([(-15, 0), (-15, -17), (-18, -25), (0, -31), (18, -25), (15, -17), (15, 0)], "cream", 0)


_TRAY = (-54, -18, 18, 54)


@prop(
    "biscuits",
    {
        "raw hearts": "a tray of pale, unbaked hearts",
        "baked hearts": "a tray of golden hearts",
        "one missing": "a tray of golden hearts with a gap",
        "two left": "a tray with only two golden hearts",
        "crumbs": "a tray with nothing but crumbs",
        "raw stars": "a tray of pale, unbaked stars",
        "baked stars": "a tray of golden stars",
    },
    held_at=(0, -4),
)
def biscuits(p: Pen, thing: Thing) -> None:
    """A tray of 160 that shows what lies on it, seen a little from above."""
    p.shape([(-78, -50), (78, -50), (90, 0), (-90, 0)], "steel")
    p.shape([(-70, -45), (70, -45), (80, -6), (-80, -6)], "stone", 0.7)
    if thing.state == "crumbs":
        for x, y in ((-52, -14), (-30, -34), (-6, -18), (20, -32), (44, -14), (60, -30)):
            p.disc(x, y, 4.2, "orange", 0.8)
        return
    gone: tuple[int, ...] = {"one missing": (2,), "two left": (0, 1, 2, 4, 5, 7)}.get(
        thing.state, ()
    )
    colour = "cream" if thing.state.startswith("raw") else "orange"
    for at in range(8):
        if at not in gone:
            row, column = divmod(at, 4)
            spot = p.at(_TRAY[column] * (0.9 + 0.12 * row), -36 + 20 * row)
            (_star if "stars" in thing.state else _heart)(spot, colour)
    if thing.state.startswith("baked"):
        steam(p, 0, -56)


def _heart(p: Pen, colour: str) -> None:
    p.blob([(0, 10), (-14, -2), (-10, -11), (0, -6), (10, -11), (14, -2)], colour)


def _star(p: Pen, colour: str) -> None:
    points: list[Point] = []
    for at in range(10):
        r = 6 if at % 2 else 15
        angle = math.pi * at / 5
        points.append((r * math.sin(angle), -0.85 * r * math.cos(angle)))
    p.shape(points, colour)


@prop(
    "biscuit", {"heart": "a heart-shaped biscuit", "star": "a star-shaped biscuit"}, held_at=(0, 0)
)
def biscuit(p: Pen, thing: Thing) -> None:
    """A single biscuit, 40 wide."""
    (_star if thing.state == "star" else _heart)(p.at(0, 0, 1.5), "orange")


def _plate(p: Pen, dirty: bool, half: float = 36) -> None:
    p.blob([(-half, -8), (half, -8), (half * 0.6, 0), (-half * 0.6, 0)], "white")
    if dirty:
        p.blob(
            [
                (-half * 0.7, -9),
                (-half * 0.2, -12),
                (half * 0.1, -7),
                (-half * 0.1, 1),
                (-half * 0.5, -3),
            ],
            "brown",
            0.5,
        )
        p.blob([(half * 0.3, -10), (half * 0.8, -9), (half * 0.5, -2)], "leaf", 0.5)


@prop(
    "plates",
    {
        "dirty": "a tower of dirty plates",
        "few dirty": "a few dirty plates",
        "clean": "a tower of clean plates",
        "few clean": "a few clean plates",
    },
    held_at=(0, -2),
)
def plates(p: Pen, thing: Thing) -> None:
    """A tower of nine plates, 92 high, or of three."""
    count = 3 if thing.state.startswith("few") else 9
    dirty = thing.state.endswith("dirty")
    for at in range(count):
        lean = (0, 3, 5, 4, 0, -4, -5, -2, 4)[at] * (1 if dirty else 0.6)
        _plate(p.at(lean, -10 * at), dirty and at % 4 != 1)
    if not dirty:
        y = -10.0 * count - 12
        for x in (-22, 24):
            p.line([(x - 7, y), (x + 7, y)], "ink", 1)
            p.line([(x, y - 7), (x, y + 7)], "ink", 1)


@prop("flying_plates", {"": "plates flying through the air"})
def flying_plates(p: Pen, thing: Thing) -> None:
    """Six plates that tumble about a point, 170 across."""
    for x, y, turn in (
        (-70, 10, 40),
        (-34, -40, -30),
        (10, -70, 15),
        (48, -30, 70),
        (80, -64, -50),
        (4, -6, -12),
    ):
        _plate(p.at(x, y, turn=turn), False, 32)


@prop(
    "shards",
    {
        "scattered": "broken plates all over the floor",
        "heap": "a heap of shards",
        "bin": "a bin full of shards",
    },
)
def shards(p: Pen, thing: Thing) -> None:
    """What is left of plates: 240 wide, or a heap of 60, or a bin with it."""
    spots: list[tuple[float, float, float]]
    if thing.state == "scattered":
        spots = [(-110.0 + 24 * at, -4.0 + 7 * (at % 3), 35.0 * at) for at in range(10)]
    else:
        y = -50.0 if thing.state == "bin" else -5.0
        spots = [(-24, y, 10), (-6, y - 3, 80), (12, y, 40), (26, y + 2, 120), (0, y - 16, 160)]
    for x, y, turn in spots:
        p.at(x, y, turn=turn).shape([(-14, 6), (-6, -12), (12, -8), (14, 6)], "white")
    if thing.state == "bin":
        p.shape([(-34, -50), (34, -50), (26, 0), (-26, 0)], "stone")
        p.line([(-31, -38), (31, -38)], "steel", 1)


@prop("soap", {"": "a bar of wet soap"})
def soap(p: Pen, thing: Thing) -> None:
    """A pink bar of soap, 44 wide, with a bubble or two."""
    p.box(-22, -18, 22, 0, "pink", r=6)
    p.line([(-10, -10), (10, -10)], "blush", 1.4)
    for x, y, r in ((26, -20, 5), (16, -28, 7), (-20, -24, 5)):
        p.disc(x, y, r, "ice", 0.7)


@prop("sink", {"still": "a sink", "suds": "a sink full of suds"})
def sink(p: Pen, thing: Thing) -> None:
    """A kitchen sink in a cupboard, 130 wide and 78 high, to be stood behind or beside."""
    p.arc(0, -98, 20, 24, 180, 330, "steel", 3.4)
    p.line([(-20, -98), (-20, -78)], "steel", 3.4)
    if thing.state == "suds":
        p.puffs([(-34, -82, 12), (-14, -88, 14), (8, -86, 12), (30, -82, 13)], "white", 0.8)
    p.box(-65, -70, 65, 0, "teal")
    p.line([(0, -62), (0, -4)], "ink", 0.8)
    for x in (-9, 9):
        p.disc(x, -40, 3, "yellow", 0.7)
    p.box(-70, -78, 70, -67, "white", r=3)


@prop(
    "soup_pot",
    {
        "vegetables": "a pot heaped with raw vegetables",
        "steaming": "a steaming pot of soup",
        "supper": "a pot with two spoons in it",
    },
)
def soup_pot(p: Pen, thing: Thing) -> None:
    """A pot 84 wide and 56 high."""
    if thing.state == "vegetables":
        for x, colour in ((-24, "orange"), (-8, "orange"), (10, "leaf"), (26, "red")):
            p.blob([(x - 9, -44), (x - 5, -78), (x + 5, -78), (x + 9, -44)], colour)
        for x in (-24, -8):
            p.line([(x, -78), (x + 4, -92)], "pine", 1.8)
    elif thing.state == "steaming":
        steam(p, 0, -62, "steel")
    else:
        for x, lean in ((-16, -14), (18, 16)):
            p.line([(x, -50), (x + lean, -88)], "steel", 2.4)
    for side in (-1, 1):
        p.arc(side * 44, -40, 10, 8, 0, 360, "ink", 1.6)
    p.box(-43, -56, 43, 0, "red", r=8)
    p.oval(0, -55, 43, 7, "ink" if thing.state == "vegetables" else "orange")


@prop("soup_bowl", {"full": "a steaming bowl of soup", "empty": "an empty bowl"}, held_at=(0, -4))
def soup_bowl(p: Pen, thing: Thing) -> None:
    """A bowl 52 wide."""
    p.blob([(-26, -22), (26, -22), (16, -2), (-16, -2)], "yellow")
    p.oval(0, -22, 26, 5, "orange" if thing.state == "full" else "cream")
    if thing.state == "full":
        steam(p, 0, -28)
    else:
        p.line([(4, -22), (26, -42)], "steel", 2)


@prop(
    "carrots",
    {"whole": "carrots and a leek", "sliced": "sliced carrots"},
    held_at=(0, -10),
)
def carrots(p: Pen, thing: Thing) -> None:
    """Vegetables on a board 100 wide."""
    p.box(-52, -8, 52, 0, "wood", r=3)
    if thing.state == "sliced":
        for at, x in enumerate((-38, -22, -6, 10, 26, 40)):
            p.disc(x, -14 - 9 * (at % 2), 8.5, "orange")
        return
    for x, turn in ((-20, 4), (6, -4)):
        q = p.at(x, -16 if turn > 0 else -28, turn=turn)
        q.blob([(-26, 0), (16, -9), (22, 0), (16, 9)], "orange")
        for dy in (-6, 0, 6):
            q.line([(22, 0), (40, dy * 1.6)], "pine", 2)
