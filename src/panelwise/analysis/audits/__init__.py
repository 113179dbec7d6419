"""Checks of the papers' printed figures against each other."""

from panelwise.analysis.audits._audit import (
    audit_papers,
)
from panelwise.analysis.audits._check import (
    AuditFinding,
)
from panelwise.analysis.audits._counts import (
    Attainment,
    always_attainable,
    attainment,
    counts_that_fit,
)
from panelwise.analysis.audits._results import (
    ColumnAudit,
    MeanAudit,
    ResultTable,
    audit_mean,
    audit_shares,
    parse_results,
    read_results,
)

__all__ = [
    "Attainment",
    "AuditFinding",
    "ColumnAudit",
    "MeanAudit",
    "ResultTable",
    "always_attainable",
    "attainment",
    "audit_mean",
    "audit_papers",
    "audit_shares",
    "counts_that_fit",
    "parse_results",
    "read_results",
]
