"""What runs say: intervals, chance, position bias, paired tests."""

from panelwise.analysis._compare import compare
from panelwise.analysis._intervals import (
    cluster_bootstrap,
    cluster_bounded,
    cluster_wilson,
    estimate_mean,
    wilson,
)
from panelwise.analysis._paired_tests import (
    holm,
    mcnemar,
    minimal_detectable_difference,
    sign_flip,
)
from panelwise.analysis._reading_quality import ReadingQuality, ReadPage, reading_quality
from panelwise.analysis._samples import RunData
from panelwise.analysis._score_file import score_file, score_lines
from panelwise.analysis._summarise import summarise
from panelwise.analysis._summary_types import (
    Breakdown,
    Comparison,
    Estimate,
    MetricSummary,
    PairedTest,
    PositionBias,
    TaskSummary,
)

__all__ = [
    "Breakdown",
    "Comparison",
    "Estimate",
    "MetricSummary",
    "PairedTest",
    "PositionBias",
    "ReadPage",
    "ReadingQuality",
    "RunData",
    "TaskSummary",
    "cluster_bootstrap",
    "cluster_bounded",
    "cluster_wilson",
    "compare",
    "estimate_mean",
    "holm",
    "mcnemar",
    "minimal_detectable_difference",
    "reading_quality",
    "score_file",
    "score_lines",
    "sign_flip",
    "summarise",
    "wilson",
]
