"""Stories: town."""

from panelwise_press.stories.town import (
    _banana,
    _blot,
    _experiment,
    _ice_cream,
    _juggler,
    _lost_toy,
    _lunch,
    _parcel,
    _pavement,
    _plane,
    _puddle,
    _sandwich,
    _wallet,
    _wheels,
)

__all__ = [
    "_banana",
    "_blot",
    "_experiment",
    "_ice_cream",
    "_juggler",
    "_lost_toy",
    "_lunch",
    "_parcel",
    "_pavement",
    "_plane",
    "_puddle",
    "_sandwich",
    "_wallet",
    "_wheels",
]
