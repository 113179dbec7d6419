"""Props and places: town."""

from panelwise_press.drawing.town import (
    _fair_things,
    _fronts,
    _goods,
    _marks,
    _paintings,
    _places,
    _readings,
    _roads,
    _school_things,
    _shows,
    _street_things,
    _toys,
    _vehicles,
)

__all__ = [
    "_fair_things",
    "_fronts",
    "_goods",
    "_marks",
    "_paintings",
    "_places",
    "_readings",
    "_roads",
    "_school_things",
    "_shows",
    "_street_things",
    "_toys",
    "_vehicles",
]
