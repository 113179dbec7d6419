"""Every screen of the registry as a page, shown in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")
pytest.importorskip("fastapi", reason="needs the extra annotate")

from panelwise.annotation.screens import SCREENS

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ROOT / "docs" / "screens"


def test_the_documentation_shows_every_screen():
    files = sorted(SHOWN.glob("*.webp"))
    assert sorted(file.stem for file in files) == sorted(SCREENS.names())
    assert max(file.stat().st_size for file in files) <= 120_000
    words = (ROOT / "docs" / "screens.md").read_text("utf-8")
    assert re.findall(r"\(screens/([\w-]+)\.webp\)", words) == sorted(SCREENS.names())
