"""Toys that get lost and found: a bear and a rabbit, and what happens to them."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

FURS = {"bear": "orange", "rabbit": "pink"}
EARS = {"bear": (-16, -69), "rabbit": (-11, -88)}  # the left one


def toy_head(pen: Pen, kind: str, fur: str | None = None) -> None:
    """The head of a toy, 40 across, around (0, 0), with its ears."""
    fur = fur or FURS[kind]
    for side in (-1, 1):
        if kind == "rabbit":
            pen.blob([(side * 5, -12), (side * 4, -40), (side * 13, -46), (side * 16, -16)], fur)
        else:
            pen.disc(side * 15, -14, 8, fur)
    pen.oval(0, 0, 20, 18, fur)
    pen.oval(0, 7, 9, 7, "cream", 0.6)
    pen.oval(0, 4, 3.4, 2.4, "ink", 0.4)
    for side in (-1, 1):
        pen.disc(side * 8, -4, 2.6, "ink", 0.2)


def _body(pen: Pen, kind: str, look: str) -> None:
    state, _, seams = look.partition(" ")
    fur = FURS[kind]
    for side in (-1, 1):
        pen.limb([(side * 9, -12), (side * 15, -5)], 12, fur)
        pen.limb([(side * 12, -32), (side * 23, -22)], 9, fur)
    pen.oval(0, -22, 17, 17, fur)
    pen.oval(0, -20, 9, 10, "cream", 0.6)
    toy_head(pen.at(0, -52), kind)
    if state == "muddy":
        for x, y, rx, ry in (
            (-10, -60, 8, 6),
            (10, -44, 7, 5),
            (-8, -22, 9, 7),
            (12, -14, 8, 6),
            (2, -66, 6, 4),
        ):
            pen.oval(x, y, rx, ry, "bark", 0.5)
    if state == "wet":
        for x, y in ((-20, -34), (20, -36), (-14, 4), (12, 5), (26, -10)):
            pen.blob([(x, y - 6), (x + 4, y + 2), (x, y + 5), (x - 4, y + 2)], "water", 0.8)
    _seams(pen, seams, EARS[kind])


def _seams(pen: Pen, seams: str, ear: tuple[float, float]) -> None:
    """Holes in forehead, belly and an ear from which stuffing comes, or what covers them."""
    places = ((8, -64, "purple"), (0, -20, "teal"), (*ear, "leaf"))
    for at, (x, y, colour) in enumerate(places):
        covered = {"": 0, "torn": 0, "patch": 1, "patches": 2, "mended": 3}[seams] > at
        if covered:
            pen.box(x - 9, y - 8, x + 9, y + 8, colour, r=1)
            for side in (-9, 9):
                for step in (-4, 3):
                    pen.line([(x + side - 3, y + step), (x + side + 3, y + step)], line=1)
        elif seams:
            edge = [(-9, -5), (-3, -9), (2, -4), (9, -6), (5, 2), (8, 8), (-1, 5), (-8, 7), (-5, 1)]
            pen.at(x, y).shape(edge, "white")


_DIRT = {"clean": "a clean {}", "muddy": "a muddy {}", "wet": "a clean, dripping wet {}"}
_SEAMS = {
    "": "",
    "torn": " with three holes",
    "patch": " with two holes and a patch",
    "patches": " with a hole and two patches",
    "mended": " with three patches",
}
STATES = {
    f"{dirt} {seams}".strip(): what + how
    for dirt, what in _DIRT.items()
    for seams, how in _SEAMS.items()
}


@prop("toy_bear", {key: text.format("toy bear") for key, text in STATES.items()}, held_at=(0, -24))
def bear(pen: Pen, thing: Thing) -> None:
    """A toy bear, 78 high, seated."""
    _body(pen, "bear", thing.state)


@prop(
    "toy_rabbit", {key: text.format("toy rabbit") for key, text in STATES.items()}, held_at=(0, -24)
)
def rabbit(pen: Pen, thing: Thing) -> None:
    """A toy rabbit, 98 high, seated."""
    _body(pen, "rabbit", thing.state)


@prop("clothes_line", {"": "a clothes line"})
def clothes_line(pen: Pen, thing: Thing) -> None:
    """A line between two poles, 170 high and 260 wide; what hangs from it is set on its own."""
    for x in (-130, 130):
        pen.box(x - 4, -172, x + 4, 0, "wood")
    pen.curve([(-130, -164), (0, -152), (130, -164)], line=1.2)


@prop("pegs", {"": "two pegs"})
def pegs(pen: Pen, thing: Thing) -> None:
    """Two wooden pegs, 30 apart."""
    for x in (-15, 15):
        pen.box(x - 3, -18, x + 3, 0, "wood", 0.8)


@prop("wash_tub", {"suds": "a tub full of suds", "brown": "a tub of muddy water"})
def tub(pen: Pen, thing: Thing) -> None:
    """A round wash tub on the floor with two handles, 110 wide and 44 high."""
    for side in (-1, 1):
        pen.arc(side * 50, -30, 11, 8, 0, 360, line=1.6)
    round_foot = [(-42, -3), (-24, 2), (0, 4), (24, 2), (42, -3)]
    pen.shape([(-52, -42), *round_foot, (52, -42)], "stone")
    pen.curve([(-49, -25), (-26, -17), (0, -15), (26, -17), (49, -25)], "steel", 0.9)
    pen.oval(0, -42, 54, 13, "grey")
    pen.oval(0, -41, 47, 9, "brown" if thing.state == "brown" else "water", 0.7)
    if thing.state == "suds":
        pen.puffs([(-34, -46, 11), (-14, -52, 13), (10, -50, 12), (32, -47, 12)], "white", 0.7)


@prop("home_table", {"": "a table"})
def home_table(pen: Pen, thing: Thing) -> None:
    """A kitchen table, 150 wide; its top at 74."""
    for x in (-60, 60):
        pen.box(x - 5, -66, x + 5, 0, "bark")
    pen.box(-75, -76, 75, -65, "wood", r=3)
    pen.box(-66, -65, 66, -52, "wood", 0.8)


@prop("child_bed", {"": "a child's bed"})
def child_bed(pen: Pen, thing: Thing) -> None:
    """A bed, 210 long, its head at the left; who lies on it is at 46."""
    pen.box(-108, -96, -96, 0, "bark", r=4)
    pen.box(96, -66, 108, 0, "bark", r=4)
    pen.box(-98, -32, 98, -12, "wood")
    pen.box(-97, -48, 97, -30, "white", r=6)
    pen.blob([(-92, -48), (-88, -64), (-46, -64), (-42, -48)], "lilac")


@prop("bed_cover", {"": "a blanket"})
def blanket(pen: Pen, thing: Thing) -> None:
    """What covers somebody in the bed from the chest down, 120 wide."""
    top = [(-58, -46), (-50, -80), (-10, -84), (40, -76), (74, -66), (78, -46)]
    pen.blob([*top, (78, -20), (10, -16), (-58, -20)], thing.colour or "teal")
    for x, y in ((-30, -58), (4, -40), (36, -58), (-34, -32), (48, -34)):
        pen.disc(x, y, 5, "glow", 0.5)
