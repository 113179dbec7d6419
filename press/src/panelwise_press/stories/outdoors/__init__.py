"""Stories of gardens and of the weather."""

from panelwise_press.stories.outdoors import (
    _campfire,
    _garden,
    _puddle_jump,
    _seasons,
    _sunflower,
    _umbrella,
    _wind,
)

__all__ = [
    "_campfire",
    "_garden",
    "_puddle_jump",
    "_seasons",
    "_sunflower",
    "_umbrella",
    "_wind",
]
