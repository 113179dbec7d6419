"""The files of the work pages: complete, small, and of the report's colours."""

from __future__ import annotations

import re
from pathlib import Path

import panelwise
from panelwise.annotation.app import SCRIPT, STATIC, STYLES, WorkImage, field_markup, static_files

REPORT = Path(panelwise.__file__).parent / "report/static/report.css"
HOSTILE = "\"'><script>alert(1)</script>"


def colours(css):
    """Every variable that is a colour, in the light and the dark scheme."""
    return [re.findall(r"(--[\w-]+): (#\w+)", part) for part in css.split("@media")[:2]]


def test_every_file_that_a_module_imports_is_served():
    files = static_files()
    assert {SCRIPT, *STYLES} <= files.keys()
    for path, media in files.values():
        if media == "text/javascript":
            for name in re.findall(r'from "(\..*?)"', path.read_text("utf-8")):
                assert (path.parent / name).resolve().relative_to(STATIC).as_posix() in files


def test_files_are_short_and_name_no_other_site():
    for name, (path, _) in static_files().items():
        text = path.read_text("utf-8")
        assert text.count("\n") <= 400, name
        assert set(re.findall(r"https?://[\w.]+", text)) <= {"http://www.w3.org"}, name
        assert "innerHTML" not in text


def test_the_colours_are_those_of_the_report():
    for own, reports in zip(
        colours((STATIC / "base.css").read_text("utf-8")),
        colours(REPORT.read_text("utf-8")),
        strict=True,
    ):
        shared = dict(reports)
        assert {name: shared[name] for name, _ in own if name in shared} == {
            name: colour for name, colour in own if name in shared
        }


def test_markup_of_a_field_escapes_what_comes_from_data():
    field = {"type": "text", "name": "x", "label": HOSTILE}
    markup = field_markup(field, [WorkImage("/a", 1, 1, HOSTILE)])
    assert "<script" not in markup
    assert markup.count('"') == 6
