"""From SVG to pixels."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor

from panelwise.geometry import Box

PixelArray = NDArray[np.uint8]
_XMLNS = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of a picture as SVG elements; nothing of it lies outside ``box``."""

    box: Box
    markup: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A page before it is pixels: a ground, and layers that are laid over it in their order."""

    width: int
    height: int
    ground: str
    layers: tuple[Layer, ...]

    def svg(self) -> str:
        """The whole picture as one SVG document."""
        return (
            f'<svg xmlns="{_XMLNS}" width="{self.width}" height="{self.height}">'
            f'<rect width="{self.width}" height="{self.height}" fill="{self.ground}"/>'
            f"{''.join(layer.markup for layer in self.layers)}</svg>"
        )

    def pixels(self, known: dict[Layer, Image.Image] | None = None) -> PixelArray:
        """The picture as RGB, H × W × 3.

        Layer by layer, because a renderer's cost for a clipped group grows with its canvas: a
        page of six panels takes about half the time that it takes as one document.

        Args:
            known: layers of other pictures of this size as pixels, to which those of this one are
                added; equal layers are rendered once.
        """
        known = {} if known is None else known
        page = Image.new("RGB", (self.width, self.height), ImageColor.getrgb(self.ground))
        for layer in self.layers:
            x0, y0 = max(0, math.floor(layer.box.x0)), max(0, math.floor(layer.box.y0))
            x1 = min(self.width, math.ceil(layer.box.x1))
            y1 = min(self.height, math.ceil(layer.box.y1))
            if layer not in known:
                known[layer] = _render(
                    f'<svg xmlns="{_XMLNS}" width="{x1 - x0}" height="{y1 - y0}"'
                    f' viewBox="{x0} {y0} {x1 - x0} {y1 - y0}">{layer.markup}</svg>'
                )
            page.paste(known[layer], (x0, y0), known[layer])
        return np.asarray(page)


def rasterise(svg: str) -> PixelArray:
    """The picture that an SVG without fonts and files draws: RGB, H × W × 3."""
    return np.asarray(_render(svg).convert("RGB"))


def _render(svg: str) -> Image.Image:
    import resvg_py

    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def luminance(pixels: PixelArray) -> PixelArray:
    """Grey values by the integer weights of ITU-R BT.601, H × W."""
    red, green, blue = (pixels[..., channel].astype(np.uint32) for channel in range(3))
    return ((red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16).astype(np.uint8)
