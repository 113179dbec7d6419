"""Stories: town."""

from panelwise_press.stories.town._banana import banana_skin
from panelwise_press.stories.town._blot import blot
from panelwise_press.stories.town._experiment import experiment
from panelwise_press.stories.town._ice_cream import dropped_ice_cream
from panelwise_press.stories.town._juggler import windy_hat
from panelwise_press.stories.town._lost_toy import lost_toy
from panelwise_press.stories.town._lunch import forgotten_lunch
from panelwise_press.stories.town._parcel import parcel
from panelwise_press.stories.town._pavement import chalk_picture
from panelwise_press.stories.town._plane import paper_plane
from panelwise_press.stories.town._puddle import puddle_splash
from panelwise_press.stories.town._sandwich import shared_sandwich
from panelwise_press.stories.town._wallet import lost_wallet
from panelwise_press.stories.town._wheels import new_wheel

TEMPLATES = (
    banana_skin,
    blot,
    chalk_picture,
    dropped_ice_cream,
    experiment,
    forgotten_lunch,
    lost_toy,
    lost_wallet,
    new_wheel,
    paper_plane,
    parcel,
    puddle_splash,
    shared_sandwich,
    windy_hat,
)

__all__ = ["TEMPLATES"]
