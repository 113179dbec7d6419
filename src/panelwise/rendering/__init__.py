"""From pages to the pictures of an item: crops, boards, composites and effects, by recipes."""

from panelwise.rendering._board import (
    BoardCells,
    board_cells,
    board_recipe,
)
from panelwise.rendering._cut import (
    CellBox,
    CutRecipe,
    Pages,
    Recipe,
    blank,
    crop_of,
    cut_of,
    masked,
    part_of_page_cut,
    whole_page_cut,
    without_insets,
)
from panelwise.rendering._effects import (
    LEVELS,
    MOVES,
    PointMap,
    moved_size,
    place_after,
    with_effects,
)
from panelwise.rendering._render import (
    cells_of,
    composite_recipe,
    cook,
    crop_recipe,
    labelled_page_recipe,
    marked_page_recipe,
    page_recipe,
    pages_of,
    row_recipe,
)
from panelwise.rendering._settings import (
    CompositeSettings,
    MaskingSettings,
)

__all__ = [
    "LEVELS",
    "MOVES",
    "BoardCells",
    "CellBox",
    "CompositeSettings",
    "CutRecipe",
    "MaskingSettings",
    "Pages",
    "PointMap",
    "Recipe",
    "blank",
    "board_cells",
    "board_recipe",
    "cells_of",
    "composite_recipe",
    "cook",
    "crop_of",
    "crop_recipe",
    "cut_of",
    "labelled_page_recipe",
    "marked_page_recipe",
    "masked",
    "moved_size",
    "page_recipe",
    "pages_of",
    "part_of_page_cut",
    "place_after",
    "row_recipe",
    "whole_page_cut",
    "with_effects",
    "without_insets",
]
