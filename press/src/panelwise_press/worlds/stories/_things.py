"""The things of the pool ``things`` as they are drawn, all of one size."""

from __future__ import annotations

from panelwise_press._scene import Thing

_DRAWN = {  # member: the prop, its state, and what makes it some 64 high or wide
    "banana": ("banana", "whole", 0.96),
    "balloon": ("balloon", "whole", 0.5),
    "sandwich": ("sandwich", "whole", 0.77),
    "watering_can": ("watering_can", "full", 0.91),
    "kite": ("kite", "whole", 0.52),
    "umbrella": ("umbrella", "open", 0.5),
    "hat": ("coin_hat", "empty", 0.8),
    "pencil": ("pencil", "long", 1.2),
    "guitar": ("guitar", "whole", 0.5),
    "drum": ("drum", "still", 0.97),
    "bottle": ("bottle", "empty", 1.4),
    "flowers": ("bouquet", "fresh", 0.94),
    "backpack": ("backpack", "closed", 0.85),
    "book": ("book", "open", 1.3),
    "saw": ("saw", "", 0.76),
    "wrench": ("wrench", "", 0.91),
    "wheel": ("bike_wheel", "new", 1.0),
    "broom": ("broom", "", 0.6),
    "toaster": ("toaster", "empty", 0.79),
    "cup": ("cup", "full", 1.1),
    "bear": ("toy_bear", "clean", 0.88),
    "rabbit": ("toy_rabbit", "clean", 0.7),
    "bread": ("giant_loaf", "whole", 0.3),
    "phone": ("phone", "", 2.0),
}
_BELOW = {"kite": 46, "umbrella": 13, "guitar": 21, "banana": 14, "wrench": 10}
_BELOW |= {"flowers": 4}
_LYING = {  # what cannot stand: the turn, and where its middle and its lowest point then are
    "banana": (58, 17, 11),
    "kite": (82, 20, 22),
    "umbrella": (57, 49, 8),
    "pencil": (86, 29, 3),
    "guitar": (30, 38, 7),
    "wrench": (84, 25, 12),
    "broom": (82, 56, 22),
    "flowers": (72, 28, 10),
}
THINGS = tuple(_DRAWN)


def thing_of(member: str, x: float, y: float, name: str, size: float = 1.0) -> Thing:
    """A member of the pool that stands on something, or lies on it if it cannot stand.

    Args:
        member: of the pool.
        x: where its middle is.
        y: where its lowest point is.
        name: the id of the thing, the same for all members.
        size: of some 64 centimetres.
    """
    if member not in _LYING:
        return hanging(member, x, y, name, size)
    prop, state, scale = _DRAWN[member]
    turn, middle, below = _LYING[member]
    zoom = scale * size
    return Thing(prop, x - middle * zoom, y - below * zoom, state, id=name, scale=zoom, turn=turn)


def hanging(member: str, x: float, y: float, name: str, size: float = 1.0) -> Thing:
    """A member of the pool upright, as on a hook; the arguments are those of ``thing_of``."""
    prop, state, scale = _DRAWN[member]
    below = _BELOW.get(member, 0) * scale * size
    return Thing(prop, x, y - below, state, id=name, scale=scale * size)
