"""Screens: what a unit of work shows and asks."""

from panelwise.annotation._screen_names import SCREENS
from panelwise.annotation.screens._editing import DESCRIPTION, DISTRACTORS, EDITING, QUESTION
from panelwise.annotation.screens._page_agreement import (
    SAME_FIGURE,
    SAME_PANEL,
    DrawnLinks,
    drawn_links,
    drawn_links_shared,
    partners,
    same_shapes,
)
from panelwise.annotation.screens._page_drafts import PageDraft
from panelwise.annotation.screens._pages import (
    CHARACTERS,
    IDENTITIES,
    PAGE_SCREENS,
    PANELS,
    SPEAKERS,
    TEXTS,
    PageScreen,
    page_drafts,
)
from panelwise.annotation.screens._ratings import (
    CANDIDATES,
    ERROR_CATEGORY,
    FAITHFULNESS_SCREEN,
    HARMFUL,
    JUDGE_MARK,
    OPEN_MARK,
    QUESTION_AXES,
    STRIP_CATEGORY,
    UNIQUE_ORDER,
)
from panelwise.annotation.screens._registry import get_screen, screen_of
from panelwise.annotation.screens._screen import (
    BaseWorkScreen,
    PictureBlock,
    ScreenBlock,
    ScreenStep,
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
from panelwise.annotation.screens._whole_page import VOICES, WHOLE_PAGE

__all__ = [
    "CANDIDATES",
    "CHARACTERS",
    "CONFIDENCE",
    "DESCRIPTION",
    "DISTRACTORS",
    "EDITING",
    "ERROR_CATEGORY",
    "FAITHFULNESS_SCREEN",
    "HARMFUL",
    "IDENTITIES",
    "JUDGE_MARK",
    "OPEN_MARK",
    "PAGE_SCREENS",
    "PANELS",
    "QUESTION",
    "QUESTION_AXES",
    "SAME_FIGURE",
    "SAME_PANEL",
    "SCREENS",
    "SOLVE",
    "SOLVE_WITH_CONFIDENCE",
    "SPEAKERS",
    "STRIP_CATEGORY",
    "TEXTS",
    "UNIQUE_ORDER",
    "VOICES",
    "WHOLE_PAGE",
    "BaseWorkScreen",
    "DrawnLinks",
    "PageDraft",
    "PageScreen",
    "PictureBlock",
    "PictureFile",
    "ProjectSources",
    "ScreenBlock",
    "ScreenPicture",
    "ScreenStep",
    "ScreenView",
    "SolveScreen",
    "StudyScreen",
    "VerdictScreen",
    "WordsBlock",
    "WorkScreen",
    "drawn_links",
    "drawn_links_shared",
    "get_screen",
    "item_pictures",
    "message_blocks",
    "page_drafts",
    "partners",
    "same_shapes",
    "screen_of",
    "texts_of",
    "without_confidence",
]
