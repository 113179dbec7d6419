"""The reading direction of a book that does not tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image, ImageDraw

from panelwise.comics import Book, ComicImage, Page, encode_png
from panelwise.reading import detect_direction

if TYPE_CHECKING:
    from pathlib import Path


def lettered(columns: bool, glyph: int = 12) -> Page:
    """A white page with blocks of glyphs: close to each other along the line, apart across."""
    pixels = np.full((1200, 840, 3), 255, np.uint8)
    along, across = glyph + 3, 2 * glyph
    for block_y, block_x in ((80, 60), (80, 500), (500, 260), (800, 60)):
        for line in range(4):
            for place in range(8):
                y, x = (place * along, line * across) if columns else (line * across, place * along)
                top, left = block_y + y, block_x + x
                pixels[top : top + glyph, left : left + glyph] = 0
                pixels[top + 3 : top + 6, left + 3 : left + 9] = 255
    image = ComicImage.from_bytes(encode_png(Image.fromarray(pixels)), "page.png")
    return Page("p", 840, 1200, image)


def folder(pattern: str, shared: Path) -> Book:
    images = [ComicImage.from_path(path) for path in sorted((shared / "comics").glob(pattern))]
    assert images
    return Book("b", tuple(Page(str(i), *image.size, image) for i, image in enumerate(images)))


def test_letters_in_columns_mean_right_to_left():
    direction, confidence, reason = detect_direction(Book("b", (lettered(columns=True),) * 3))
    assert (direction, confidence) == ("rtl", 0.95)
    assert reason == "336 of 336 glyphs on 3 pages are in columns, as in Japanese or Chinese print"


def test_letters_in_rows_mean_left_to_right_with_a_doubt_that_stays():
    direction, confidence, reason = detect_direction(Book("b", (lettered(columns=False),) * 3))
    assert (direction, confidence) == ("ltr", 0.6)
    assert "a translated manga would look the same" in reason


def test_what_the_files_give_is_kept():
    page = replace(lettered(columns=False), reading_direction="rtl")
    direction, confidence, reason = detect_direction(Book("b", (page,), direction_known=True))
    assert (direction, confidence) == ("rtl", 1)
    assert "given by" in reason


def test_very_tall_pages_are_a_scroll_and_need_no_pixels():
    pages = (Page("a", 800, 9000), Page("b", 800, 4000), Page("c", 800, 800))
    direction, _, reason = detect_direction(Book("b", pages))
    assert direction == "ttb"
    assert reason == "pages are 5.0 times as tall as wide: a scroll"


def sliced(height: int, seed: int = 0) -> list[Page]:
    """A drawn scroll of 400 by 4,000 pixels, panels and white gutters, cut every ``height``."""
    rng = np.random.default_rng(seed)
    scroll = Image.new("RGB", (400, 4000), "white")
    draw = ImageDraw.Draw(scroll)
    for top in range(40, 4000, 480):
        draw.rectangle((0, top, 399, top + 400), tuple(rng.integers(90, 230, 3)), "black", 4)
        for _ in range(25):
            x, y = rng.integers(0, 360), rng.integers(top, top + 330)
            draw.ellipse((x, y, x + 60, y + 120), tuple(rng.integers(0, 255, 3)), "black")
    tops = range(0, 4000, height)
    cuts = [scroll.crop((0, top, 400, min(top + height, 4000))) for top in tops]
    images = [ComicImage.from_bytes(encode_png(cut), "cut.png") for cut in cuts]
    return [Page(str(k), *image.size, image) for k, image in enumerate(images)]


def test_a_scroll_cut_into_pages_is_known_by_its_art_across_the_cuts():
    pages = sliced(580)
    direction, confidence, reason = detect_direction(Book("b", tuple(pages)))
    assert (direction, confidence) == ("ttb", 0.9)
    assert "a scroll in slices" in reason
    cover = encode_png(Image.new("RGB", (300, 200)))
    title = Page("title", 300, 200, ComicImage.from_bytes(cover, "title.png"))
    with_title = Book("b", (title, *pages, *sliced(580, seed=1)))
    assert detect_direction(with_title)[0] == "ttb"


def test_pages_of_one_width_whose_art_ends_with_them_are_no_scroll():
    pages = sliced(580)
    for order in (pages[::-1], pages[::2] + pages[1::2]):
        assert detect_direction(Book("b", tuple(order)))[0] == "ltr"
    framed = [lettered(columns=True) for _ in range(5)]  # white edges: blank, and all alike
    assert detect_direction(Book("b", tuple(framed)))[0] == "rtl"


def test_many_tall_pages_of_one_width_are_a_scroll_in_slices():
    pages = tuple(Page(str(k), 800, 1800) for k in range(5))
    direction, _, reason = detect_direction(Book("b", pages))
    assert direction == "ttb"
    assert reason == "pages of one width, 2.2 times as tall as wide: a scroll in slices"
    assert detect_direction(Book("b", pages[:2]))[0] == "ltr"


@pytest.mark.parametrize(
    ("book", "reason"),
    [
        (Book("b", ()), "no pages"),
        (Book("b", (), direction_known=True), "no pages"),
        (Book("b", (Page("a", 800, 1200),)), "no page has an image"),
    ],
)
def test_without_evidence_the_default_is_said_to_be_one(book, reason):
    direction, confidence, words = detect_direction(book)
    assert (direction, confidence) == ("ltr", 0)
    assert reason in words
    assert "only the default" in words


def test_a_page_without_lettering_is_no_evidence():
    blank = encode_png(Image.new("RGB", (400, 600), "white"))
    page = Page("a", 400, 600, ComicImage.from_bytes(blank, "a.png"))
    direction, confidence, reason = detect_direction(Book("b", (page,)))
    assert (direction, confidence) == ("ltr", 0.1)
    assert "too little lettering" in reason


@pytest.mark.shared
@pytest.mark.parametrize(
    ("pattern", "expected", "sure"),
    [
        ("openmantra/images/tojime_no_siora/ja/*", "rtl", True),
        ("openmantra/images/balloon_dream/ja/*", "rtl", True),
        ("openmantra/images/tencho_isoro/ja/*", "rtl", True),
        ("craphound/images/*", "ltr", False),
        ("peppercarrot-ep03/pages-en/*", "ltr", False),
        ("peppercarrot-ep03/pages-fr/*", "ltr", False),
        ("peppercarrot-ep03/pages-ja/*", "ltr", False),
        ("torinome/images/*", "ttb", True),
    ],
)
def test_real_books(pattern, expected, sure, shared):
    direction, confidence, _ = detect_direction(folder(pattern, shared))
    assert direction == expected
    assert confidence >= 0.9 if sure else confidence <= 0.6
