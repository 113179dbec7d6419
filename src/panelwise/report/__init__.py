"""Static reports: a folder of pages, tables and samples that opens offline."""

from panelwise.report._gallery import right_answer, write_gallery
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._screening_card import screening_card
from panelwise.report._write import write_report, write_report_files

__all__ = [
    "ItemKey",
    "ReportRun",
    "right_answer",
    "screening_card",
    "write_gallery",
    "write_report",
    "write_report_files",
]
