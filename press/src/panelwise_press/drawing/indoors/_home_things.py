"""What is repaired, knitted and wiped up at home."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop(
    "wobbly_table",
    {
        "tall": "a tilting table on long legs",
        "shorter": "a tilting table on shorter legs",
        "low": "a tilting table on very short legs",
        "flat": "a table top that lies on the floor",
    },
)
def wobbly_table(p: Pen, thing: Thing) -> None:
    """A table 170 wide, 92 high at first; it stands aslant as long as it has legs."""
    if thing.state == "flat":
        p.box(-88, -14, 88, 0, "orange", r=3)
        return
    high, turn = {"tall": (90, 7.0), "shorter": (58, -7.0), "low": (28, 6.0)}[thing.state]
    q = p.at(0, -high, turn=turn)
    for side in (-1, 1):
        # The leg on the side that the table tilts to is the shorter one.
        reach = high - 2 + (9 if (turn < 0) == (side > 0) else -13)
        q.box(side * 72 - 7, 0, side * 72 + 7, max(6, reach), "brown")
    q.box(-88, -14, 88, 0, "orange", r=3)


@prop(
    "leg_pieces",
    {"one": "a sawn-off piece of wood", "some": "some pieces of wood", "many": "a heap of wood"},
)
def leg_pieces(p: Pen, thing: Thing) -> None:
    """Sawn-off pieces of table legs, each 26 long."""
    spots = [
        (0, -7, 0),
        (-30, -7, 0),
        (30, -7, 0),
        (-15, -21, 4),
        (16, -21, -4),
        (0, -35, 0),
        (60, -7, 8),
    ]
    for x, y, turn in spots[: {"one": 1, "some": 3}.get(thing.state, 7)]:
        q = p.at(x, y, turn=turn)
        q.box(-13, -7, 13, 7, "brown")
        q.oval(13, 0, 3, 7, "sand")


@prop("saw", {"": "a saw"}, held_at=(-32, -10))
def saw(p: Pen, thing: Thing) -> None:
    """A saw 80 long, its handle to the left."""
    teeth = [(42.0 - 6 * at, 0.0 if at % 2 else -5.0) for at in range(11)]
    p.shape([(-20, -20), (42, -12), *teeth, (-20, -2)], "grey")
    p.blob([(-46, -24), (-20, -24), (-18, 0), (-46, 0)], "red")
    p.oval(-33, -12, 6, 5, "cream", 0.8)


@prop(
    "cup",
    {"full": "a cup of tea", "sliding": "a cup that slides away", "broken": "a broken cup"},
    held_at=(-8, -12),
)
def cup(p: Pen, thing: Thing) -> None:
    """A cup 34 wide."""
    if thing.state == "broken":
        for x, turn in ((-18, 20), (0, 80), (18, 150)):
            p.at(x, -6, turn=turn).shape([(-10, 6), (-8, -8), (9, -6), (10, 6)], "white")
        p.oval(4, 2, 40, 5, "brown", 0.6)
        return
    q = p.at(0, 0, turn=16) if thing.state == "sliding" else p
    q.arc(18, -14, 9, 8, 250, 470, "ink", 1.8)
    q.blob([(-17, -28), (17, -28), (12, 0), (-12, 0)], "white")
    q.oval(0, -28, 17, 4, "brown")
    if thing.state == "sliding":
        for x, y in ((18, -44), (30, -36)):
            q.disc(x, y, 4, "brown", 0.7)
    else:
        q.curve([(0, -34), (5, -42), (-4, -50), (1, -58)], "stone", 1.2)


@prop(
    "knitting",
    {
        "begun": "needles with the first rows of a scarf",
        "half": "needles with a scarf that reaches the floor",
        "long": "an endlessly long scarf in loops on the floor",
    },
    held_at=(0, 0),
)
def knitting(p: Pen, thing: Thing) -> None:
    """Two needles, 66 long, at the origin, and what hangs from them."""
    colour = thing.colour or "red"
    drop = {"begun": 20, "half": 62, "long": 62}[thing.state]
    p.box(-15, 0, 15, drop, colour)
    for y in range(8, drop, 12):
        p.line([(-15, y), (15, y)], "white", 1.6)
    for side in (-1, 1):
        p.line([(side * -16, 6), (side * 30, -26)], "steel", 2.4)
        p.disc(side * 31, -27, 4, "wood", 0.8)


@prop("scarf_loops", {"": "a long scarf in loops on the floor"})
def scarf_loops(p: Pen, thing: Thing) -> None:
    """A scarf that winds about the floor, 300 wide."""
    path = [
        (-20.0, -64.0),
        (-24, -20),
        (20, -6),
        (110, -12),
        (130, -30),
        (70, -38),
        (60, -14),
        (150, 2),
    ]
    path += [(210, -14), (180, -34), (150, -20), (200, 10), (270, 2)]
    p.limb(path, 24, thing.colour or "red")
    p.curve(path, "white", 1.6)


@prop("wool", {"big": "a big ball of wool", "small": "a small ball of wool"})
def wool(p: Pen, thing: Thing) -> None:
    """A ball of wool, 72 wide at first, with its thread to the left."""
    r = 36 if thing.state == "big" else 16
    p.curve([(0, -2), (-r - 20, 0), (-r - 40, -8)], "ink", 1)
    p.disc(0, -r, r, thing.colour or "red")
    for at in (-0.5, 0, 0.5):
        p.curve(
            [(-r * 0.75, -r + at * r), (0, -r * 1.3 + at * r), (r * 0.75, -r + at * r)],
            "white",
            1.2,
        )
    p.curve([(-r * 0.3, -r * 1.9), (r * 0.2, -r), (-r * 0.2, -r * 0.1)], "white", 1.2)


@prop("scarf_cocoon", {"": "a scarf wound about somebody from nose to shins"})
def scarf_cocoon(p: Pen, thing: Thing) -> None:
    """Windings 62 wide that reach from the ground 66 up; an end flies to the right."""
    colour = thing.colour or "red"
    p.limb([(20, -62), (52, -70), (84, -58)], 17, colour)
    for at in range(5):
        y = -5.0 - 13 * at
        wide = (26, 30, 31, 31, 29)[at]
        p.blob(
            [
                (-wide, y - 8),
                (0, y - 5),
                (wide, y - 8),
                (wide + 1, y + 3),
                (0, y + 9),
                (-wide - 1, y + 3),
            ],
            colour,
        )
        p.curve([(-wide + 4, y - 2), (0, y + 2), (wide - 4, y - 2)], "white", 1.4)


@prop("wrench", {"": "a big wrench"}, held_at=(0, 4))
def wrench(p: Pen, thing: Thing) -> None:
    """A wrench 62 high, held by its lower end."""
    p.box(-6, -40, 6, 10, "steel", r=4)
    p.blob(
        [
            (-16, -36),
            (-18, -56),
            (-7, -60),
            (-6, -48),
            (6, -48),
            (7, -60),
            (18, -56),
            (16, -36),
            (0, -32),
        ],
        "steel",
    )


@prop(
    "pipe",
    {
        "dripping": "a sink with a dripping pipe",
        "burst": "a sink with a burst pipe that sprays",
        "mended": "a sink whose pipe is bandaged",
    },
)
def pipe(p: Pen, thing: Thing) -> None:
    """A wash basin on the wall at 84 with a bent pipe below, which sprays to the left."""
    p.arc(0, -112, 18, 18, 180, 350, "steel", 3.4)
    p.line([(-18, -112), (-18, -92)], "steel", 3.4)
    p.blob([(-62, -96), (62, -96), (50, -66), (20, -58), (-20, -58), (-50, -66)], "white")
    p.limb([(0, -56), (0, -30), (26, -22), (44, -36), (70, -36)], 13, "grey")
    if thing.state == "dripping":
        for y in (-6, 8):
            p.blob([(0, y - 10), (6, y), (0, y + 6), (-6, y)], "water")
        p.oval(0, 16, 34, 6, "water", 0.7)
    elif thing.state == "burst":
        _spray(p)
    else:
        p.box(-13, -46, 13, -26, "white", r=4)
        for side in (-1, 1):
            p.blob([(12, -36), (12 + 16, -36 + side * 14), (12 + 20, -36 + side * 3)], "white")
        p.box(-5, -41, 5, -38, "red", 0)
        p.box(-1.5, -44.5, 1.5, -34.5, "red", 0)


def _spray(p: Pen) -> None:
    upper = [(0.0, -40.0), (-60, -74), (-120, -86), (-176, -80)]
    lower = [(-190.0, -50.0), (-130, -50), (-64, -40), (0, -26)]
    p.blob([*upper, *lower], "water")
    for dy in (-8, 6):
        p.curve([(-14, -36 + dy * 0.3), (-80, -60 + dy), (-160, -66 + dy)], "white", 1.6)
    for x, y in (
        (-196, -96),
        (-206, -66),
        (-196, -34),
        (-150, -104),
        (-96, -98),
        (-40, -76),
        (30, -8),
    ):
        p.blob([(x, y - 8), (x + 6, y), (x, y + 6), (x - 6, y)], "water")


@prop("flood", {"high": "deep water with a toy duck afloat"})
def flood(p: Pen, thing: Thing) -> None:
    """Water 1600 wide and 42 high, a toy duck afloat; it is drawn in front of everything."""
    crest = [(-800.0 + 40 * at, -42.0 - 5 * (at % 2)) for at in range(41)]
    p.blob([(-840, 300), (-836, -20), *crest, (836, -20), (840, 300)], "water")
    for at in range(14):
        x, y = -420 + 62 * at, (-14, 8, -2, 22)[at % 4]
        p.curve([(x, y), (x + 16, y - 6), (x + 32, y)], "white", 1.6)
    duck = p.at(-60, -46, 1.3)
    duck.blob([(-24, 0), (-20, -14), (10, -12), (26, -20), (22, 0)], "yellow")
    duck.disc(-14, -22, 13, "yellow")
    duck.shape([(-26, -24), (-40, -20), (-26, -16)], "orange")
    duck.disc(-17, -25, 2.4, "ink", 0)


@prop("towel_wrap", {"": "a blanket around the shoulders"})
def towel_wrap(p: Pen, thing: Thing) -> None:
    """A blanket about somebody who sits at a table or on a chair, 76 wide, its top at 98."""
    p.blob(
        [(-30, -98), (0, -88), (30, -98), (44, -60), (46, -30), (0, -24), (-46, -30), (-44, -60)],
        thing.colour or "purple",
    )
    p.curve([(0, -86), (4, -58), (-2, -30)], "ink", 1)


@prop("mop", {"": "a mop"}, held_at=(0, -70))
def mop(p: Pen, thing: Thing) -> None:
    """A mop 110 high."""
    p.box(-3, -112, 3, -16, "wood")
    for x in (-16, -8, 0, 8, 16):
        p.limb([(x * 0.4, -18), (x, 0)], 7, "white")


@prop("broom", {"": "a broom"}, held_at=(0, -70))
def broom(p: Pen, thing: Thing) -> None:
    """A broom 116 high."""
    p.box(-3, -116, 3, -22, "brown")
    p.shape([(-12, -26), (12, -26), (22, 0), (-22, 0)], "yellow")
    for x in (-9, 0, 9):
        p.line([(x * 0.7, -22), (x * 1.6, -2)], "brown", 0.9)


@prop("phone", {"": "a telephone"}, held_at=(0, -14))
def phone(p: Pen, thing: Thing) -> None:
    """A telephone 18 wide and 32 high."""
    p.box(-9, -32, 9, 0, "ink", r=3)
    p.box(-6.5, -28, 6.5, -6, "water", 0)


@prop("tissues", {"one": "a used handkerchief", "many": "a mountain of used handkerchiefs"})
def tissues(p: Pen, thing: Thing) -> None:
    """Crumpled paper handkerchiefs, a heap of 110 by 60 at last."""
    heap = [
        (-40, 0),
        (-14, 0),
        (12, 0),
        (38, 0),
        (-27, -19),
        (0, -20),
        (26, -18),
        (-13, -38),
        (12, -38),
    ]
    for x, y in [(20, 0)] if thing.state == "one" else [*heap, (-2, -56)]:
        p.blob(
            [
                (x - 15, y),
                (x - 13, y - 17),
                (x - 2, y - 12),
                (x + 8, y - 22),
                (x + 16, y - 6),
                (x + 9, y + 3),
            ],
            "white",
        )
        p.curve([(x - 5, y - 11), (x + 1, y - 4)], "grey", 1.2)
