"""Stories: indoors."""

from panelwise.press.stories.indoors import (
    _biscuits,
    _dough,
    _pancake,
    _pipe,
    _plates,
    _scarf,
    _soup,
    _table,
    _toast,
)

__all__ = [
    "_biscuits",
    "_dough",
    "_pancake",
    "_pipe",
    "_plates",
    "_scarf",
    "_soup",
    "_table",
    "_toast",
]
