"""The recipes by name."""

from __future__ import annotations

from panelwise.errors import UnknownNameError
from panelwise.registry import unknown_name
from panelwise.training.recipes._mangalmm import MANGALMM
from panelwise.training.recipes._recipe import TrainingRecipe
from panelwise.training.recipes._reorder_grpo import GRPO
from panelwise.training.recipes._stripcipher_reorder import REORDER

RECIPES: dict[str, TrainingRecipe] = {one.name: one for one in (REORDER, MANGALMM, GRPO)}


def get_recipe(name: str) -> TrainingRecipe:
    """The recipe of a name.

    Raises:
        UnknownNameError: when there is none.
    """
    if name not in RECIPES:
        raise UnknownNameError(unknown_name("recipe", name, RECIPES, "panelwise train list"))
    return RECIPES[name]
