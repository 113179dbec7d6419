"""A page drawn with what is known of it: panels in their order, texts thin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from PIL import Image, ImageDraw, ImageFont

from panelwise.comics._image import ComicImage, encode_png
from panelwise.geometry import Box, Polygon, box_polygon

MAX_PIXELS = 1_500_000  # plenty for a screen, light in a notebook
MAX_SCROLL_PIXELS = 8_000_000
TALL = 2.0  # height over width from which a page is a scroll
TILE = 1.5  # height over width of a tile of a scroll
COLUMNS = 6  # tiles in a row
BETWEEN = 16  # pixels between tiles
BADGE = 0.055  # a number's height as a share of the page's width: legible on a phone
# Okabe and Ito's colours, which most colour-blind people can distinguish; no yellow on white.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
TEXT_COLOUR = "#6a3d9a"


class Outlined(Protocol):
    """A panel or a text: where it is."""

    @property
    def box(self) -> Box: ...
    @property
    def polygon(self) -> Polygon | None: ...


class Drawable(Protocol):
    """What of a :class:`~panelwise.comics.Page` is drawn."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def image(self) -> ComicImage | None: ...
    @property
    def reading_direction(self) -> str: ...
    @property
    def panels(self) -> Sequence[Outlined]: ...
    @property
    def texts(self) -> Sequence[Outlined] | None: ...


def is_tall(width: int, height: int) -> bool:
    """Whether a page is so tall that it is read as a scroll, at least twice as tall as wide."""
    return height >= TALL * width


def draw_page(page: Drawable, most_pixels: int | None = None) -> bytes:
    """The page as PNG bytes: panel outlines, their reading order from 1, thin text outlines.

    A page without an image is drawn on white. Pages of more than ``most_pixels`` (by default
    ``MAX_PIXELS``) are drawn smaller. A scroll is cut into tiles, from the left to the right, so
    that it can be seen on a screen.

    Raises:
        InputError: when the page's image is damaged.
    """
    tall = is_tall(page.width, page.height)
    most = most_pixels or (MAX_SCROLL_PIXELS if tall else MAX_PIXELS)
    scale = min(1.0, math.sqrt(most / (page.width * page.height)))
    size = max(1, round(page.width * scale)), max(1, round(page.height * scale))
    canvas = page.image.decode().resize(size) if page.image else Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(canvas, "RGBA")
    unit = max(min(size) / 400, 1.0)
    for text in page.texts or ():
        outline = _scaled(text, scale)
        draw.polygon(outline, outline=TEXT_COLOUR, width=round(unit))
    for position, panel in enumerate(page.panels):
        colour = COLOURS[position % len(COLOURS)]
        outline = _scaled(panel, scale)
        draw.polygon(outline, fill=f"{colour}18", outline=colour, width=round(2 * unit))
    _draw_numbers(draw, page, scale)
    return encode_png(_tiled(canvas) if tall else canvas)


def _tiled(scroll: Image.Image) -> Image.Image:
    """A scroll in pieces next to each other, at most ``COLUMNS`` in a row."""
    width, height = scroll.width, math.ceil(TILE * scroll.width)
    count = math.ceil(scroll.height / height)
    across, down = min(count, COLUMNS), math.ceil(count / COLUMNS)
    size = across * (width + BETWEEN) - BETWEEN, down * (height + BETWEEN) - BETWEEN
    sheet = Image.new("RGB", size, "#888888")
    for index in range(count):
        top = index * height
        tile = scroll.crop((0, top, width, min(top + height, scroll.height)))
        column, row = index % COLUMNS, index // COLUMNS
        sheet.paste(tile, (column * (width + BETWEEN), row * (height + BETWEEN)))
    return sheet


def _draw_numbers(draw: ImageDraw.ImageDraw, page: Drawable, scale: float) -> None:
    """A badge in each panel's starting corner, moved down where another badge stands."""
    width = page.width * scale
    height = max(BADGE * min(width, page.height * scale), 10.0)
    font = ImageFont.load_default(size=0.8 * height)
    taken: list[Box] = []
    for position, panel in enumerate(page.panels):
        label = str(position + 1)
        badge = _badge(panel, page, scale, height * (0.6 + 0.4 * len(label)), height)
        while any(badge.intersection(other) for other in taken):
            badge = Box(badge.x0, badge.y0 + height, badge.x1, badge.y1 + height)
        taken.append(badge)
        colour = COLOURS[position % len(COLOURS)]
        draw.rounded_rectangle(tuple(badge), radius=height / 4, fill=colour, outline="white")
        draw.text(badge.center, label, fill="white", font=font, anchor="mm")


def _badge(panel: Outlined, page: Drawable, scale: float, width: float, height: float) -> Box:
    box = panel.box
    x = box.x1 * scale - width if page.reading_direction == "rtl" else box.x0 * scale
    x = min(max(x, 0.0), max(page.width * scale - width, 0.0))
    y = min(max(box.y0 * scale, 0.0), max(page.height * scale - height, 0.0))
    return Box(x, y, x + width, y + height)


def _scaled(thing: Outlined, scale: float) -> list[tuple[float, float]]:
    return [(x * scale, y * scale) for x, y in thing.polygon or box_polygon(thing.box)]
