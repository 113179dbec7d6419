"""Screens: what a unit of work shows and asks."""

from panelwise.annotation.screens._registry import SCREENS, get_screen, screen_of
from panelwise.annotation.screens._screen import (
    BaseScreen,
    Block,
    PictureBlock,
    Screen,
    View,
    Words,
)
from panelwise.annotation.screens._solve import (
    SolveScreen,
    item_pictures,
    message_blocks,
    without_confidence,
)
from panelwise.annotation.screens._sources import Picture, PictureFile, Sources
from panelwise.annotation.screens._verdict import VerdictScreen

SOLVE = SolveScreen("solve", confidence=False)
SOLVE_WITH_CONFIDENCE = SolveScreen("solve-with-confidence", confidence=True)

__all__ = [
    "SCREENS",
    "SOLVE",
    "SOLVE_WITH_CONFIDENCE",
    "BaseScreen",
    "Block",
    "Picture",
    "PictureBlock",
    "PictureFile",
    "Screen",
    "SolveScreen",
    "Sources",
    "VerdictScreen",
    "View",
    "Words",
    "get_screen",
    "item_pictures",
    "message_blocks",
    "screen_of",
    "without_confidence",
]
