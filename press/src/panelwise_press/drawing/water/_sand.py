"""Things on a beach: castles, holes, chests, bottles, maps."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop(
    "sandcastle",
    {
        "heap": "a heap of sand",
        "towers": "a sandcastle without a flag",
        "whole": "a sandcastle with a flag",
        "walled": "a sandcastle behind a wall of sand",
        "washed": "a sandcastle washed away",
    },
)
def sandcastle(p: Pen, thing: Thing) -> None:
    """About 110 wide; the flag's top is 130 high."""
    if thing.state == "heap":
        p.blob([(-52, 0), (-30, -26), (0, -40), (28, -28), (52, 0)], "sand")
        for x, y in ((-20, -12), (6, -22), (22, -9)):
            p.disc(x, y, 1.6, "wood", 0)
        return
    if thing.state == "washed":
        p.blob([(-62, 2), (-34, -9), (-6, -13), (26, -10), (60, 2), (0, 6)], "sand")
        p.curve([(-40, -3), (-10, -6), (20, -3), (44, -4)], "wood", 0.8)
        p.line([(12, -12), (34, -26)], "bark", 1.2)
        p.shape([(34, -26), (48, -16), (30, -14)], "red")
        return
    for x, high in ((-40, 52), (40, 52), (0, 78)):
        p.shape([(x - 17, 0), (x - 15, -high), (x + 15, -high), (x + 17, 0)], "sand")
        for step in (-11, 0, 11):
            p.box(x + step - 4, -high - 8, x + step + 4, -high, "sand")
    p.box(-40, -30, 40, 0, "sand")
    p.blob([(-11, 0), (-10, -18), (0, -24), (10, -18), (11, 0)], "bark")
    for x in (-40, 40):
        p.box(x - 4, -38, x + 4, -26, "bark")
    if thing.state in ("whole", "walled"):
        p.line([(0, -84), (0, -128)], "bark", 1.4)
        p.shape([(0, -128), (30, -118), (0, -106)], "red")
    if thing.state == "walled":
        p.blob([(-86, 2), (-84, -22), (-40, -17), (0, -20), (40, -17), (84, -22), (86, 2)], "wood")


@prop(
    "hole",
    {"shallow": "a shallow hole", "deep": "a deep hole", "filled": "loose earth over a hole"},
)
def hole(p: Pen, thing: Thing) -> None:
    """A hole in the sand, its heap to the right."""
    if thing.state == "filled":
        p.blob([(-44, 2), (-20, -10), (16, -11), (44, 2)], "wood")
        return
    deep = thing.state == "deep"
    high = 62 if deep else 22
    p.blob([(40, 4), (58, -high * 0.7), (82, -high), (108, -high * 0.6), (126, 4)], "wood")
    p.oval(0, 4, 46 if deep else 32, 15 if deep else 8, "bark")
    if deep:
        p.oval(0, 8, 36, 9, "ink", 0)


@prop(
    "chest",
    {
        "buried": "a chest still deep in the sand",
        "closed": "a closed treasure chest",
        "open": "an open chest full of gold",
        "empty": "an open, empty chest",
    },
)
def chest(p: Pen, thing: Thing) -> None:
    """About 84 wide."""
    if thing.state in ("open", "empty"):
        p.blob([(-42, -38), (-40, -72), (0, -82), (40, -72), (42, -38)], "bark")
        if thing.state == "open":
            for x in (-28, -12, 4, 20, 30, -20, 10):
                p.disc(x, -42 - (x * x) % 11, 8, "yellow")
        else:
            p.oval(0, -38, 38, 7, "ink")
    p.box(-42, -38, 42, 0, "brown")
    for x in (-30, 30):
        p.box(x - 4, -38, x + 4, 0, "yellow")
    if thing.state in ("closed", "buried"):
        p.blob([(-42, -38), (-40, -60), (0, -68), (40, -60), (42, -38)], "brown")
        p.box(-8, -44, 8, -28, "yellow", r=2)
        p.disc(0, -36, 2.4, "ink", 0)
    if thing.state == "buried":
        p.blob([(-66, 6), (-50, -30), (-20, -36), (18, -33), (52, -29), (68, 6)], "sand")


@prop(
    "bottle",
    {
        "empty": "an empty bottle",
        "letter": "a bottle with a letter in it",
        "floating": "a bottle with a letter, afloat",
    },
    held_at=(0, -18),
)
def bottle(p: Pen, thing: Thing) -> None:
    """Stands 46 high; floating it lies aslant."""
    q = p.at(0, -8, turn=62) if thing.state == "floating" else p
    q.blob([(-11, 0), (-11, -26), (-5, -36), (5, -36), (11, -26), (11, 0)], "mint")
    q.box(-5, -44, 5, -35, "mint")
    if thing.state != "empty":
        q.box(-5, -27, 5, -4, "white", 0.8, r=2)
        q.line([(-5, -19), (5, -14)], "red", 0.9)
        q.box(-4, -50, 4, -43, "wood")


@prop("treasure_map", {"open": "a treasure map", "rolled": "a rolled-up map"}, held_at=(0, -14))
def treasure_map(p: Pen, thing: Thing) -> None:
    """A sheet 52 wide with a dotted path and a cross."""
    if thing.state == "rolled":
        p.box(-6, -30, 6, 2, "sand", r=4)
        p.line([(-6, -14), (6, -14)], "red", 1.2)
        return
    p.blob([(-27, -34), (0, -37), (27, -33), (28, -2), (0, 2), (-28, -1)], "sand")
    for x, y in ((-19, -8), (-12, -14), (-4, -12), (3, -19)):
        p.line([(x, y), (x + 3, y - 1)], "ink", 1)
    p.line([(9, -29), (18, -20)], "red", 1.8)
    p.line([(18, -29), (9, -20)], "red", 1.8)


@prop(
    "letter",
    {"blank": "an empty sheet of paper", "written": "a letter", "answer": "a letter with a heart"},
    held_at=(0, -14),
)
def letter(p: Pen, thing: Thing) -> None:
    """A sheet 34 wide."""
    p.shape([(-17, -40), (17, -40), (17, 2), (-17, 2)], "white")
    if thing.state in ("written", "answer"):
        for y in (-33, -27, -21):
            p.line([(-11, y), (11, y)], "ink", 0.7)
    if thing.state == "answer":
        p.blob([(0, -3), (-7, -11), (-3, -15), (0, -12), (3, -15), (7, -11)], "red", 0.6)


@prop("toy_spade", {"clean": "a spade", "sandy": "a sandy spade"}, held_at=(0, -46))
def toy_spade(p: Pen, thing: Thing) -> None:
    """A spade 66 long, its blade down."""
    p.line([(0, -60), (0, -18)], "wood", 2.6)
    p.line([(-8, -62), (8, -62)], "wood", 2.6)
    p.blob([(-10, -20), (10, -20), (9, -4), (0, 4), (-9, -4)], "red")
    if thing.state == "sandy":
        p.blob([(-9, -12), (9, -12), (8, -4), (0, 3), (-8, -4)], "sand", 0.6)


@prop("shell", {"whole": "a big shell"}, held_at=(0, -8))
def shell(p: Pen, thing: Thing) -> None:
    """A scallop 34 wide."""
    p.blob([(-5, 2), (-18, -12), (-11, -25), (0, -29), (11, -25), (18, -12), (5, 2)], "pink")
    for x in (-10, 0, 10):
        p.line([(0, 0), (x, -24)], "blush", 0.8)


@prop(
    "sand_towers",
    {f"{n}": f"a row of {n} sand tower{'s' if n > 1 else ''}" for n in range(1, 7)},
)
def sand_towers(p: Pen, thing: Thing) -> None:
    """Towers of sand in a row, each 40 wide and with a flag, 106 high; six are 240 wide."""
    for at in range(int(thing.state)):
        x, high = 40.0 * at - 100, 66 if at % 2 else 54
        p.line([(x, -high), (x, -high - 34)], "ink", 1.6)
        p.shape(
            [(x, -high - 36), (x + 24, -high - 27), (x, -high - 18)], "red" if at % 2 else "blue"
        )
        p.shape([(x - 20, 0), (x - 15, -high), (x + 15, -high), (x + 20, 0)], "wood")
        for step in (-11, 0, 11):
            p.box(x + step - 4, -high - 8, x + step + 4, -high, "wood", 0.8)
        p.blob([(x - 6, 0), (x - 6, -14), (x, -19), (x + 6, -14), (x + 6, 0)], "bark", 0.7)
