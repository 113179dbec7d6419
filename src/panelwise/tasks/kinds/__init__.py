"""The task kinds: how answers are read, written, scored and guessed."""

from panelwise.tasks.kinds._answers import (
    drops_unread,
    headline_of,
    imputing_policy,
    outcome_of,
    ranking_metric,
    read_response,
    score_answer,
    unread_scores,
)
from panelwise.tasks.kinds._base import BaseKind
from panelwise.tasks.kinds._capabilities import FromPage, GuessesByNearness, Judgeable, OpenAnswer
from panelwise.tasks.kinds._gold_lines import (
    GOLD_OF_LINES,
    Gold,
    ask_for_all,
    ask_for_given,
    gold_document,
)
from panelwise.tasks.kinds._guesses import (
    Guesses,
)
from panelwise.tasks.kinds._kind import Kind
from panelwise.tasks.kinds._registry import get_kind, kind_names
from panelwise.tasks.kinds._structured import (
    written,
)
from panelwise.tasks.kinds.answer import (
    AnswerKind,
)
from panelwise.tasks.kinds.documents import (
    CLASSES,
    FRAME_FIGURES,
    LEAST_IOU,
    placed_boxes,
)
from panelwise.tasks.kinds.reading_order import (
    ReadingOrderKind,
)
from panelwise.tasks.kinds.spotting import (
    SpottingKind,
)
from panelwise.tasks.kinds.structure import (
    PlacedStructure,
)

__all__ = [
    "CLASSES",
    "FRAME_FIGURES",
    "GOLD_OF_LINES",
    "LEAST_IOU",
    "AnswerKind",
    "BaseKind",
    "FromPage",
    "Gold",
    "Guesses",
    "GuessesByNearness",
    "Judgeable",
    "Kind",
    "OpenAnswer",
    "PlacedStructure",
    "ReadingOrderKind",
    "SpottingKind",
    "ask_for_all",
    "ask_for_given",
    "drops_unread",
    "get_kind",
    "gold_document",
    "headline_of",
    "imputing_policy",
    "kind_names",
    "outcome_of",
    "placed_boxes",
    "ranking_metric",
    "read_response",
    "score_answer",
    "unread_scores",
    "written",
]
