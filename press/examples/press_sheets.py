"""Draw the contact sheets of docs/: one page of every style, and one of every layout.

Run: ``python press/examples/press_sheets.py``.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from panelwise.comics import Page
from panelwise_press import BookPlan, print_book

DOCS = Path(__file__).resolve().parents[2] / "docs"
STYLES = (
    BookPlan(21, "clean", "western", "en", 1, ("forgotten-lunch",)),
    BookPlan(22, "manga", "rtl", "ja", 1, ("treasure",)),
    BookPlan(23, "flat", "western", "fr", 1, ("kite",)),
    BookPlan(24, "ink", "western", "es", 1, ("experiment",)),
    BookPlan(25, "halftone", "western", "zh", 1, ("parcel",)),
)
LAYOUTS = (
    BookPlan(31, "clean", "western", "en", 1, ("blot",)),
    BookPlan(32, "manga", "rtl", "ja", 1, ("surprise",)),
    BookPlan(33, "manga", "spread", "ja", 1, ("lost-toy",)),
    BookPlan(34, "ink", "four_panel", "ja", 1, ("sandcastle",)),
    BookPlan(35, "flat", "strip", "es", 1, ("greedy-gull",)),
    BookPlan(36, "clean", "bd", "fr", 1, ("lost-toy",)),
    BookPlan(37, "clean", "scroll", "zh", 1, ("leak",)),
)


def sheet(plans: Sequence[BookPlan], height: int) -> Image.Image:
    """The first page of each book side by side."""
    pages = [_small(print_book(plan, "sheet").pages[0], height) for plan in plans]
    width = sum(page.width + 16 for page in pages) + 16
    board = Image.new("RGB", (width, height + 32), "#8a93a0")
    x = 16
    for page in pages:
        board.paste(page, (x, 16))
        x += page.width + 16
    return board


def _small(page: Page, height: int) -> Image.Image:
    assert page.image is not None
    picture = Image.open(io.BytesIO(page.image.read())).convert("RGB")
    width = min(round(picture.width * height / picture.height), round(height * 1.9))
    return picture.resize((width, round(picture.height * width / picture.width)), Image.LANCZOS)


def main() -> None:
    """Write the sheets."""
    sheet(STYLES, 620).save(DOCS / "press.jpg", quality=82, optimize=True)
    sheet(LAYOUTS, 560).save(DOCS / "press-layouts.jpg", quality=82, optimize=True)


if __name__ == "__main__":
    main()
