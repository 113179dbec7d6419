"""What belongs to a feast: cakes, presents, lanterns, music."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop(
    "birthday_cake",
    {
        "bare": "a cake without candles",
        "candles": "a cake with unlit candles",
        "lit": "a cake with burning candles",
        "blown": "a cake with smoking candles",
        "cut": "a cake with a big piece missing",
        "crumbs": "a plate with crumbs",
    },
    held_at=(0, 0),
)
def birthday_cake(p: Pen, thing: Thing) -> None:
    """A cake on a plate, 90 wide."""
    p.oval(0, -2, 54, 7, "white")
    if thing.state == "crumbs":
        for x, y in ((-26, -4), (-12, -6), (4, -3), (16, -7), (28, -4)):
            p.disc(x, y, 3.4, "brown", 0.7)
        return
    if thing.state == "cut":
        p.shape([(-42, -46), (0, -46), (0, -4), (-42, -4)], "cream")
        p.shape([(0, -46), (18, -38), (18, 2), (0, -4)], "yellow")
        p.line([(0, -26), (18, -19)], "red", 2)
        p.blob(
            [(-44, -50), (0, -50), (2, -36), (-10, -40), (-20, -32), (-32, -40), (-44, -36)], "pink"
        )
        return
    p.box(-42, -46, 42, -4, "cream", r=6)
    p.blob(
        [
            (-44, -50),
            (44, -50),
            (44, -34),
            (30, -40),
            (16, -30),
            (0, -40),
            (-16, -30),
            (-32, -40),
            (-44, -34),
        ],
        "pink",
    )
    if thing.state == "bare":
        return
    for at, x in enumerate((-28, -9, 10, 29)):
        p.box(x - 3, -72, x + 3, -49, ("blue", "yellow", "teal", "red")[at])
        if thing.state == "lit":
            p.blob([(x - 5, -76), (x, -92), (x + 5, -76), (x, -71)], "yellow")
        elif thing.state == "blown":
            p.curve([(x, -74), (x + 4, -84), (x - 3, -94), (x + 3, -106)], "stone", 1.3)


@prop(
    "present",
    {
        "bare": "an open box",
        "wrapped": "a wrapped present with a bow",
        "dotted": "a present with a bow, wrapped in dotted paper",
        "torn": "a present with its paper torn",
        "open": "an open present box",
    },
    held_at=(0, -10),
)
def present(p: Pen, thing: Thing) -> None:
    """A box 56 wide and 50 high."""
    colour = thing.colour or "purple"
    if thing.state in ("wrapped", "dotted"):
        p.box(-28, -46, 28, 0, colour if thing.state == "wrapped" else "white")
        for x, y in ((-17, -37), (17, -37), (-17, -10), (17, -10)):
            if thing.state == "dotted":
                p.disc(x, y, 5, "red", 0.6)
        p.box(-5, -46, 5, 0, "yellow")
        p.box(-28, -28, 28, -19, "yellow")
        for side in (-1, 1):
            p.blob([(0, -47), (side * 10, -66), (side * 24, -60), (side * 16, -47)], "yellow")
        p.disc(0, -48, 5, "yellow")
        return
    if thing.state == "torn":
        p.box(-28, -46, 28, 0, "wood")
        p.shape(
            [(-28, -20), (-18, -26), (-8, -16), (4, -28), (14, -18), (28, -26), (28, 0), (-28, 0)],
            colour,
        )
        p.shape([(32, -4), (46, -12), (56, -2), (40, 2)], colour)
        return
    p.box(-28, -40, 28, 0, "wood" if thing.state == "bare" else colour)
    for side in (-1, 1):
        p.shape([(side * 28, -40), (side * 46, -56), (side * 42, -62), (side * 24, -44)], "wood")
    p.oval(0, -40, 27, 4, "ink")


@prop(
    "paper_lantern",
    {
        "flat": "a folded paper lantern",
        "dark": "an unlit paper lantern",
        "lit": "a glowing paper lantern",
        "flying": "a glowing lantern in the air",
    },
    held_at=(0, -62),
)
def paper_lantern(p: Pen, thing: Thing) -> None:
    """A lantern 44 wide and 60 high."""
    if thing.state == "flat":
        p.box(-26, -68, 26, -56, "red", r=3)
        for y in (-64, -60):
            p.line([(-24, y), (24, y)], "ink", 0.7)
        return
    bright = thing.state in ("lit", "flying")
    if bright:
        p.disc(0, -30, 48, "glow", 0)
    p.blob(
        [(-15, -56), (-25, -30), (-15, -3), (15, -3), (25, -30), (15, -56)],
        "yellow" if bright else "red",
    )
    for y in (-44, -30, -16):
        p.curve([(-23, y), (0, y + 4), (23, y)], "ink", 0.7)
    p.box(-12, -62, 12, -55, "bark")
    p.box(-12, -4, 12, 3, "bark")
    if bright:
        p.blob([(-6, -14), (0, -34), (6, -14), (0, -9)], "orange", 0.7)


@prop(
    "gift_paper",
    {"wrapped": "a sheet of purple wrapping paper", "dotted": "a sheet of dotted wrapping paper"},
)
def gift_paper(p: Pen, thing: Thing) -> None:
    """A sheet that is being folded up around a thing, and hangs down in front; 118 wide."""
    colour = "purple" if thing.state == "wrapped" else "white"
    dots = [(x, y) for x in (-27, 0, 27) for y in (8, 26)] + [(x, -22) for x in (-50, 50)]
    p.shape([(-50, -6), (50, -6), (42, 36), (-42, 36)], colour)
    for side in (-1, 1):
        p.shape([(side * 42, 0), (side * 46, -42), (side * 59, -46), (side * 55, 0)], colour)
    for x, y in dots if thing.state == "dotted" else ():
        p.disc(x, y, 5, "red", 0.6)


@prop(
    "guitar",
    {"whole": "a guitar", "snapped": "a guitar with a broken string"},
    held_at=(6, -30),
)
def guitar(p: Pen, thing: Thing) -> None:
    """A guitar 120 long, aslant as it is played."""
    q = p.at(0, -20, turn=-28)
    q.box(18, -5, 84, 5, "bark")
    q.box(84, -9, 102, 9, "bark", r=2)
    q.blob(
        [(-46, 0), (-38, -26), (-14, -22), (8, -20), (24, 0), (8, 20), (-14, 22), (-38, 26)],
        "orange",
    )
    q.disc(-6, 0, 9, "ink")
    if thing.state == "whole":
        for y in (-2.4, 2.4):
            q.line([(-30, y), (90, y)], "white", 0.7)
        return
    q.line([(-30, 2), (90, 2)], "white", 0.7)
    q.curve([(-30, -3), (-6, -26), (8, -52), (26, -44)], "ink", 1.1)
    q.curve([(84, -3), (66, -24), (52, -30), (44, -48)], "ink", 1.1)
    for x, y in ((20, -66), (34, -62), (40, -74)):
        q.line([(x, y), (x + 7, y - 9)], "ink", 1.2)


@prop("drum", {"still": "a drum", "beaten": "a drum being played"})
def drum(p: Pen, thing: Thing) -> None:
    """A drum 64 wide and 56 high."""
    p.shape([(-32, -50), (32, -50), (28, 0), (-28, 0)], "red")
    for x in (-22, 0, 22):
        p.line([(x - 8, -46), (x, -4), (x + 8, -46)], "white", 1)
    p.oval(0, -50, 33, 9, "cream")
    if thing.state == "beaten":
        for side in (-1, 1):
            p.line([(side * 8, -52), (side * 30, -80)], "bark", 1.8)
            p.line([(side * 40, -58), (side * 52, -66)], "ink", 1.4)
            p.line([(side * 42, -48), (side * 56, -48)], "ink", 1.4)


@prop("scary_mask", {"whole": "a monster mask"}, held_at=(0, -6))
def scary_mask(p: Pen, thing: Thing) -> None:
    """A mask 64 wide: horns, three eyes, teeth."""
    for side in (-1, 1):
        p.shape([(side * 14, -44), (side * 32, -74), (side * 30, -36)], "yellow")
    p.blob(
        [(-32, -22), (-26, -46), (0, -54), (26, -46), (32, -22), (20, 4), (0, 8), (-20, 4)], "leaf"
    )
    for x, y in ((-13, -28), (13, -28), (0, -42)):
        p.disc(x, y, 7, "white")
        p.disc(x, y, 2.6, "ink", 0)
    p.blob([(-20, -12), (0, -7), (20, -12), (14, 1), (-14, 1)], "red")
    for x in (-11, 0, 11):
        p.shape([(x - 4, -9), (x + 4, -9), (x, 0)], "white", 0.7)


@prop("garland", {"hung": "a garland of flags", "heap": "a heap of flags on a string"})
def garland(p: Pen, thing: Thing) -> None:
    """Hung, 360 wide, its ends 230 up; else a heap."""
    if thing.state == "heap":
        for x, y, colour in (
            (-24, -4, "red"),
            (-8, -10, "yellow"),
            (10, -5, "teal"),
            (26, -8, "blue"),
        ):
            p.shape([(x - 12, y - 10), (x + 12, y - 8), (x + 2, y + 10)], colour)
        p.curve([(-40, -2), (-16, -16), (14, -14), (42, -2)], "ink", 1)
        return
    p.curve([(-180, -232), (-90, -206), (0, -198), (90, -206), (180, -232)], "ink", 1.2)
    colours = ("red", "yellow", "teal", "blue", "pink", "orange", "purple")
    for at in range(7):
        x = -150 + at * 50
        low = -200 - x**2 / 1050
        p.shape([(x - 17, low), (x + 17, low), (x, low + 34)], colours[at])


@prop(
    "balloons",
    {"three": "three balloons on strings", "burst": "shreds of balloons"},
    held_at=(0, 0),
)
def balloons(p: Pen, thing: Thing) -> None:
    """Three balloons 110 above the hand that holds them."""
    if thing.state == "burst":
        for x, y, colour in ((-16, -60, "red"), (4, -76, "yellow"), (20, -58, "blue")):
            p.blob([(x - 8, y), (x, y - 8), (x + 9, y - 2), (x + 2, y + 7)], colour)
            p.line([(x, y + 8), (0, 0)], "ink", 0.7)
        return
    for x, y, colour in ((-30, -112, "red"), (28, -116, "blue"), (0, -132, "yellow")):
        p.curve([(0, 0), (x * 0.4, -50), (x, y + 28)], "ink", 0.8)
        p.oval(x, y, 22, 27, colour)
        p.shape([(x - 4, y + 32), (x + 4, y + 32), (x, y + 26)], colour, 0.8)
        p.arc(x - 6, y - 6, 9, 12, 180, 260, "white", 1.6)


@prop("bouquet", {"fresh": "a bunch of flowers"}, held_at=(0, -8))
def bouquet(p: Pen, thing: Thing) -> None:
    """Flowers 60 high in paper."""
    for x, y, colour in (
        (-15, -44, "red"),
        (0, -54, "yellow"),
        (15, -44, "pink"),
        (0, -38, "purple"),
    ):
        p.line([(0, -10), (x, y)], "pine", 1.4)
        p.disc(x, y, 10, colour)
        p.disc(x, y, 3.4, "cream", 0.7)
    p.shape([(-18, -32), (18, -32), (5, 4), (-5, 4)], "white")


@prop("party_table", {"set": "a table with a checked cloth"})
def party_table(p: Pen, thing: Thing) -> None:
    """A table 180 wide whose top is 72 high."""
    for x in (-74, 74):
        p.box(x - 5, -66, x + 5, 0, "brown")
    p.shape([(-92, -74), (92, -74), (96, -38), (-96, -38)], "white")
    for x in range(-84, 90, 28):
        p.box(x, -74, x + 14, -38, "red", 0)
    p.shape([(-92, -74), (92, -74), (96, -38), (-96, -38)])
