"""What a kind draws over the picture of an item: an answer next to what is right.

A small vocabulary of typed values. A kind makes them (``Kind.overlay``), with the functions that
score; a report, a notebook or an annotation tool only puts them in place.
"""

from panelwise.tasks.overlay._letters import letters
from panelwise.tasks.overlay._marks import (
    DOT_STATES,
    LETTERS,
    LINE_STATES,
    PIECE_STATES,
    ROW_STATES,
    SHAPE_STATES,
    Arrow,
    Cell,
    Contour,
    Coordinates,
    Dot,
    Entry,
    Overlay,
    OverlayMark,
    Piece,
    Rectangle,
    Route,
    Row,
    Table,
    View,
    centre,
    spaced,
    verdict,
)

__all__ = [
    "DOT_STATES",
    "LETTERS",
    "LINE_STATES",
    "PIECE_STATES",
    "ROW_STATES",
    "SHAPE_STATES",
    "Arrow",
    "Cell",
    "Contour",
    "Coordinates",
    "Dot",
    "Entry",
    "Overlay",
    "OverlayMark",
    "Piece",
    "Rectangle",
    "Route",
    "Row",
    "Table",
    "View",
    "centre",
    "letters",
    "spaced",
    "verdict",
]
