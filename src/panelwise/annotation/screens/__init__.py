"""Screens: what a unit of work shows and asks."""

from panelwise.annotation.screens._registry import SCREENS, get_screen, screen_of
from panelwise.annotation.screens._screen import (
    BaseWorkScreen,
    PictureBlock,
    ScreenBlock,
    ScreenView,
    WordsBlock,
    WorkScreen,
)
from panelwise.annotation.screens._sources import PictureFile, ProjectSources, ScreenPicture
from panelwise.annotation.screens._verdict import VerdictScreen

__all__ = [
    "SCREENS",
    "BaseWorkScreen",
    "PictureBlock",
    "PictureFile",
    "ProjectSources",
    "ScreenBlock",
    "ScreenPicture",
    "ScreenView",
    "VerdictScreen",
    "WordsBlock",
    "WorkScreen",
    "get_screen",
    "screen_of",
]
