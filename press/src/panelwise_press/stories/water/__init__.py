"""Stories by the sea, and of feasts."""

from panelwise_press.stories.water import (
    _beach,
    _birthday,
    _birthday_surprise,
    _boot,
    _bottle,
    _concert,
    _fishing,
    _lantern,
    _leak,
    _mask,
    _sandcastle,
    _treasure,
)

__all__ = [
    "_beach",
    "_birthday",
    "_birthday_surprise",
    "_boot",
    "_bottle",
    "_concert",
    "_fishing",
    "_lantern",
    "_leak",
    "_mask",
    "_sandcastle",
    "_treasure",
]
