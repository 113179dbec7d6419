"""What stands in a kitchen and what one cooks with."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


def steam(p: Pen, x: float, y: float, colour: str = "stone") -> None:
    """Three curls of steam that rise 46 from a point."""
    for dx, rise in ((-18, 34), (0, 46), (18, 34)):
        p.curve(
            [
                (x + dx, y),
                (x + dx + 6, y - rise / 3),
                (x + dx - 5, y - rise * 0.66),
                (x + dx, y - rise),
            ],
            colour,
            1.2,
        )


@prop("stove", {"": "a stove"})
def stove(p: Pen, thing: Thing) -> None:
    """A stove 110 wide whose top is 76 high."""
    p.box(-55, -72, 55, 0, "white", r=4)
    p.box(-40, -48, 40, -10, "steel", r=4)
    p.box(-32, -42, 32, -18, "ink", 0.7, r=3)
    for x in (-36, -18, 18, 36):
        p.disc(x, -60, 5, "red", 0.7)
    p.box(-58, -77, 58, -70, "steel")


@prop(
    "oven",
    {
        "open": "an open oven",
        "stuffed": "an oven from which dough swells",
        "raw": "a glowing oven with flat dough in it",
        "baking": "a glowing oven",
    },
)
def oven(p: Pen, thing: Thing) -> None:
    """An oven 150 wide and 150 high, rings on its top; dough hangs out over its open door."""
    for x in (-42, 42):
        p.box(x - 24, -158, x + 24, -152, "ink", r=2)
    p.box(-78, -152, 78, 0, "red", r=5)
    for x in (-54, -30, 30, 54):
        p.disc(x, -138, 7, "cream", 0.8)
        p.line([(x, -138), (x, -144)], line=0.8)
    p.box(-62, -122, 62, -26, "steel", r=4)
    p.box(-54, -115, 54, -33, "orange" if thing.state in ("raw", "baking") else "ink", r=3)
    if thing.state in ("raw", "baking"):
        if thing.state == "raw":
            p.blob([(-40, -36), (-36, -50), (0, -56), (36, -50), (40, -36)], "cream")
        else:
            p.blob([(-44, -36), (-40, -80), (0, -98), (42, -78), (46, -36)], "wood")
        p.line([(-40, -20), (40, -20)], line=1.6)
        return
    for y in (-92, -70):
        p.line([(-53, y), (53, y)], "grey", 0.8)
    p.shape([(-62, -27), (62, -27), (78, -4), (-78, -4)], "steel")
    p.line([(-50, -10), (50, -10)], "grey", 1.4)
    if thing.state == "stuffed":
        _swelling(p)


def _swelling(p: Pen) -> None:
    """Dough in lumps that swells out of an oven and hangs over its door."""
    p.blob(
        [
            *((-56, -22), (-50, -46), (-62, -66), (-46, -92), (-20, -92), (0, -112)),
            *((30, -104), (40, -86), (58, -80), (66, -54), (54, -34), (62, -12)),
            *((40, 4), (14, -2), (-8, 8), (-22, 24), (-38, 16), (-44, -6)),
        ],
        "cream",
    )
    for x, y, start in ((-30, -70, 190), (14, -88, 210), (42, -60, 230), (2, -50, 200)):
        p.arc(x, y, 16, 12, start, start + 110, "wood", 1.6)
    p.arc(-24, 6, 8, 11, 20, 150, "wood", 1.4)


@prop(
    "pan",
    {
        "empty": "an empty frying pan",
        "batter": "a frying pan with pale batter",
        "pancake": "a frying pan with a pancake",
    },
    held_at=(-58, -8),
)
def pan(p: Pen, thing: Thing) -> None:
    """A frying pan 68 wide, its handle to the left."""
    p.line([(-34, -8), (-74, -12)], "ink", 4.6)
    p.shape([(-36, -13), (36, -13), (28, 0), (-28, 0)], "steel")
    p.oval(0, -13, 36, 6, "ink")
    if thing.state == "batter":
        p.oval(0, -14, 29, 4.6, "cream")
    elif thing.state == "pancake":
        p.oval(0, -16, 31, 6, "orange")


@prop("jug", {"pouring": "a jug that is poured out", "full": "a jug"}, held_at=(-14, -20))
def jug(p: Pen, thing: Thing) -> None:
    """A jug 40 high; what is poured from it falls to the right."""
    q = p.at(0, -18, turn=64).at(0, 18) if thing.state == "pouring" else p
    q.arc(-18, -20, 11, 12, 80, 280, "ink", 1.8)
    q.blob([(-16, -2), (-18, -36), (20, -40), (15, -2)], "blue")
    q.oval(1, -38, 18, 4, "cream")


@prop("pouring_batter", {"": "a stream of batter"})
def stream(p: Pen, thing: Thing) -> None:
    """A stream 40 high that falls on its foot."""
    p.blob([(-4, -42), (4, -42), (6, -12), (10, 0), (-10, 0), (-5, -12)], "cream")


@prop(
    "pancake",
    {
        "flying": "a golden pancake in the air",
        "hat": "a pancake lying on a head",
        "bitten": "a bitten pancake",
    },
    held_at=(0, -8),
)
def pancake(p: Pen, thing: Thing) -> None:
    """A pancake 70 wide."""
    if thing.state == "flying":
        p.oval(0, -10, 36, 13, "orange")
        p.oval(-2, -14, 24, 6, "yellow", 0.6)
        for x in (-26, 0, 26):
            p.line([(x, 14), (x, 32)], "ink", 1.2)
        return
    if thing.state == "bitten":
        p.blob(
            [(-26, -4), (-20, -24), (0, -30), (10, -24), (8, -14), (20, -12), (22, 2), (0, 8)],
            "orange",
        )
        p.oval(-6, -10, 10, 8, "yellow", 0)
        return
    p.blob(
        [
            (-40, 14),
            (-34, -8),
            (0, -16),
            (34, -8),
            (40, 14),
            (32, 24),
            (26, 8),
            (0, 0),
            (-26, 8),
            (-32, 24),
        ],
        "orange",
    )
    p.oval(-2, -8, 18, 4, "yellow", 0)


@prop("wall_lamp", {"": "a lamp on the wall", "pancake": "a lamp with a pancake hanging over it"})
def wall_lamp(p: Pen, thing: Thing) -> None:
    """A lamp on an arm, 76 wide; its foot is the bulb."""
    p.disc(-52, -58, 11, "brown")
    p.curve([(-52, -58), (-30, -74), (-6, -66), (0, -38)], "brown", 3)
    p.shape([(-12, -38), (12, -38), (38, -4), (-38, -4)], "teal")
    p.blob([(-11, -4), (11, -4), (8, 9), (-8, 9)], "glow")
    if thing.state == "pancake":
        over = [(-48, 6), (-40, -22), (-10, -44), (14, -44), (40, -20), (46, 10), (36, 14)]
        p.blob([*over, (20, -12), (0, -22), (-22, -10), (-36, 16)], "orange")
        p.oval(2, -34, 14, 5, "yellow", 0)


@prop(
    "toaster",
    {
        "empty": "a toaster",
        "bread": "a toaster with white bread in it",
        "smoking": "a toaster in a cloud of smoke",
    },
)
def toaster(p: Pen, thing: Thing) -> None:
    """A toaster 70 wide and 46 high."""
    if thing.state == "smoking":
        p.puffs(
            [(-22, -74, 20), (14, -84, 24), (-10, -112, 26), (24, -122, 20), (0, -144, 18)], "stone"
        )
    if thing.state == "bread":
        for x in (-13, 13):
            slice_of_bread(p.at(x, -28), "cream")
    elif thing.state == "smoking":
        for x in (-13, 13):
            slice_of_bread(p.at(x, -18), "ink")
    p.box(-37, -44, 37, -4, "red", r=9)
    p.box(-27, -36, 27, -24, "white", 0.7, r=3)
    p.box(37, -30, 44, -20, "ink", 0.7)
    for x in (-24, 24):
        p.box(x - 5, -4, x + 5, 0, "ink", 0.7)


def slice_of_bread(p: Pen, colour: str) -> None:
    """A slice 26 wide and 32 high on its foot."""
    p.blob([(-12, 0), (-11, -18), (-15, -26), (0, -33), (15, -26), (11, -18), (12, 0)], "wood")
    p.blob([(-8, -3), (-7, -17), (-10, -24), (0, -28), (10, -24), (7, -17), (8, -3)], colour, 0)


@prop(
    "toast",
    {
        "white": "two slices of white bread",
        "flying": "two pitch-black slices of toast in the air",
        "burnt": "pitch-black toast on a plate",
        "black": "pitch-black toast",
    },
    held_at=(0, -14),
)
def toast(p: Pen, thing: Thing) -> None:
    """Two slices of bread, white or black."""
    if thing.state == "flying":
        for x, turn in ((-30, -24), (30, 20)):
            q = p.at(x, 0, 1.25, turn)
            _black_slice(q)
            for dx in (-8, 8):
                q.line([(dx, 10), (dx, 30)], "ink", 1.3)
        return
    if thing.state in ("burnt", "black"):
        if thing.state == "burnt":
            p.oval(0, -3, 44, 7, "white")
        _black_slice(p.at(-15, -6, 1.1, -8))
        _black_slice(p.at(15, -6, 1.1, 8))
        steam(p, 0, -52)
        return
    slice_of_bread(p.at(-7, 0, turn=-8), "cream")
    slice_of_bread(p.at(7, 0, turn=8), "cream")


def _black_slice(p: Pen) -> None:
    p.blob([(-12, 0), (-11, -18), (-15, -26), (0, -33), (15, -26), (11, -18), (12, 0)], "ink")
    for x, y in ((-5, -22), (4, -12), (5, -24)):
        p.oval(x, y, 3, 2, "steel", 0)


@prop("book", {"open": "an open book", "closed": "a book"}, held_at=(0, -12))
def book(p: Pen, thing: Thing) -> None:
    """A book, open towards the reader, 48 wide."""
    colour = thing.colour or "blue"
    if thing.state == "closed":
        p.box(-20, -30, 20, 0, colour, r=2)
        p.line([(-14, -28), (-14, -2)], "white", 1)
        return
    for side in (-1, 1):
        p.shape([(0, 0), (side * 25, -6), (side * 25, -36), (0, -30)], colour)
        p.shape([(0, -3), (side * 21, -9), (side * 21, -34), (0, -29)], "white", 0.6)


@prop("chair", {"": "a chair"})
def chair(p: Pen, thing: Thing) -> None:
    """A chair that looks to the right, its seat 45 high."""
    for x in (-20, 20):
        p.box(x - 4, -42, x + 4, 0, "brown")
    p.box(-26, -104, -17, -40, "brown")
    p.box(-26, -104, -12, -76, "wood", r=3)
    p.box(-26, -48, 26, -39, "wood", r=3)


@prop("stool", {"": "a stool"})
def stool(p: Pen, thing: Thing) -> None:
    """A stool 40 high to stand on."""
    for side in (-1, 1):
        p.shape([(side * 14, -34), (side * 20, -34), (side * 26, 0), (side * 19, 0)], "brown")
    p.box(-27, -40, 27, -32, "wood", r=3)
