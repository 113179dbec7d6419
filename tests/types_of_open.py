"""What type checkers make of ``panelwise.open``; ``make lint`` checks it, nothing runs it."""

from __future__ import annotations

from typing import Any, assert_type

import panelwise
from panelwise.comics import Book
from panelwise.evaluation import Run
from panelwise.packs import Pack


def opened() -> None:
    """With a class the type is exact; without one the books of a comic, or anything."""
    assert_type(panelwise.open("strip.cbz", Book), Book)
    assert_type(panelwise.open("pack", panelwise.Pack), Pack)
    assert_type(panelwise.open(["a", "b"], panelwise.Run), tuple[Run, ...])
    assert_type(panelwise.open("comics", direction="rtl"), tuple[Book, ...] | Any)
    assert_type(panelwise.__version__, str)
