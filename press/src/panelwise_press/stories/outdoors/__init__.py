"""Stories of gardens and of the weather."""

from panelwise_press.stories.outdoors._campfire import campfire
from panelwise_press.stories.outdoors._garden import cat_in_tree
from panelwise_press.stories.outdoors._puddle_jump import puddle_jump
from panelwise_press.stories.outdoors._seasons import snowman
from panelwise_press.stories.outdoors._sunflower import sunflower
from panelwise_press.stories.outdoors._umbrella import umbrella
from panelwise_press.stories.outdoors._wind import kite

TEMPLATES = (
    campfire,
    cat_in_tree,
    kite,
    puddle_jump,
    snowman,
    sunflower,
    umbrella,
)

__all__ = ["TEMPLATES"]
