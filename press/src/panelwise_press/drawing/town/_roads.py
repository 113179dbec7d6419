"""What shows the way: a map of roads that fork twice, signposts, and a milestone."""

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
    "route_map",
    {
        f"{first} {second}": f"a map: past the {first} and then the {second} to a bear, past the"
        f" {first} and the {_OTHER[second]} to a rabbit, past the {_OTHER[first]} and the {second}"
        f" to a drum, past the {_OTHER[first]} and the {_OTHER[second]} to a guitar"
        for first, second in itertools.product(("star", "heart"), ("ring", "square"))
    },
)
def route_map(pen: Pen, thing: Thing) -> None:
    """A map on two posts, 220 wide and 214 high, to be read from the foot of the road upwards."""
    first, second = thing.state.split()
    for x in (-84, 84):
        pen.box(x - 4, -30, x + 4, 0, "bark")
    pen.box(-112, -216, 112, -22, "glow", r=4)
    for side, one in ((-1, first), (1, _OTHER[first])):
        fork = (side * 54, -112)
        pen.line([(0, -32), (0, -56), fork], "brown", 3)
        for end, two in ((-1, second), (1, _OTHER[second])):
            x = fork[0] + end * 28
            pen.line([fork, (x, -162)], "brown", 3)
            mark(pen.at(fork[0] + end * 15, -137), two, 11)
        mark(pen.at(side * 31, -86), one, 14)
    for k, (name, state) in enumerate(_GOALS):
        small_prop(pen.finer(0.6).at(-82 + 54.7 * k, -168), name, state, _ICON, _ICON)


@prop(
    "signpost",
    {
        f"{one} {other}{turned}": f"a signpost with a {one} and a {other}{does}"
        for one, other in (("star", "heart"), ("ring", "square"))
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
        pen.arc(0, -186, 40, 14, 170, 370, "red", 2.6)
        pen.shape([(28, -188), (50, -188), (39, -172)], "red")


@prop("milestone", {name: f"a milestone with a {name}" for name in ("ring", "square")})
def milestone(pen: Pen, thing: Thing) -> None:
    """A stone at the side of a road, 60 wide and 76 high."""
    pen.blob([(-30, 0), (-29, -52), (-18, -74), (18, -74), (29, -52), (30, 0)], "grey")
    mark(pen.at(0, -42), thing.state, 18)
