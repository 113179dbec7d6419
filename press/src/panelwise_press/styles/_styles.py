"""The styles: which colours stand behind the names, how lines are drawn, what is printed on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from panelwise_press.drawing import Ink
from panelwise_press.styles._finishes import as_drawn, halftone, rough, screentone
from panelwise_press.styles._inks import plates, saturated, shuffled, tones
from panelwise_press.styles._raster import PixelArray, luminance


@dataclass(frozen=True, slots=True)
class Style:
    """A way of drawing and printing.

    Attributes:
        says: what it looks like, in a few words.
        ink: colours and lines.
        colour: whether there is any.
        paper: the colour between panels.
        frame_line: width of panel borders in pixels.
        finish: what is done to the pixels of a page.
    """

    name: str
    says: str
    ink: Ink
    colour: bool
    paper: str
    frame_line: float
    finish: Callable[[PixelArray, random.Random], PixelArray]


_KNOWN = (
    Style("clean", "clear line, soft colours", Ink(), True, "#ffffff", 3.0, as_drawn),
    Style(
        "manga",
        "black and white with screentone",
        Ink(tones(), 2.8),
        False,
        "#ffffff",
        3.6,
        screentone,
    ),
    Style(
        "flat",
        "strong flat colours, hair lines",
        Ink(saturated(), 1.1),
        True,
        "#ffffff",
        2.0,
        as_drawn,
    ),
    Style(
        "ink",
        "rough ink, one wash, hatching",
        Ink(tones(), 3.2, wobble=1.1),
        False,
        "#ffffff",
        3.4,
        rough,
    ),
    Style(
        "halftone",
        "coloured dots on old paper",
        Ink(plates(), 3.0, wobble=0.3),
        True,
        "#ffffff",
        3.6,
        halftone,
    ),
)
STYLES: dict[str, Style] = {style.name: style for style in _KNOWN}


def recoloured(style: Style, rng: random.Random) -> Style:
    """The style with the colours of clothes and things exchanged among one another."""
    return replace(style, ink=shuffled(style.ink, rng))


def grey(style: Style) -> Style:
    """The style without colour: what is finished is turned into greys."""

    def finish(pixels: PixelArray, rng: random.Random) -> PixelArray:
        return luminance(style.finish(pixels, rng))[..., None].repeat(3, axis=2)

    return replace(style, colour=False, finish=finish)
