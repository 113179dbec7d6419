"""Props and places: town."""

from panelwise_press.drawing.town import (
    _counts,
    _fair_things,
    _fronts,
    _goods,
    _marks,
    _paintings,
    _places,
    _progress,
    _readings,
    _roads,
    _school_things,
    _shows,
    _street_things,
    _toys,
    _vehicles,
)
from panelwise_press.drawing.town._fronts import COLUMNS, ROWS, window_at
from panelwise_press.drawing.town._marks import MARKS, OTHER_MARKS

__all__ = [
    "COLUMNS",
    "MARKS",
    "OTHER_MARKS",
    "ROWS",
    "_counts",
    "_fair_things",
    "_fronts",
    "_goods",
    "_marks",
    "_paintings",
    "_places",
    "_progress",
    "_readings",
    "_roads",
    "_school_things",
    "_shows",
    "_street_things",
    "_toys",
    "_vehicles",
    "window_at",
]
