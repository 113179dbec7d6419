"""What is painted and what is moved, with a cat in it or not."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing.indoors._pets import cat_asleep, cat_head, paw_print


@prop(
    "room_wall",
    {
        "bare": "an unpainted wall",
        "half": "a wall that is half painted",
        "prints": "a half-painted wall with paw prints all over it",
        "flowers": "a wall on which paw prints have become flowers",
    },
)
def room_wall(p: Pen, thing: Thing) -> None:
    """A wall 1400 wide, painted left of the middle; ``colour`` is what is on a cat's paws."""
    paint = thing.colour or "orange"
    p.box(-700, -640, 700, -16, "sky" if thing.state == "flowers" else "white")
    if thing.state == "bare":
        for at in range(30):
            x, y = -430 + 61 * (at % 15), -70 - 53 * (at % 7)
            p.line([(x, y), (x + 14, y - 6), (x + 22, y + 5)], "grey", 1.2)
        return
    if thing.state != "flowers":
        rough = [(-8.0 + 12 * (at % 2), -640.0 + 26 * at) for at in range(24)]
        p.shape([(-700, -640), *rough, (-4, -16), (-700, -16)], "sky")
    if thing.state == "half":
        return
    spots = (
        (-130, -92),
        (-88, -140),
        (-52, -84),
        (-16, -146),
        (26, -96),
        (60, -150),
        (98, -90),
        (136, -140),
    )
    for x, y in spots:
        if thing.state == "prints":
            paw_print(p.at(x, y, 1.9, turn=40), paint)
        else:
            _flower(p.at(x, y), paint)


def _flower(p: Pen, paint: str) -> None:
    p.curve([(0, 8), (4, 30), (0, 58)], "pine", 2.4)
    p.blob([(2, 38), (16, 26), (24, 30), (14, 42)], "leaf", 0.7)
    for x, y in ((0, -13), (12, -4), (8, 10), (-8, 10), (-12, -4)):
        p.disc(x, y, 9, paint, 0.8)
    p.disc(0, 0, 7, "yellow", 0.8)


@prop("brush", {"": "a wide brush"}, held_at=(0, 6))
def brush(p: Pen, thing: Thing) -> None:
    """A wide paint brush 44 high with wet bristles."""
    p.box(-4, -16, 4, 14, "wood")
    p.box(-13, -26, 13, -15, "grey")
    p.blob([(-13, -26), (13, -26), (12, -42), (0, -46), (-12, -42)], thing.colour or "sky")


@prop(
    "moving_box",
    {
        "open": "an open cardboard box",
        "cat": "an open box from which a cat looks",
        "taped": "a taped box with the tip of a tail sticking out",
        "taping": "a box that is being taped, with a tail sticking out",
        "shaking": "a taped box that shakes",
        "torn": "a torn-open box from which a cat leaps",
        "bed": "a box on top of which a cat sleeps",
        "plain": "a taped box",
    },
    held_at=(0, -8),
)
def moving_box(p: Pen, thing: Thing) -> None:
    """A cardboard box, 84 wide and 60 high."""
    state = thing.state
    if state == "bed":
        cat_asleep(p.at(0, -40), "white")
        p.box(-42, -44, 42, 0, "wood")
        p.line([(-42, -44), (42, -44)], "ink", 1)
        return
    if state in ("open", "cat", "torn"):
        for side in (-1, 1):
            p.shape(
                [(side * 42, -60), (side * 62, -74), (side * 52, -84), (side * 30, -60)], "sand"
            )
    if state == "cat":
        cat_head(p.at(0, -76), "white")
    p.box(-42, -60, 42, 0, "wood")
    if state in ("open", "cat", "torn"):
        if state == "open":
            p.oval(0, -60, 40, 5, "bark")
        return
    p.box(-42, -60, 42, -46, "wood", 0.8)
    p.box(-9, -60, 9, -34, "cream", 0.8)
    if state == "taping":
        p.shape([(42, -60), (62, -74), (52, -84), (24, -60)], "sand")
        p.box(-52, -64, 6, -56, "cream", 0.8)
        p.disc(-56, -56, 15, "cream")
        p.disc(-56, -56, 7, "orange")
    if state in ("taped", "shaking", "taping"):
        p.limb([(30, -58), (40, -78), (34, -96)], 9, "white")
    if state == "shaking":
        for side in (-1, 1):
            for reach in (12, 22):
                x = side * (42 + reach)
                p.curve([(x, -54), (x + side * 6, -38), (x, -24), (x + side * 6, -8)], "ink", 1.3)


@prop(
    "colour_pot",
    {"standing": "a pot of paint", "tipped": "a pot lying in its spilt paint"},
)
def colour_pot(p: Pen, thing: Thing) -> None:
    """A pot 36 high; on its side it lies in a puddle of paint 150 wide."""
    paint = thing.colour or "orange"
    if thing.state == "standing":
        p.arc(0, -34, 16, 20, 190, 350, "ink", 1.2)
        p.box(-18, -34, 18, 0, "stone", r=2)
        p.blob([(-18, -35), (0, -40), (18, -35), (17, -22), (8, -28), (0, -16), (-9, -27)], paint)
        return
    left = [(-96, 6), (-70, -8), (-20, -6), (20, -8)]
    p.blob([*left, (44, 2), (30, 16), (-30, 18), (-76, 16)], paint)
    p.box(-8, -36, 34, -2, "stone", r=3)
    p.oval(-8, -19, 9, 17, paint)


def _bowl(p: Pen, colour: str) -> None:
    p.blob([(-22, -22), (22, -22), (29, 0), (-29, 0)], colour)
    p.oval(0, -22, 22, 5, "cream")


@prop("cat_bowl", {"": "an empty bowl with a picture of a fish"}, held_at=(0, -4))
def cat_bowl(p: Pen, thing: Thing) -> None:
    """A flat bowl, 56 wide, with a fish on its side."""
    _bowl(p, "yellow")
    p.oval(-2, -9, 10, 5, "blue", 0.7)
    p.shape([(7, -9), (15, -14), (15, -4)], "blue", 0.7)


@prop("dog_bowl", {"": "an empty bowl with a picture of a bone"}, held_at=(0, -4))
def dog_bowl(p: Pen, thing: Thing) -> None:
    """A flat bowl, 56 wide, with a bone on its side."""
    _bowl(p, "red")
    for x in (-12, 12):
        for y in (-12.5, -6.5):
            p.disc(x, y, 4, "white", 0.7)
    p.box(-11, -11.5, 11, -7.5, "white", 0)
