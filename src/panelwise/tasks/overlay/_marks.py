"""What an overlay is made of: marks over pictures, tables of words, and a legend.

A *state* says how a thing came out; whatever renders the overlay gives it colour and dashes. Only
the states listed here have any: ``Overlay`` refuses others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from panelwise.errors import PluginError
from panelwise.geometry import Point

Coordinates = Sequence[float]

_GROUPS = frozenset(f"group-{k}" for k in range(8))
SHAPE_STATES = _GROUPS | {"hit", "miss", "extra", "free", "answered", "text", "who", "unknown"}
"""Of rectangles and contours: found, missed, invented; not asked for; the answer's own; a text, a
character, one that nobody knows; and one of eight groups."""
LINE_STATES = frozenset({"right", "wrong", "missed", "answered", "gold"})
"""Of arrows and routes."""
DOT_STATES = _GROUPS | {"right", "wrong", "missed", "gold", "unknown"}
PIECE_STATES = frozenset(
    ["", "hit", "miss", "extra", "same", "wrong", "missing", "surplus", "absent", "name"]
) | {"wrong-name"}
"""Of words: of a verdict, letter by letter, and of names; none for words without one."""
ROW_STATES = SHAPE_STATES | LINE_STATES | DOT_STATES | PIECE_STATES
"""Of a row: that of the mark or the words that it is about."""


class Piece(NamedTuple):
    """Part of a text, with its state."""

    state: str
    words: str


Cell = str | tuple[Piece, ...]


class Row(NamedTuple):
    """A row of a table: its state, and a cell for each heading."""

    state: str
    cells: tuple[Cell, ...]


class Entry(NamedTuple):
    """A line of the legend: what it explains, the state, and what that means."""

    about: Literal["shape", "line", "piece"]
    state: str
    words: str


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A box between two corners ``(x0, y0, x1, y1)``, with a name at its edge."""

    state: str
    corners: Coordinates
    label: str = ""


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed polygon."""

    state: str
    points: Sequence[Coordinates]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A straight line from one thing to another, with a point at its end."""

    state: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Route:
    """A smooth line through points in their order."""

    state: str
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc with a letter or number in it."""

    state: str
    at: Point
    label: str


OverlayMark = Rectangle | Contour | Arrow | Route | Dot


@dataclass(frozen=True, slots=True)
class View:
    """Marks over one of the pictures that were sent.

    Attributes:
        title: what is drawn.
        size: width and height in pixels that the marks' numbers are meant in.
        marks: in the order in which they are drawn.
        words: what is to be seen, for readers who cannot see it.
        picture: over which of the pictures that were sent.
    """

    title: str
    size: tuple[int, int]
    marks: tuple[OverlayMark, ...]
    words: str
    picture: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table next to the picture."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """An answer next to what is right: in words, over the pictures and as tables.

    Raises:
        PluginError: for a state that no renderer knows; the text lists those of such a thing.
    """

    summary: str
    views: tuple[View, ...] = ()
    tables: tuple[Table, ...] = ()
    legend: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        for mark in (mark for view in self.views for mark in view.marks):
            _require_known(mark.state, _STATES_OF_MARKS[type(mark)], type(mark).__name__)
        for row in (row for table in self.tables for row in table.rows):
            _require_known(row.state, ROW_STATES, "Row")
            for piece in (piece for cell in row.cells if isinstance(cell, tuple) for piece in cell):
                _require_known(piece.state, PIECE_STATES, "Piece")
        for about, state, _ in self.legend:
            _require_known(state, _STATES_OF_ENTRIES[about], f"a {about} of the legend")


_STATES_OF_MARKS: dict[type, frozenset[str]] = {
    Rectangle: SHAPE_STATES,
    Contour: SHAPE_STATES,
    Arrow: LINE_STATES,
    Route: LINE_STATES,
    Dot: DOT_STATES,
}
_STATES_OF_ENTRIES = {"shape": SHAPE_STATES, "line": LINE_STATES, "piece": PIECE_STATES}


def _require_known(state: str, known: frozenset[str], what: str) -> None:
    if state not in known:
        names = ", ".join(sorted(known - {""}))
        raise PluginError(f"overlay: {what} has no state '{state}'; known: {names}")


LETTERS = (
    Entry("piece", "same", "letters that are right"),
    Entry("piece", "wrong", "letters that are wrong"),
    Entry("piece", "missing", "letters left out"),
    Entry("piece", "surplus", "letters too many"),
)
"""The legend of what :func:`letters` gives."""


def verdict(state: str, words: str) -> Cell:
    """How a row came out, in words that take the state's colour."""
    return (Piece(state, words),)


def spaced(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces with spaces between them."""
    return tuple(part for one in pieces for part in (one, Piece("", " ")))[:-1]


def centre(corners: Coordinates) -> Point:
    """The middle of a box."""
    x0, y0, x1, y1 = corners
    return (x0 + x1) / 2, (y0 + y1) / 2
