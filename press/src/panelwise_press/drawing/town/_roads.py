"""What shows the way: a board of routes past two signs each, signposts, and a milestone."""

from __future__ import annotations

import itertools

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing._small import small_prop
from panelwise_press.drawing.town._marks import mark

_OTHER = {"star": "heart", "heart": "star", "ring": "square", "square": "ring"}
_GOALS = (("toy_bear", "clean"), ("toy_rabbit", "clean"), ("drum", "still"), ("guitar", "whole"))
_ICON = 42.0


@prop(
    "route_board",
    {
        f"{first} {second}": f"a board: past the {first} and then the {second} to a bear, past the"
        f" {first} and the {_OTHER[second]} to a rabbit, past the {_OTHER[first]} and the {second}"
        f" to a drum, past the {_OTHER[first]} and the {_OTHER[second]} to a guitar"
        for first, second in itertools.product(("star", "heart"), ("ring", "square"))
    },
)
def route_board(pen: Pen, thing: Thing) -> None:
    """A board on two posts, 200 wide and 216 high: a line for each goal, with the signs to it.

    It says nothing of left and right, so no signpost can disagree with it before it is turned.
    """
    first, second = thing.state.split()
    for x in (-84, 84):
        pen.box(x - 4, -30, x + 4, 0, "bark")
    pen.box(-100, -216, 100, -22, "glow", r=4)
    ways = itertools.product((first, _OTHER[first]), (second, _OTHER[second]))
    for k, ((one, two), (name, state)) in enumerate(zip(ways, _GOALS, strict=True)):
        y = -191 + 48 * k
        for x, sign in ((-70, one), (-6, two)):
            mark(pen.at(x, y), sign, 16)
            pen.line([(x + 23, y), (x + 36, y)], line=1.6)
            pen.shape([(x + 34, y - 6), (x + 34, y + 6), (x + 43, y)], "ink")
        small_prop(pen.finer(0.6).at(66, y + _ICON / 2), name, state, _ICON, _ICON)


@prop(
    "signpost",
    {
        f"{one} {other}{turned}": f"a signpost with a {one} and a {other}{does}"
        for one, other in _OTHER.items()
        for turned, does in (("", ""), (" turned", ", which is being turned"))
    },
)
def signpost(pen: Pen, thing: Thing) -> None:
    """A post with an arm to either side, 150 wide and 176 high, a sign on each arm."""
    one, other, *turned = thing.state.split()
    pen.box(-5, -170, 5, 0, "bark")
    for side, name in ((-1, one), (1, other)):
        tip = side * 84
        near, far = side * 8, side * 60
        pen.shape([(near, -162), (far, -162), (tip, -140), (far, -118), (near, -118)], "cream")
        mark(pen.at(side * 36, -140), name, 16)
    if turned:
        pen.arc(0, -186, 40, 14, 180, 360, "red", 2.6)
        for side in (-1, 1):
            pen.shape([(side * 28, -188), (side * 50, -188), (side * 39, -172)], "red")


@prop("milestone", {name: f"a milestone with a {name}" for name in ("ring", "square")})
def milestone(pen: Pen, thing: Thing) -> None:
    """A stone at the side of a road, 60 wide and 76 high."""
    pen.blob([(-30, 0), (-29, -52), (-18, -74), (18, -74), (29, -52), (30, 0)], "grey")
    mark(pen.at(0, -42), thing.state, 18)
