"""How a page looks: inks, papers, screens, and the way from SVG to pixels."""

from panelwise_press.styles._raster import Layer, Picture, rasterise
from panelwise_press.styles._styles import STYLES, Style, grey, recoloured
from panelwise_press.styles._varied import varied_style

__all__ = [
    "STYLES",
    "Layer",
    "Picture",
    "Style",
    "grey",
    "rasterise",
    "recoloured",
    "varied_style",
]
