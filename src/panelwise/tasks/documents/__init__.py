"""The kinds whose answers are read off a page: texts, boxes, links, groups, names, lines."""

from panelwise.tasks.documents._answer import AnswerKind
from panelwise.tasks.documents._detection import CLASSES, DetectionKind
from panelwise.tasks.documents._kind import document
from panelwise.tasks.documents._links import IdentitiesKind, SpeakersKind
from panelwise.tasks.documents._lists import Found, find_json, find_objects
from panelwise.tasks.documents._mark import MarkKind
from panelwise.tasks.documents._spotting import SpottingKind
from panelwise.tasks.documents._transcripts import DialogueKind, NamingKind

__all__ = [
    "CLASSES",
    "AnswerKind",
    "DetectionKind",
    "DialogueKind",
    "Found",
    "IdentitiesKind",
    "MarkKind",
    "NamingKind",
    "SpeakersKind",
    "SpottingKind",
    "document",
    "find_json",
    "find_objects",
]
