"""The world templates of the press."""

from panelwise.errors import UnknownNameError
from panelwise.registry import did_you_mean
from panelwise_press.worlds._world_template import WorldTemplate
from panelwise_press.worlds.stories._apple_pie import apple_pie
from panelwise_press.worlds.stories._baking_time import baking_time
from panelwise_press.worlds.stories._bent_wheel import bent_wheel
from panelwise_press.worlds.stories._birds_on_wires import birds_on_wires
from panelwise_press.worlds.stories._buried_find import buried_find
from panelwise_press.worlds.stories._class_vote import class_vote
from panelwise_press.worlds.stories._crooked_picture import crooked_picture
from panelwise_press.worlds.stories._empty_seat import empty_seat
from panelwise_press.worlds.stories._empty_tray import empty_tray
from panelwise_press.worlds.stories._four_cups import four_cups
from panelwise_press.worlds.stories._four_promises import four_promises
from panelwise_press.worlds.stories._get_well import get_well
from panelwise_press.worlds.stories._kite_turns import kite_turns
from panelwise_press.worlds.stories._lit_window import lit_window
from panelwise_press.worlds.stories._lost_and_found import lost_and_found
from panelwise_press.worlds.stories._lost_wallet import lost_wallet
from panelwise_press.worlds.stories._loud_flask import loud_flask
from panelwise_press.worlds.stories._odd_catch import odd_catch
from panelwise_press.worlds.stories._old_clock import old_clock
from panelwise_press.worlds.stories._pier_lunch import pier_lunch
from panelwise_press.worlds.stories._rainy_errand import rainy_errand
from panelwise_press.worlds.stories._right_door import right_door
from panelwise_press.worlds.stories._secret_present import secret_present
from panelwise_press.worlds.stories._street_music import street_music
from panelwise_press.worlds.stories._sunflower_turns import sunflower_turns
from panelwise_press.worlds.stories._things import thing_of
from panelwise_press.worlds.stories._turned_sign import turned_sign
from panelwise_press.worlds.stories._two_buses import two_buses
from panelwise_press.worlds.stories._two_cakes import two_cakes
from panelwise_press.worlds.stories._two_ghosts import two_ghosts
from panelwise_press.worlds.stories._two_keys import two_keys
from panelwise_press.worlds.stories._two_presents import two_presents
from panelwise_press.worlds.stories._two_rules import two_rules

WORLD_TEMPLATES: dict[str, WorldTemplate] = {
    template.name: template
    for template in (
        apple_pie,
        baking_time,
        bent_wheel,
        birds_on_wires,
        buried_find,
        class_vote,
        crooked_picture,
        empty_seat,
        empty_tray,
        four_cups,
        four_promises,
        get_well,
        kite_turns,
        lit_window,
        lost_and_found,
        lost_wallet,
        loud_flask,
        odd_catch,
        old_clock,
        pier_lunch,
        rainy_errand,
        right_door,
        secret_present,
        street_music,
        sunflower_turns,
        turned_sign,
        two_buses,
        two_cakes,
        two_ghosts,
        two_keys,
        two_presents,
        two_rules,
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


__all__ = ["WORLD_TEMPLATES", "get_world_template", "thing_of"]
