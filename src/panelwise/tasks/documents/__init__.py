"""The kinds whose answers are read off a page: texts, boxes, links, groups, names, lines."""

from panelwise.tasks.documents._answer import AnswerKind
from panelwise.tasks.documents._detection import CLASSES, DetectionKind, placed_boxes
from panelwise.tasks.documents._gold_lines import (
    GOLD_OF_LINES,
    Gold,
    ask_for_all,
    gold_document,
)
from panelwise.tasks.documents._kind import document
from panelwise.tasks.documents._links import IdentitiesKind, SpeakersKind
from panelwise.tasks.documents._lists import Found, find_json, find_objects
from panelwise.tasks.documents._mark import MarkKind
from panelwise.tasks.documents._open_question import OpenQuestion
from panelwise.tasks.documents._page_task import (
    Asked,
    AskPage,
    PageTask,
    ask_boxes,
    ask_dialogue,
    ask_identities,
    ask_names,
    ask_speakers,
    ask_text_order,
    ask_texts,
)
from panelwise.tasks.documents._rating import RatingKind
from panelwise.tasks.documents._spotting import SpottingKind
from panelwise.tasks.documents._structured import written
from panelwise.tasks.documents._transcripts import DialogueKind, NamingKind

__all__ = [
    "CLASSES",
    "GOLD_OF_LINES",
    "AnswerKind",
    "AskPage",
    "Asked",
    "DetectionKind",
    "DialogueKind",
    "Found",
    "Gold",
    "IdentitiesKind",
    "MarkKind",
    "NamingKind",
    "OpenQuestion",
    "PageTask",
    "RatingKind",
    "SpeakersKind",
    "SpottingKind",
    "ask_boxes",
    "ask_dialogue",
    "ask_for_all",
    "ask_identities",
    "ask_names",
    "ask_speakers",
    "ask_text_order",
    "ask_texts",
    "document",
    "find_json",
    "find_objects",
    "gold_document",
    "placed_boxes",
    "written",
]
