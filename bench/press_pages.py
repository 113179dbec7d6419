"""What a page of the press costs: one process, by style and layout, beside the printing of nothing.

Run: ``python bench/press_pages.py``. The physical limit shown is the encoding of the same pixels as
PNG, which no printer can leave out.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from PIL import Image

from panelwise.comics import encode_png
from panelwise_press import BookPlan, Language, print_book

LOOKS: tuple[tuple[str, str, Language], ...] = (
    ("clean", "western", "en"),
    ("manga", "rtl", "ja"),
    ("flat", "scroll", "fr"),
    ("ink", "four_panel", "es"),
    ("halftone", "bd", "zh"),
    ("manga", "spread", "ja"),
    ("clean", "strip", "en"),
)


def main(shared: Path | None = None) -> None:
    """Print one line for each look."""
    print_book(BookPlan(1, chapters=1), "warm-up")
    print("| style, layout, language | pages | megapixels | s a page | of it PNG | KB a page |")
    print("|---|---|---|---|---|---|")
    for style, layout, language in LOOKS:
        start = time.process_time()
        book = print_book(BookPlan(4, style, layout, language, 5), "b")
        cost = (time.process_time() - start) / len(book.pages)
        images = [page.image for page in book.pages if page.image is not None]
        encoding = []
        for image in images:
            picture = Image.fromarray(image.pixels())
            begin = time.process_time()
            encode_png(picture)
            encoding.append(time.process_time() - begin)
        pixels = statistics.mean(page.width * page.height / 1e6 for page in book.pages)
        size = statistics.mean(len(image.read()) for image in images) / 1000
        print(
            f"| {style}, {layout}, {language} | {len(images)} | {pixels:.2f} | {cost:.2f} |"
            f" {statistics.mean(encoding) / cost:.0%} | {size:.0f} |"
        )


if __name__ == "__main__":
    main()
