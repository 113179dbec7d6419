"""Drawn comics whose truth is known: the k-th panel of a page is filled with the k-th colour."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from panelwise.geometry import Box

COLOURS = [
    (200, 30, 30),
    (30, 160, 40),
    (40, 60, 200),
    (220, 180, 20),
    (160, 40, 180),
    (20, 170, 180),
    (120, 80, 40),
    (90, 90, 90),
]


def mirrored(box: Box, width: float) -> Box:
    """The box seen in a mirror: left and right exchanged on a page of ``width``."""
    return Box(width - box.x1, box.y0, width - box.x0, box.y1)


def draw_book(folder: Path, counts: list[int], *, annotated: bool = True) -> Path:
    """A folder of pages with so many panels each, in one column, and its ground truth."""
    folder.mkdir(parents=True)
    lines = []
    for number, count in enumerate(counts):
        page = Image.new("RGB", (300, 60 + 110 * count), "white")
        draw = ImageDraw.Draw(page)
        panels = []
        for k in range(count):
            box = (30, 30 + 110 * k, 270, 130 + 110 * k)
            # A different hue on every page, so that no two pages share a picture.
            colour = tuple((c + 3 * number) % 256 for c in COLOURS[k])
            draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=colour)
            panels.append({"box": list(box)})
        name = f"{number:03d}.png"
        page.save(folder / name)
        line = {"page": f"{number:03d}", "image": name, "width": page.width}
        line |= {"height": page.height, "reading_direction": "ttb", "panels": panels}
        lines.append(json.dumps(line))
    if annotated:
        (folder / "pages.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def mean_colour(pixels: np.ndarray) -> np.ndarray:
    """The mean colour of the middle of a picture."""
    height, width = pixels.shape[:2]
    middle = pixels[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3]
    return middle.reshape(-1, 3).mean(axis=0)
