"""The props and places that stories may name.

A prop is drawn around the middle of its foot, in centimetres, in one of its states; a place fills
whatever rectangle of the stage the camera shows. Modules of props and places add themselves with
the decorators below when :mod:`panelwise_press.drawing` is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Thing, Weather
from panelwise_press.drawing._pen import Pen

DrawProp = Callable[[Pen, Thing], None]
DrawPlace = Callable[[Pen, Box, DayTime, Weather], None]


@dataclass(frozen=True, slots=True)
class Prop:
    """A kind of thing: the states it can be in, each with an English noun phrase for it.

    ``held_at`` is the point of the prop, in its own centimetres, that lies in a hand.
    """

    name: str
    states: dict[str, str]
    draw: DrawProp
    held_at: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of place, with an English phrase for being there: "in the kitchen"."""

    name: str
    says: str
    draw: DrawPlace
    indoors: bool = False


PROPS: dict[str, Prop] = {}
PLACES: dict[str, Place] = {}


def prop(
    name: str, states: dict[str, str], held_at: tuple[float, float] = (0.0, 0.0)
) -> Callable[[DrawProp], DrawProp]:
    """Register the function below as the drawing of a prop."""

    def register(draw: DrawProp) -> DrawProp:
        if name in PROPS:
            raise ValueError(f"two props are named {name!r}")
        PROPS[name] = Prop(name, states, draw, held_at)
        return draw

    return register


def place(name: str, says: str, *, indoors: bool = False) -> Callable[[DrawPlace], DrawPlace]:
    """Register the function below as the drawing of a place."""

    def register(draw: DrawPlace) -> DrawPlace:
        if name in PLACES:
            raise ValueError(f"two places are named {name!r}")
        PLACES[name] = Place(name, says, draw, indoors)
        return draw

    return register
