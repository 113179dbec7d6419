"""Stories of gardens and of the weather."""

from panelwise.press.stories.outdoors import _garden, _seasons, _wind

__all__ = ["_garden", "_seasons", "_wind"]
