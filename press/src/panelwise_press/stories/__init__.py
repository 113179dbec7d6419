"""The story templates, by theme; importing this registers them all."""

from importlib import import_module

from panelwise_press._teller import TEMPLATES, Template

for theme in ("indoors", "outdoors", "town", "water"):
    import_module(f"panelwise_press.stories.{theme}")

__all__ = ["TEMPLATES", "Template"]
