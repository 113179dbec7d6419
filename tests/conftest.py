"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A gate must say the same of the same tree twice; everybody else draws new examples each time.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile("gate" if os.environ.get("CI") else "search")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real comics and annotations beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the comics and annotations in {SHARED.name}/ beside the repository")
    return SHARED
