"""What a drawing is made of: plain shapes and words, so that the browser only puts them in place.

A *state* names how a thing came out (``hit``, ``miss``, ``extra``, ``right``, ``wrong``, …); the
style sheet gives it colour and dashes, and a word stands beside it for whoever sees neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Segment = tuple[str, str]
"""(state, words)"""
Entry = tuple[Literal["shape", "line", "piece"], str, str]
"""What a legend shows: how it is drawn, state, words."""
Cell = str | tuple[Segment, ...]
Mark = list[Any]
Point = tuple[float, float]
Numbers = Sequence[float]


@dataclass(frozen=True, slots=True)
class View:
    """Marks over the picture that was sent.

    Attributes:
        title: what is drawn.
        size: width and height that the marks' numbers are meant in.
        marks: see :func:`box`, :func:`outline`, :func:`line`, :func:`curve` and :func:`dot`.
        words: what is to be seen, for those who cannot see it.
        picture: over which of the pictures that were sent.
    """

    title: str
    size: tuple[int, int]
    marks: tuple[Mark, ...]
    words: str
    picture: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """A table beside the picture; every row begins with its state."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How an answer stands beside what is right: in words, over the picture and as tables."""

    summary: str
    views: tuple[View, ...] = ()
    listings: tuple[Listing, ...] = ()
    legend: tuple[Entry, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Plain lists for JSON; what is empty is left out."""
        views = [[v.title, list(v.size), list(v.marks), v.words, v.picture] for v in self.views]
        listings = [[one.title, one.headings, one.rows] for one in self.listings]
        data = {"summary": self.summary, "views": views, "listings": listings}
        data["legend"] = list(self.legend)
        return {name: value for name, value in data.items() if value}


def box(state: str, corners: Numbers, label: str = "") -> Mark:
    """A rectangle between two corners.

    >>> box("hit", [1.2, 2, 30.6, 40], "1")
    ['box', 'hit', [1, 2, 31, 40], '1']
    """
    return ["box", state, [round(number) for number in corners], label]


def outline(state: str, points: Iterable[Sequence[float]], label: str = "") -> Mark:
    """A closed polygon."""
    return ["polygon", state, [[round(x), round(y)] for x, y in points], label]


def line(state: str, start: Point, end: Point) -> Mark:
    """A straight line from one thing to another, with a point at its end."""
    return ["line", state, [round(number) for number in (*start, *end)]]


def dot(state: str, at: Point, label: str) -> Mark:
    """A disc with a letter or number in it."""
    return ["dot", state, [round(number) for number in at], label]


def curve(state: str, points: Sequence[Point]) -> Mark:
    """A spline through points, as the path of an SVG (Catmull–Rom, written as Bézier curves).

    >>> curve("answered", [(0, 0), (6, 0), (6, 6)])
    ['curve', 'answered', 'M0 0C1 0 5 -1 6 0C7 1 6 5 6 6']
    """
    if not points:
        return ["curve", state, ""]
    ends = [points[0], *points, points[-1]]
    path = "M{:g} {:g}".format(*(round(number, 1) for number in points[0]))
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = (start[k] + (end[k] - before[k]) / 6 for k in (0, 1))
        second = (end[k] - (after[k] - start[k]) / 6 for k in (0, 1))
        numbers = (round(number, 1) for number in (*first, *second, *end))
        path += "C{:g} {:g} {:g} {:g} {:g} {:g}".format(*numbers)
    return ["curve", state, path]


def verdict(state: str, words: str) -> Cell:
    """How a row came out, in words that take the state's colour."""
    return ((state, words),)


def centre(corners: Numbers) -> Point:
    """The middle of a box."""
    x0, y0, x1, y1 = corners
    return (x0 + x1) / 2, (y0 + y1) / 2


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun.

    >>> counted(1, "text"), counted(2, "box", "boxes")
    ('1 text', '2 boxes')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
