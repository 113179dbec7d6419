"""Static reports: a folder of pages, tables and samples that opens offline."""

from panelwise.report._changes import CHANGES_PAGE
from panelwise.report._gallery import right_answer, write_gallery
from panelwise.report._leaderboard import write_leaderboard
from panelwise.report._paper_table import (
    cell_notes,
    layout_headings,
    layout_rows,
    measured_table,
    paired_lines,
    table_heading,
    write_paper_table,
)
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._screening_card import screening_card
from panelwise.report._write import write_report, write_report_files

__all__ = [
    "CHANGES_PAGE",
    "ItemKey",
    "ReportRun",
    "cell_notes",
    "layout_headings",
    "layout_rows",
    "measured_table",
    "paired_lines",
    "right_answer",
    "screening_card",
    "table_heading",
    "write_gallery",
    "write_leaderboard",
    "write_paper_table",
    "write_report",
    "write_report_files",
]
