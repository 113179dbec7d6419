"""ComicVQA's boards: a story in a red box, the panels or orders to choose from in green ones.

Options are numbered from 1; a panel that is sought stands as a grey cell with a question mark, as
wide as the middle one of its neighbours, because its own shape would give it away (MS-13). A board
is at most ``side`` pixels wide and high.

Source: ComicVQA 3.2, Figure 2; REQUIREMENTS CV-1 to CV-3, CV-9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from panelwise.tasks._cut import (
    RECIPE_VERSION,
    Cut,
    Pages,
    Recipe,
    blank_frame,
    crop_of,
    label_font,
    size_of,
)

SIDE = 1024
RED, GREEN, GREY = (220, 0, 0), (0, 150, 0), "#bdbdbd"
MARGIN, BORDER, GAP, LABEL = 12, 5, 8, 34  # pixels; a label is a column beside the panels


def board_recipe(
    options: Sequence[Sequence[Cut]],
    *,
    context: Sequence[Cut] = (),
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
class _Row:
    """Panels side by side, all of one height, as widths for a height of 1."""

    aspects: tuple[float, ...]
    label: int

    def height(self, width: float, tallest: float) -> float:
        """How high the panels are in a box of a given outer width."""
        room = width - 2 * (BORDER + GAP) - GAP * (len(self.aspects) - 1) - self.label
        return min(tallest, room / sum(self.aspects))

    def breadth(self, height: float) -> int:
        """The outer width of the box."""
        panels = sum(max(1, round(aspect * height)) for aspect in self.aspects)
        return panels + GAP * (len(self.aspects) - 1) + 2 * (BORDER + GAP) + self.label


def draw_board(recipe: Recipe, pages: Pages) -> Image.Image:
    """The picture of a board."""
    side, columns, hidden = recipe["side"], recipe["columns"], recipe["hidden"]
    context = _row(recipe["panels"], hidden, 0)
    options = [_row(option, None, LABEL) for option in recipe["options"]]
    lines = -(-len(options) // columns)
    frame = 2 * (BORDER + GAP) + MARGIN
    rows = lines + (1 if recipe["panels"] else 0)
    tallest = (side - MARGIN - rows * frame) / rows
    wide = (side - MARGIN * (columns + 1)) / columns
    option_height = int(min(option.height(wide, tallest) for option in options))
    context_height = int(context.height(side - 2 * MARGIN, tallest)) if recipe["panels"] else 0
    canvas = Image.new("RGB", (side, side), "white")
    y, right = MARGIN, 0
    if recipe["panels"]:
        frames = [
            blank_frame(round(context.aspects[k] * context_height), context_height, GREY)
            if k == hidden
            else crop_of(pages, cut)
            for k, cut in enumerate(recipe["panels"])
        ]
        right = _box(canvas, (MARGIN, y), context, context_height, frames, RED, "")
        y += context_height + frame
    for start in range(0, len(options), columns):
        for column, at in enumerate(range(start, min(start + columns, len(options)))):
            x = MARGIN + round(column * (wide + MARGIN))
            frames = [crop_of(pages, cut) for cut in recipe["options"][at]]
            end = _box(canvas, (x, y), options[at], option_height, frames, GREEN, str(at + 1))
            right = max(right, end)
        y += option_height + frame
    return canvas.crop((0, 0, min(side, right + MARGIN), min(side, y)))


def _row(cuts: Sequence[dict[str, Any]], hidden: int | None, label: int) -> _Row:
    aspects = [width / height for width, height in map(size_of, cuts)]
    if hidden is not None:
        others = sorted(aspects[:hidden] + aspects[hidden + 1 :])
        aspects[hidden] = others[len(others) // 2]
    return _Row(tuple(aspects), label)


def _box(
    canvas: Image.Image,
    corner: tuple[int, int],
    row: _Row,
    height: int,
    frames: Sequence[Image.Image],
    colour: tuple[int, int, int],
    label: str,
) -> int:
    """Draw panels in a coloured box with a number; where it ends on the right."""
    x, y = corner
    draw = ImageDraw.Draw(canvas)
    end = x + row.breadth(height)
    bottom = y + height + 2 * (BORDER + GAP)
    draw.rectangle((x, y, end - 1, bottom - 1), outline=colour, width=BORDER)
    if label:
        at = (x + BORDER + LABEL / 2, y + BORDER + GAP + LABEL / 2)
        draw.text(at, label, fill=colour, font=label_font(LABEL - 4), anchor="mm")
    left = x + BORDER + GAP + row.label
    for aspect, picture in zip(row.aspects, frames, strict=True):
        size = (max(1, round(aspect * height)), height)
        canvas.paste(picture.resize(size, Image.Resampling.LANCZOS), (left, y + BORDER + GAP))
        left += size[0] + GAP
    return end
