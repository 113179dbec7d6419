"""Recipes: how the papers' models are trained, each as one short file.

Nothing here needs torch: a recipe says what is learnt and how; ``finetuning`` runs it.
"""

from panelwise.training.recipes._list import RECIPES, get_recipe
from panelwise.training.recipes._mangalmm import MANGALMM, lora
from panelwise.training.recipes._natural import natural_samples
from panelwise.training.recipes._recipe import (
    Hyperparameters,
    Options,
    Origin,
    Stated,
    TrainingRecipe,
    code,
    ours,
    paper,
)
from panelwise.training.recipes._reorder_grpo import GRPO
from panelwise.training.recipes._sample import Prepared, TrainingSample
from panelwise.training.recipes._shuffles import reshuffled, several_orders
from panelwise.training.recipes._stripcipher_reorder import REORDER
from panelwise.training.recipes._subsets import nested_subset

__all__ = [
    "GRPO",
    "MANGALMM",
    "RECIPES",
    "REORDER",
    "Hyperparameters",
    "Options",
    "Origin",
    "Prepared",
    "Stated",
    "TrainingRecipe",
    "TrainingSample",
    "code",
    "get_recipe",
    "lora",
    "natural_samples",
    "nested_subset",
    "ours",
    "paper",
    "reshuffled",
    "several_orders",
]
