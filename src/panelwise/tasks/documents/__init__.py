"""The kinds whose answers are read off a page: texts, boxes, links, groups, names, lines."""

from panelwise.tasks.documents._answer import AnswerKind
from panelwise.tasks.documents._boxes import LEAST_IOU, placed_boxes
from panelwise.tasks.documents._detection import CLASSES, DetectionKind
from panelwise.tasks.documents._frames import FRAME_FIGURES, FrameFigures
from panelwise.tasks.documents._gold_lines import (
    GOLD_OF_LINES,
    Gold,
    ask_for_all,
    ask_for_given,
    gold_document,
)
from panelwise.tasks.documents._identities import IdentitiesKind
from panelwise.tasks.documents._kind import document
from panelwise.tasks.documents._links import SpeakersKind
from panelwise.tasks.documents._lists import Found, find_json, find_objects
from panelwise.tasks.documents._mark import MarkKind
from panelwise.tasks.documents._open_question import OpenQuestion
from panelwise.tasks.documents._page_identities import ask_chapter_identities, ask_identities
from panelwise.tasks.documents._page_structure import ask_found_order, ask_structure
from panelwise.tasks.documents._page_task import (
    Asked,
    AskPage,
    ChapterTask,
    PageTask,
    ask_boxes,
    ask_dialogue,
    ask_names,
    ask_speakers,
    ask_text_order,
    ask_texts,
)
from panelwise.tasks.documents._rating import RatingKind
from panelwise.tasks.documents._reading_order import ReadingOrderKind
from panelwise.tasks.documents._spotting import SpottingKind
from panelwise.tasks.documents._structure import PlacedStructure, StructureKind
from panelwise.tasks.documents._structured import written
from panelwise.tasks.documents._transcripts import DialogueKind, NamingKind

__all__ = [
    "CLASSES",
    "FRAME_FIGURES",
    "GOLD_OF_LINES",
    "LEAST_IOU",
    "AnswerKind",
    "AskPage",
    "Asked",
    "ChapterTask",
    "DetectionKind",
    "DialogueKind",
    "Found",
    "FrameFigures",
    "Gold",
    "IdentitiesKind",
    "MarkKind",
    "NamingKind",
    "OpenQuestion",
    "PageTask",
    "PlacedStructure",
    "RatingKind",
    "ReadingOrderKind",
    "SpeakersKind",
    "SpottingKind",
    "StructureKind",
    "ask_boxes",
    "ask_chapter_identities",
    "ask_dialogue",
    "ask_for_all",
    "ask_for_given",
    "ask_found_order",
    "ask_identities",
    "ask_names",
    "ask_speakers",
    "ask_structure",
    "ask_text_order",
    "ask_texts",
    "document",
    "find_json",
    "find_objects",
    "gold_document",
    "placed_boxes",
    "written",
]
