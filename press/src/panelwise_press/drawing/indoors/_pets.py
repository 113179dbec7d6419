"""A cat and a puppy, with what happens to their fur."""

from __future__ import annotations

from collections.abc import Callable

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


def cat_head(p: Pen, fur: str, eyes: str = "open") -> None:
    """A cat's head, 44 wide, around its middle, looking at us."""
    for side in (-1, 1):
        p.shape([(side * 20, -4), (side * 19, -30), (side * 4, -17)], fur)
        p.shape([(side * 16, -12), (side * 16, -23), (side * 9, -16)], "pink", 0)
    p.oval(0, 0, 22, 18, fur)
    for side in (-1, 1):
        if eyes == "shut":
            p.arc(side * 9, -2, 4, 3.4, 15, 165, "ink", 1.3)
        else:
            p.oval(side * 9, -3, 3.2, 4, "ink", 0)
            p.disc(side * 9 + 1, -4.6, 1.2, "white", 0)
        p.line([(side * 15, 5), (side * 29, 2)], line=0.7)
        p.line([(side * 15, 8), (side * 28, 10)], line=0.7)
    p.oval(0, 4, 3.2, 2.4, "blush", 0.6)
    p.arc(0, 5, 5, 5, 30, 150, "ink", 0.9)


def _sitting(p: Pen, fur: str, fat: bool = False) -> None:
    wide = 34 if fat else 22
    p.limb([(wide - 4, -6), (wide + 16, -8), (wide + 20, -30)], 8, fur)
    p.blob([(-wide, 0), (-wide, -26), (-10, -50), (10, -50), (wide, -26), (wide, 0)], fur)
    if fat:
        p.oval(0, -18, 20, 17, "white", 0.7)
    for x in (-8, 8):
        p.oval(x, -2, 8, 5, fur)
    cat_head(p.at(0, -60), fur, "shut" if fat else "open")


def _walking(p: Pen, fur: str, paws: str, turn: float = 0) -> None:
    q = p.at(0, -30, turn=turn).at(0, 30)
    for x, foot in ((-22, -30), (-10, -6), (18, 10), (28, 36)):
        q.limb([(x, -20), (foot, -4)], 9, paws)
    q.limb([(34, -34), (54, -46), (52, -70)], 8, fur)
    q.oval(4, -32, 36, 17, fur)
    cat_head(q.at(-38, -46), fur)


def cat_asleep(p: Pen, fur: str) -> None:
    p.oval(0, -19, 42, 20, fur)
    p.limb([(34, -8), (10, -1), (-20, -3)], 8, fur)
    cat_head(p.at(-26, -20, 0.9), fur, "shut")


@prop(
    "cat",
    {
        "sitting": "a sitting cat",
        "walking": "a cat on its feet",
        "leaping": "a leaping cat",
        "asleep": "a sleeping cat",
        "fat": "a cat with a full belly",
        "painted": "a cat with brightly painted paws",
        "wet": "a dripping wet cat",
        "tub": "an unhappy cat in a tub full of suds",
    },
    held_at=(0, -30),
)
def cat(p: Pen, thing: Thing) -> None:
    """A cat 80 high, its head to the left; ``colour`` is its fur, or else what is on its paws."""
    fur = "white"
    paint = thing.colour or "orange"
    match thing.state:
        case "sitting":
            _sitting(p, fur)
        case "fat":
            _sitting(p, fur, fat=True)
        case "walking":
            _walking(p, fur, fur)
        case "leaping":
            _walking(p.at(0, -30), fur, fur, turn=24)
        case "asleep":
            cat_asleep(p, fur)
        case "painted":
            _walking(p, fur, paint)
            for x, y, r in ((-12, -34, 9), (16, -28, 10), (50, -66, 8), (-50, -58, 6)):
                p.disc(x, y, r, paint, 0)
        case "tub":
            _bathing(p, cat_head, fur)
        case _:
            _sitting(p, fur)
            for x, y in ((-34, -40), (34, -44), (-28, -10), (36, -66), (-34, -76)):
                _drop(p, x, y)


def _drop(p: Pen, x: float, y: float) -> None:
    p.finer(0.7).blob([(x, y - 7), (x + 4.5, y + 2), (x, y + 6), (x - 4.5, y + 2)], "water")


def _bathing(p: Pen, head: Callable[[Pen, str], None], fur: str) -> None:
    head(p.at(0, -80, 1.1), fur)
    p.puffs(
        [(-38, -48, 15), (-16, -56, 17), (12, -54, 16), (38, -48, 15), (0, -104, 9)], "white", 0.8
    )
    p.shape([(-58, -44), (58, -44), (46, 0), (-46, 0)], "blue")
    p.box(-62, -50, 62, -42, "blue", r=3)
    for x, y, r in ((-60, -72, 7), (58, -84, 9), (70, -60, 6)):
        p.disc(x, y, r, "ice", 0.8)


def _puppy_head(p: Pen, fur: str) -> None:
    p.oval(0, 0, 22, 20, fur)
    for side in (-1, 1):
        p.blob([(side * 14, -17), (side * 28, -12), (side * 30, 10), (side * 21, 12)], "brown")
        p.oval(side * 8, -4, 3, 4, "ink", 0)
        p.disc(side * 8 + 1, -5.6, 1.2, "white", 0)
    p.oval(0, 7, 11, 8, "white", 0.7)
    p.oval(0, 3, 5, 3.6, "ink", 0)
    p.blob([(-4, 11), (4, 11), (3, 20), (-3, 20)], "blush", 0.8)


def _puppy(p: Pen, fur: str) -> None:
    """A puppy on its feet, its head to the left, 78 high."""
    for x in (-24, -10, 20, 32):
        p.limb([(x, -22), (x - 1, -4)], 11, fur)
    p.limb([(36, -38), (50, -50), (58, -66)], 9, fur)
    p.oval(5, -34, 37, 18, fur)
    _puppy_head(p.at(-34, -56), fur)


@prop(
    "puppy",
    {
        "muddy": "a puppy covered in mud",
        "tub": "a puppy in a tub full of suds",
        "shaking": "a wet puppy that shakes itself",
        "fluffy": "a clean, fluffy puppy with a bow",
        "asleep": "a clean puppy asleep",
    },
)
def puppy(p: Pen, thing: Thing) -> None:
    """A white and brown puppy."""
    match thing.state:
        case "muddy":
            _puppy(p, "umber")
            for x, y, r in ((-6, -44, 6), (18, -30, 7), (34, -40, 5), (-22, -70, 5), (-46, -46, 5)):
                p.disc(x, y, r, "bark", 0)
        case "tub":
            _bathing(p, _puppy_head, "white")
        case "shaking":
            _puppy(p, "ice")
            for at in range(14):
                left = -92 + 14 * at
                _drop(p, left, -86 - 26 * (at % 3) + 0.006 * left * left)
            for x, y in ((-86, -40), (-78, -10), (78, -30), (86, -62)):
                _drop(p, x, y)
            for side in (-1, 1):
                p.arc(4, -40, 60, 34, 90 - 90 * side - 30, 90 - 90 * side + 30, "ink", 1)
        case "asleep":
            p.puffs([(-14, -22, 18), (10, -26, 20), (32, -18, 16)], "white")
            _puppy_head(p.at(-30, -18, 0.9), "white")
        case _:
            p.puffs([(-10, -38, 20), (12, -42, 20), (32, -36, 18), (6, -28, 16)], "white")
            for x in (-22, -8, 20, 32):
                p.limb([(x, -18), (x, -4)], 12, "white")
            p.puffs([(52, -58, 10), (58, -66, 9)], "white")
            _puppy_head(p.at(-34, -58, 1.1), "white")
            for side in (-1, 1):
                p.blob([(-34, -84), (-34 + side * 18, -96), (-34 + side * 18, -76)], "red")
            p.disc(-34, -84, 4, "red")


@prop("carpet", {"clean": "a clean carpet", "prints": "a carpet covered in muddy paw prints"})
def carpet(p: Pen, thing: Thing) -> None:
    """A carpet on the floor, 380 wide."""
    p.shape([(-180, -10), (180, -10), (206, 40), (-206, 40)], "ice")
    p.shape([(-166, -5), (166, -5), (188, 34), (-188, 34)], "white", 0.7)
    if thing.state == "prints":
        for at in range(9):
            paw_print(p.at(-150 + 37 * at, 8 + 14 * (at % 2), 1.1), "bark")


def paw_print(p: Pen, colour: str) -> None:
    """The print of a paw, 22 wide."""
    p.oval(0, 0, 8, 5.5, colour, 0)
    for x, y in ((-9, -6), (-3, -9), (4, -9), (10, -6)):
        p.oval(x, y, 2.9, 2.6, colour, 0)
