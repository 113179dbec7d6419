"""ComicVQA's boards: a story in a red box, the panels or orders to choose from in green ones.

Options are numbered from 1; a panel that is sought stands as a grey cell with a question mark, as
wide as the middle one of its neighbours, because its own shape would give it away (MS-13). A board
is at most ``side`` pixels wide and high.

Source: ComicVQA 3.2, Figure 2; CV-1 to CV-3, CV-9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from panelwise.rendering._cut import (
    RECIPE_VERSION,
    CellBox,
    CutRecipe,
    Pages,
    Recipe,
    blank_frame,
    crop_of,
    label_font,
    refuse_absurd,
    size_of,
)

SIDE = 1024
RED, GREEN, GREY = (220, 0, 0), (0, 150, 0), "#bdbdbd"
MARGIN, BORDER, GAP, LABEL = 12, 5, 8, 34  # pixels; a label is a column beside the panels
EDGE = BORDER + GAP


def board_recipe(
    options: Sequence[Sequence[CutRecipe]],
    *,
    context: Sequence[CutRecipe] = (),
    hidden: int | None = None,
    columns: int = 1,
) -> Recipe:
    """A board as plain JSON.

    Args:
        options: the panels in each green box.
        context: the panels in the red box; no red box without any.
        hidden: which panel of the context is sought.
        columns: how many options stand side by side.
    """
    return {
        "version": RECIPE_VERSION,
        "kind": "board",
        "side": SIDE,
        "panels": list(context),
        "hidden": hidden,
        "options": [list(option) for option in options],
        "columns": columns,
    }


@dataclass(frozen=True, slots=True)
class BoardCells:
    """Where everything lies in a board, as pixel boxes.

    Attributes:
        size: width and height of the picture.
        context: the panels of the story, the sought one too; empty without a red box.
        options: the panels of each option, in the order of their numbers.
        red: the outer edge of the red box.
        green: the outer edges of the green boxes.
    """

    size: tuple[int, int]
    context: tuple[CellBox, ...]
    options: tuple[tuple[CellBox, ...], ...]
    red: CellBox | None
    green: tuple[CellBox, ...]


def board_cells(recipe: Recipe) -> BoardCells:
    """The layout of a board; nothing is drawn.

    All panels of the context have one height, and so have all panels of the options: the greatest
    at which everything fits into ``side``.
    """
    side, columns = recipe["side"], recipe["columns"]
    context = _aspects(recipe["panels"], recipe["hidden"])
    options = [_aspects(option, None) for option in recipe["options"]]
    rows = -(-len(options) // columns) + bool(context)
    tallest = (side - MARGIN) / rows - 2 * EDGE - MARGIN
    wide = (side - MARGIN * (columns + 1)) / columns
    red: CellBox | None = None
    found: list[CellBox] = []
    y = MARGIN
    if context:
        room = side - 2 * MARGIN
        red, found = _box((MARGIN, y), context, _height(context, room, tallest), room)
        y = red[3] + MARGIN
    height = min(_height(option, wide - LABEL, tallest) for option in options)
    boxes = []
    for at, option in enumerate(options):
        row, column = divmod(at, columns)
        corner = (
            MARGIN + round(column * (wide + MARGIN)),
            y + row * (height + 2 * EDGE + MARGIN),
        )
        boxes.append(_box(corner, option, height, wide, LABEL))
    outer = [*([red] if red else []), *(box for box, _ in boxes)]
    return BoardCells(
        (max(box[2] for box in outer) + MARGIN, max(box[3] for box in outer) + MARGIN),
        tuple(found),
        tuple(tuple(cells) for _, cells in boxes),
        red,
        tuple(box for box, _ in boxes),
    )


def _aspects(cuts: Sequence[dict[str, Any]], hidden: int | None) -> list[float]:
    """Widths of panels for a height of 1; the sought one is as wide as the middle of the others."""
    aspects = [width / height for width, height in map(size_of, cuts)]
    if hidden is not None:
        others = sorted(aspects[:hidden] + aspects[hidden + 1 :])
        aspects[hidden] = others[len(others) // 2]
    return aspects


def _room(count: int, width: float) -> float:
    """What a box of an outer width leaves for the widths of its panels."""
    return width - 2 * EDGE - GAP * (count - 1)


def _height(aspects: Sequence[float], width: float, tallest: float) -> int:
    """How high panels side by side are in a box of a given outer width."""
    return max(1, int(min(tallest, _room(len(aspects), width) / sum(aspects))))


def _box(
    corner: tuple[int, int], aspects: Sequence[float], height: int, width: float, label: int = 0
) -> tuple[CellBox, list[CellBox]]:
    """A coloured box's outer edge, and the panels side by side in it, right of its label.

    Panels so flat that they do not fit even one pixel high are squeezed.
    """
    x, y = corner
    left, top = x + EDGE + label, y + EDGE
    room = _room(len(aspects), width - label)
    across = float(height)
    if sum(aspects) * height > room:
        across = (room - len(aspects)) / sum(aspects)  # each may be a pixel wider, to be seen
    cells = []
    for aspect in aspects:
        wide = max(1, int(aspect * across))
        cells.append((left, top, left + wide, top + height))
        left += wide + GAP
    return (x, y, left - GAP + EDGE, top + height + EDGE), cells


def draw_board(recipe: Recipe, pages: Pages) -> Image.Image:
    """The picture of a board.

    Raises:
        UnsafeInputError: for one of absurd size.
    """
    where = board_cells(recipe)
    refuse_absurd(*where.size)
    canvas = Image.new("RGB", where.size, "white")
    draw = ImageDraw.Draw(canvas)
    if where.red:
        _outline(draw, where.red, RED)
    for k, (cut, cell) in enumerate(zip(recipe["panels"], where.context, strict=True)):
        if k == recipe["hidden"]:
            canvas.paste(blank_frame(cell[2] - cell[0], cell[3] - cell[1], GREY), cell)
        else:
            _paste(canvas, crop_of(pages, cut), cell)
    for number, (box, cells) in enumerate(zip(where.green, where.options, strict=True), 1):
        _outline(draw, box, GREEN)
        at = (box[0] + BORDER + LABEL / 2, box[1] + EDGE + LABEL / 2)
        draw.text(at, str(number), fill=GREEN, font=label_font(LABEL - 4), anchor="mm")
        for cut, cell in zip(recipe["options"][number - 1], cells, strict=True):
            _paste(canvas, crop_of(pages, cut), cell)
    return canvas


def _outline(draw: ImageDraw.ImageDraw, box: CellBox, colour: tuple[int, int, int]) -> None:
    x0, y0, x1, y1 = box
    draw.rectangle((x0, y0, x1 - 1, y1 - 1), outline=colour, width=BORDER)


def _paste(canvas: Image.Image, panel: Image.Image, cell: CellBox) -> None:
    x0, y0, x1, y1 = cell
    canvas.paste(panel.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS), cell)
