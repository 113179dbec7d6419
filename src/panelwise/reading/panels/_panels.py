"""Panels of a page by classical vision: no weights to download, no training, any OpenCV.

A page is cut in two along its best supported border, then each part, until nothing speaks for
another cut (:mod:`panelwise.reading.panels._layout`). A border is supported by straight edges and
by paper along its way, so a figure or a balloon that crosses a gutter only weakens it; a search for
connected components, which such a figure breaks, comes last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.comics import Panel, is_tall
from panelwise.geometry import Box, Polygon, box_polygon, polygon_area, polygon_box
from panelwise.reading.panels._evidence import Evidence, gather_evidence
from panelwise.reading.panels._layout import PanelLayout
from panelwise.reading.panels._scroll import scroll_panels

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST_PAGE = 16  # pixels a side; nothing can be seen on a smaller one
UNFRAMED_CONFIDENCE = 0.1
PAGE_EDGE_SUPPORT = 0.7  # of an outline along the edge of the page: art that bleeds, or a guess
NEAR_OUTLINE = 5  # pixels of the small picture, as wide as the error of an outline


def detect_panels(pixels: NDArray[np.uint8]) -> tuple[Panel, ...]:
    """The panels of a page, in no particular order; at least one.

    A page at least twice as tall as wide is a scroll and first cut at its bands of background.

    ``pixels`` is ``(height, width, 3)`` RGB. Every panel has a convex ``polygon``, clockwise and
    inside the page, that follows slanted frames, the ``box`` around it, and a ``confidence`` in
    [0, 1]: the share of its outline that lies along edges of the picture, times the probability of
    the least certain cut made, or not made, on the way to it. A page on which no
    panels can be distinguished is one panel. The same pixels give the same panels.

    >>> page = np.full((400, 300, 3), 255, np.uint8)
    >>> for top in (20, 210):
    ...     page[top : top + 170, 20:280] = 90
    >>> sorted(panel.box.rounded() for panel in detect_panels(page))
    [(20, 20, 280, 190), (20, 210, 280, 380)]
    """
    height, width = pixels.shape[:2]
    page = Box(0, 0, width, height)
    tall = is_tall(width, height) and width >= SMALLEST_PAGE
    found = scroll_panels(pixels, _page_panels) if tall else _page_panels(pixels)
    return tuple(found) or (Panel(page, box_polygon(page), UNFRAMED_CONFIDENCE),)


def _page_panels(pixels: NDArray[np.uint8]) -> tuple[Panel, ...]:
    """The panels of a page that is no scroll, or of a band of one; may be none."""
    height, width = pixels.shape[:2]
    page = Box(0, 0, width, height)
    found: list[Panel] = []
    if min(height, width) >= SMALLEST_PAGE:
        evidence = gather_evidence(pixels)
        found = [
            Panel(polygon_box(outline), outline, certainty * _support(shape, evidence))
            for shape, certainty in PanelLayout(evidence).panels()
            if (outline := _on_page(shape, evidence, page))
        ]
    return tuple(found)


def _on_page(shape: Polygon, evidence: Evidence, page: Box) -> Polygon:
    """An outline in pixels of the page, cut off at its edges; empty if nothing is left."""
    outline = tuple(
        (
            min(max(x / evidence.scale_x, 0.0), page.x1),
            min(max(y / evidence.scale_y, 0.0), page.y1),
        )
        for x, y in shape
    )
    distinct = tuple(p for i, p in enumerate(outline) if p != outline[i - 1])
    return distinct if len(distinct) > 2 and polygon_area(distinct) >= 1 else ()


def _support(shape: Polygon, evidence: Evidence) -> float:
    """The share of an outline that lies along edges of the picture."""
    height, width = evidence.paper.shape
    points = np.rint(np.array(shape)).astype(np.int32)
    corner = points.min(0)
    line = np.zeros(points.max(0)[::-1] - corner[::-1] + 1, np.uint8)
    cv2.polylines(line, [points - corner], True, 1)
    ys, xs = np.divmod(np.flatnonzero(line.view(np.bool_)), line.shape[1])
    xs = np.minimum(np.maximum(xs + corner[0], 0), width - 1)
    ys = np.minimum(np.maximum(ys + corner[1], 0), height - 1)
    supported = evidence.edge[ys, xs] > 0
    margin = NEAR_OUTLINE // 2
    rim = (xs <= margin) | (ys <= margin) | (xs >= width - 1 - margin) | (ys >= height - 1 - margin)
    support = np.where(supported, 1.0, np.where(rim, PAGE_EDGE_SUPPORT, 0.0))
    return float(np.clip(support.mean(), 0.0, 1.0))
