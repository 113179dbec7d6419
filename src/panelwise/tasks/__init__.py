"""The task kinds: what is asked, how it is shown, how an answer is read and scored."""

from panelwise.tasks._answer_lines import AnsweredItem, read_answer_lines
from panelwise.tasks._deck import is_allowed
from panelwise.tasks._draft import ItemDraft, Plan, Prompt, Shown, Task
from panelwise.tasks._item import (
    OUTCOME_OF_STATUS,
    OUTCOMES,
    ImageEntry,
    Item,
    Option,
    Outcome,
    Parsed,
    Rendering,
    SourcePage,
    Status,
    Turn,
    shuffle_of,
)
from panelwise.tasks._kinds import (
    Kind,
    get_kind,
    headline_of,
    outcome_of,
    read_response,
    score_answer,
)
from panelwise.tasks._making import Made, lay_out, make_item, make_items
from panelwise.tasks._pack import Pack, prepare_folder, write_pack
from panelwise.tasks._panel_ordering import PanelOrdering, story_order
from panelwise.tasks._rehydrate import Rehydrated, rehydrate_pack
from panelwise.tasks._render import Recipe, cells_of, cook

__all__ = [
    "OUTCOMES",
    "OUTCOME_OF_STATUS",
    "AnsweredItem",
    "ImageEntry",
    "Item",
    "ItemDraft",
    "Kind",
    "Made",
    "Option",
    "Outcome",
    "Pack",
    "PanelOrdering",
    "Parsed",
    "Plan",
    "Prompt",
    "Recipe",
    "Rehydrated",
    "Rendering",
    "Shown",
    "SourcePage",
    "Status",
    "Task",
    "Turn",
    "cells_of",
    "cook",
    "get_kind",
    "headline_of",
    "is_allowed",
    "lay_out",
    "make_item",
    "make_items",
    "outcome_of",
    "prepare_folder",
    "read_answer_lines",
    "read_response",
    "rehydrate_pack",
    "score_answer",
    "shuffle_of",
    "story_order",
    "write_pack",
]
