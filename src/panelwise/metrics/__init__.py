"""Pure functions from answers and gold to numbers; no input, no output, no hidden state."""

from panelwise.metrics._choice import (
    CHOICE_METRICS,
    best_constant,
    choice_chance,
    choice_scores,
    invalid_choice_scores,
    label_counts,
)
from panelwise.metrics._detection import Matching, detection_f1, match_boxes
from panelwise.metrics._info import MetricInfo
from panelwise.metrics._ordering import (
    accuracy,
    adjacency,
    exact_match,
    first_right,
    kendall_tau,
    last_right,
    mean_absolute_error,
    ndcg,
    pairwise_accuracy,
    positions,
    spearman,
)
from panelwise.metrics._ordering_chance import ordering_chance
from panelwise.metrics._ordering_scores import (
    ORDERING_METRICS,
    invalid_ordering_scores,
    ordering_scores,
)

__all__ = [
    "CHOICE_METRICS",
    "ORDERING_METRICS",
    "Matching",
    "MetricInfo",
    "accuracy",
    "adjacency",
    "best_constant",
    "choice_chance",
    "choice_scores",
    "detection_f1",
    "exact_match",
    "first_right",
    "invalid_choice_scores",
    "invalid_ordering_scores",
    "kendall_tau",
    "label_counts",
    "last_right",
    "match_boxes",
    "mean_absolute_error",
    "ndcg",
    "ordering_chance",
    "ordering_scores",
    "pairwise_accuracy",
    "positions",
    "spearman",
]
