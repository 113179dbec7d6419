"""Stories by the sea, and of feasts."""

from panelwise.press.stories.water import _beach, _birthday, _evening, _fishing, _voyages

__all__ = ["_beach", "_birthday", "_evening", "_fishing", "_voyages"]
