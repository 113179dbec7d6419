"""Drawing as vectors: people, things, places, and the camera that looks at them."""

from importlib import import_module

from panelwise_press.drawing._figure import Figure, draw_person
from panelwise_press.drawing._pen import COLOURS, Ink, Pen, Sheet
from panelwise_press.drawing._registries import PLACES, PROPS, Place, Prop, place, prop
from panelwise_press.drawing._scene_drawing import Drawn, Extents, draw_scene, joint_extents

THEMES = ("indoors", "outdoors", "town", "water")
for theme in THEMES:
    import_module(f"panelwise_press.drawing.{theme}")

__all__ = [
    "COLOURS",
    "PLACES",
    "PROPS",
    "Drawn",
    "Extents",
    "Figure",
    "Ink",
    "Pen",
    "Place",
    "Prop",
    "Sheet",
    "draw_person",
    "draw_scene",
    "joint_extents",
    "place",
    "prop",
]
