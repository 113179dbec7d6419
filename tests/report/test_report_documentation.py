"""The page about the files of a report names the columns that its tables have."""

import re
from pathlib import Path

import pytest

from panelwise.report._details import BREAKDOWN_COLUMNS, PRINTED_COLUMNS
from panelwise.report._tables import AVERAGE_COLUMNS, COMPARISON_COLUMNS
from panelwise.report._write import TABLES, write_report_files
from panelwise.tasks import OUTCOMES

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "report-files.md").read_text(encoding="utf-8")


def columns_of(section):
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"`(\w+)`", text.strip().split("\n\n")[-1])


@pytest.mark.parametrize(
    ("section", "columns"),
    [
        ("comparison.csv", COMPARISON_COLUMNS),
        ("averages.csv", AVERAGE_COLUMNS),
        ("breakdowns.csv", BREAKDOWN_COLUMNS),
        ("published.csv", PRINTED_COLUMNS),
    ],
)
def test_columns_are_named_in_their_order(section, columns):
    assert columns_of(section) == list(columns)


def test_every_table_is_named():
    assert all(f"`{name}`" in PAGE for name in TABLES)


def test_the_headline_columns_are_named_in_their_order(make, tmp_path):
    report = make.world(tmp_path / "images", 4, 1)
    write_report_files(report.runs, report.comparison, tmp_path / "out")
    text = (tmp_path / "out" / "headline.csv").read_text(encoding="utf-8-sig")
    section = PAGE.split("\n## headline.csv\n")[1].split("\n## ")[0].split("\n\n")[-1]
    named = re.findall(r"`(\w+)`", section)
    assert text.splitlines()[0].split(",") == [*named, *OUTCOMES]
