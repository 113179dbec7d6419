"""How books become items: declarations that the benchmarks fill in."""

from panelwise.tasks.plans._description_ordering import (
    DescriptionOrdering,
)
from panelwise.tasks.plans._matched_orders import MatchedOrders, one_of, with_reversals
from panelwise.tasks.plans._open_question import (
    OpenQuestion,
)
from panelwise.tasks.plans._page_identities import (
    ask_chapter_identities,
    ask_identities,
)
from panelwise.tasks.plans._page_structure import (
    ask_found_order,
    ask_structure,
)
from panelwise.tasks.plans._page_task import (
    AskPage,
    ChapterTask,
    PageQuestion,
    PageTask,
    ask_boxes,
    ask_dialogue,
    ask_names,
    ask_speakers,
    ask_text_order,
    ask_texts,
)
from panelwise.tasks.plans._panel_choice import MissingPanel
from panelwise.tasks.plans._panel_ordering import (
    PanelOrdering,
    circled,
    story_order,
)
from panelwise.tasks.plans._panel_sorting import PanelSorting, given_orders, other_orders
from panelwise.tasks.plans._settings import (
    ChapterSettings,
    DistractorSettings,
    GoldSettings,
    PromptSettings,
    SequenceSettings,
    StripSettings,
)
from panelwise.tasks.plans._story_checks import (
    Faithfulness,
)
from panelwise.tasks.plans._story_choice import (
    StoryChoice,
)

__all__ = [
    "AskPage",
    "ChapterSettings",
    "ChapterTask",
    "DescriptionOrdering",
    "DistractorSettings",
    "Faithfulness",
    "GoldSettings",
    "MatchedOrders",
    "MissingPanel",
    "OpenQuestion",
    "PageQuestion",
    "PageTask",
    "PanelOrdering",
    "PanelSorting",
    "PromptSettings",
    "SequenceSettings",
    "StoryChoice",
    "StripSettings",
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
    "circled",
    "given_orders",
    "one_of",
    "other_orders",
    "story_order",
    "with_reversals",
]
