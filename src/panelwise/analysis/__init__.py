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
from panelwise.analysis._published import (
    Doubt,
    PublishedCell,
    PublishedRow,
    PublishedTable,
    published_table,
    published_tables,
)
from panelwise.analysis._published_checks import Recomputation, recompute_published
from panelwise.analysis._published_tasks import (
    PublishedChance,
    PublishedFigure,
    PublishedFigures,
    published_for,
    published_tasks,
)
from panelwise.analysis._reading_quality import ReadingQuality, ReadPage, reading_quality
from panelwise.analysis._samples import RunData
from panelwise.analysis._score_file import score_file, score_lines
from panelwise.analysis._summarise import summarise
from panelwise.analysis._summary_types import (
    Breakdown,
    CircularScore,
    Comparison,
    Estimate,
    MetricSummary,
    PairedTest,
    PositionBias,
    TaskSummary,
)

__all__ = [
    "Breakdown",
    "CircularScore",
    "Comparison",
    "Doubt",
    "Estimate",
    "MetricSummary",
    "PairedTest",
    "PositionBias",
    "PublishedCell",
    "PublishedChance",
    "PublishedFigure",
    "PublishedFigures",
    "PublishedRow",
    "PublishedTable",
    "ReadPage",
    "ReadingQuality",
    "Recomputation",
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
    "published_for",
    "published_table",
    "published_tables",
    "published_tasks",
    "reading_quality",
    "recompute_published",
    "score_file",
    "score_lines",
    "sign_flip",
    "summarise",
    "wilson",
]
