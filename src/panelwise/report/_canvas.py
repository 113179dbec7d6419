"""A small drawing that is written both as SVG and, by Pillow, as PNG."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

SCALE = 3  # pixels of the PNG for each of the drawing: 300 dpi where the drawing has 100
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
Anchor = Literal["start", "middle", "end"]
# Pillow's own font lacks these.
_PLAIN = str.maketrans({"−": "-", "≈": "~", "…": "...", "▲": "^"})
_PILLOW_ANCHORS: dict[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}


class _Line(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float
    dash: float


class _Bar(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    colour: str


class _Disc(NamedTuple):
    x: float
    y: float
    radius: float
    fill: str
    edge: str


class _Text(NamedTuple):
    x: float
    y: float
    words: str
    size: float
    anchor: Anchor
    colour: str


@dataclass(slots=True)
class Canvas:
    """Lines, bars, discs and words on white, in pixels of 1/100 inch; y grows downwards."""

    width: float
    height: float
    title: str
    _marks: list[_Line | _Bar | _Disc | _Text] = field(default_factory=list)

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: str,
        *,
        width: float = 1.0,
        dash: float = 0.0,
    ) -> None:
        """A straight line; dashed where ``dash`` is the length of a dash."""
        self._marks.append(_Line(*start, *end, colour, width, dash))

    def bar(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle."""
        self._marks.append(_Bar(x, y, width, height, colour))

    def disc(self, x: float, y: float, radius: float, *, fill: str, edge: str) -> None:
        """A filled circle with an edge."""
        self._marks.append(_Disc(x, y, radius, fill, edge))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 11.0,
        anchor: Anchor = "start",
        colour: str = "#1d1b19",
    ) -> None:
        """Words on a base line."""
        self._marks.append(_Text(x, y, words, size, anchor, colour))

    def svg(self) -> str:
        """The drawing as a file of its own, with text as text."""
        body = "\n".join(map(_svg_mark, self._marks))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}"'
            f' height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' font-family="{FONT}">\n<title>{escape(self.title)}</title>\n'
            f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
        )

    def png(self) -> bytes:
        """The drawing at 300 dpi."""
        size = (round(self.width * SCALE), round(self.height * SCALE))
        image = Image.new("RGB", size, "white")
        draw = ImageDraw.Draw(image)
        for mark in self._marks:
            _draw_mark(draw, mark)
        stream = io.BytesIO()
        few = image.quantize(
            64, dither=Image.Dither.NONE
        )  # a quarter of the bytes, no visible loss
        few.save(stream, "PNG", dpi=(100 * SCALE, 100 * SCALE))
        return stream.getvalue()


def text_width(words: str, size: float = 11.0) -> float:
    """How wide words are, about."""
    return _font(size * SCALE).getlength(words.translate(_PLAIN)) / SCALE


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _svg_mark(mark: _Line | _Bar | _Disc | _Text) -> str:
    match mark:
        case _Line(x1, y1, x2, y2, colour, width, dash):
            dashed = f' stroke-dasharray="{dash:g}"' if dash else ""
            return (
                f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
                f' stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
            )
        case _Bar(x, y, width, height, colour):
            return (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
                f' fill="{colour}"/>'
            )
        case _Disc(x, y, radius, fill, edge):
            return (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}"'
                f' stroke="{edge}" stroke-width="1.5"/>'
            )
        case _Text(x, y, words, size, anchor, colour):
            return (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}"'
                f' fill="{colour}">{escape(words)}</text>'
            )


def _draw_mark(draw: ImageDraw.ImageDraw, mark: _Line | _Bar | _Disc | _Text) -> None:
    match mark:
        case _Line(x1, y1, x2, y2, colour, width, dash):
            for start, end in _dashes((x1, y1), (x2, y2), dash):
                ends = (start[0] * SCALE, start[1] * SCALE, end[0] * SCALE, end[1] * SCALE)
                draw.line(ends, colour, max(1, round(width * SCALE)))
        case _Bar(x, y, width, height, colour):
            corner = ((x + width) * SCALE, (y + height) * SCALE)
            if width * SCALE >= 1:
                draw.rectangle(((x * SCALE, y * SCALE), corner), colour)
        case _Disc(x, y, radius, fill, edge):
            box = tuple(SCALE * v for v in (x - radius, y - radius, x + radius, y + radius))
            draw.ellipse(box, fill, edge, round(1.5 * SCALE))
        case _Text(x, y, words, size, anchor, colour):
            font = _font(size * SCALE)
            place = (x * SCALE, y * SCALE)
            draw.text(place, words.translate(_PLAIN), colour, font, _PILLOW_ANCHORS[anchor])


def _dashes(
    start: tuple[float, float], end: tuple[float, float], dash: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """A line in parts, as long as the gaps between them."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if not dash or not length:
        return [(start, end)]
    step = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)

    def at(way: float) -> tuple[float, float]:
        return start[0] + step[0] * way, start[1] + step[1] * way

    count = int(length // (2 * dash)) + 1
    return [(at(2 * dash * k), at(min(length, 2 * dash * k + dash))) for k in range(count)]
