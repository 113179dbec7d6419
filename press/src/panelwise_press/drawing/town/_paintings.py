"""An easel and the paintings that stand on it or hang on the wall."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

_STATES = {
    "blank": "a blank sheet",
    "house": "a painting of a house",
    "blot": "a painting of a house with a big blot beside it",
    "tree": "a painting of a house with a tree",
    "cat": "a painting of a house with a cat",
    "balloon": "a painting of a house with a balloon",
}


@prop("sheet_painting", _STATES, held_at=(0, -20))
def painting(pen: Pen, thing: Thing) -> None:
    """A sheet of 130 by 100; the blot on it turns into a tree, a cat or a balloon."""
    pen.box(-65, -100, 65, 0, "white", r=1)
    paint(pen, thing.state)


@prop("framed_painting", {key: f"{text} in a golden frame" for key, text in _STATES.items()})
def framed(pen: Pen, thing: Thing) -> None:
    """The sheet in a golden frame, a star at its corner."""
    pen.box(-78, -113, 78, 13, "yellow", r=3)
    painting(pen, thing)


@prop("easel", {key: f"{text} on an easel" for key, text in _STATES.items()})
def easel(pen: Pen, thing: Thing) -> None:
    """An easel, 165 high; the sheet on it stands 55 above the ground."""
    pen.line([(0, -172), (0, -20)], "ink", 4)
    for side in (-1, 1):
        pen.line([(side * 4, -170), (side * 56, 0)], "ink", 4.4)
        pen.line([(side * 4, -170), (side * 56, 0)], "wood", 2.4)
    painting(pen.at(0, -56), thing)
    pen.box(-58, -57, 58, -48, "wood", r=2)


def paint(pen: Pen, state: str) -> None:
    """What is painted on a sheet of 130 by 100."""
    if state == "blank":
        return
    pen = pen.finer(0.9)
    pen.box(-52, -42, -4, -6, "yellow")
    pen.shape([(-58, -42), (2, -42), (-28, -72)], "red")
    pen.box(-36, -26, -22, -6, "brown", 0.8)
    pen.line([(-62, -6), (62, -6)], "leaf", 1.8)
    if state == "blot":
        _blot(pen)
    elif state == "tree":
        pen.box(27, -36, 37, -6, "bark", 0.9)
        pen.puffs([(18, -48, 14), (32, -62, 18), (47, -48, 14), (32, -44, 14)], "purple")
        for x, y in ((20, -50), (34, -64), (44, -46)):
            pen.disc(x, y, 4, "red", 0.7)
    elif state == "cat":
        pen.blob([(16, -6), (16, -28), (32, -36), (48, -28), (48, -6)], "purple")
        pen.curve([(48, -10), (60, -18), (57, -34)], "ink", 2.4)
        pen.shape(
            [(18, -46), (18, -68), (28, -58), (36, -58), (46, -68), (46, -46), (32, -34)], "purple"
        )
        for x in (26, 38):
            pen.disc(x, -50, 2.6, "yellow", 0.4)
    elif state == "balloon":
        pen.curve([(32, -6), (36, -16), (32, -28)], line=0.9)
        pen.blob([(32, -28), (10, -52), (16, -78), (32, -86), (48, -78), (54, -52)], "purple")
        pen.oval(25, -66, 4, 8, "white", 0)


def _blot(pen: Pen) -> None:
    points = [
        (10, -50),
        (20, -58),
        (22, -78),
        (34, -64),
        (52, -72),
        (48, -54),
        (62, -42),
        (46, -36),
    ]
    points += [(42, -14), (34, -32), (16, -22), (22, -40)]
    pen.blob(points, "purple")
    for x, y in ((56, -82), (8, -72), (58, -20)):
        pen.disc(x, y, 3.6, "purple", 0.8)
