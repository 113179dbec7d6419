"""How far people agree, what their votes say, and how reliable each of them is.

docs/agreement.md explains every figure.
"""

from panelwise.metrics.agreement._coefficients import (
    Agreement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    percentage_agreement,
)
from panelwise.metrics.agreement._distance_alpha import distance_alpha
from panelwise.metrics.agreement._distances import (
    box_distance,
    box_f1_distance,
    grouping_distance,
    link_distance,
    order_distance,
    set_distance,
    text_distance,
)
from panelwise.metrics.agreement._intervals import (
    COEFFICIENTS,
    AgreementInterval,
    Coefficient,
    agreement_interval,
    distance_interval,
    rating_counts,
)
from panelwise.metrics.agreement._ratings import RatingComparison, compare_ratings
from panelwise.metrics.agreement._reliability import (
    WorkerAccuracy,
    WorkerAnswer,
    WorkerModel,
    dawid_skene,
    gold_accuracy,
)
from panelwise.metrics.agreement._unreliable import (
    Suspicion,
    WorkerFinding,
    find_careless,
    find_colluding,
    find_hurried,
    find_tiring,
    find_uneven,
    review_workers,
)
from panelwise.metrics.agreement._votes import (
    SupportedOrder,
    VoteCount,
    common_precedences,
    count_votes,
    supported_orders,
)

__all__ = [
    "COEFFICIENTS",
    "Agreement",
    "AgreementInterval",
    "Coefficient",
    "RatingComparison",
    "SupportedOrder",
    "Suspicion",
    "VoteCount",
    "WorkerAccuracy",
    "WorkerAnswer",
    "WorkerFinding",
    "WorkerModel",
    "agreement_interval",
    "box_distance",
    "box_f1_distance",
    "cohen_kappa",
    "common_precedences",
    "compare_ratings",
    "count_votes",
    "dawid_skene",
    "distance_alpha",
    "distance_interval",
    "find_careless",
    "find_colluding",
    "find_hurried",
    "find_tiring",
    "find_uneven",
    "fleiss_kappa",
    "gold_accuracy",
    "grouping_distance",
    "krippendorff_alpha",
    "link_distance",
    "order_distance",
    "percentage_agreement",
    "rating_counts",
    "review_workers",
    "set_distance",
    "supported_orders",
    "text_distance",
]
