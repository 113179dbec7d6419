"""Pictures of panels: crops, composites with index tags, rows of frames.

Every picture is made by a recipe (plain JSON) from page pixels alone, so that an owner of the
comic can make it again from an annotations-only pack.

Source: AMB-8 (composite), SC-5 and AMB-21 (row of frames).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from panelwise.errors import SettingError
from panelwise.profile import Profile
from panelwise.rendering._board import board_cells, draw_board
from panelwise.rendering._cut import (
    RECIPE_VERSION,
    CellBox,
    CutRecipe,
    Pages,
    Recipe,
    covered,
    crop_of,
    label_font,
    refuse_absurd,
    size_of,
)
from panelwise.rendering._effects import cells_after, marked, with_effects
from panelwise.rendering._settings import CompositeSettings


def page_recipe(page: str) -> Recipe:
    """The page's own bytes, untouched."""
    return {"version": RECIPE_VERSION, "kind": "page", "page": page}


def marked_page_recipe(page: str, boxes: Sequence[Sequence[int]]) -> Recipe:
    """The page with red boxes, numbered from 1 in the order given (CH-8)."""
    listed = [list(box) for box in boxes]
    return {"version": RECIPE_VERSION, "kind": "marked_page", "page": page, "boxes": listed}


def labelled_page_recipe(
    page: str, marks: Sequence[tuple[Sequence[int], str, tuple[int, int, int]]]
) -> Recipe:
    """The page with boxes, each with a label in its own colour."""
    return {
        **marked_page_recipe(page, [box for box, _, _ in marks]),
        "labels": [label for _, label, _ in marks],
        "colours": [list(colour) for _, _, colour in marks],
    }


def crop_recipe(cut: CutRecipe) -> Recipe:
    """One panel cut out of a page."""
    return {"version": RECIPE_VERSION, "kind": "crop", "panels": [cut]}


def composite_recipe(cuts: Sequence[CutRecipe], profile: Profile, *, index_base: int) -> Recipe:
    """Panels, in shown order, in rows of one height, each with an index tag (AMB-8)."""
    tags = (
        [str(k + index_base) for k in range(len(cuts))]
        if profile.section(CompositeSettings).tags
        else None
    )
    return {
        "version": RECIPE_VERSION,
        "kind": "composite",
        "panels": list(cuts),
        "aspect": profile.section(CompositeSettings).aspect,
        "gutter": profile.section(CompositeSettings).gutter,
        "side": profile.section(CompositeSettings).side,
        "tags": tags,
    }


def row_recipe(cuts: Sequence[CutRecipe], profile: Profile) -> Recipe:
    """Frames, in shown order, side by side with white margins (SC-5)."""
    return {
        "version": RECIPE_VERSION,
        "kind": "row",
        "panels": list(cuts),
        "gutter": profile.section(CompositeSettings).frame_margin,
        "side": profile.section(CompositeSettings).side,
    }


def pages_of(recipe: Recipe) -> set[str]:
    """Hashes of the pages that a recipe cuts from."""
    if "page" in recipe:
        return {recipe["page"]}
    options = [cut for option in recipe.get("options", ()) for cut in option]
    return {cut["page"] for cut in [*recipe["panels"], *options]}


def cook(recipe: Recipe, pages: Pages) -> Image.Image:
    """The picture that a recipe describes, made from decoded pages by hash.

    Its boxes are those of the pages after the recipe's ``scan``, effects that move a page; marks
    and tags are drawn upright on what comes of it. Its ``effects`` are done to the whole picture.

    Raises:
        UnsafeInputError: for a picture of absurd size.
        SettingError: when its panels do not fit into it.
    """
    if "scan" in recipe:
        pages = {sha: with_effects(pages[sha], recipe["scan"]) for sha in pages_of(recipe)}
    if recipe["kind"] == "page":
        picture = covered(pages[recipe["page"]], recipe)
    elif recipe["kind"] == "marked_page":
        page = covered(pages[recipe["page"]], recipe)
        picture = marked(page, recipe["boxes"], recipe.get("labels"), recipe.get("colours"))
    elif recipe["kind"] == "crop":
        picture = crop_of(pages, recipe["panels"][0])
    elif recipe["kind"] == "board":
        picture = draw_board(recipe, pages)
    else:
        picture = _laid_out(recipe, pages)
    return with_effects(picture, recipe.get("effects", ()))


def _laid_out(recipe: Recipe, pages: Pages) -> Image.Image:
    """A composite or a row."""
    crops = [crop_of(pages, cut) for cut in recipe["panels"]]
    cells = _laid_cells(recipe)
    size = _extent(cells, recipe["gutter"])
    refuse_absurd(*size)
    canvas = Image.new("RGB", size, "white")
    for index, (crop, (x0, y0, x1, y1)) in enumerate(zip(crops, cells, strict=True)):
        canvas.paste(crop.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS), (x0, y0))
        if recipe.get("tags"):
            _tag(canvas, recipe["tags"][index], x0, y0, min(x1 - x0, y1 - y0))
    return canvas


def cells_of(recipe: Recipe) -> list[CellBox]:
    """Where each panel lies in the picture, in shown order, as pixel boxes.

    A page, marked or not, shows no panel by itself. On a board, first the story's panels, then
    those of each option. In a composite or a row all
    panels get one height (the median of their own), the panels are spread over the fewest
    rows that keep the picture at most ``aspect`` times as wide as high, and are shrunk, beside
    gutters that are not, until its longest side is at most ``side``.

    Effects move the cells with the pixels.

    Raises:
        SettingError: when the gutters alone are longer than ``side``.
    """
    if recipe["kind"] in ("page", "marked_page"):
        return []
    if recipe["kind"] == "board":
        board = board_cells(recipe)
        size = board.size
        cells = [*board.context, *(cell for option in board.options for cell in option)]
    elif recipe["kind"] == "crop":
        size = size_of(recipe["panels"][0])
        cells = [(0, 0, *size)]
    else:
        cells = _laid_cells(recipe)
        size = _extent(cells, recipe["gutter"])
    return cells_after(cells, size, recipe.get("effects", ()))


def _laid_cells(recipe: Recipe) -> list[CellBox]:
    """The cells of a composite or a row, before any effect."""
    sizes = [size_of(cut) for cut in recipe["panels"]]
    gutter, side, aspect = recipe["gutter"], recipe["side"], recipe.get("aspect")
    height = sorted(size[1] for size in sizes)[len(sizes) // 2]
    widths = [size[0] * height / size[1] for size in sizes]
    cells: list[CellBox] = []
    for row_count in range(1, len(sizes) + 1):
        rows = np.array_split(np.arange(len(sizes)), row_count)
        cells = _place([part.tolist() for part in rows], widths, height, gutter, side)
        breadth, depth = _extent(cells, gutter)
        if aspect is None or (cells and breadth <= aspect * depth):
            break
    if not cells:
        raise SettingError(
            f"{len(sizes)} panels with gutters of {gutter} do not fit in {side} pixels;"
            " change composite.gutter, composite.frame_margin or composite.side"
        )
    return cells


def _place(
    rows: Sequence[Sequence[int]],
    widths: Sequence[float],
    height: int,
    gutter: int,
    side: int,
) -> list[CellBox]:
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
    cells: list[CellBox] = []
    row_height = max(1, int(height * scale))
    for number, row in enumerate(rows):
        x = gutter
        y = gutter + number * (row_height + gutter)
        for k in row:
            width = max(1, int(widths[k] * scale))
            cells.append((x, y, x + width, y + row_height))
            x += width + gutter
    return cells


def _extent(cells: Sequence[CellBox], gutter: int) -> tuple[int, int]:
    """Width and height of the picture that ends one gutter after its cells."""
    return (
        max((cell[2] for cell in cells), default=0) + gutter,
        max((cell[3] for cell in cells), default=0) + gutter,
    )


def _tag(canvas: Image.Image, text: str, x: int, y: int, side: int) -> None:
    """A black number on white in the panel's top left corner, an eighth of its shorter side."""
    size = max(14, min(48, side // 8))
    draw = ImageDraw.Draw(canvas)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=label_font(size))
    pad = max(3, size // 5)
    width, height = int(right - left) + 2 * pad, int(bottom - top) + 2 * pad
    width = max(width, height)
    draw.rectangle((x, y, x + width, y + height), fill="white", outline="black", width=2)
    offset = (width - (right - left)) / 2
    draw.text((x + offset - left, y + pad - top), text, fill="black", font=label_font(size))
