"""Things that cannot stand by themselves lie on their sides."""

from __future__ import annotations

import random

from panelwise.geometry import Box
from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Ink, Pen, Sheet
from panelwise_press.drawing._registries import Prop

# By how many degrees they are turned. Lower than ``_HIGH`` nothing hangs on a wall.
_TURNS = {"kite": 80, "guitar": 30, "broom": 82, "wrench": 78, "pencil": 84, "umbrella": 114}
_HIGH = -130.0


def laid(kind: Prop, thing: Thing, pen: Pen) -> Pen:
    """The pen, turned, for a thing that would stand on its tail, its neck or its handle.

    The thing stays where it is: its middle above the same place, its lowest point as low as before.
    """
    unsteady = kind.name in _TURNS and thing.turn == 0 and thing.y > _HIGH
    if not (pen.sheet.revised and unsteady) or thing.state == "flying":
        return pen
    turn = float(_TURNS[kind.name])
    stands, lies = _extent(kind, thing, 0), _extent(kind, thing, turn)
    return pen.at(stands.center[0] - lies.center[0], stands.y1 - lies.y1, turn=turn)


def _extent(kind: Prop, thing: Thing, turn: float) -> Box:
    sheet = Sheet(Ink(line=0), random.Random(0))
    kind.draw(Pen(sheet).at(0, 0, turn=turn), thing)
    return Box.around(sheet.boxes)
