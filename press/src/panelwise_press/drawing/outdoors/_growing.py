"""What grows, and what one needs for it."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop(
    "sunflower",
    {
        "hole": "a small hole in the soil",
        "sprout": "a tiny green sprout",
        "shoot": "a green shoot, knee-high",
        "stalk": "a tall green stalk with a bud",
        "bud": "a very tall stalk whose bud is opening",
        "bloom": "a huge sunflower in bloom",
        "bare": "a sunflower without seeds",
    },
)
def sunflower(p: Pen, thing: Thing) -> None:
    """From a hole in a bed of soil to a flower 210 high."""
    p.blob([(-48, 4), (-30, -9), (0, -12), (30, -9), (48, 4), (0, 9)], "bark")
    if thing.state == "hole":
        p.oval(0, -5, 11, 4, "ink")
        return
    if thing.state == "sprout":
        p.curve([(0, -8), (1, -20), (0, -30)], "pine", 2)
        for side in (-1, 1):
            p.blob([(0, -28), (side * 11, -38), (side * 19, -34), (side * 9, -26)], "leaf")
        return
    top = {"shoot": -66, "stalk": -120, "bud": -158}.get(thing.state, -170)
    p.curve([(0, -8), (5, top * 0.5), (0, top)], "pine", 4)
    for side, y in ((-1, top * 0.35), (1, top * 0.6)):
        p.blob([(2, y), (side * 30, y - 26), (side * 48, y - 10), (side * 22, y + 6)], "leaf")
    if thing.state == "stalk":
        p.blob(
            [(-13, top + 4), (-10, top - 18), (0, top - 28), (10, top - 18), (13, top + 4)], "leaf"
        )
        return
    if thing.state == "shoot":
        return
    if thing.state == "bud":
        petals = [(-24, top - 22), (-8, top - 30), (0, top - 46), (8, top - 30), (24, top - 22)]
        p.blob([*petals, (0, top)], "yellow")
        p.blob(
            [(-18, top + 2), (-21, top - 16), (0, top - 8), (21, top - 16), (18, top + 2)], "leaf"
        )
        return
    for at in range(14):
        q = p.at(0, top - 10, turn=at * 360 / 14)
        q.blob([(-8, -26), (0, -54), (8, -26)], "yellow")
    p.disc(0, top - 10, 30, "brown" if thing.state == "bloom" else "cream")
    if thing.state == "bloom":
        for x, y in ((-12, -18), (2, -24), (14, -14), (-4, -6), (10, 2), (-14, 0)):
            p.disc(x, top + y, 2.6, "ink", 0)


@prop(
    "watering_can",
    {"full": "a watering can", "pouring": "a watering can that is being poured"},
    held_at=(-6, -34),
)
def watering_can(p: Pen, thing: Thing) -> None:
    """A can 40 wide with a spout to the right."""
    q = p.at(0, 0, turn=28) if thing.state == "pouring" else p
    q.arc(-6, -28, 15, 16, 170, 370, "ink", 1.6)
    q.line([(16, -12), (40, -32)], "blue", 3)
    q.shape([(34, -38), (48, -34), (42, -24)], "blue")
    q.box(-22, -28, 18, 0, "blue", r=4)
    if thing.state == "pouring":
        for x, y in ((44, 8), (54, 18), (44, 30), (58, 38), (48, 50)):
            p.blob([(x, y - 7), (x + 4, y), (x, y + 4), (x - 4, y)], "water")


@prop(
    "old_tree",
    {
        "plain": "a big tree",
        "kite": "a tree with a kite caught in it",
        "cat": "a tree with a cat in it",
    },
)
def old_tree(p: Pen, thing: Thing) -> None:
    """A tree 330 high with a branch to the left at 150."""
    p.blob([(-34, 4), (-18, -60), (-18, -150), (18, -150), (18, -60), (36, 4)], "brown")
    p.limb([(-8, -128), (-50, -148), (-86, -150)], 14, "brown")
    p.puffs(
        [(-70, -190, 46), (-20, -250, 62), (60, -230, 58), (80, -180, 44), (0, -184, 56)], "leaf"
    )
    if thing.state == "kite":
        kite_body(p.at(-58, -206, 0.9, turn=150), torn=True)
    if thing.state == "cat":
        _tree_cat(p.at(-76, -156))


def _tree_cat(p: Pen) -> None:
    p.curve([(16, -6), (30, 8), (24, 24)], "ink", 3.4)
    p.oval(2, -12, 20, 13, "orange")
    p.disc(-16, -24, 13, "orange")
    for side in (-1, 1):
        p.shape([(-16 + side * 11, -30), (-16 + side * 10, -44), (-16 + side * 2, -35)], "orange")
        p.disc(-16 + side * 5, -26, 2.2, "ink", 0)
    p.oval(-16, -17, 3.4, 2.6, "bark", 0.8)


def kite_body(p: Pen, torn: bool = False, patched: bool = False) -> None:
    """A kite 60 wide around the origin."""
    p.shape([(0, -40), (30, -6), (0, 44), (-30, -6)], "red")
    p.shape([(0, -40), (30, -6), (0, -6)], "yellow")
    p.shape([(0, 44), (-30, -6), (0, -6)], "yellow")
    p.curve([(0, 44), (10, 60), (-6, 74), (8, 92)], "ink", 1)
    for x, y in ((6, 60), (-2, 76)):
        p.shape([(x - 8, y - 4), (x + 8, y + 4), (x + 8, y - 4), (x - 8, y + 4)], "blue")
    if torn:
        p.shape([(-6, -22), (10, -16), (2, 2), (14, 16), (-4, 8)], "white")
    if patched:
        p.box(-8, -20, 14, 8, "teal")
        p.line([(-4, -16), (10, 4)], "ink", 0.8)
        p.line([(10, -16), (-4, 4)], "ink", 0.8)


@prop(
    "kite",
    {
        "whole": "a kite",
        "flying": "a kite in the air",
        "torn": "a torn kite",
        "patched": "a kite with a patch",
        "patched_flying": "a kite with a patch in the air",
    },
    held_at=(0, 0),
)
def kite(p: Pen, thing: Thing) -> None:
    """A kite 85 high; one in the air has its string run down to the left."""
    flying = thing.state.endswith("flying")
    if flying:
        p.curve([(0, 0), (-60, 70), (-150, 130)], "ink", 0.8)
    q = p.at(0, 0, turn=24) if flying else p.at(0, -46)
    kite_body(q, torn=thing.state == "torn", patched=thing.state.startswith("patched"))


@prop("kite_scraps", {"": "scraps of a torn kite on the ground"})
def kite_scraps(p: Pen, thing: Thing) -> None:
    """Three shreds of a kite's paper, spread over 90."""
    p.shape([(-46, 2), (-38, -20), (-18, -10), (-22, 4)], "red")
    p.shape([(-6, 10), (4, -12), (16, -4), (22, 12)], "yellow")
    p.shape([(28, 0), (38, -16), (46, 2)], "red")


@prop("cloth_patch", {"": "a patch of cloth"}, held_at=(-10, 0))
def cloth_patch(p: Pen, thing: Thing) -> None:
    """A patch as it sits on a mended kite, 22 wide, with its stitches."""
    p.box(-11, -14, 11, 14, "teal")
    p.line([(-7, -10), (7, 10)], "ink", 0.8)
    p.line([(7, -10), (-7, 10)], "ink", 0.8)


@prop("wooden_ladder", {"up": "a ladder", "fallen": "a ladder lying on the ground"})
def wooden_ladder(p: Pen, thing: Thing) -> None:
    """A ladder 150 high."""
    q = p.at(0, -4, turn=86) if thing.state == "fallen" else p.at(0, 0, turn=8)
    for x in (-16, 16):
        q.box(x - 4, -150, x + 4, 0, "wood")
    for y in range(-138, 0, 24):
        q.box(-16, y - 3, 16, y + 3, "wood")


@prop("house_cat", {"sitting": "a sitting cat", "walking": "a cat strolling off"})
def house_cat(p: Pen, thing: Thing) -> None:
    """An orange cat 60 high, its head to the left."""
    if thing.state == "walking":
        for x in (-16, -6, 14, 24):
            p.limb([(x, -18), (x - 2, -2)], 6, "orange")
        p.limb([(30, -26), (46, -40), (42, -58)], 5, "orange")
        p.oval(4, -26, 30, 14, "orange")
        head = p.at(-28, -40)
    else:
        p.limb([(16, -4), (36, -6), (40, -24)], 5, "orange")
        p.blob([(-18, 0), (-14, -30), (0, -40), (14, -30), (20, 0)], "orange")
        head = p.at(-2, -50)
    head.disc(0, 0, 16, "orange")
    for side in (-1, 1):
        head.shape([(side * 14, -7), (side * 13, -26), (side * 2, -15)], "orange")
        head.arc(side * 6, -1, 3.4, 3, 200, 340, "ink", 1.1)
    head.oval(0, 5, 3, 2, "pink", 0.7)
