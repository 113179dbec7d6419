"""What people carry through the town: food, balloons, parcels, bags and money."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing.town._toys import toy_head
from panelwise_press.drawing.town._vehicles import tied_box


@prop(
    "banana",
    {
        "whole": "a whole banana",
        "bitten": "a half-eaten banana",
        "skin": "a banana skin",
    },
    held_at=(0, -18),
)
def banana(pen: Pen, thing: Thing) -> None:
    """A banana, 44 high, half out of its skin; the empty skin lies flat, 56 wide."""
    if thing.state == "skin":
        pen.blob(
            [
                (-32, 0),
                (-24, -8),
                (-8, -12),
                (-6, -22),
                (6, -22),
                (8, -12),
                (24, -8),
                (33, 0),
                (12, -2),
                (2, 5),
                (-10, -1),
            ],
            "yellow",
        )
        pen.box(-4, -27, 4, -20, "bark", 0.8, r=1)
        pen.line([(-3, -12), (-1, -2)], line=0.6)
        return
    if thing.state == "whole":
        pen.blob(
            [(-8, 14), (-14, -10), (-6, -34), (6, -48), (10, -44), (6, -28), (6, -8), (4, 14)],
            "yellow",
        )
        pen.shape([(5, -46), (11, -53), (14, -48), (9, -43)], "bark", 0.8)
        return
    top = -22 if thing.state == "bitten" else -40
    pen.blob([(-8, 10), (-9, top + 4), (-3, top - 3), (3, top + 3), (9, top - 2), (8, 10)], "cream")
    pen.blob(
        [
            (-8, 16),
            (-11, -2),
            (-26, 8),
            (-30, 18),
            (-18, 14),
            (-8, 20),
            (8, 20),
            (18, 14),
            (30, 18),
            (25, 6),
            (11, -2),
            (8, 16),
        ],
        "yellow",
    )


@prop(
    "ice_cream",
    {
        "full": "a cone with three scoops of ice cream",
        "empty": "an empty ice cream cone",
        "spilt": "ice cream scoops melting on the ground",
        "hat": "an ice cream cone upside down",
    },
    held_at=(0, -12),
)
def ice_cream(pen: Pen, thing: Thing) -> None:
    """A big cone, 82 high with its scoops."""
    if thing.state == "spilt":
        pen.blob([(-44, 2), (-30, -8), (0, -10), (34, -8), (46, 2), (10, 9), (-26, 8)], "pink")
        for x, fill in ((-20, "pink"), (4, "cream"), (26, "mint")):
            pen.arc(x, -4, 15, 15, 180, 360)
            pen.blob(
                [(x - 15, -3), (x - 10, -16), (x, -20), (x + 10, -16), (x + 15, -3), (x, 2)], fill
            )
        return
    if thing.state == "hat":
        scoops(pen, -12, turned=True)
        pen.shape([(-18, -26), (18, -26), (2, -78), (-2, -78)], "wood")
        cross(pen, -26, -78)
        return
    if thing.state == "full":
        scoops(pen, -46)
    pen.shape([(-18, -46), (18, -46), (2, 4), (-2, 4)], "wood")
    cross(pen, -46, 4)


def scoops(pen: Pen, y: float, turned: bool = False) -> None:
    """Three scoops on top of a height; turned, they spread and drip."""
    if turned:
        pen.blob(
            [
                (-38, -8),
                (-30, -24),
                (30, -24),
                (38, -8),
                (30, 8),
                (22, -2),
                (10, 12),
                (0, 0),
                (-14, 14),
                (-24, 0),
                (-32, 8),
            ],
            "pink",
        )
        return
    for x, dy, fill in ((-11, -8, "pink"), (11, -8, "cream"), (0, -24, "mint")):
        pen.disc(x, y + dy, 14, fill)


def cross(pen: Pen, wide_y: float, tip_y: float) -> None:
    """The waffle's lines between its wide end and its tip."""
    step = (tip_y - wide_y) / 3
    for i in (0, 1):
        reach = 18 - 6 * i
        pen.line([(-reach, wide_y + i * step), (reach - 8, wide_y + (i + 1) * step)], "brown", 0.6)
        pen.line([(reach, wide_y + i * step), (8 - reach, wide_y + (i + 1) * step)], "brown", 0.6)


@prop(
    "cream_cake",
    {"whole": "a cream cake", "hat": "a cream cake upside down"},
    held_at=(0, 0),
)
def cream_cake(pen: Pen, thing: Thing) -> None:
    """A cake with cream and cherries on a plate, 70 wide; as a hat it drips."""
    if thing.state == "hat":
        pen.box(-40, -46, 40, -40, "ice", r=3)
        pen.box(-32, -40, 32, -12, "brown", r=4)
        pen.blob(
            [
                (-38, -14),
                (0, -22),
                (38, -14),
                (34, 8),
                (24, -2),
                (12, 14),
                (0, 0),
                (-16, 12),
                (-26, -2),
                (-34, 10),
            ],
            "white",
        )
        return
    pen.box(-42, -6, 42, 0, "ice", r=3)
    pen.box(-33, -38, 33, -6, "brown", r=4)
    pen.blob(
        [
            (-36, -40),
            (0, -46),
            (36, -40),
            (34, -24),
            (22, -30),
            (10, -20),
            (-4, -30),
            (-18, -20),
            (-30, -26),
        ],
        "white",
    )
    for x in (-18, 0, 18):
        pen.disc(x, -48, 6, "red", 0.8)


@prop(
    "paint_pot",
    {
        "full": "a full paint pot",
        "empty": "an empty paint pot",
        "flying": "a paint pot that spills its paint in the air",
        "tipped": "a paint pot lying in spilt paint",
        "hat": "a paint pot upside down",
    },
    held_at=(0, -34),
)
def paint_pot(pen: Pen, thing: Thing) -> None:
    """A pot of paint, 40 wide and 40 high."""
    paint = thing.colour or "purple"
    if thing.state == "tipped":
        pen.blob([(0, 2), (24, -6), (70, -4), (84, 4), (50, 12), (10, 10)], paint)
        tipped = pen.at(0, -20, turn=90)
        tipped.box(-20, -20, 20, 20, "grey", r=3)
        tipped.oval(0, -20, 20, 5, paint)
        return
    if thing.state == "hat":
        pen.blob(
            [
                (-40, -4),
                (-26, -20),
                (26, -20),
                (40, -4),
                (32, 12),
                (22, 0),
                (10, 16),
                (-2, 2),
                (-16, 18),
                (-24, 2),
                (-34, 12),
            ],
            paint,
        )
        pen.box(-24, -58, 24, -12, "grey", r=3)
        pen.box(-24, -46, 24, -30, paint, 0.8)
        return
    if thing.state == "flying":
        jet = [(-18, -40), (-34, -66), (-24, -84), (-10, -72), (4, -98), (16, -74), (32, -82)]
        pen.blob([*jet, (30, -58), (18, -40)], paint)
        for x, y in ((-36, -98), (2, -116), (34, -104)):
            pen.disc(x, y, 6, paint)
    pen.arc(0, -38, 18, 20, 180, 360, line=0.9)
    pen.box(-20, -40, 20, 0, "grey", r=3)
    pen.box(-20, -28, 20, -10, paint, 0.8)
    pen.oval(0, -40, 20, 5, paint if thing.state in ("full", "flying") else "steel")


@prop("balloon", {"whole": "a balloon", "burst": "a burst balloon"}, held_at=(0, 0))
def balloon(pen: Pen, thing: Thing) -> None:
    """A balloon on a string, 130 high, or its rag."""
    colour = thing.colour or "red"
    if thing.state == "burst":
        pen.curve([(0, 0), (5, -16), (-3, -30)], line=0.8)
        pen.blob(
            [(-4, -30), (-14, -38), (-4, -40), (4, -50), (8, -38), (14, -32), (4, -30)], colour
        )
        return
    pen.curve([(0, 0), (6, -28), (-4, -52), (0, -74)], line=0.8)
    pen.blob([(0, -78), (-27, -106), (-18, -136), (0, -144), (18, -136), (27, -106)], colour)
    pen.shape([(0, -79), (-6, -71), (6, -71)], colour, 0.8)
    pen.oval(-9, -122, 5, 8, "white", 0)


@prop(
    "parcel",
    {
        "open": "an open box",
        "bear": "an open box with a toy bear in it",
        "rabbit": "an open box with a toy rabbit in it",
        "tied": "a parcel tied with a ribbon",
        "muddy": "a parcel tied with a ribbon, mud on it",
        "muddy_open": "an open box with mud on it",
    },
    held_at=(0, -16),
)
def parcel(pen: Pen, thing: Thing) -> None:
    """A box, 62 wide and 50 high: open, with a toy looking out, or tied with a ribbon."""
    if thing.state in ("tied", "muddy"):
        tied_box(pen.at(0, 0, scale=1.24), thing.colour or "red")
        if thing.state == "muddy":
            _mud(pen)
        return
    pen.shape([(-31, -42), (-22, -54), (22, -54), (31, -42)], "bark")
    if thing.state in ("bear", "rabbit"):
        toy_head(pen.at(0, -58, scale=0.95), thing.state)
    pen.shape([(-31, -42), (-52, -30), (-46, -22), (-31, -36)], "sand")
    pen.shape([(31, -42), (52, -30), (46, -22), (31, -36)], "sand")
    pen.box(-31, -42, 31, 0, "wood", r=2)
    if thing.state == "muddy_open":
        _mud(pen)


def _mud(pen: Pen) -> None:
    """Mud on the lower half of a box."""
    pen.blob(
        [(-30, -2), (-28, -22), (-17, -11), (-10, -26), (1, -9), (9, -17), (15, -2)], "bark", 0.7
    )
    for x, y in ((-18, -32), (14, -27), (23, -14)):
        pen.disc(x, y, 3.4, "bark", 0.6)


@prop(
    "wallet",
    {"": "a fat wallet"},
    held_at=(0, -14),
)
def wallet(pen: Pen, thing: Thing) -> None:
    """A purse of 46 by 34 that notes look out of, drawn larger than life."""
    pen.shape([(-16, -30), (18, -30), (16, -46), (-14, -46)], "mint", 0.9)
    pen.shape([(-10, -30), (22, -30), (24, -41), (-8, -41)], "leaf", 0.9)
    pen.box(-25, -34, 25, 0, "red", r=5)
    pen.line([(-24, -17), (6, -17)], line=0.7)
    pen.box(6, -23, 28, -11, "red", 0.9, r=4)
    pen.disc(16, -17, 3.6, "yellow", 0.7)


@prop("coin_purse", {"": "an open purse full of coins"}, held_at=(0, -14))
def coin_purse(pen: Pen, thing: Thing) -> None:
    """An open pouch with a clasp, 45 wide and 46 high, coins looking out; larger than life."""
    pen = pen.at(0, 0, scale=0.7)
    for x, y in ((-14, -48), (14, -48), (0, -54)):
        pen.disc(x, y, 11, "yellow", 0.9)
        pen.disc(x, y, 7, None, 0.5)
    pen.blob([(-26, -42), (26, -42), (33, -20), (24, -2), (-24, -2), (-33, -20)], "red")
    pen.box(-28, -46, 28, -38, "yellow", 0.9, r=3)
    for x in (-5, 5):
        pen.disc(x, -34, 5, "yellow", 0.8)
    for x in (-14, 0, 14):
        pen.line([(x, -28), (x * 1.2, -10)], line=0.6)


@prop("coin", {"": "a coin"}, held_at=(0, -12))
def coin(pen: Pen, thing: Thing) -> None:
    """A golden coin, 24 across, drawn larger than life."""
    pen.disc(0, -12, 12, "yellow")
    pen.disc(0, -12, 8, None, 0.6)


@prop("bag", {"": "a shopping bag", "full": "a full shopping bag"}, held_at=(0, -54))
def bag(pen: Pen, thing: Thing) -> None:
    """A shopping bag with handles, 56 high, perhaps with bread and leaves looking out."""
    if thing.state == "full":
        pen.limb([(-8, -30), (-14, -66)], 12, "wood")
        pen.puffs([(8, -48, 8), (16, -44, 7)], "leaf", 0.8)
    pen.arc(0, -40, 13, 18, 180, 360, line=1.2)
    pen.shape([(-24, -42), (24, -42), (20, 0), (-20, 0)], thing.colour or "teal")


@prop(
    "sandwich",
    {
        "whole": "a big sandwich",
        "half": "half a sandwich",
        "halves": "a sandwich broken into two halves",
        "bitten": "the rest of a sandwich",
        "muddy": "a sandwich lying in the mud",
    },
    held_at=(0, -10),
)
def sandwich(pen: Pen, thing: Thing) -> None:
    """A sandwich of sliced bread, 76 wide, or one of its triangles; the rest of one; muddy.

    The two halves lie on a napkin.
    """
    if thing.state == "muddy":
        pen.blob([(-62, 2), (-40, -8), (20, -8), (62, 0), (40, 12), (-30, 12)], "brown")
        pen = pen.at(0, -4, turn=-14)
    if thing.state == "halves":
        pen = pen.at(40, 0)  # both in front of the person holding them out
        pen.shape([(-56, -6), (56, -6), (64, 6), (30, 3), (0, 9), (-30, 3), (-64, 6)], "white")
        for side in (-1, 1):
            _half(pen.at(side * 27, -2, turn=side * 7), 24)
    elif thing.state == "half":
        _half(pen, 28)
    elif thing.state == "bitten":
        _half(pen, 20, bitten=True)
    else:
        top = [(-37, -29), (-30, -46), (-24, -50), (24, -50), (30, -46), (37, -29)]
        pen.shape(top, "wood")
        pen.shape([(-29, -31), (-24, -44), (24, -44), (29, -31)], "cream", 0)
        _layers(pen, 38)


def _half(pen: Pen, reach: float, bitten: bool = False) -> None:
    """A triangle of a sandwich, its cut in front."""
    if bitten:
        teeth = [(-6, -45), (-5, -38), (2, -39), (4, -33), (11, -35), (13, -29)]
        pen.shape([(-reach, -29), *teeth, (reach, -29)], "wood")
        pen.shape([(-12, -29), (-8, -37), (0, -33), (9, -29)], "cream", 0)
    else:
        apex = 1.1 * reach
        pen.shape([(-reach, -29), (0, -29 - apex), (reach, -29)], "wood")
        inner = 0.62 * reach
        pen.shape([(-inner, -30), (0, -30 - 0.66 * apex), (inner, -30)], "cream", 0)
    _layers(pen, reach)


def _layers(pen: Pen, reach: float) -> None:
    """The front of a sandwich of half a width: bread, ham, cheese, salad and bread."""
    pen.box(-reach, -12, reach, 0, "cream", r=3)
    pen.box(-reach - 1, -17, reach + 1, -11, "red", 0.8, r=2)
    pen.shape([(-reach, -18), (reach, -18), (reach * 0.7, -15), (reach * 0.3, -7)], "yellow", 0.7)
    frill = [(reach * (1.1 - 2.2 * at / 6), -15 - 4 * (at % 2)) for at in range(7)]
    pen.blob([(-reach, -22), (reach, -22), *frill], "leaf", 0.8)
    pen.box(-reach, -32, reach, -21, "cream", r=3)
