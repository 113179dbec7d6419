"""The inks of the styles: what colour or grey stands behind every name."""

from __future__ import annotations

import colorsys
import random
from collections.abc import Mapping
from dataclasses import replace

from panelwise_press.drawing import COLOURS, Ink

# Greys that differ by design, not by luminance: grass and sky, or red and blue clothes, are of one
# lightness in colour and would melt into each other.
_TONES: Mapping[int, tuple[str, ...]] = {
    14: ("ink", "black"),
    50: ("deep", "bark"),
    76: ("night", "pine"),
    104: ("purple", "steel"),
    132: ("brown", "blue"),
    160: ("red", "stone"),
    184: ("teal", "leaf"),
    204: ("orange", "wood", "water"),
    210: ("umber",),
    220: ("grey", "grass", "blush", "pink"),
    236: ("dusk", "lilac", "mint", "yellow", "tan"),
    246: ("sky", "sand"),
    255: ("white", "cream", "skin", "glow", "ice", "wall"),
}


def tones() -> dict[str, str]:
    """A grey for every name."""
    return {name: _hex(grey, grey, grey) for grey, names in _TONES.items() for name in names}


def saturated() -> dict[str, str]:
    """Strong colours; skins stay as they are."""
    kept = {"ink", "black", "white", "skin", "tan", "umber"}
    return {
        name: colour if name in kept else _turned(colour, 0, 1.45, 1.04)
        for name, colour in COLOURS.items()
    }


def plates() -> dict[str, str]:
    """The few colours of cheap print: quarters of cyan, magenta and yellow, some with black."""
    kept = {
        "ink": "#1c1712",
        "black": "#1c1712",
        "skin": "#ffd2a8",
        "tan": "#d99a62",
        "umber": "#9a6038",
        "sky": "#c4ecff",  # yellow paper makes it green enough
        "ice": "#e8f4ff",
    }
    return {name: kept.get(name, _in_quarters(colour)) for name, colour in COLOURS.items()}


# What may change its colour without becoming something else: clothes and things, not faces.
FREE = ("red", "orange", "yellow", "teal", "blue", "purple", "pink", "blush")


def shuffled(ink: Ink, rng: random.Random) -> Ink:
    """The ink with the colours of clothes, hair and things exchanged, each for another one."""
    names = list(FREE)
    while any(old == new for old, new in zip(FREE, names, strict=True)):
        rng.shuffle(names)
    exchanged = {old: ink.colours[new] for old, new in zip(FREE, names, strict=True)}
    return replace(ink, colours={**ink.colours, **exchanged})


def _in_quarters(colour: str) -> str:
    h, s, v = colorsys.rgb_to_hsv(*(part / 255 for part in _rgb(colour)))
    strong = colorsys.hsv_to_rgb(h, min(1, s * 1.35), v)
    brightest = max(strong)
    black = round((1 - brightest) * 8) / 8
    parts = (round(part / brightest * 6) / 6 * (1 - black) for part in strong)
    return _hex(*(part * 255 for part in parts))


def _turned(colour: str, hue: float, saturation: float, value: float) -> str:
    h, s, v = colorsys.rgb_to_hsv(*(part / 255 for part in _rgb(colour)))
    turned = colorsys.hsv_to_rgb((h + hue) % 1, min(1, s * saturation), min(1, v * value))
    return _hex(*(part * 255 for part in turned))


def _hex(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{max(0, min(255, round(part))):02x}" for part in (red, green, blue))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
