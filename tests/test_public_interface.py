"""What ``import panelwise`` offers is pinned: people build on it."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import panelwise

NAMES = [
    "PAPER",
    "RECOMMENDED",
    "Book",
    "Box",
    "Comparison",
    "Estimate",
    "Item",
    "Order",
    "Pack",
    "Page",
    "Panel",
    "PanelwiseError",
    "Profile",
    "Result",
    "Run",
    "Score",
    "Task",
    "TaskSummary",
    "Text",
    "UnavailableError",
    "UserError",
    "build",
    "compare",
    "evaluate",
    "evaluate_async",
    "get_task",
    "judge_run",
    "list_tasks",
    "open",
    "order_panels",
    "order_texts",
    "print_comics",
    "read",
    "rehydrate",
    "rescore",
    "score_file",
    "summarise",
    "transcribe",
    "write_report",
]


def test_the_names_are_these():
    assert sorted(panelwise.__all__) == sorted(NAMES)
    assert dir(panelwise) == sorted([*NAMES, "__version__"])


def test_the_stub_that_type_checkers_read_lists_them_once_each():
    stub = ast.parse(Path(panelwise.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    listed = [
        alias.asname
        for line in stub.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
        if alias.asname == alias.name  # the form that says "re-exported"
    ]
    assert sorted(listed) == sorted(NAMES)


def test_the_version_is_that_of_the_distribution():
    assert panelwise.__version__ == version("panelwise")


@pytest.mark.parametrize("name", NAMES)
def test_every_name_resolves_and_says_what_it_is(name):
    assert (getattr(panelwise, name).__doc__ or "").strip()


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="frobnicate"):
        _ = panelwise.frobnicate


def test_importing_costs_nothing():
    heavy = ["numpy", "cv2", "pyarrow", "scipy", "pydantic", "aiohttp", "rich", "PIL", "typer"]
    code = f"import sys, panelwise; print(sorted(set({heavy}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
