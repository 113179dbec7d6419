"""The examples of the README and of ``docs/`` run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "press" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_CODE = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]


NEEDS_EXTRA = {"accounts.md": "sqlalchemy"}  # what the code of a page imports
PAGES_WITH_CODE = [
    pytest.param(page, marks=pytest.mark.extra) if page.name in NEEDS_EXTRA else page
    for page in WITH_CODE
]


@pytest.mark.parametrize("page", PAGES_WITH_CODE, ids=lambda page: page.name)
def test_python_examples_run_in_order(page, tmp_path, monkeypatch):
    if module := NEEDS_EXTRA.get(page.name):
        pytest.importorskip(module, reason=f"the code needs {module}, which an extra brings")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, page.name, "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (page.parent / target).exists(), target


def test_files_that_the_design_names_exist():
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([\w./]+\.py)`", text) if name != "_name.py"]
    roots = [ROOT, ROOT / "src/panelwise"]
    missing = [name for name in named if not any((root / name).exists() for root in roots)]
    assert len(named) > 10
    assert not missing, missing
