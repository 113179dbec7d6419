"""Things that change step by step and never back: a fence, a fir, a puddle, a bunch of balloons."""

from __future__ import annotations

import math

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

_BOARDS = 5
_TIERS = ((-62, 74), (-116, 58), (-166, 42))  # of the fir: the foot of each and half its width
_BALLOONS = ("red", "yellow", "teal", "purple", "orange", "pink", "blue")


@prop(
    "painted_fence",
    {f"{done}": f"a fence with {done} of its 5 boards painted" for done in range(_BOARDS + 1)},
)
def painted_fence(pen: Pen, thing: Thing) -> None:
    """A fence 300 wide and 80 high, painted board by board; the pot is at the next board."""
    done = int(thing.state)
    for at in range(_BOARDS):
        left = -150.0 + 60 * at
        pen.box(left, -78, left + 56, -4, "purple" if at < done else "white", r=2)
    for y in (-62, -22):
        pen.line([(-154, y), (-154 + 60 * done, y)], "ink", 1.2)
        pen.line([(-154 + 60 * done, y), (152, y)], "grey", 1.2)
    pot = pen.at(-150 + 60 * done + 12, 4)
    pot.box(-14, -26, 14, 0, "stone", r=2)
    pot.box(-14, -26, 14, -17, "purple", 0.8)


@prop(
    "fir_in_snow",
    {f"{deep}": f"a fir, {deep} of 6 parts of it under snow" for deep in range(7)},
)
def fir_in_snow(pen: Pen, thing: Thing) -> None:
    """A fir 220 high; snow comes to lie on its boughs, from the top, and on the ground below."""
    deep = int(thing.state)
    pen.box(-9, -66, 9, 0, "bark")
    for at, (foot, half) in enumerate(_TIERS):
        top = foot - 70
        pen.shape([(0, top), (half, foot), (-half, foot)], "pine")
        white = min(1.0, max(0.0, deep / 2 - (2 - at)))
        if white:
            edge, low = half * (0.25 + 0.75 * white), top + 70 * (0.25 + 0.75 * white)
            wave = [(edge * (0.5 - k * 0.5), low - (9 if k % 2 else -2)) for k in range(-1, 4)]
            pen.shape([(0, top - 4), (edge, low), *wave[1:-1], (-edge, low)], "white", 0.9)
    if deep:
        wide, high = 26 + 11 * deep, 4 + 7 * deep
        pen.blob([(-wide, 8), (-0.7 * wide, -0.75 * high), (0, -high), (0.7 * wide, -0.7 * high),
                  (wide, 8), (0, 12)], "white")  # fmt: skip


@prop(
    "growing_puddle",
    {f"{size}": f"a puddle of rain, {size} of 5 of its full size" for size in range(6)},
)
def growing_puddle(pen: Pen, thing: Thing) -> None:
    """Rain on the ground, from a few drops to water 260 wide."""
    size = int(thing.state)
    if not size:
        for x, y in ((-30, 4), (-4, -3), (22, 6), (44, 0)):
            pen.oval(x, y, 5, 2, "water", 0.6)
        return
    wide, high = 26.0 * size, 3.2 * size + 3
    edge = [
        (wide * math.cos(k * math.pi / 6), high * math.sin(k * math.pi / 6) * (1 + 0.16 * (k % 2)))
        for k in range(12)
    ]
    pen.blob(edge, "blue")
    for k in range(size):
        middle = wide * (2 * ((k * 0.618 + 0.3) % 1) - 1) * 0.6
        pen.arc(middle, -1, 12, 3.4, 0, 360, "white", 1.1)


@prop(
    "party_balloons",
    {f"{burst}": f"a bunch of balloons, {burst} of 7 burst" for burst in range(8)},
)
def party_balloons(pen: Pen, thing: Thing) -> None:
    """Seven balloons tied to a weight, 190 high; one after another bursts and leaves its scraps."""
    burst = int(thing.state)
    spots = ((-34, -118), (34, -122), (0, -100), (-44, -154), (42, -160), (-4, -142), (0, -182))
    for (x, y), colour in list(zip(spots, _BALLOONS, strict=True))[burst:]:
        pen.line([(0, -14), (x, y + 20)], line=0.7)
        pen.oval(x, y, 19, 23, colour)
        pen.shape([(x - 4, y + 27), (x, y + 21), (x + 4, y + 27)], colour, 0.8)
    pen.box(-14, -16, 14, 0, "stone", r=3)
    for at, colour in enumerate(_BALLOONS[:burst]):
        edge = [(-11, -4), (-2, -10), (3, -3), (12, -7), (8, 4), (-5, 5)]
        pen.at(16 * at - 48, 8 + 5 * (at % 2)).shape(edge, colour, 0.9)
