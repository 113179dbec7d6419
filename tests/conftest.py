"""Fixtures shared by all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real comics and annotations beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the comics and annotations in {SHARED.name}/ beside the repository")
    return SHARED
