"""A pen that draws flat shapes with outlines as SVG.

Points are given in the units of whatever is being drawn (centimetres on a stage, pixels on a page)
and leave as page pixels, so that the extent of everything drawn is known exactly.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from panelwise.geometry import Box, Point

Affine = tuple[float, float, float, float, float, float]
IDENTITY: Affine = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)

COLOURS: Mapping[str, str] = {
    "ink": "#2b2933",
    "black": "#14131a",
    "white": "#ffffff",
    "cream": "#fdf4e0",
    "sand": "#f3dcab",
    "sky": "#c5e6ee",
    "dusk": "#f7cfae",
    "night": "#34406b",
    "deep": "#232b4d",
    "grass": "#a5cf8c",
    "leaf": "#6fae69",
    "pine": "#3f7d5c",
    "red": "#e2604f",
    "orange": "#f2a154",
    "yellow": "#f9d86d",
    "glow": "#fdeeb4",
    "blue": "#4f86b8",
    "water": "#8cc4e0",
    "ice": "#e4f2f7",
    "teal": "#43a099",
    "pink": "#f4b6b2",
    "blush": "#f09a8c",
    "purple": "#8d79b5",
    "brown": "#9c6b4a",
    "bark": "#6f4b38",
    "wood": "#d9ab78",
    "grey": "#b8bfc8",
    "stone": "#8a93a0",
    "steel": "#5d6673",
    "skin": "#f8d3b3",
    "tan": "#cf966b",
    "umber": "#8f5d40",
    "wall": "#f0d9c4",
    "mint": "#cdebd8",
    "lilac": "#ddd3ee",
}


@dataclass(frozen=True, slots=True)
class Ink:
    """How a style draws: the colours behind their names, the outline, the tremble of the hand.

    Attributes:
        colours: name -> ``#rrggbb`` for every name of :data:`COLOURS`.
        line: width of an outline in page pixels.
        wobble: how far, in page pixels, a point of an outline may stray.
    """

    colours: Mapping[str, str] = field(default_factory=lambda: COLOURS)
    line: float = 2.6
    wobble: float = 0.0

    @property
    def is_grey(self) -> bool:
        """Whether no colour has a hue."""
        return all(one[1:3] == one[3:5] == one[5:7] for one in self.colours.values())


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter or digit of a drawing: the elements ``start`` to ``stop`` of its sheet."""

    row: int
    sign: str
    start: int
    stop: int


@dataclass(slots=True)
class Sheet:
    """What has been drawn: SVG elements in page pixels, and the box of each.

    ``writing`` holds the signs that can be read in the drawing itself, as on a blackboard.
    ``revised`` chooses the newer drawings of people and things, which worlds are printed with; the
    pixels of suites made before them are frozen.
    """

    ink: Ink
    rng: random.Random
    revised: bool = False
    elements: list[str] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    writing: list[Sign] = field(default_factory=list)

    def add(self, element: str, box: Box) -> None:
        """Add one SVG element that lies within ``box``."""
        self.elements.append(element)
        self.boxes.append(box)

    def raw(self, markup: str) -> None:
        """Add markup without extent: the begin or end of a group, a definition."""
        self.elements.append(markup)

    def extent(self, start: int = 0) -> Box | None:
        """The box of everything drawn since ``len(sheet.boxes)`` was ``start``."""
        return Box.around(self.boxes[start:]) if len(self.boxes) > start else None


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a sheet, in its own units.

    >>> sheet = Sheet(Ink(), random.Random(0))
    >>> pen = Pen(sheet).at(100, 50, scale=2)
    >>> pen.oval(0, 0, 10, 5, "red", line=0)
    >>> sheet.extent()
    Box(x0=80.0, y0=40.0, x1=120.0, y1=60.0)
    """

    sheet: Sheet
    affine: Affine = IDENTITY
    weight: float = 1.0  # of the outlines, beside the style's

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0, flip: bool = False) -> Pen:
        """The pen for a thing with its own origin, size and turn (degrees, clockwise)."""
        a, b, c, d, e, f = self.affine
        cos, sin = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
        side = -1 if flip else 1
        p, q, r, s = side * cos, -sin, side * sin, cos
        moved = (a * x + b * y + c, d * x + e * y + f)
        affine = (a * p + b * r, a * q + b * s, moved[0], d * p + e * r, d * q + e * s, moved[1])
        return replace(self, affine=affine)

    def unmirrored(self) -> Pen:
        """The pen as it is where left and right of the stage are not exchanged."""
        a, b, _, d, e, _ = self.affine
        return self.at(0, 0, flip=True) if a * e < b * d else self

    def finer(self, factor: float) -> Pen:
        """The pen with thinner outlines."""
        return replace(self, weight=self.weight * factor)

    @property
    def zoom(self) -> float:
        """Page pixels to one unit."""
        a, b, _, d, e, _ = self.affine
        return math.sqrt(abs(a * e - b * d))

    def to_page(self, x: float, y: float) -> Point:
        """Where a point lies on the page."""
        a, b, c, d, e, f = self.affine
        return a * x + b * y + c, d * x + e * y + f

    def wrote(self, row: int, sign: str, start: int) -> None:
        """Note that what was drawn since ``len(sheet.boxes)`` was ``start`` is a sign of a row."""
        self.sheet.writing.append(Sign(row, sign, start, len(self.sheet.boxes)))

    def shape(self, points: Iterable[Point], fill: str | None = None, line: float = 1) -> None:
        """A closed shape with straight sides; ``line`` is the weight of its outline, 0 for none."""
        self._emit([self.to_page(*point) for point in points], fill, line, "polygon")

    def blob(self, points: Sequence[Point], fill: str | None = None, line: float = 1) -> None:
        """A closed shape with a smooth outline through the points."""
        self._emit([self.to_page(*point) for point in points], fill, line, "closed")

    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: str | None = None, line: float = 1
    ) -> None:
        """An ellipse around a point."""
        self._emit(
            [self.to_page(*point) for point in arc_points(x, y, rx, ry, 0, 330, 12)],
            fill,
            line,
            "closed",
        )

    def disc(self, x: float, y: float, r: float, fill: str | None = None, line: float = 1) -> None:
        """A circle around a point."""
        self.oval(x, y, r, r, fill, line)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        fill: str | None = None,
        line: float = 1,
        r: float = 0,
    ) -> None:
        """A rectangle, its corners rounded by ``r``."""
        if not r:
            self.shape([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill, line)
            return
        corners = (
            (x1 - r, y0 + r, -90.0),
            (x1 - r, y1 - r, 0.0),
            (x0 + r, y1 - r, 90.0),
            (x0 + r, y0 + r, 180.0),
        )
        points = [pt for x, y, at in corners for pt in arc_points(x, y, r, r, at, at + 90, 4)]
        self.shape(points, fill, line)

    def line(self, points: Sequence[Point], colour: str = "ink", line: float = 1) -> None:
        """An open line with round ends."""
        self._stroke([self.to_page(*point) for point in points], colour, line, "line")

    def curve(self, points: Sequence[Point], colour: str = "ink", line: float = 1) -> None:
        """An open smooth line through the points."""
        self._stroke([self.to_page(*point) for point in points], colour, line, "open")

    def arc(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        start: float,
        end: float,
        colour: str = "ink",
        line: float = 1,
    ) -> None:
        """A part of an ellipse's outline, in degrees, clockwise from the right."""
        self.curve(arc_points(x, y, rx, ry, start, end, 7), colour, line)

    def limb(self, points: Sequence[Point], width: float, fill: str) -> None:
        """A thick smooth line with an outline; ``width`` in the pen's units."""
        pixels = [self.to_page(*point) for point in points]
        outline = self.sheet.ink.line * self.weight
        self._path(pixels, "open", "none", "ink", width * self.zoom + 2 * outline)
        self._path(pixels, "open", "none", fill, width * self.zoom)

    def onto(self, sheet: Sheet) -> Pen:
        """The pen on another sheet."""
        return replace(self, sheet=sheet)

    def upright(self, x: float, y: float) -> Pen:
        """The pen at a point, of the same size, but neither turned nor in a mirror."""
        (px, py), zoom = self.to_page(x, y), self.zoom
        return replace(self, affine=(zoom, 0.0, px, 0.0, zoom, py))

    def puffs(
        self, discs: Sequence[tuple[float, float, float]], fill: str, line: float = 1
    ) -> None:
        """Discs grown together: a cloud, a crown of leaves, smoke."""
        outline = self.sheet.ink.line * self.weight * line
        rounds = [(*self.to_page(x, y), r * self.zoom) for x, y, r in discs]
        for grown, colour in ((outline, "ink"), (0.0, fill)):
            if grown or colour == fill:
                for x, y, r in rounds:
                    reach = r + grown
                    self.sheet.add(
                        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach:.1f}" '
                        f'fill="{self._colour(colour)}"/>',
                        Box(x - reach, y - reach, x + reach, y + reach),
                    )

    def _emit(self, pixels: list[Point], fill: str | None, line: float, kind: str) -> None:
        width = self.sheet.ink.line * self.weight * line
        self._path(pixels, kind, fill or "none", "ink" if width else "none", width)

    def _stroke(self, pixels: list[Point], colour: str, line: float, kind: str) -> None:
        self._path(pixels, kind, "none", colour, self.sheet.ink.line * self.weight * line)

    def _path(self, pixels: list[Point], kind: str, fill: str, stroke: str, width: float) -> None:
        pixels = self._trembling(pixels) if self.sheet.ink.wobble and width else pixels
        stroked = (
            f' stroke="{self._colour(stroke)}" stroke-width="{width:.2f}" '
            'stroke-linejoin="round" stroke-linecap="round"'
            if stroke != "none"
            else ""
        )
        self.sheet.add(
            f'<path d="{path_data(pixels, kind)}" fill="{self._colour(fill)}"{stroked}/>',
            _extent(pixels, width / 2 if stroke != "none" else 0.0),
        )

    def _colour(self, name: str) -> str:
        return name if name == "none" or name[0] == "#" else self.sheet.ink.colours[name]

    def _trembling(self, pixels: list[Point]) -> list[Point]:
        reach, rng = self.sheet.ink.wobble, self.sheet.rng
        return [(x + rng.uniform(-reach, reach), y + rng.uniform(-reach, reach)) for x, y in pixels]


def arc_points(
    x: float, y: float, rx: float, ry: float, start: float, end: float, count: int = 12
) -> list[Point]:
    """Points on an ellipse from one angle to another, in degrees, clockwise from the right."""
    angles = [math.radians(start + (end - start) * i / (count - 1)) for i in range(count)]
    return [(x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in angles]


def brightness(colour: str) -> float:
    """The luminance of ``#rrggbb``, from 0 to 255."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def path_data(points: Sequence[Point], kind: str) -> str:
    """SVG path data: ``polygon`` and ``line`` are straight, ``closed`` and ``open`` smooth."""
    if kind in ("polygon", "line"):
        straight = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        return f"M{straight}" + ("Z" if kind == "polygon" else "")
    closed = kind == "closed"
    points = list(points)
    around = [points[-1], *points, *points[:2]] if closed else [points[0], *points, points[-1]]
    parts = [f"M{around[1][0]:.1f} {around[1][1]:.1f}"]
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        # A Catmull-Rom piece from b to c as a cubic Bézier curve.
        first = b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6
        second = c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6
        parts.append(
            f"C{first[0]:.1f} {first[1]:.1f} {second[0]:.1f} {second[1]:.1f} {c[0]:.1f} {c[1]:.1f}"
        )
    return "".join(parts) + ("Z" if closed else "")


def _extent(pixels: Sequence[Point], margin: float) -> Box:
    xs, ys = [x for x, _ in pixels], [y for _, y in pixels]
    return Box(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
