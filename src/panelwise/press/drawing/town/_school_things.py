"""The furniture of a classroom and what pupils do with paper, paint and flasks."""

from __future__ import annotations

import math

from panelwise.press._scene import Thing
from panelwise.press.drawing._pen import Pen
from panelwise.press.drawing._registries import prop


@prop("school_desk", {"": "a school desk"})
def school_desk(pen: Pen, thing: Thing) -> None:
    """A desk for one, 110 wide; its top at 62."""
    for x in (-44, 44):
        pen.box(x - 4, -56, x + 4, 0, "steel")
    pen.box(-56, -64, 56, -54, "wood", r=3)
    pen.box(-50, -54, 50, -40, "sand", 0.8)


@prop("lab_table", {"": "a long table"})
def lab_table(pen: Pen, thing: Thing) -> None:
    """A long table, 260 wide; its top at 70."""
    for x in (-112, 112):
        pen.box(x - 7, -62, x + 7, 0, "bark")
    pen.box(-130, -72, 130, -60, "wood", r=3)


@prop(
    "blackboard",
    {
        "empty": "an empty blackboard",
        "begun": "a blackboard with one sum",
        "full": "a blackboard full of sums",
    },
)
def blackboard(pen: Pen, thing: Thing) -> None:
    """A board, 230 wide, that hangs with its lower edge at 85."""
    pen.box(-118, -218, 118, -82, "wood", r=3)
    pen.box(-110, -210, 110, -92, "pine", 0.8)
    pen.box(-60, -84, 60, -78, "sand", 0.8)
    rows = {"begun": 1, "full": 4}.get(thing.state, 0)
    for row in range(rows):
        y = -190 + row * 24
        for column in range(4):
            x = -86 + column * 44
            glyph = (row + column) % 3
            if column == 1:
                pen.line([(x - 6, y), (x + 6, y)], "white", 1.4)
                pen.line([(x, y - 6), (x, y + 6)], "white", 1.4)
            elif column == 3:
                pen.line([(x - 6, y - 3), (x + 6, y - 3)], "white", 1.4)
                pen.line([(x - 6, y + 3), (x + 6, y + 3)], "white", 1.4)
            elif glyph == 0:
                pen.arc(x, y - 4, 5, 5, 0, 360, "white", 1.3)
                pen.arc(x, y + 5, 5, 5, 0, 360, "white", 1.3)
            else:
                # A one, which a mirrored stage leaves as it is; so it does 8, + and =.
                pen.line([(x, y - 9), (x, y + 9)], "white", 1.6)


@prop(
    "backpack",
    {"closed": "a school bag", "empty": "an open, empty school bag"},
    held_at=(0, -46),
)
def backpack(pen: Pen, thing: Thing) -> None:
    """A school bag, 52 wide and 60 high; open, its dark inside shows."""
    colour = thing.colour or "blue"
    if thing.state == "empty":
        pen.blob([(-28, -48), (-22, -74), (22, -74), (28, -48)], colour)
        pen.oval(0, -48, 27, 11, "deep")
    else:
        pen.arc(0, -60, 10, 9, 180, 360, line=1.4)
    pen.box(-28, -48 if thing.state == "empty" else -60, 28, 0, colour, r=10)
    if thing.state == "empty":
        pen.oval(0, -48, 27, 10, "deep")
    else:
        pen.curve([(-28, -38), (0, -30), (28, -38)], line=0.8)
    pen.box(-17, -24, 17, -4, "yellow", 0.9, r=5)


@prop("pencil", {"long": "a long pencil", "broken": "a broken pencil"}, held_at=(0, -12))
def pencil(pen: Pen, thing: Thing) -> None:
    """A pencil standing on its tip, 46 high."""
    long = thing.state != "broken"
    top = -50 if long else -30
    pen.shape([(-4, -12), (4, -12), (0, 0)], "sand", 0.8)
    pen.box(-4, top, 4, -12, "yellow", 0.9)
    if long:
        pen.box(-4, top - 7, 4, top, "pink", 0.9, r=2)
    else:
        pen.line([(-4, top), (-2, top - 6), (1, top - 1), (4, top - 5)], line=0.9)


@prop(
    "paper",
    {
        "blank": "a sheet of paper",
        "folded": "a half-folded sheet of paper",
        "plane": "a paper plane",
        "crumpled": "a crumpled ball of paper",
    },
    held_at=(0, -6),
)
def paper(pen: Pen, thing: Thing) -> None:
    """A sheet of 50 by 60, what is folded from it, or the ball that remains."""
    if thing.state == "plane":
        pen.shape([(-44, -34), (48, -14), (-30, -2), (-22, -12)], "white")
        pen.shape([(-44, -34), (48, -14), (-22, -12)], "white")
        pen.shape([(-22, -12), (48, -14), (-12, 8)], "ice")
    elif thing.state == "folded":
        pen.shape([(-26, 0), (26, 0), (26, -36), (0, -64), (-26, -36)], "white")
        pen.line([(-26, -36), (26, -36)], line=0.7)
        pen.line([(0, -64), (0, 0)], "stone", 0.7)
    elif thing.state == "crumpled":
        pen.shape(
            [(-15, -4), (-17, -18), (-5, -28), (12, -26), (18, -12), (10, 0), (-6, 1)], "white"
        )
        pen.line([(-10, -18), (0, -12), (4, -22)], line=0.7)
    else:
        pen.box(-26, -62, 26, 0, "white")


@prop(
    "lunch_box",
    {
        "closed": "a red lunch box",
        "open": "an open lunch box with a sandwich",
        "empty": "an empty lunch box",
    },
    held_at=(0, -30),
)
def lunch_box(pen: Pen, thing: Thing) -> None:
    """A lunch box with a handle, 66 wide, drawn larger than life."""
    if thing.state == "closed":
        pen.arc(0, -38, 14, 12, 180, 360, line=2)
        pen.box(-34, -40, 34, 0, "red", r=7)
        pen.line([(-33, -24), (33, -24)], line=0.8)
        pen.disc(0, -22, 6, "yellow", 0.9)
        return
    pen.shape([(-34, -26), (-30, -52), (30, -52), (34, -26)], "red")
    pen.shape([(-29, -28), (-26, -47), (26, -47), (29, -28)], "blush", 0.6)
    if thing.state == "open":
        pen.box(-24, -36, 6, -24, "wood", 0.9, r=4)
        pen.box(-24, -40, 6, -35, "leaf", 0.7, r=2)
        pen.box(-24, -50, 6, -39, "wood", 0.9, r=5)
        pen.disc(19, -34, 10, "red", 0.9)
        pen.line([(19, -43), (21, -48)], line=0.9)
    pen.box(-34, -28, 34, 0, "red", r=5)


@prop(
    "flask",
    {
        "clear": "an empty flask",
        "blue": "a flask with a blue liquid",
        "red": "a flask with a red liquid",
        "purple": "a flask with a bubbling purple liquid",
        "foaming": "a flask that foams over",
        "broken": "the pieces of a flask",
    },
    held_at=(0, -44),
)
def flask(pen: Pen, thing: Thing) -> None:
    """A round-bellied flask, 80 high, larger than life; or its pieces."""
    if thing.state == "broken":
        for x, turn in ((-28, 0), (0, 30), (24, -20)):
            pen.at(x, 0, turn=turn).shape([(-10, 0), (10, 0), (4, -16), (-4, -8)], "ice")
        return
    body = [(-10, -76), (10, -76), (10, -46), (34, -6), (30, 0), (-30, 0), (-34, -6), (-10, -46)]
    pen.shape(body, "ice")
    fill = {"blue": "blue", "red": "red", "purple": "purple", "foaming": "purple"}.get(thing.state)
    if fill:
        pen.shape([(-20, -29), (20, -29), (33, -6), (29, -1), (-29, -1), (-33, -6)], fill, 0.6)
    pen.shape(body, None)
    pen.box(-14, -82, 14, -74, "ice", r=3)
    if thing.state == "purple":
        for x, y, r in ((-8, -14, 5), (8, -20, 4), (0, -94, 7), (12, -108, 9), (-10, -116, 6)):
            pen.disc(x, y, r, "lilac", 0.8)
    if thing.state == "foaming":
        pen.puffs(
            [
                (-26, -92, 16),
                (0, -100, 20),
                (26, -92, 16),
                (-34, -70, 12),
                (36, -66, 12),
                (-8, -122, 16),
                (16, -124, 14),
            ],
            "lilac",
            0.9,
        )


@prop(
    "vial",
    {"blue": "a vial of blue liquid", "red": "a vial of red liquid", "empty": "an empty vial"},
    held_at=(0, -26),
)
def vial(pen: Pen, thing: Thing) -> None:
    """A test tube, 54 high."""
    colour = {"blue": "blue", "red": "red"}.get(thing.state)
    tube = [(-8, -54), (8, -54), (8, -8), (0, 0), (-8, -8)]
    pen.shape(tube, "ice")
    if colour:
        pen.shape([(-8, -36), (8, -36), (8, -8), (0, 0), (-8, -8)], colour)
    pen.box(-11, -58, 11, -52, "ice", 0.9, r=2)


@prop("flask_blast", {"": "an explosion"})
def blast(pen: Pen, thing: Thing) -> None:
    """A harmless bang around (0, 0), 240 across: a star with a coloured heart."""
    for outer, inner, colour in ((120, 66, "yellow"), (74, 42, "purple")):
        star(pen, outer, inner, colour)


def star(pen: Pen, outer: float, inner: float, colour: str) -> None:
    """A jagged star with twelve uneven rays."""
    points = []
    for i in range(24):
        reach = outer * (0.82 if i % 4 == 2 else 1) if i % 2 == 0 else inner
        points.append((reach * math.cos(i * math.pi / 12), reach * math.sin(i * math.pi / 12)))
    pen.shape(points, colour)


@prop(
    "wall_stains",
    {"many": "purple stains all over the wall", "few": "one purple stain on the wall"},
)
def soot(pen: Pen, thing: Thing) -> None:
    """Stains of foam on the wall around (0, 0), 300 wide, or the last of them."""
    stains = [(124, -6, 16), (74, -56, 11), (0, -70, 18), (-60, -60, 11), (-120, -20, 16)]
    for x, y, r in stains[:1] if thing.state == "few" else stains:
        lobes = [(x, y, r), (x - r, y + r * 0.4, r * 0.7), (x + r, y + r * 0.3, r * 0.75)]
        drips = [(x + r * 0.2, y + r * (0.9 + 0.5 * i), r * 0.4) for i in range(4)]
        pen.puffs([*lobes, *drips, (x - r * 0.3, y - r * 0.8, r * 0.6)], "purple", 0.8)
