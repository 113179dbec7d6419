"""Quality of human work: progress, agreement, reliability of people, items to look at again, pay.

Pure functions of a :class:`panelwise.annotation.State`; docs/annotating.md explains the figures.
"""

from panelwise.annotation.quality._agreement import (
    AgreementFigure,
    Confusion,
    FieldAgreement,
    confusions,
    field_agreements,
)
from panelwise.annotation.quality._answers import AnsweredField, FormOf, answered_fields
from panelwise.annotation.quality._drift import DriftStep, PersonDrift
from panelwise.annotation.quality._items import (
    ItemConcern,
    SeveralOrders,
    StuckStage,
    ValidOrder,
    several_orders,
    stuck_stages,
)
from panelwise.annotation.quality._people import PersonQuality, Share, judgements
from panelwise.annotation.quality._progress import (
    Gate,
    Period,
    StageProgress,
    WorkProgress,
    progress_of,
)
from panelwise.annotation.quality._report import (
    BatchQuality,
    Conclusion,
    QualityReport,
    quality_report,
)
from panelwise.annotation.quality._suspicion import WORDS, Suspected
from panelwise.annotation.quality._time import PersonTime, TimeAndPay, time_and_pay

__all__ = [
    "WORDS",
    "AgreementFigure",
    "AnsweredField",
    "BatchQuality",
    "Conclusion",
    "Confusion",
    "DriftStep",
    "FieldAgreement",
    "FormOf",
    "Gate",
    "ItemConcern",
    "Period",
    "PersonDrift",
    "PersonQuality",
    "PersonTime",
    "QualityReport",
    "SeveralOrders",
    "Share",
    "StageProgress",
    "StuckStage",
    "Suspected",
    "TimeAndPay",
    "ValidOrder",
    "WorkProgress",
    "answered_fields",
    "confusions",
    "field_agreements",
    "judgements",
    "progress_of",
    "quality_report",
    "several_orders",
    "stuck_stages",
    "time_and_pay",
]
