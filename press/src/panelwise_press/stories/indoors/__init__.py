"""Stories: indoors."""

from panelwise_press.stories.indoors._biscuits import biscuit_thief
from panelwise_press.stories.indoors._dough import giant_dough
from panelwise_press.stories.indoors._moving import moving_cat
from panelwise_press.stories.indoors._pancake import flying_pancake
from panelwise_press.stories.indoors._pipe import burst_pipe
from panelwise_press.stories.indoors._plates import washing_up
from panelwise_press.stories.indoors._puppy import muddy_puppy
from panelwise_press.stories.indoors._scarf import endless_scarf
from panelwise_press.stories.indoors._soup import soup_for_the_sick
from panelwise_press.stories.indoors._table import wobbly_table
from panelwise_press.stories.indoors._toast import burnt_toast
from panelwise_press.stories.indoors._wall import cat_and_paint

TEMPLATES = (
    biscuit_thief,
    burnt_toast,
    burst_pipe,
    cat_and_paint,
    endless_scarf,
    flying_pancake,
    giant_dough,
    moving_cat,
    muddy_puppy,
    soup_for_the_sick,
    washing_up,
    wobbly_table,
)

__all__ = ["TEMPLATES"]
