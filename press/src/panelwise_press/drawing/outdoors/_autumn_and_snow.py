"""What autumn and winter do to a place within a story: leaves that fall, snow that stays."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

_BOUGHS = (  # leaves by the middle of each bough, in the order in which they fall
    (-58, -112, 27),
    (58, -118, 27),
    (-46, -160, 28),
    (50, -166, 28),
    (0, -138, 30),
    (2, -196, 30),
)


@prop(
    "autumn_tree",
    {f"{bare}": f"a tree in autumn, {bare} of its 6 boughs bare" for bare in range(7)},
)
def autumn_tree(pen: Pen, thing: Thing) -> None:
    """A tree 226 high whose leaves fall, bough by bough, onto a heap that grows at its foot."""
    bare = int(thing.state)
    pen.blob([(-15, 2), (-9, -60), (-9, -130), (9, -130), (9, -60), (15, 2)], "bark")
    for x, y, _ in _BOUGHS:
        pen.limb([(0, max(-126, y + 44)), (0.5 * x, y + 24), (x, y)], 7, "bark")
    for x, y, r in _BOUGHS[bare:]:
        pen.puffs([(x - 12, y + 6, 0.7 * r), (x + 12, y + 5, 0.7 * r), (x, y - 5, r)], "orange")
    if not bare:
        return
    wide, high = 24 + 9 * bare, 8 + 6 * bare
    pen.blob([(-wide, 6), (-0.6 * wide, -0.7 * high), (0, -high), (0.6 * wide, -0.7 * high),
              (wide, 6), (0, 9)], "orange")  # fmt: skip
    for at in range(2 * bare):
        middle = wide * (2 * ((at * 0.618) % 1) - 1) * 0.7
        pen.line([(middle - 5, -0.25 * high), (middle + 5, -0.25 * high - 5)], "brown", 0.9)


@prop(
    "lying_snow",
    {
        "patches": "patches of snow on the ground",
        "cover": "snow all over the ground",
        "drifts": "deep snow that lies waist-high at the walls",
    },
)
def lying_snow(pen: Pen, thing: Thing) -> None:
    """Snow on the ground of a whole view, 1200 wide; the deepest lies 150 high at the back."""
    if thing.state == "patches":
        for at in range(-8, 9):
            x, y = 78 * at, (14, -46, 38, -22)[at % 4]
            rim = [(-46, 0), (-30, -8), (-6, -12), (24, -9), (44, -2), (28, 9), (-20, 9)]
            pen.blob([(x + dx, y + dy) for dx, dy in rim], "white", 0.8)
        return
    high = 84 if thing.state == "cover" else 118
    wave = 4 if thing.state == "cover" else 32
    top = [(100.0 * at, -high - wave * (at % 2)) for at in range(-6, 7)]
    pen.blob([*top, (640, 300), (-640, 300)], "white", 0.8)
    for at in range(-5, 6):
        x, y = 112 * at + 20, 22 + 21 * (at % 3)
        pen.curve([(x - 26, y), (x, y - 5), (x + 26, y)], "grey", 1)


@prop(
    "tree_window",
    {f"{bare}": f"a window; the tree outside has {bare} of its 6 boughs bare" for bare in range(7)},
)
def tree_window(pen: Pen, thing: Thing) -> None:
    """A window 128 wide and 150 high that shows an autumn tree; its sill is at 0."""
    pen.box(-64, -150, 64, 0, "white", r=2)
    pen.box(-56, -142, 56, -8, "sky", 0.8)
    pen.box(-56, -26, 56, -8, "grass", 0)
    autumn_tree(pen.at(0, -14, 0.54), thing)
    for frame in ((-56, -142, 56, -8), (-64, -150, 64, 0)):
        pen.box(*frame, None, 0.8)
    pen.box(-70, -4, 70, 6, "white", 0.9, r=2)
