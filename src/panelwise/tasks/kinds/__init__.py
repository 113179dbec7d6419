"""The task kinds: how answers are read, written, scored and guessed."""

from panelwise.tasks.kinds._added_metrics import (
    METRICS,
    Metric,
    added_metrics,
    added_scores,
)
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
from panelwise.tasks.kinds._blind import BlindView
from panelwise.tasks.kinds._capabilities import (
    FromPage,
    GuessesByNearness,
    Judgeable,
    KnownBlind,
    OpenAnswer,
    RatedBoxes,
    RatesBoxes,
)
from panelwise.tasks.kinds._frames import BetterFrame, FrameFigures, frame_words
from panelwise.tasks.kinds._guesses import (
    Guesses,
    Rule,
    always,
)
from panelwise.tasks.kinds._kind import Kind
from panelwise.tasks.kinds._lines import AnswerLine, ReadLine
from panelwise.tasks.kinds._presentation import MetricGroup, PartFigures, Presentation
from panelwise.tasks.kinds._registry import KINDS, get_kind, kind_names
from panelwise.tasks.kinds._settings import (
    JudgeSettings,
    ScoringSettings,
    TextSettings,
)
from panelwise.tasks.kinds.choice import written_order
from panelwise.tasks.kinds.dialogue import (
    DialogueSettings,
)
from panelwise.tasks.kinds.documents import (
    BoxSettings,
    GoldBox,
    gold_boxes,
    gold_in_frame,
    marked_texts,
    placed_boxes,
)
from panelwise.tasks.kinds.ordering import (
    OrderingSettings,
)
from panelwise.tasks.kinds.spotting import (
    SpottingSettings,
)

__all__ = [
    "KINDS",
    "METRICS",
    "AnswerLine",
    "BaseKind",
    "BetterFrame",
    "BlindView",
    "BoxSettings",
    "DialogueSettings",
    "FrameFigures",
    "FromPage",
    "GoldBox",
    "Guesses",
    "GuessesByNearness",
    "JudgeSettings",
    "Judgeable",
    "Kind",
    "KnownBlind",
    "Metric",
    "MetricGroup",
    "OpenAnswer",
    "OrderingSettings",
    "PartFigures",
    "Presentation",
    "RatedBoxes",
    "RatesBoxes",
    "ReadLine",
    "Rule",
    "ScoringSettings",
    "SpottingSettings",
    "TextSettings",
    "added_metrics",
    "added_scores",
    "always",
    "drops_unread",
    "frame_words",
    "get_kind",
    "gold_boxes",
    "gold_in_frame",
    "headline_of",
    "imputing_policy",
    "kind_names",
    "marked_texts",
    "outcome_of",
    "placed_boxes",
    "ranking_metric",
    "read_response",
    "score_answer",
    "unread_scores",
    "written_order",
]
