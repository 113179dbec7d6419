"""Props and places: gardens and weather."""

from panelwise_press.drawing.outdoors import _growing, _places, _weather_things

__all__ = ["_growing", "_places", "_weather_things"]
