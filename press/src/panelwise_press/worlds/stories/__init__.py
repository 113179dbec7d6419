"""The world templates of the press."""

from panelwise.errors import UnknownNameError
from panelwise.registry import did_you_mean
from panelwise_press.worlds._world_template import WorldTemplate
from panelwise_press.worlds.stories._buried_find import buried_find
from panelwise_press.worlds.stories._kite_turns import kite_turns
from panelwise_press.worlds.stories._lost_and_found import lost_and_found
from panelwise_press.worlds.stories._rainy_errand import rainy_errand

WORLD_TEMPLATES: dict[str, WorldTemplate] = {
    template.name: template
    for template in (
        buried_find,
        kite_turns,
        lost_and_found,
        rainy_errand,
    )
}


def get_world_template(name: str) -> WorldTemplate:
    """A world template by its name.

    Raises:
        UnknownNameError: for a name that no template has.
    """
    if name not in WORLD_TEMPLATES:
        raise UnknownNameError(
            f"unknown world template '{name}'; {did_you_mean(name, WORLD_TEMPLATES)}"
        )
    return WORLD_TEMPLATES[name]


__all__ = ["WORLD_TEMPLATES", "get_world_template"]
