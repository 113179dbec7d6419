"""Fixtures: three small books of the press, drawn once, and packs of every task, built once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import panelwise
from panelwise.comics import Book
from panelwise.packs import Pack
from panelwise.workers import LocalEngine
from panelwise_press import BookPlan, book_plans, press

PLANS = (
    BookPlan(68, "clean", "western", "en", 5, scale=0.3),
    BookPlan(25, "manga", "rtl", "ja", 2, scale=0.3),
    BookPlan(20, "flat", "spread", "en", 2, silent=True, scale=0.3),
)


def print_small(folder: Path, books: int = 1, **options: Any) -> tuple[Book, ...]:
    """``print_comics`` at half the size, which takes a third of the time."""
    plans = [replace(plan, scale=0.5) for plan in book_plans(books, **options)]
    return press(plans, folder)


@pytest.fixture(scope="session")
def press_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A western book, a Japanese one, and one without a word."""
    folder = tmp_path_factory.mktemp("press") / "books"
    press(PLANS, folder, engine=LocalEngine(2))
    return folder


@pytest.fixture(scope="session")
def press_books(press_folder: Path) -> tuple[Book, ...]:
    return tuple(panelwise.open(press_folder))


@pytest.fixture(scope="session")
def pack_of(press_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Pack]:
    """``pack_of(task, **options)``: a pack that no test may change."""
    made: dict[str, Pack] = {}

    def pack(task: str, **options) -> Pack:
        key = f"{task} {sorted(options.items())}"
        if key not in made:
            out = tmp_path_factory.mktemp("packs") / "pack"
            made[key] = panelwise.build(task, press_folder, out=out, **options)
        return made[key]

    return pack
