"""Stories by the sea, and of feasts."""

from panelwise_press.stories.water._beach import greedy_gull
from panelwise_press.stories.water._birthday import birthday_cake
from panelwise_press.stories.water._birthday_surprise import surprise
from panelwise_press.stories.water._boot import the_boot
from panelwise_press.stories.water._bottle import bottle_post
from panelwise_press.stories.water._concert import concert
from panelwise_press.stories.water._fishing import stolen_fish
from panelwise_press.stories.water._lantern import lantern
from panelwise_press.stories.water._leak import leak
from panelwise_press.stories.water._mask import mask
from panelwise_press.stories.water._sandcastle import sandcastle
from panelwise_press.stories.water._treasure import treasure

TEMPLATES = (
    birthday_cake,
    bottle_post,
    concert,
    greedy_gull,
    lantern,
    leak,
    mask,
    sandcastle,
    stolen_fish,
    surprise,
    the_boot,
    treasure,
)

__all__ = ["TEMPLATES"]
