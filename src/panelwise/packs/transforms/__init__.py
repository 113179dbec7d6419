"""Transforms of items: what is shown changes, and the right answers change with it."""

from panelwise.packs.transforms._moves import (
    MovedImage,
)
from panelwise.packs.transforms._plan import (
    transformed_plan,
)
from panelwise.packs.transforms._transforms import (
    TRANSFORMS,
    get_transform,
)

__all__ = [
    "TRANSFORMS",
    "MovedImage",
    "get_transform",
    "transformed_plan",
]
