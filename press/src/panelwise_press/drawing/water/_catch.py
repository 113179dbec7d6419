"""What one fishes with, and what one does not want to catch."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing.water._sea import _fish


@prop(
    "fishing_rod",
    {
        "dry": "a fishing rod with the line wound up",
        "slack": "a fishing rod with its line in the water",
        "out": "a fishing rod with its line pulled out of the water",
        "taut": "a bent fishing rod with a taut line",
        "broken": "a fishing rod that is broken in the middle",
        "boot": "a fishing rod with an old boot on its line",
        "fish": "a fishing rod with a big fish on its line",
    },
    held_at=(0, 0),
)
def fishing_rod(p: Pen, thing: Thing) -> None:
    """Held at its thick end; the tip is 120 to the right and 100 up, the line hangs from it."""
    if thing.state == "taut":
        p.curve([(-16, 10), (40, -52), (92, -66), (128, -34)], "bark", 2.2)
        p.line([(128, -34), (150, 96)], "ink", 0.9)
        for x, wide in ((150, 26), (150, 42)):
            p.arc(x, 98, wide, wide / 3, 180, 360, "white", 1.6)
        p.line([(120, 84), (112, 68)], "water", 2)
        p.line([(178, 84), (188, 68)], "water", 2)
        return
    if thing.state == "broken":
        p.curve([(-16, 12), (50, -46), (66, -58)], "bark", 2.2)
        p.line([(66, -58), (74, -30), (92, 30)], "bark", 2.2)
        p.shape([(58, -50), (64, -66), (70, -56), (78, -58), (72, -46)], "sand", 0.8)
        return
    p.curve([(-16, 12), (50, -46), (120, -100)], "bark", 2.2)
    if thing.state == "dry":
        p.line([(120, -100), (118, -74)], "ink", 0.8)
        p.arc(114, -72, 4, 5, -60, 180, "ink", 1)
        return
    bottom = {"slack": 92, "out": 50}.get(thing.state, -18)
    p.line([(120, -100), (120, bottom)], "ink", 0.8)
    if thing.state == "slack":
        p.disc(120, bottom, 6, "red")
        p.arc(120, bottom + 4, 20, 6, 0, 360, "white", 1.2)
    elif thing.state == "boot":
        _boot(p.at(120, bottom + 30))
    elif thing.state == "fish":
        _fish(p.at(120, bottom + 36, turn=-78), "blue")
    if thing.state in ("boot", "fish"):
        for x, y in ((104, bottom + 84), (126, bottom + 92), (140, bottom + 78)):
            p.blob([(x, y - 8), (x + 5, y), (x, y + 4), (x - 5, y)], "water")


@prop("drips", {"": "drops that fall into the water"})
def drips(p: Pen, thing: Thing) -> None:
    """What drips from a thing above the water, 34 long, and the rings below it."""
    for x, y in ((-14, 4), (4, 14), (15, 2)):
        p.blob([(x, y - 8), (x + 5, y), (x, y + 4), (x - 5, y)], "water")
    for wide in (14, 28):
        p.arc(2, 32, wide, wide / 4, 0, 360, "white", 1.4)


@prop("old_boot", {"wet": "a wet old boot", "planted": "an old boot with a flower in it"})
def old_boot(p: Pen, thing: Thing) -> None:
    """A boot 50 high."""
    if thing.state == "planted":
        p.curve([(-8, -50), (-10, -72), (-4, -88)], "leaf", 2.2)
        p.oval(-20, -68, 9, 4, "leaf")
        for x, y in ((-4, -100), (8, -92), (4, -80), (-12, -80), (-16, -92)):
            p.disc(x, y, 7, "pink")
        p.disc(-4, -89, 6, "yellow")
    _boot(p.at(0, -30))
    if thing.state == "wet":
        for x, y in ((-34, -34), (32, -20), (10, -54)):
            p.blob([(x, y - 8), (x + 5, y), (x, y + 4), (x - 5, y)], "water")


def _boot(p: Pen) -> None:
    p.blob(
        [(-20, -24), (4, -26), (6, 6), (34, 12), (38, 26), (36, 30), (-22, 30), (-20, 0)], "stone"
    )
    p.box(-24, 25, 39, 31, "bark", r=2)
    p.line([(-20, -16), (4, -17)], "ink", 0.9)
    p.blob([(28, 14), (38, 20), (32, 28), (25, 24)], "ink")


@prop(
    "fish_bucket",
    {
        "empty": "an empty bucket",
        "fish": "a bucket with a fish in it",
        "water": "a bucket full of water",
        "boot": "a bucket with an old boot in it",
    },
    held_at=(0, -50),
)
def fish_bucket(p: Pen, thing: Thing) -> None:
    """A bucket 44 wide and 40 high."""
    if thing.state == "fish":
        _fish(p.at(0, -44, 0.75, turn=-90), "blue")
    elif thing.state == "boot":
        _boot(p.at(-4, -58, turn=14))
    p.arc(0, -38, 21, 18, 180, 360, "ink", 1.2)
    p.shape([(-22, -38), (22, -38), (17, 0), (-17, 0)], "teal")
    if thing.state in ("empty", "water"):
        p.oval(0, -38, 22, 5, "water" if thing.state == "water" else "ink")


@prop(
    "raft",
    {"logs": "three loose logs", "tied": "a raft without a sail", "whole": "a raft with a sail"},
)
def raft(p: Pen, thing: Thing) -> None:
    """A raft 190 long."""
    if thing.state == "logs":
        for x, y, turn in ((-60, -8, -14), (40, -6, 10), (0, -26, 4)):
            q = p.at(x, y, turn=turn)
            q.box(-70, -10, 70, 10, "brown", r=6)
            q.disc(70, 0, 10, "wood")
        return
    if thing.state == "whole":
        p.line([(0, -18), (0, -190)], "bark", 2.6)
        p.shape([(6, -184), (84, -60), (6, -44)], "white")
        p.shape([(6, -110), (52, -110), (70, -82), (6, -82)], "red")
    for x in (-72, -24, 24, 72):
        p.box(x - 25, -20, x + 25, 6, "brown", r=8)
    for x in (-48, 48):
        p.line([(x, -22), (x, 8)], "sand", 2.2)


@prop(
    "campfire",
    {"logs": "a heap of firewood", "burning": "a burning fire", "ashes": "cold ashes"},
)
def campfire(p: Pen, thing: Thing) -> None:
    """Logs 80 wide; flames 70 high."""
    if thing.state == "ashes":
        p.blob([(-36, 2), (-18, -9), (8, -11), (34, 2), (0, 5)], "stone")
        p.curve([(-4, -14), (4, -30), (-4, -44), (4, -60)], "grey", 1.4)
        return
    if thing.state == "burning":
        p.blob(
            [(-28, -8), (-34, -34), (-16, -52), (-4, -76), (10, -50), (30, -36), (26, -8)], "orange"
        )
        p.blob([(-15, -6), (-14, -24), (0, -46), (14, -22), (14, -6)], "yellow", 0.6)
    for turn in (-18, 18):
        q = p.at(0, -6, turn=turn)
        q.box(-40, -7, 40, 7, "bark", r=5)
        q.disc(40, 0, 7, "wood")


@prop("sleeping_mat", {"": "a mat to sit on"})
def sleeping_mat(p: Pen, thing: Thing) -> None:
    """A folded mat on the ground, 64 wide."""
    p.box(-32, -8, 32, 2, thing.colour or "purple", r=4)
    p.line([(-24, -3), (24, -3)], "lilac", 1.2)


@prop("sandwich_crumbs", {"": "crumbs and a torn leaf of salad"})
def sandwich_crumbs(p: Pen, thing: Thing) -> None:
    """What a robbed sandwich leaves on a stool, 60 wide."""
    p.shape([(-4, 0), (-2, -5), (3, -4), (6, -9), (11, -5), (16, -8), (19, 0)], "leaf", 0.7)
    for x, y, r in (
        (-27, 0, 3),
        (-20, -1, 4),
        (-14, 0, 2.4),
        (-9, -2, 3),
        (24, 0, 3.4),
        (29, -1, 2),
    ):
        p.shape([(x - r, y), (x - 0.5 * r, y - 1.6 * r), (x + r, y - r), (x + r, y)], "wood", 0.6)
