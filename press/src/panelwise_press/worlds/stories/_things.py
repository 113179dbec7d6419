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
THINGS = tuple(_DRAWN)


def thing_of(member: str, x: float, y: float, name: str, size: float = 1.0) -> Thing:
    """A member of the pool with its lowest point at a place of the stage.

    Args:
        member: of the pool.
        x: where it stands.
        y: the same, of its lowest point.
        name: the id of the thing, the same for all members.
        size: of some 64 centimetres.
    """
    prop, state, scale = _DRAWN[member]
    below = _BELOW.get(member, 0) * scale * size
    return Thing(prop, x, y - below, state, id=name, scale=scale * size)
