"""Props and places: indoors."""

from panelwise_press.drawing.indoors import (
    _baking,
    _home_things,
    _kitchen_things,
    _moving_things,
    _pets,
    _public_rooms,
    _rooms,
    _used_up,
)

__all__ = [
    "_baking",
    "_home_things",
    "_kitchen_things",
    "_moving_things",
    "_pets",
    "_public_rooms",
    "_rooms",
    "_used_up",
]
