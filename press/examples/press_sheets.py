"""Draw the contact sheets of docs/: a page of every style and layout, two worlds of every tier.

Run: ``python press/examples/press_sheets.py``.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from panelwise.comics import Book, Page
from panelwise_press import BookPlan, get_suite, print_book
from panelwise_press.worlds import print_family

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

# Families of press-v2 with a question of each tier, and the words by which it is found.
TIERS = (
    ("press-v2-036", "What does the person who was in the shop do at home"),
    ("press-v2-064", "What does the child do who brings a lunch box"),
    ("press-v2-037", "What does the child do who puts on the sheet with the star"),
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


def tiers(width: int) -> Image.Image:
    """A row for each tier: two worlds of one family, with different answers to its question."""
    entries = {entry.id: entry for entry in get_suite("press-v2").entries}
    rows = []
    for name, question in TIERS:
        books = print_family(entries[name].plan, name)
        answers = [_answer(book, question) for book in books]
        other = next(k for k, answer in enumerate(answers) if answer != answers[0])
        rows.append([_stacked(books[k], width // 2 - 24) for k in (0, other)])
        print(f"{name}: {question} … {answers[0]} {answers[other]}")
    heights = [max(world.height for world in row) for row in rows]
    board = Image.new("RGB", (width, sum(heights) + 16 * (len(rows) + 1)), "#8a93a0")
    y = 16
    for row, height in zip(rows, heights, strict=True):
        for side, world in enumerate(row):
            board.paste(world, (16 + side * width // 2, y))
        y += height + 16
    return board


def _answer(book: Book, words: str) -> str:
    [asked] = [one for one in book.stories[0].questions if one.question.startswith(words)]
    return asked.answer


def _stacked(book: Book, width: int) -> Image.Image:
    """The pages of a book, one below the other."""
    pages = [Image.open(io.BytesIO(page.image.read())) for page in book.pages if page.image]
    high = [round(page.height * width / page.width) for page in pages]
    board, y = Image.new("RGB", (width, sum(high)), "white"), 0
    for page, height in zip(pages, high, strict=True):
        board.paste(page.convert("RGB").resize((width, height), Image.LANCZOS), (0, y))
        y += height
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
    tiers(1200).save(DOCS / "press-tiers.jpg", quality=80, optimize=True)


if __name__ == "__main__":
    main()
