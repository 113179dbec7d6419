"""What ``import panelwise`` offers is pinned: people build on it."""

from __future__ import annotations

import subprocess
import sys

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
    "TaskSummary",
    "Text",
    "UnavailableError",
    "UserError",
    "build",
    "compare",
    "evaluate",
    "evaluate_async",
    "judge_run",
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
    assert dir(panelwise) == sorted(NAMES)


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
