"""Things that are used up or fill up little by little: a cake, a candle, water under a tap."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop


@prop(
    "sliced_cake",
    {f"{gone}": f"a long cake on a little table, {gone} of 7 slices gone" for gone in range(8)},
)
def sliced_cake(pen: Pen, thing: Thing) -> None:
    """A cake on a table 54 high, 112 long when whole, cut from the right; crumbs where it was."""
    gone = int(thing.state)
    for x in (-44, 44):
        pen.box(x - 4, -50, x + 4, 0, "brown")
    pen.box(-66, -54, 66, -46, "wood", r=3)
    pen.box(-62, -60, 62, -54, "ice", r=3)
    end = 56.0 - 16 * gone
    for at in range(gone):
        pen.disc(50 - 16 * at, -62, 2.6, "brown", 0.6)
    if gone == 7:
        return
    pen.box(-56, -96, end, -60, "brown", r=3)
    pen.box(-57, -101, end + 1, -88, "pink", r=4)
    for at in range(7 - gone):
        pen.disc(-48 + 16 * at, -104, 5.5, "red", 0.8)
    pen.box(end - 7, -88, end, -61, "cream", 0.7)


@prop(
    "candle_lantern",
    {f"{burnt}": f"a lantern whose candle is burnt down by {burnt} of 7" for burnt in range(7)},
)
def candle_lantern(pen: Pen, thing: Thing) -> None:
    """A glass lantern 150 high; its candle, 98 high at first, becomes a stump in a pool of wax."""
    burnt = int(thing.state)
    pen.arc(0, -150, 12, 14, 180, 360, "ink", 1.6)
    pen.shape([(-36, -136), (0, -156), (36, -136)], "steel")
    pen.box(-30, -136, 30, -8, "ice")
    top = -106 + 15 * burnt
    wide = 12 + 2.4 * burnt
    pen.blob([(-wide, -8), (-0.7 * wide, -12 - burnt), (0.7 * wide, -12 - burnt), (wide, -8)],
             "red")  # fmt: skip
    pen.box(-10, top, 10, -8, "red")
    pen.line([(0, top), (0, top - 6)], "ink", 1.2)
    pen.blob([(-6, top - 8), (0, top - 26), (6, top - 8), (0, top - 3)], "yellow")
    for x in (-30, 30):
        pen.box(x - 3, -136, x + 3, -6, "steel")
    pen.box(-38, -8, 38, 0, "steel", r=2)


@prop(
    "dripping_tap",
    {f"{full}": f"a dripping tap over a jar, {full} of 7 full" for full in range(1, 8)},
)
def dripping_tap(pen: Pen, thing: Thing) -> None:
    """A tap 190 above the ground that drips into a glass jar, 66 wide and 112 high."""
    pen.box(-40, -204, -32, -176, "stone")
    pen.box(-36, -196, 8, -184, "grey", r=3)
    pen.box(-10, -208, 4, -196, "red", r=3)
    pen.box(-3, -188, 10, -168, "grey", r=2)
    for y in (-158, -136):
        pen.blob([(3, y - 10), (9, y + 1), (3, y + 7), (-3, y + 1)], "water", 0.8)
    pen.box(-33, -112, 33, 0, "white", r=5)
    level = -14.5 * int(thing.state)
    pen.box(-31, level, 31, -2, "blue", 0.7, r=4)
    pen.line([(-24, level + 5), (8, level + 5)], "white", 0.8)
    pen.box(-37, -117, 37, -110, "ice", r=3)
