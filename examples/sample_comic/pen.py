"""A pen that draws flat shapes with thick outlines through a camera, three times too large.

Nothing here is smoothed while drawing, so that every pixel has exactly one colour of the palette:
that lets screentone replace a grey afterwards, and scaling down does all the smoothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageColor, ImageDraw

Point = tuple[float, float]
Camera = tuple[float, float, float, float]

OVERSAMPLING = 3
INK = 3.4

COLOURS = {
    "ink": "#2b2933",
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
    "skin": "#f8d3b3",
    "tan": "#cf966b",
    "umber": "#8f5d40",
    "wall": "#f0d9c4",
}
# The manga book: black, white, and three greys that become screentone.
_TONE_GREYS = {"t1": "#d8d8d8", "t2": "#a8a8a8", "t3": "#707070"}
_SHADES = {
    "black": "ink brown bark deep night",
    "t3": "stone pine umber purple blue",
    "t2": "red teal leaf water orange",
    "t1": "grey wood sand tan sky dusk blush pink grass",
}
_GREYS = {**_TONE_GREYS, "black": "#000000"}
MANGA_COLOURS = dict.fromkeys(COLOURS, "#ffffff") | {
    name: _GREYS[shade] for shade, names in _SHADES.items() for name in names.split()
}
# Radius of a dot, in pixels of the page, on a grid of six pixels turned by 45 degrees.
TONES = {"t1": 0.95, "t2": 1.5, "t3": 2.05}
_TONE_CELL = 6


def smooth(points: Sequence[Point], closed: bool = False, steps: int = 10) -> list[Point]:
    """A Catmull-Rom curve through points."""
    points = list(points)
    path = [points[-1], *points, *points[:2]] if closed else [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(path, path[1:], path[2:], path[3:], strict=False):
        for step in range(steps):
            t = step / steps
            curve.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return curve if closed else [*curve, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    cubic = (3 * b - a - 3 * c + d) * t**3 + (2 * a - 5 * b + 4 * c - d) * t**2
    return (2 * b + (c - a) * t + cubic) / 2


def arc_points(x: float, y: float, rx: float, ry: float, start: float, end: float) -> list[Point]:
    """Points on an ellipse from one angle to another, in degrees, clockwise from the right."""
    count = max(4, int(abs(end - start) / 7))
    angles = [math.radians(start + (end - start) * i / count) for i in range(count + 1)]
    return [(x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in angles]


@dataclass(frozen=True)
class Pen:
    """Draws on one panel in the units of its story; y grows downwards."""

    image: Image.Image
    affine: tuple[float, float, float, float, float, float]
    ink: float
    colours: Mapping[str, str]

    @classmethod
    def on_panel(
        cls, width: float, height: float, camera: Camera, colours: Mapping[str, str]
    ) -> Pen:
        """A pen whose panel shows at least the camera's rectangle: centre, width and height."""
        x, y, wide, high = camera
        size = math.ceil(width) * OVERSAMPLING, math.ceil(height) * OVERSAMPLING
        zoom = min(size[0] / wide, size[1] / high)
        affine = (zoom, 0.0, size[0] / 2 - zoom * x, 0.0, zoom, size[1] / 2 - zoom * y)
        return cls(Image.new("RGB", size, "white"), affine, INK * OVERSAMPLING, colours)

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0, flip: bool = False) -> Pen:
        """The pen for a thing with its own origin, size and turn (degrees, clockwise)."""
        a, b, c, d, e, f = self.affine
        cos, sin = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
        side = -1 if flip else 1
        inner = (side * cos, -sin, side * sin, cos)
        return replace(
            self,
            affine=(
                a * inner[0] + b * inner[2],
                a * inner[1] + b * inner[3],
                a * x + b * y + c,
                d * inner[0] + e * inner[2],
                d * inner[1] + e * inner[3],
                d * x + e * y + f,
            ),
        )

    def finer(self, factor: float) -> Pen:
        """The pen with a thinner line."""
        return replace(self, ink=self.ink * factor)

    def _pixels(self, points: Iterable[Point]) -> list[Point]:
        a, b, c, d, e, f = self.affine
        return [(a * x + b * y + c, d * x + e * y + f) for x, y in points]

    @property
    def _zoom(self) -> float:
        a, b, _, d, e, _ = self.affine
        return math.sqrt(abs(a * e - b * d))

    def fill(self, colour: str) -> None:
        """Fill the whole panel."""
        self.image.paste(ImageColor.getrgb(self.colours[colour]), (0, 0, *self.image.size))

    def shape(self, points: Iterable[Point], fill: str | None = None, ink: float = 1) -> None:
        """A closed shape; ``ink`` is the width of its outline, 0 for none."""
        pixels = self._pixels(points)
        if fill is not None:
            self.draw.polygon(pixels, fill=self.colours[fill])
        if ink:
            self._stroke([*pixels, pixels[0]], "ink", self.ink * ink)

    def blob(self, points: Sequence[Point], fill: str | None = None, ink: float = 1) -> None:
        """A closed shape with a smooth outline."""
        self.shape(smooth(points, closed=True), fill, ink)

    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: str | None = None, ink: float = 1
    ) -> None:
        """An ellipse around a point."""
        self.shape(arc_points(x, y, rx, ry, 0, 353), fill, ink)

    def disc(self, x: float, y: float, r: float, fill: str | None = None, ink: float = 1) -> None:
        """A circle around a point."""
        self.oval(x, y, r, r, fill, ink)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        fill: str | None = None,
        ink: float = 1,
        r: float = 0,
    ) -> None:
        """A rectangle, its corners rounded by ``r``."""
        if not r:
            self.shape([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill, ink)
            return
        corners = ((x1 - r, y0 + r, -90), (x1 - r, y1 - r, 0), (x0 + r, y1 - r, 90))
        points = [pt for x, y, at in corners for pt in arc_points(x, y, r, r, at, at + 90)]
        self.shape([*points, *arc_points(x0 + r, y0 + r, r, r, 180, 270)], fill, ink)

    def line(self, points: Sequence[Point], colour: str = "ink", ink: float = 1) -> None:
        """An open line with round ends."""
        self._stroke(self._pixels(points), colour, self.ink * ink)

    def curve(self, points: Sequence[Point], colour: str = "ink", ink: float = 1) -> None:
        """An open smooth line."""
        self.line(smooth(points), colour, ink)

    def arc(
        self, x: float, y: float, rx: float, ry: float, start: float, end: float, ink: float = 1
    ) -> None:
        """A part of an ellipse's outline."""
        self.line(arc_points(x, y, rx, ry, start, end), "ink", ink)

    def limb(self, points: Sequence[Point], width: float, fill: str) -> None:
        """A thick rounded line with an outline; ``width`` in the story's units."""
        pixels = self._pixels(smooth(points))
        thick = width * self._zoom
        self._stroke(pixels, "ink", thick + 2 * self.ink)
        self._stroke(pixels, fill, thick)

    def puffs(self, discs: Sequence[tuple[float, float, float]], fill: str, ink: float = 1) -> None:
        """Discs grown together: a cloud, a crown of leaves, smoke."""
        for outline in (self.ink * ink, 0.0):
            for x, y, r in discs:
                ((px, py),) = self._pixels([(x, y)])
                reach = r * self._zoom + outline
                self.draw.ellipse(
                    (px - reach, py - reach, px + reach, py + reach),
                    fill=self.colours["ink" if outline else fill],
                )

    def _stroke(self, pixels: list[Point], colour: str, width: float) -> None:
        ink = self.colours[colour]
        half = width / 2
        self.draw.line(pixels, fill=ink, width=max(1, round(width)))
        # Pillow's own joints leave slits in thick lines that bend little.
        for x, y in pixels:
            self.draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)


def screentone(image: Image.Image) -> Image.Image:
    """The greys of the manga palette as dots, everything else as it is; mode L."""
    grey = image.convert("L")
    drawn = grey.copy()
    for name, radius in TONES.items():
        value = ImageColor.getrgb(_TONE_GREYS[name])[0]
        mask = drawn.point([255 if level == value else 0 for level in range(256)])
        grey.paste(_dots(image.size, radius), (0, 0), mask)
    return grey


def _dots(size: tuple[int, int], radius: float) -> Image.Image:
    cell = _TONE_CELL * OVERSAMPLING
    tile, reach = Image.new("L", (cell, cell), 255), radius * OVERSAMPLING
    middle = (cell - 1) / 2
    for y in range(cell):
        for x in range(cell):
            corner = math.hypot(min(x, cell - 1 - x) + 0.5, min(y, cell - 1 - y) + 0.5)
            if min(corner, math.hypot(x - middle, y - middle)) <= reach:
                tile.putpixel((x, y), 0)
    dots = Image.new("L", size)
    row = Image.new("L", (size[0], cell))
    for x in range(0, size[0], cell):
        row.paste(tile, (x, 0))
    for y in range(0, size[1], cell):
        dots.paste(row, (0, y))
    return dots
