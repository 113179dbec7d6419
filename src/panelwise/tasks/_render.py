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
from panelwise.errors import SettingError, UnsafeInputError
from panelwise.geometry import Box
from panelwise.profile import Profile

RECIPE_VERSION = 1
MAX_PIXELS = 1 << 27  # 384 MiB; a pack of a stranger may ask for any size
Recipe = dict[str, Any]
Pages = Mapping[str, Image.Image]
Cell = tuple[int, int, int, int]


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
    """The picture that a recipe describes, made from decoded pages by hash.

    Raises:
        UnsafeInputError: for a picture of absurd size.
        SettingError: when its panels do not fit into it.
    """
    if recipe["kind"] == "page":
        return pages[recipe["page"]]
    crops = [_crop(pages[cut["page"]], cut) for cut in recipe["panels"]]
    if recipe["kind"] == "crop":
        return crops[0]
    cells = cells_of(recipe)
    size = _extent(cells, recipe["gutter"])
    if size[0] * size[1] > MAX_PIXELS:
        raise UnsafeInputError(f"a picture of {size[0]}×{size[1]} pixels is not made")
    canvas = Image.new("RGB", size, "white")
    for index, (crop, (x0, y0, x1, y1)) in enumerate(zip(crops, cells, strict=True)):
        canvas.paste(crop.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS), (x0, y0))
        if recipe.get("tags"):
            _tag(canvas, recipe["tags"][index], x0, y0, min(x1 - x0, y1 - y0))
    return canvas


def cells_of(recipe: Recipe) -> list[Cell]:
    """Where each panel lies in the picture, in shown order, as pixel boxes.

    All panels get one height (the median of their own), the panels are spread over the fewest
    rows that keep the picture at most ``aspect`` times as wide as high, and are shrunk, beside
    gutters that are not, until its longest side is at most ``side``.

    Raises:
        SettingError: when the gutters alone are longer than ``side``.
    """
    sizes = [_size(cut) for cut in recipe["panels"]]
    if recipe["kind"] == "crop":
        return [(0, 0, *sizes[0])]
    gutter, side, aspect = recipe["gutter"], recipe["side"], recipe.get("aspect")
    height = sorted(size[1] for size in sizes)[len(sizes) // 2]
    widths = [size[0] * height / size[1] for size in sizes]
    cells: list[Cell] = []
    for row_count in range(1, len(sizes) + 1):
        rows = np.array_split(np.arange(len(sizes)), row_count)
        cells = _place([part.tolist() for part in rows], widths, height, gutter, side)
        breadth, depth = _extent(cells, gutter)
        if aspect is None or (cells and breadth <= aspect * depth):
            break
    if not cells:
        raise SettingError(
            f"{len(sizes)} panels with gutters of {gutter} do not fit in {side} pixels;"
            " change composite_gutter, frame_margin or composite_side"
        )
    return cells


def _place(
    rows: Sequence[Sequence[int]],
    widths: Sequence[float],
    height: int,
    gutter: int,
    side: int,
) -> list[Cell]:
    """The cells of panels in rows, shrunk to fit into ``side``; none when there is no room."""
    white = gutter * (max(map(len, rows)) + 1), gutter * (len(rows) + 1)
    widest = max(sum(widths[k] for k in row) + gutter * (len(row) + 1) for row in rows)
    scale = min(
        1.0,
        (side - white[0]) / max(1.0, widest - white[0]),
        (side - white[1]) / (height * len(rows)),
    )
    if scale <= 0:
        return []
    cells: list[Cell] = []
    row_height = max(1, int(height * scale))
    for number, row in enumerate(rows):
        x = gutter
        y = gutter + number * (row_height + gutter)
        for k in row:
            width = max(1, int(widths[k] * scale))
            cells.append((x, y, x + width, y + row_height))
            x += width + gutter
    return cells


def _extent(cells: Sequence[Cell], gutter: int) -> tuple[int, int]:
    """Width and height of the picture that ends one gutter after its cells."""
    return (
        max((cell[2] for cell in cells), default=0) + gutter,
        max((cell[3] for cell in cells), default=0) + gutter,
    )


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

    Raises:
        UnsafeInputError: for a box so far larger than its page that it was made to harm.
    """
    x0, y0, x1, y1 = cut["box"]
    if (x1 - x0) * (y1 - y0) > 4 * page.width * page.height:
        raise UnsafeInputError(
            f"a panel of {x1 - x0}×{y1 - y0} pixels on a page of {page.width}×{page.height};"
            " correct its box"
        )
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
    """A black number on white in the panel's top left corner, an eighth of its shorter side."""
    size = max(14, min(48, side // 8))
    draw = ImageDraw.Draw(canvas)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=_font(size))
    pad = max(3, size // 5)
    width, height = int(right - left) + 2 * pad, int(bottom - top) + 2 * pad
    width = max(width, height)
    draw.rectangle((x, y, x + width, y + height), fill="white", outline="black", width=2)
    offset = (width - (right - left)) / 2
    draw.text((x + offset - left, y + pad - top), text, fill="black", font=_font(size))
