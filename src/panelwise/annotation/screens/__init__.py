"""Screens: what a unit of work shows and asks."""

from panelwise.annotation.screens._ratings import (
    CANDIDATES,
    DESCRIPTION,
    DISTRACTORS,
    ERROR_CATEGORY,
    FAITHFULNESS_SCREEN,
    HARMFUL,
    JUDGE_MARK,
    OPEN_MARK,
    QUESTION,
    QUESTION_AXES,
    STRIP_CATEGORY,
    UNIQUE_ORDER,
)
from panelwise.annotation.screens._registry import SCREENS, get_screen, screen_of
from panelwise.annotation.screens._screen import (
    BaseWorkScreen,
    PictureBlock,
    ScreenBlock,
    ScreenView,
    WordsBlock,
    WorkScreen,
)
from panelwise.annotation.screens._solve import (
    CONFIDENCE,
    SOLVE,
    SOLVE_WITH_CONFIDENCE,
    SolveScreen,
    item_pictures,
    message_blocks,
    without_confidence,
)
from panelwise.annotation.screens._sources import PictureFile, ProjectSources, ScreenPicture
from panelwise.annotation.screens._study import StudyScreen, texts_of
from panelwise.annotation.screens._verdict import VerdictScreen

__all__ = [
    "CANDIDATES",
    "CONFIDENCE",
    "DESCRIPTION",
    "DISTRACTORS",
    "ERROR_CATEGORY",
    "FAITHFULNESS_SCREEN",
    "HARMFUL",
    "JUDGE_MARK",
    "OPEN_MARK",
    "QUESTION",
    "QUESTION_AXES",
    "SCREENS",
    "SOLVE",
    "SOLVE_WITH_CONFIDENCE",
    "STRIP_CATEGORY",
    "UNIQUE_ORDER",
    "BaseWorkScreen",
    "PictureBlock",
    "PictureFile",
    "ProjectSources",
    "ScreenBlock",
    "ScreenPicture",
    "ScreenView",
    "SolveScreen",
    "StudyScreen",
    "VerdictScreen",
    "WordsBlock",
    "WorkScreen",
    "get_screen",
    "item_pictures",
    "message_blocks",
    "screen_of",
    "texts_of",
    "without_confidence",
]
