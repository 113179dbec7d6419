"""Stories: indoors."""

from panelwise.press.stories.indoors import _dough, _pancake, _toast

__all__ = ["_dough", "_pancake", "_toast"]
