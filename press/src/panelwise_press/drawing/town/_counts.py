"""Things that are used up, fill or grow in the course of a story, one step after the other.

Seen in two panels, they show which of the two comes first.
"""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

SLIPS, BALLOONS, COINS, FLOWERS, LEAVES = 3, 5, 5, 8, 6
_BUNCH = (
    (-52, -116),
    (52, -116),
    (-27, -152),
    (27, -152),
    (0, -116),
)  # the middles of the balloons
_BUNCH_COLOURS = ("red", "teal", "yellow", "purple", "orange")
_CROWN = ((-25, -58), (25, -60), (-24, -92), (24, -94), (0, -76), (0, -112))  # tufts of leaves
_HEAP = ((-38, -12), (34, -13), (-12, -11), (12, -15), (-26, -20), (22, -22))  # fallen ones


def _counted(one: str, several: str, most: int) -> dict[str, str]:
    """States from none to the most, with a phrase for each."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return {str(n): f"{words[n]} {one if n == 1 else several}" for n in range(most + 1)}


@prop("slip_rack", _counted("slip in a rack", "slips in a rack", SLIPS))
def slip_rack(pen: Pen, thing: Thing) -> None:
    """A rack 132 wide and 46 high with three compartments, dark where no slip is left."""
    pen.box(-66, -46, 66, 0, "wood", r=3)
    for at in range(SLIPS):
        left = -60 + 42 * at
        pen.box(left, -40, left + 36, -6, "bark", 0.8)
        if at < int(thing.state):
            pen.box(left + 4, -52, left + 32, -6, "white")
    pen.box(-66, -14, 66, 0, "wood", r=3)


@prop(
    "balloon_bunch",
    _counted("balloon on a string", "balloons on strings", BALLOONS),
    held_at=(0, 0),
)
def balloon_bunch(pen: Pen, thing: Thing) -> None:
    """Balloons 44 wide whose strings meet at (0, 0); five of them are 178 high."""
    shown = tuple(zip(_BUNCH, _BUNCH_COLOURS, strict=True))[BALLOONS - int(thing.state) :]
    for (x, y), _ in shown:
        pen.line([(0, 0), (x, y + 24)], line=0.8)
    for (x, y), colour in shown:
        pen.oval(x, y, 22, 26, colour)
        pen.oval(x - 8, y - 9, 4, 7, "white", 0)


@prop("coin_jar", _counted("layer of coins in a jar", "layers of coins in a jar", COINS))
def coin_jar(pen: Pen, thing: Thing) -> None:
    """A jar of glass 64 wide and 96 high, up to five layers of coins in it.

    Another coin falls in through the slot, so that the jar is seen to fill and not to be emptied.
    """
    pen.box(-32, -86, 32, 0, "ice", r=8)
    for layer in range(int(thing.state)):
        for x in (-19, 0, 19):
            pen.oval(x, -10 - 15 * layer, 11, 8, "yellow", 0.8)
    pen.box(-28, -96, 28, -84, "ice", r=3)
    pen.oval(0, -110, 11, 8, "yellow", 0.8)
    pen.shape([(-4, -150), (4, -150), (4, -134), (12, -134), (0, -122), (-12, -134), (-4, -134)],
              "red")  # fmt: skip


@prop("flower_row", _counted("flower in bloom in a bed", "flowers in bloom in a bed", FLOWERS))
def flower_row(pen: Pen, thing: Thing) -> None:
    """A bed of earth 256 wide; flowers 52 high, and small buds that have not opened yet."""
    pen.box(-128, -14, 128, 4, "bark", r=6)
    for at in range(FLOWERS):
        x = -112 + 32 * at
        if at >= int(thing.state):
            pen.line([(x, -8), (x, -20)], "leaf", 2.6)
            pen.oval(x, -24, 4, 6, "leaf", 0.8)
            continue
        pen.line([(x, -8), (x, -40)], "leaf", 2.6)
        pen.blob([(x, -12), (x + 14, -26), (x + 4, -14)], "leaf", 0.6)
        pen.blob([(x - 12, -54), (x - 5, -46), (x, -58), (x + 5, -46), (x + 12, -54),
                  (x + 9, -34), (x - 9, -34)], "red", 0.8)  # fmt: skip


@prop(
    "autumn_window",
    {
        **{f"{n}": f"a window, outside it a tree with {n} tufts of leaves"
           for n in range(LEAVES + 1)},
        **{f"{n} night": f"a window at night, outside it a tree with {n} tufts of leaves"
           for n in range(LEAVES + 1)},
    },
)  # fmt: skip
def autumn_window(pen: Pen, thing: Thing) -> None:
    """A window 116 wide and 136 high: what has fallen from the tree lies under it."""
    count, _, night = thing.state.partition(" ")
    pen.box(-58, -136, 58, 0, "wood", r=2)
    pen.box(-51, -129, 51, -7, "deep" if night else "sky", 0.8)
    pen.box(-51, -26, 51, -7, "pine" if night else "grass", 0)
    leaf = "glow" if night else "orange"  # seen in the dark, too
    pen.limb([(0, -12), (0, -62), (0, -104)], 7, "bark")
    for x, y in _CROWN[:-1]:
        pen.line([(0, -48 if y > -70 else -68), (x, y)], "bark", 2)
    kept = int(count)
    for x, y in _CROWN[:kept]:
        pen.disc(x, y, 16, leaf, 0.8)
    for x, y in _HEAP[: LEAVES - kept]:
        pen.oval(x, y, 11, 6, leaf, 0.8)


@prop("hand_arrow", {"": "an arrow from one person to another"})
def hand_arrow(pen: Pen, thing: Thing) -> None:
    """An arrow 64 long that points to the right: to whom something is handed."""
    head = [(8, -5), (8, -13), (34, 0), (8, 13), (8, 5)]
    pen.shape([(-32, -5), *head, (-32, 5)], "yellow")  # it is seen by night, too
