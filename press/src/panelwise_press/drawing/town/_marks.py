"""Signs that tell alike things apart, and what bears them."""

from __future__ import annotations

import math

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

MARKS = ("star", "heart", "ring", "square")
OTHER_MARKS = ("triangle", "cross")  # of people in a crowd who are not asked about


def mark(pen: Pen, name: str, r: float, colour: str | None = None) -> None:
    """A sign of a radius around (0, 0); its mirror image is the same.

    Raises:
        ValueError: for a sign that nobody draws.
    """
    if name == "star":
        points = [
            (math.sin(k * math.pi / 5) * size, -math.cos(k * math.pi / 5) * size)
            for k in range(10)
            for size in (r * 1.12 if k % 2 == 0 else r * 0.48,)
        ]
        pen.shape(points, colour or "yellow")
    elif name == "heart":
        turns = [k * math.pi / 10 for k in range(20)]
        outline = [
            (
                16 * math.sin(t) ** 3,
                2 - 13 * math.cos(t) + 5 * math.cos(2 * t) + 2 * math.cos(3 * t),
            )
            for t in turns
        ]
        pen.shape([(x * r / 16, y * r / 16) for x, y in outline], colour or "red")
    elif name == "ring":
        pen.disc(0, 0, r * 0.92, colour or "teal")
        pen.disc(0, 0, r * 0.42, "white")
    elif name == "square":
        pen.box(-0.8 * r, -0.8 * r, 0.8 * r, 0.8 * r, colour or "purple")
    elif name == "triangle":
        pen.shape([(0, -r), (0.95 * r, 0.75 * r), (-0.95 * r, 0.75 * r)], colour or "leaf")
    elif name == "cross":
        arm = 0.32 * r
        points = [(-arm, -r), (arm, -r), (arm, -arm), (r, -arm), (r, arm), (arm, arm), (arm, r)]
        points += [(-arm, r), (-arm, arm), (-r, arm), (-r, -arm), (-arm, -arm)]
        pen.shape(points, colour or "orange")
    else:
        known = ", ".join((*MARKS, *OTHER_MARKS))
        raise ValueError(f"no sign is named {name!r}: it may be {known}")


@prop(
    "ghost",
    {
        f"{name}{pose}": f"somebody in a sheet with a {name} on it{does}"
        for name in ("star", "heart")
        for pose, does in (("", ""), (" reach", ", an arm stretched out"))
    },
)
def ghost(pen: Pen, thing: Thing) -> None:
    """Somebody in a white sheet with two holes for the eyes, 128 high; he reaches to the right."""
    name, _, pose = thing.state.partition(" ")
    for x in (-15, 15):
        pen.blob([(x - 13, 0), (x - 10, -10), (x + 8, -10), (x + 15, -3), (x + 14, 0)], "bark")
    arm = [(38, -84), (70, -86), (78, -74), (68, -64), (42, -62)] if pose else [(40, -70)]
    top = [(0, -128), (24, -120), (33, -100), *arm]
    hem = [(50, -8), (34, -14), (18, -6), (0, -14), (-18, -6), (-34, -14), (-50, -8)]
    pen.blob([*top, *hem, (-40, -70), (-33, -100), (-24, -120)], "white")
    for x in (-9, 15):
        pen.oval(x, -101, 6, 9, "ink", 0.4)
    mark(pen.at(2, -52), name, 21)


@prop(
    "ghost_sheet",
    {name: f"a white sheet with a {name} on it" for name in ("star", "heart")},
    held_at=(0, -58),
)
def ghost_sheet(pen: Pen, thing: Thing) -> None:
    """A sheet that hangs from somebody's hand, 62 wide and 62 high."""
    pen.blob([(-8, -62), (8, -62), (31, -12), (32, 0), (12, -7), (-10, 0), (-32, -4)], "white")
    pen.curve([(-5, -56), (-18, -20)], "grey", 0.7)
    mark(pen.at(2, -24), thing.state, 18)
