"""What runs say: intervals, chance, position bias, paired tests."""

from panelwise.analysis._audit import audit_papers
from panelwise.analysis._audit_check import AuditFinding
from panelwise.analysis._audit_counts import (
    Attainment,
    always_attainable,
    attainment,
    counts_that_fit,
)
from panelwise.analysis._audit_results import (
    ColumnAudit,
    MeanAudit,
    ResultTable,
    audit_mean,
    audit_shares,
    parse_results,
    read_results,
)
from panelwise.analysis._compare import compare
from panelwise.analysis._intervals import (
    cluster_bootstrap,
    cluster_bounded,
    cluster_wilson,
    estimate_mean,
    wilson,
)
from panelwise.analysis._judging import JudgedAgainstPeople, judged_against_people
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
    "Attainment",
    "AuditFinding",
    "Breakdown",
    "CircularScore",
    "ColumnAudit",
    "Comparison",
    "Doubt",
    "Estimate",
    "JudgedAgainstPeople",
    "MeanAudit",
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
    "ResultTable",
    "RunData",
    "TaskSummary",
    "always_attainable",
    "attainment",
    "audit_mean",
    "audit_papers",
    "audit_shares",
    "cluster_bootstrap",
    "cluster_bounded",
    "cluster_wilson",
    "compare",
    "counts_that_fit",
    "estimate_mean",
    "holm",
    "judged_against_people",
    "mcnemar",
    "minimal_detectable_difference",
    "parse_results",
    "published_for",
    "published_table",
    "published_tables",
    "published_tasks",
    "read_results",
    "reading_quality",
    "recompute_published",
    "score_file",
    "score_lines",
    "sign_flip",
    "summarise",
    "wilson",
]
