"""What an overlay is made of: marks over pictures, tables of words, and a legend.

A *state* names how a thing came out; whatever renders the overlay gives it colour and dashes, and a
word says it, too. States in use:

- marks: ``hit``, ``miss``, ``extra`` (found, missed, invented), ``free`` (not asked), ``answered``,
  ``gold``, ``right``, ``wrong``, ``missed``, ``text``, ``who``, ``unknown``, ``group-0`` to
  ``group-7``;
- pieces of words: ``same``, ``wrong``, ``missing``, ``surplus``, ``absent``, ``name``,
  ``wrong-name``, or none (``""``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from panelwise.geometry import Point

Numbers = Sequence[float]


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
    corners: Numbers
    label: str = ""


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed polygon."""

    state: str
    points: Sequence[Numbers]
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
    """An answer next to what is right: in words, over the pictures and as tables."""

    summary: str
    views: tuple[View, ...] = ()
    tables: tuple[Table, ...] = ()
    legend: tuple[Entry, ...] = ()


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


def centre(corners: Numbers) -> Point:
    """The middle of a box."""
    x0, y0, x1, y1 = corners
    return (x0 + x1) / 2, (y0 + y1) / 2
