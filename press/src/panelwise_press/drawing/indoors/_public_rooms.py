"""Rooms that are nobody's home, a hospital ward and a shop, and the plan that hangs on a wall."""

from __future__ import annotations

import itertools

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Thing, Weather
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import place, prop
from panelwise_press.drawing._small import small_prop

_FLOOR = -16.0
_ICONS = {
    "bicycle": "whole",
    "bouquet": "fresh",
    "drum": "still",
    "easel": "house",
    "flask": "blue",
    "guitar": "whole",
    "kite": "whole",
    "medicine": "full",
    "oven": "baking",
    "present": "wrapped",
}
_CELL = 50.0


@prop(
    "day_plan",
    {
        f"{first} {then}": f"a plan on the wall: a picture of a {first}, below it one of a {then}"
        for first, then in itertools.permutations(_ICONS, 2)
    },
)
def day_plan(pen: Pen, thing: Thing) -> None:
    """A sheet, 68 wide and 142 high: two pictures, and an arrow from the upper to the lower one."""
    thin = pen.finer(0.6)
    pen.box(-34, -142, 34, 0, "white")
    pen.box(-34, -142, 34, -133, "teal")
    first, then = thing.state.split()
    for name, foot in ((first, -78), (then, -5)):
        small_prop(thin.at(0, foot), name, _ICONS[name], 1.2 * _CELL, _CELL)
    pen.line([(0, -75), (0, -64)], line=1.6)
    pen.shape([(-8, -67), (8, -67), (0, -57)], "ink")


@prop(
    "crossed_days",
    {f"{gone}": f"a sheet on the wall: {gone} of 6 days are crossed out" for gone in range(1, 7)},
)
def crossed_days(pen: Pen, thing: Thing) -> None:
    """A sheet on a wall, 96 wide and 86 high, with a field for each day, above its lower edge."""
    pen = pen.unmirrored()
    thin = pen.finer(0.7)
    thin.box(-48, -86, 48, 0, "white")
    thin.box(-48, -86, 48, -74, "purple")
    for day in range(6):
        x, y = -31 + 31 * (day % 3), -55 + 35 * (day // 3)
        thin.box(x - 14, y - 15, x + 14, y + 15, "cream", 0.8)
        if day < int(thing.state):
            for side in (-1, 1):
                pen.line([(x - 10, y - 11 * side), (x + 10, y + 11 * side)], "red", 2.2)


def _wall_and_floor(pen: Pen, box: Box, wall: str, floor: str) -> None:
    if box.y0 < _FLOOR:
        pen.box(box.x0, box.y0, box.x1, min(_FLOOR, box.y1), wall, 0)
    if box.y1 > _FLOOR:
        pen.box(box.x0, max(_FLOOR, box.y0), box.x1, box.y1, floor, 0)
        pen.finer(0.7).line([(box.x0, _FLOOR), (box.x1, _FLOOR)])


@place("ward", "in the hospital", indoors=True)
def ward(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A pale wall with a rail, and a cross on a board at the left."""
    _wall_and_floor(pen, box, "ice", "mint")
    thin = pen.finer(0.55)
    for y in (-96, -88):
        thin.line([(box.x0, y), (box.x1, y)], "grey")
    thin.box(-252, -232, -188, -168, "white")
    thin.box(-227, -224, -213, -176, "red", 0)
    thin.box(-244, -207, -196, -193, "red", 0)


@place("shop", "in a shop", indoors=True)
def shop(pen: Pen, box: Box, time: DayTime, weather: Weather) -> None:
    """A warm wall, with jars and boxes on two shelves high up."""
    _wall_and_floor(pen, box, "cream", "stone")
    thin = pen.finer(0.5)
    colours = ("red", "teal", "yellow", "lilac", "mint")
    for row, y in enumerate((-206, -262)):
        thin.box(box.x0, y, box.x1, y + 7, "wood")
        for index in range(int(box.x0 // 34), int(box.x1 // 34) + 1):
            x, colour = index * 34, colours[(index + 2 * row) % len(colours)]
            if (index + row) % 2:
                thin.box(x + 4, y - 34, x + 26, y, colour, 0.7, r=6)
            else:
                thin.box(x + 3, y - 24, x + 29, y, colour, 0.7)
