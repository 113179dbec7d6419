"""Random styles for training pages: other inks, lines, papers and screens on every page.

The style ``ink`` and its hatching are never imitated, so that it can serve for testing.
"""

from __future__ import annotations

import colorsys
import random
from collections.abc import Callable

import numpy as np

from panelwise_press.drawing import COLOURS, Ink
from panelwise_press.styles._finishes import as_drawn, halftone, screened, screentone
from panelwise_press.styles._inks import plates, saturated, tones
from panelwise_press.styles._raster import PixelArray, luminance
from panelwise_press.styles._screens import dots
from panelwise_press.styles._styles import Style

Finish = Callable[[PixelArray, random.Random], PixelArray]


def varied_style(rng: random.Random) -> Style:
    """A style that is drawn from ranges instead of chosen from a list.

    >>> varied_style(random.Random(1)).name
    'varied'
    """
    colour = rng.random() < 0.5
    colours = _colours(colour, rng)
    line = rng.uniform(0.8, 4.6)
    ink = Ink(colours, line, wobble=rng.choice((0.0, 0.0, rng.uniform(0.0, 0.8))))
    return Style(
        "varied",
        "random ink, lines and paper",
        ink,
        colour,
        _paper(colour, rng),
        rng.uniform(1.0, 8.0),
        _finish(colour, rng),
    )


def _colours(colour: bool, rng: random.Random) -> dict[str, str]:
    if not colour:
        shift = rng.uniform(0.75, 1.15)
        greys = {name: int(value[1:3], 16) for name, value in tones().items()}
        return {
            name: _grey(grey if grey < 20 else 255 - (255 - grey) * shift + rng.gauss(0, 8))
            for name, grey in greys.items()
        }
    base = rng.choice((dict(COLOURS), saturated(), plates()))
    hue = rng.choices((0.0, rng.gauss(0, 0.04), rng.random()), (0.4, 0.4, 0.2))[0]
    saturation = rng.uniform(0.25, 1.5)
    value = rng.uniform(0.75, 1.08)
    return {name: _turned(one, hue, saturation, value, rng) for name, one in base.items()}


def _turned(colour: str, hue: float, saturation: float, value: float, rng: random.Random) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    h, s, v = colorsys.rgb_to_hsv(red, green, blue)
    s, v = s * saturation * rng.uniform(0.85, 1.15), v * value * rng.uniform(0.92, 1.08)
    parts = colorsys.hsv_to_rgb((h + hue + rng.gauss(0, 0.02)) % 1, min(1.0, s), min(1.0, v))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _grey(value: float) -> str:
    return "#" + f"{max(0, min(255, round(value))):02x}" * 3


def _paper(colour: bool, rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return "#ffffff"
    if not colour or kind < 0.75:
        return _grey(rng.uniform(200, 255))
    high, spread = rng.uniform(190, 255), rng.uniform(0, 50)
    parts = (high - rng.uniform(0, spread) for _ in range(3))
    return "#" + "".join(f"{max(0, round(part)):02x}" for part in parts)


def _finish(colour: bool, rng: random.Random) -> Finish:
    if colour:
        return rng.choices((as_drawn, halftone), (0.8, 0.2))[0]
    return rng.choices((_without_colour, screentone, _dotted(rng)), (0.4, 0.25, 0.35))[0]


def _without_colour(pixels: PixelArray, rng: random.Random) -> PixelArray:
    return np.repeat(luminance(pixels)[..., None], 3, axis=2)


def _dotted(rng: random.Random) -> Finish:
    """Screentone of a random pitch and turn, coarse enough to survive a smaller picture or not."""
    turn = rng.choice(((2, 2), (3, 1), (3, 3), (4, 2), (5, 5), (6, 2)))
    return lambda pixels, _: screened(pixels, dots(*turn))
