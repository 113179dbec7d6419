"""Stories: indoors."""

from panelwise_press.stories.indoors import (
    _biscuits,
    _dough,
    _moving,
    _pancake,
    _pipe,
    _plates,
    _puppy,
    _scarf,
    _soup,
    _table,
    _toast,
    _wall,
)

__all__ = [
    "_biscuits",
    "_dough",
    "_moving",
    "_pancake",
    "_pipe",
    "_plates",
    "_puppy",
    "_scarf",
    "_soup",
    "_table",
    "_toast",
    "_wall",
]
