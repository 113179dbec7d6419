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
from panelwise.analysis._averages import averages
from panelwise.analysis._compare import compare
from panelwise.analysis._detection_precision import detection_precision
from panelwise.analysis._draft_marks import MarksSummary, TwoRaters, summarise_marks
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
from panelwise.analysis._score_file import FileScores, all_scores, score_file, score_lines
from panelwise.analysis._screening import OffenceClass, ScreeningSummary, summarise_screening
from panelwise.analysis._selection import ChosenBook, choose_books
from panelwise.analysis._summarise import summarise
from panelwise.analysis._summary_types import (
    SIGNIFICANT,
    Average,
    Breakdown,
    CircularScore,
    Column,
    Comparison,
    DetectionPrecision,
    Estimate,
    MetricSummary,
    PairedTest,
    PositionBias,
    TaskSummary,
)

__all__ = [
    "SIGNIFICANT",
    "Attainment",
    "AuditFinding",
    "Average",
    "Breakdown",
    "ChosenBook",
    "CircularScore",
    "Column",
    "ColumnAudit",
    "Comparison",
    "DetectionPrecision",
    "Doubt",
    "Estimate",
    "FileScores",
    "JudgedAgainstPeople",
    "MarksSummary",
    "MeanAudit",
    "MetricSummary",
    "OffenceClass",
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
    "ScreeningSummary",
    "TaskSummary",
    "TwoRaters",
    "all_scores",
    "always_attainable",
    "attainment",
    "audit_mean",
    "audit_papers",
    "audit_shares",
    "averages",
    "choose_books",
    "cluster_bootstrap",
    "cluster_bounded",
    "cluster_wilson",
    "compare",
    "counts_that_fit",
    "detection_precision",
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
    "summarise_marks",
    "summarise_screening",
    "wilson",
]
