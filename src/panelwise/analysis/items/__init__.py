"""Item analysis: difficulty, discrimination, suspicious gold, subsets that predict the score."""

from panelwise.analysis.items._analyse import analyse_items
from panelwise.analysis.items._discrimination import false_discovery, item_rest, negative_p
from panelwise.analysis.items._informative import check_subset, choose_items
from panelwise.analysis.items._response_model import ResponseModel, fit_responses
from panelwise.analysis.items._types import (
    ItemAnalysis,
    ItemFigures,
    RunAbility,
    SubsetCheck,
    Suspect,
)

__all__ = [
    "ItemAnalysis",
    "ItemFigures",
    "ResponseModel",
    "RunAbility",
    "SubsetCheck",
    "Suspect",
    "analyse_items",
    "check_subset",
    "choose_items",
    "false_discovery",
    "fit_responses",
    "item_rest",
    "negative_p",
]
