"""The furniture of a classroom and what pupils do with paper, paint and flasks."""

from __future__ import annotations

import math

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop("school_desk", {"": "a school desk"})
def school_desk(pen: Pen, thing: Thing) -> None:
    """A school table for one, 110 wide; its top at 62."""
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
    pen = pen.unmirrored()
    for row in range(rows):
        y = -190 + row * 24
        for column in range(4):
            x = -86 + column * 44
            glyph, start = (row + column) % 3, len(pen.sheet.boxes)
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
                pen.line([(x, y - 9), (x, y + 9)], "white", 1.6)
            sign = {1: "+", 3: "="}.get(column, "1" if glyph else "8")
            pen.wrote(row, sign, start)


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
    "packed_lunch",
    {
        "full": "a lunch box with a sandwich and an apple",
        "apple": "a lunch box with nothing but an apple",
        "empty": "an empty lunch box",
    },
    held_at=(0, -12),
)
def packed_lunch(pen: Pen, thing: Thing) -> None:
    """A small box without a lid, 56 wide; a sandwich and an apple show above its rim."""
    pen.oval(0, -24, 27, 6, "sky")
    if thing.state == "full":
        for lean, fill in ((-7, "cream"), (-3, "leaf"), (1, "cream")):
            pen.shape([(lean - 16, -20), (lean + 1, -52), (lean + 12, -20)], fill, 0.8)
    if thing.state in ("full", "apple"):
        pen.disc(15, -30, 11, "red", 0.9)
        pen.line([(15, -39), (17, -46)], line=1.2)
    pen.box(-28, -25, 28, 0, "sky", r=5)
    pen.line([(-27, -17), (27, -17)], line=0.7)


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
        _pieces(pen)
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
        _foam(pen)


def _foam(pen: Pen) -> None:
    """Foam that wells out of a flask, runs down its neck and lies around it on the table."""
    mouth = [(-20, -92, 16), (2, -102, 19), (22, -90, 15), (-6, -80, 14), (-24, -76, 11)]
    left = [(-26, -60, 11), (-34, -44, 13), (-44, -26, 15), (-62, -10, 13), (-42, -8, 12)]
    right = [(24, -72, 11), (28, -56, 10), (38, -36, 13), (46, -14, 15), (66, -7, 10)]
    pen.puffs([*left, *right, *mouth, (-82, -6, 8)], "white", 0.9)
    for x, y, r in ((-18, -92, 6), (6, -104, 8), (20, -86, 5), (-38, -38, 5), (-50, -16, 7)):
        pen.disc(x, y, r, "lilac", 0.6)
    for x, y, r in ((40, -32, 5), (48, -12, 7), (-66, -8, 4), (-22, -130, 6), (18, -134, 9)):
        pen.disc(x, y, r, "lilac", 0.6)


def _pieces(pen: Pen) -> None:
    """The jagged foot of a flask, its neck that rolled away, and two shards."""
    rim = [(24, -24), (15, -12), (6, -28), (-6, -14), (-16, -26), (-26, -16)]
    pen.shape([(-34, -6), (-30, 0), (30, 0), (34, -6), *rim], "ice")
    neck = pen.at(64, -10, turn=84)
    neck.shape([(-10, -12), (10, -12), (10, 12), (3, 5), (-4, 14), (-10, 7)], "ice")
    neck.box(-13, -19, 13, -11, "ice", r=3)
    for x, turn in ((-56, 0), (-78, 40)):
        pen.at(x, 0, turn=turn).shape([(-10, 0), (10, 0), (4, -16), (-4, -8)], "ice")


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


@prop(
    "medicine",
    {"full": "a full bottle of medicine", "empty": "an empty medicine bottle"},
    held_at=(0, -16),
)
def medicine(pen: Pen, thing: Thing) -> None:
    """A bottle, 44 high and 28 wide, with a red cross on its label."""
    pen.box(-6, -44, 6, -36, "ice", r=2)
    pen.box(-9, -50, 9, -42, "bark", r=2)
    pen.box(-14, -38, 14, 0, "ice", r=4)
    if thing.state == "full":
        pen.box(-13, -36, 13, -1, "red", 0.6, r=4)
    pen.box(-10, -25, 10, -7, "white", 0.8, r=2)
    pen.box(-2.5, -23, 2.5, -9, "red", 0)
    pen.box(-7, -18.5, 7, -13.5, "red", 0)


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
    """Splashes on the wall around (0, 0), 320 wide, or the last of them."""
    stains = [(124, -4, 34), (66, -66, 24), (-8, -62, 42), (-74, -70, 22), (-126, -16, 36)]
    for x, y, r in stains[:1] if thing.state == "few" else stains:
        _splash(pen.at(x, y, turn=x), r)


_ARMS = (1.0, 0.62, 0.9, 0.7, 1.05, 0.58, 0.84, 0.66)  # of a splash, from its middle


def _splash(pen: Pen, r: float) -> None:
    """A splash with arms all around, and drops that flew further."""
    outline = []
    for at, arm in enumerate(_ARMS):
        for part, turn in ((0.42, -0.5), (arm * 0.94, -0.13), (arm * 0.94, 0.13)):
            angle = 2 * math.pi * (at + turn) / len(_ARMS)
            outline.append((part * r * math.cos(angle), part * r * math.sin(angle)))
    pen.blob(outline, "purple", 0.8)
    for at in (1, 3, 6):
        angle = 2 * math.pi * at / len(_ARMS)
        pen.disc(1.02 * r * math.cos(angle), 1.02 * r * math.sin(angle), r * 0.1, "purple", 0.7)


@prop(
    "running_stain",
    {f"{run}": f"a purple stain on the wall, with drips {run} of 5 long" for run in range(1, 6)},
)
def running_stain(pen: Pen, thing: Thing) -> None:
    """A splash 84 wide on the wall around (0, 0), from which drips run down, at most 130 far."""
    run = 26.0 * int(thing.state)
    for x, share in ((-27, 0.72), (-8, 1.0), (12, 0.84), (29, 0.6)):
        if run > 26:
            pen.limb([(x, 0), (x, share * run)], 8, "purple")
            pen.disc(x, share * run, 6, "purple", 0.8)
    _splash(pen, 42)


@prop("wiping_cloth", {"": "a cloth"}, held_at=(0, -20))
def cloth(pen: Pen, thing: Thing) -> None:
    """A cloth that is pressed to a wall, its corners hanging, 40 wide."""
    pen.blob(
        [(-18, -34), (0, -38), (19, -33), (17, -14), (22, 2), (4, -6), (-8, 4), (-21, -4)], "yellow"
    )
    pen.curve([(-12, -30), (-9, -18), (-13, -6)], line=0.7)
    pen.curve([(8, -32), (7, -20), (12, -8)], line=0.7)
