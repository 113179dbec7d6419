"""Panels of a page by classical vision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.comics import Panel
from panelwise.geometry import Box, box_polygon

if TYPE_CHECKING:
    from numpy.typing import NDArray


def detect_panels(pixels: NDArray[np.uint8]) -> tuple[Panel, ...]:
    """The panels of a page image, ``(height, width, 3)`` RGB; never none, in no order."""
    height, width = pixels.shape[:2]
    ink = (cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY) < 230).astype(np.uint8)
    paper = cv2.copyMakeBorder(1 - ink, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    cv2.floodFill(paper, None, (0, 0), 2)
    content = (paper[1:-1, 1:-1] != 2).astype(np.uint8)
    contours = cv2.findContours(content, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[-2]
    panels = []
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if w * h >= width * height / 50:
            box = Box(x, y, x + w, y + h)
            confidence = float(cv2.contourArea(contour)) / (w * h)
            panels.append(Panel(box, box_polygon(box), min(1.0, confidence)))
    page = Box(0, 0, width, height)
    return tuple(panels) or (Panel(page, box_polygon(page), 0.1),)
