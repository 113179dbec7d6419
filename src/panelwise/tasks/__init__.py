"""The task kinds: what is asked, how it is shown, how an answer is read and scored."""

from panelwise.tasks._answer_lines import AnsweredItem, read_answer_lines
from panelwise.tasks._board import BoardCells, board_cells
from panelwise.tasks._cut import Recipe, blank, cut_of
from panelwise.tasks._deck import is_allowed
from panelwise.tasks._description_ordering import DescriptionOrdering
from panelwise.tasks._draft import ItemDraft, Plan, Prompt, Shown, Task
from panelwise.tasks._effects import LEVELS
from panelwise.tasks._findings import Finding, Findings, Severity
from panelwise.tasks._gates import check_items, check_parts, check_split
from panelwise.tasks._gold_sources import (
    Voucher,
    is_unchecked,
    order_source,
    panels_source,
    vouchers,
)
from panelwise.tasks._guesses import Guesses
from panelwise.tasks._guessing import (
    BestConstant,
    Guessed,
    GuessLevel,
    guess_level,
    guess_levels,
    guesses_of,
    item_weight,
)
from panelwise.tasks._item import (
    OUTCOME_OF_STATUS,
    OUTCOMES,
    Answer,
    Document,
    ImageEntry,
    Item,
    KindName,
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
    drops_unread,
    get_kind,
    headline_of,
    imputing_policy,
    outcome_of,
    ranking_metric,
    read_response,
    score_answer,
    unread_scores,
)
from panelwise.tasks._making import Made, lay_out, make_item, make_items
from panelwise.tasks._pack import Pack, fill_pack, write_pack
from panelwise.tasks._panel_choice import MissingPanel, PanelSorting, given_orders, other_orders
from panelwise.tasks._panel_ordering import PanelOrdering, story_order
from panelwise.tasks._plain_words import normalised
from panelwise.tasks._rehydrate import Rehydrated, rehydrate_pack
from panelwise.tasks._render import cells_of, cook, crop_recipe, marked_page_recipe, row_recipe
from panelwise.tasks._split_facts import GENERALISATIONS, BookFacts, Generalisation
from panelwise.tasks._split_gates import Part
from panelwise.tasks._splits import Split, split_books, split_by_generalisation
from panelwise.tasks._stored_pictures import Pictures, look_at_pictures, part_of
from panelwise.tasks._story_checks import Faithfulness
from panelwise.tasks._story_choice import StoryChoice
from panelwise.tasks._transformed_plan import transformed_plan
from panelwise.tasks._transforms import TRANSFORMS, get_transform
from panelwise.tasks.documents import (
    Asked,
    AskPage,
    ChapterTask,
    OpenQuestion,
    PageTask,
    ask_boxes,
    ask_chapter_identities,
    ask_dialogue,
    ask_found_order,
    ask_identities,
    ask_names,
    ask_speakers,
    ask_structure,
    ask_text_order,
    ask_texts,
)

__all__ = [
    "GENERALISATIONS",
    "LEVELS",
    "OUTCOMES",
    "OUTCOME_OF_STATUS",
    "TRANSFORMS",
    "Answer",
    "AnsweredItem",
    "AskPage",
    "Asked",
    "BestConstant",
    "BoardCells",
    "BookFacts",
    "ChapterTask",
    "DescriptionOrdering",
    "Document",
    "Faithfulness",
    "Finding",
    "Findings",
    "Generalisation",
    "GuessLevel",
    "Guessed",
    "Guesses",
    "ImageEntry",
    "Item",
    "ItemDraft",
    "Kind",
    "KindName",
    "Made",
    "MissingPanel",
    "OpenQuestion",
    "Option",
    "Outcome",
    "Pack",
    "PageTask",
    "PanelOrdering",
    "PanelSorting",
    "Parsed",
    "Part",
    "Pictures",
    "Plan",
    "Prompt",
    "Recipe",
    "Rehydrated",
    "Rendering",
    "Severity",
    "Shown",
    "SourcePage",
    "Split",
    "Status",
    "StoryChoice",
    "Task",
    "Turn",
    "Voucher",
    "ask_boxes",
    "ask_chapter_identities",
    "ask_dialogue",
    "ask_found_order",
    "ask_identities",
    "ask_names",
    "ask_speakers",
    "ask_structure",
    "ask_text_order",
    "ask_texts",
    "blank",
    "board_cells",
    "cells_of",
    "check_items",
    "check_parts",
    "check_split",
    "cook",
    "crop_recipe",
    "cut_of",
    "drops_unread",
    "fill_pack",
    "get_kind",
    "get_transform",
    "given_orders",
    "guess_level",
    "guess_levels",
    "guesses_of",
    "headline_of",
    "imputing_policy",
    "is_allowed",
    "is_unchecked",
    "item_weight",
    "lay_out",
    "look_at_pictures",
    "make_item",
    "make_items",
    "marked_page_recipe",
    "normalised",
    "order_source",
    "other_orders",
    "outcome_of",
    "panels_source",
    "part_of",
    "ranking_metric",
    "read_answer_lines",
    "read_response",
    "rehydrate_pack",
    "row_recipe",
    "score_answer",
    "shuffle_of",
    "split_books",
    "split_by_generalisation",
    "story_order",
    "transformed_plan",
    "unread_scores",
    "vouchers",
    "write_pack",
]
