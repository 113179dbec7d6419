"""Pictures of panels: crops, composites with index tags, rows of frames.

Every picture is made by a recipe (plain JSON) from page pixels alone, so that an owner of the
comic can make it again from an annotations-only pack.

Source: REQUIREMENTS AMB-8 (composite), SC-5 and AMB-21 (row of frames).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from panelwise.comics import Panel
from panelwise.geometry import Box
from panelwise.profile import Profile

RECIPE_VERSION = 1
Recipe = dict[str, Any]
Pages = Mapping[str, Image.Image]


def page_recipe(page: str) -> Recipe:
    """The page's own bytes, untouched."""
    return {"version": RECIPE_VERSION, "kind": "page", "page": page}


def crop_recipe(page: str, panel: Panel) -> Recipe:
    """One panel cut out of a page (``page`` is the hash of its bytes)."""
    return {"version": RECIPE_VERSION, "kind": "crop", "panels": [_cut(page, panel)]}


def composite_recipe(
    page: str, panels: Sequence[Panel], profile: Profile, *, index_base: int
) -> Recipe:
    """Panels, in shown order, in rows of one height, each with an index tag (AMB-8)."""
    tags = [str(k + index_base) for k in range(len(panels))] if profile.composite_tags else None
    return {
        "version": RECIPE_VERSION,
        "kind": "composite",
        "panels": [_cut(page, panel) for panel in panels],
        "aspect": profile.composite_aspect,
        "gutter": profile.composite_gutter,
        "side": profile.composite_side,
        "tags": tags,
    }


def row_recipe(page: str, panels: Sequence[Panel], profile: Profile) -> Recipe:
    """Frames, in shown order, side by side with white margins (SC-5)."""
    return {
        "version": RECIPE_VERSION,
        "kind": "row",
        "panels": [_cut(page, panel) for panel in panels],
        "gutter": profile.frame_margin,
        "side": profile.composite_side,
    }


def pages_of(recipe: Recipe) -> set[str]:
    """Hashes of the pages that a recipe cuts from."""
    if recipe["kind"] == "page":
        return {recipe["page"]}
    return {cut["page"] for cut in recipe["panels"]}


def cook(recipe: Recipe, pages: Pages) -> Image.Image:
    """The picture that a recipe describes, made from decoded pages by hash."""
    if recipe["kind"] == "page":
        return pages[recipe["page"]]
    crops = [_crop(pages[cut["page"]], cut) for cut in recipe["panels"]]
    if recipe["kind"] == "crop":
        return crops[0]
    cells = cells_of(recipe)
    width = max(cell[2] for cell in cells) + recipe["gutter"]
    height = max(cell[3] for cell in cells) + recipe["gutter"]
    canvas = Image.new("RGB", (width, height), "white")
    for index, (crop, (x0, y0, x1, y1)) in enumerate(zip(crops, cells, strict=True)):
        canvas.paste(crop.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS), (x0, y0))
        if recipe.get("tags"):
            _tag(canvas, recipe["tags"][index], x0, y0, min(x1 - x0, y1 - y0))
    return canvas


def cells_of(recipe: Recipe) -> list[tuple[int, int, int, int]]:
    """Where each panel lies in the picture, in shown order, as pixel boxes.

    All panels get one height (the median of their own), rows wrap while the picture is wider
    than ``aspect`` times its height, and the whole is shrunk to ``side`` if longer.
    """
    sizes = [_size(cut) for cut in recipe["panels"]]
    if recipe["kind"] == "crop":
        return [(0, 0, *sizes[0])]
    gutter, side = recipe["gutter"], recipe["side"]
    height = sorted(size[1] for size in sizes)[len(sizes) // 2]
    widths = [size[0] * height / size[1] for size in sizes]
    rows = _rows(widths, height, gutter, recipe.get("aspect"))
    total_width = max(sum(widths[k] for k in row) + gutter * (len(row) + 1) for row in rows)
    total_height = len(rows) * height + gutter * (len(rows) + 1)
    spare = gutter * (max(map(len, rows)) + 1), gutter * (len(rows) + 1)
    scale = min(
        1.0,
        (side - spare[0]) / max(1.0, total_width - spare[0]),
        (side - spare[1]) / max(1.0, total_height - spare[1]),
    )
    cells: list[tuple[int, int, int, int]] = []
    row_height = max(1, round(height * scale))
    for number, row in enumerate(rows):
        x = gutter
        y = gutter + number * (row_height + gutter)
        for k in row:
            width = max(1, round(widths[k] * scale))
            cells.append((x, y, x + width, y + row_height))
            x += width + gutter
    return cells


def _rows(
    widths: Sequence[float], height: float, gutter: int, aspect: float | None
) -> list[list[int]]:
    """Consecutive panels split into the fewest rows that keep the picture's aspect."""
    count = len(widths)
    for row_count in range(1, count + 1):
        rows = [list(part) for part in np.array_split(np.arange(count), row_count)]
        width = max(sum(widths[k] for k in row) + gutter * (len(row) + 1) for row in rows)
        if aspect is None or width <= aspect * (row_count * height + gutter * (row_count + 1)):
            break
    return rows


def _cut(page: str, panel: Panel) -> dict[str, Any]:
    x0, y0, x1, y1 = panel.box.rounded()
    cut: dict[str, Any] = {"page": page, "box": [x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)]}
    if panel.polygon is not None:
        cut["polygon"] = [[round(x), round(y)] for x, y in panel.polygon]
    return cut


def _size(cut: Mapping[str, Any]) -> tuple[int, int]:
    x0, y0, x1, y1 = cut["box"]
    return x1 - x0, y1 - y0


def _crop(page: Image.Image, cut: Mapping[str, Any]) -> Image.Image:
    """The panel's box, white outside its polygon.

    A plain box around a slanted panel shows slivers of its neighbours, which would give the
    order away.
    """
    x0, y0, x1, y1 = cut["box"]
    crop = page.crop((x0, y0, x1, y1))
    if not (x0 >= 0 and y0 >= 0 and x1 <= page.width and y1 <= page.height):
        crop = _on_white(page, Box(x0, y0, x1, y1))
    if "polygon" not in cut:
        return crop
    mask = Image.new("L", crop.size, 0)
    ImageDraw.Draw(mask).polygon([(x - x0, y - y0) for x, y in cut["polygon"]], fill=255)
    return Image.composite(crop, Image.new("RGB", crop.size, "white"), mask)


def _on_white(page: Image.Image, box: Box) -> Image.Image:
    x0, y0, x1, y1 = box.rounded()
    canvas = Image.new("RGB", (x1 - x0, y1 - y0), "white")
    canvas.paste(page, (-x0, -y0))
    return canvas


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _tag(canvas: Image.Image, text: str, x: int, y: int, side: int) -> None:
    """A black number on white in the panel's top left corner, a tenth of its shorter side."""
    size = max(14, min(48, side // 8))
    draw = ImageDraw.Draw(canvas)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=_font(size))
    pad = max(3, size // 5)
    width, height = int(right - left) + 2 * pad, int(bottom - top) + 2 * pad
    width = max(width, height)
    draw.rectangle((x, y, x + width, y + height), fill="white", outline="black", width=2)
    offset = (width - (right - left)) / 2
    draw.text((x + offset - left, y + pad - top), text, fill="black", font=_font(size))
