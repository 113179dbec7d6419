"""Props and places: gardens and weather."""

from panelwise_press.drawing.outdoors import _autumn_and_snow, _growing, _places, _weather_things

__all__ = ["_autumn_and_snow", "_growing", "_places", "_weather_things"]
