"""Props and places: the sea and the feast."""

from panelwise_press.drawing.water import _catch, _feast, _places, _sand, _sea

__all__ = ["_catch", "_feast", "_places", "_sand", "_sea"]
