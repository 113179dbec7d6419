"""Finding text, covering it, and reading what is left."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from panelwise.comics import ComicImage, Page, Panel, Text, encode_png
from panelwise.errors import MissingExtraError, UnavailableError
from panelwise.geometry import Box
from panelwise.reading import (
    MaskedPanel,
    find_letters,
    find_text,
    find_text_boxes,
    mask_panel,
    residual_characters,
    text_boxes_of,
    with_found_texts,
)
from panelwise_press import BookPlan, print_book

WORDS = Box(80, 100, 330, 140)
PANEL = Panel(Box(20, 20, 400, 280))


def panel_picture():
    picture = Image.new("RGB", (420, 300), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((20, 20, 399, 279), outline="black", width=3)
    draw.text((82, 100), "WHERE ARE YOU?", fill="black", font_size=30)
    return picture


def page_of(picture, texts=None):
    image = ComicImage.from_bytes(encode_png(picture), "page.png")
    return Page("p", *picture.size, image, panels=(PANEL,), texts=texts)


@pytest.fixture
def ocr():
    pytest.importorskip("rapidocr", reason="needs the extra 'ocr'")
    pytest.importorskip("onnxruntime", reason="needs the extra 'ocr'")


def covered(box, found):
    """Share of a box that any of the others covers."""
    seen = np.zeros((2000, 2000), bool)
    for other in found:
        x0, y0, x1, y1 = other.rounded()
        seen[max(0, y0) : y1, max(0, x0) : x1] = True
    x0, y0, x1, y1 = box.rounded()
    return seen[y0:y1, x0:x1].mean()


def test_letters_are_found_without_weights_and_lines_of_a_drawing_are_not():
    picture = panel_picture()
    (found,) = find_letters(np.asarray(picture))
    assert found.iou(Box(82, 105, 325, 132)) > 0.7
    drawing = Image.new("RGB", (300, 300), "white")
    draw = ImageDraw.Draw(drawing)
    draw.ellipse((60, 60, 240, 240), outline="black", width=3)
    for x in (110, 170):
        draw.ellipse((x, 120, x + 18, 140), fill="black")
    draw.arc((110, 150, 190, 200), 10, 170, fill="black", width=3)
    assert find_letters(np.asarray(drawing)) == ()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_balloons_of_a_printed_page_are_found_without_weights(language):
    book = print_book(BookPlan(208, style="clean", chapters=1, language=language), "b")
    page = book.pages[0]
    spoken = [text.box for text in page.texts if text.kind == "dialogue"]
    found = find_letters(page.image.pixels())
    assert spoken
    assert all(covered(box, found) > 0.6 for box in spoken)


def test_the_pages_own_texts_are_what_is_covered():
    inside, outside = Text(WORDS, {"en": "WHERE"}), Text(Box(405, 0, 418, 15))
    page = page_of(panel_picture(), (inside, outside))
    assert text_boxes_of(page, PANEL) == (WORDS,)
    masked = mask_panel(page, PANEL, verify=False)
    assert masked.pixels.shape == (260, 380, 3)
    assert (masked.pixels[80:120, 60:310] == 255).all()
    assert masked.covered == pytest.approx(256 * 46 / (260 * 380))
    assert masked.residual is None
    assert masked.for_a_person


@pytest.mark.parametrize(
    ("residual", "covered", "flagged"),
    [(0, 0.1, False), (2, 0.4, False), (3, 0.1, True), (0, 0.5, True), (None, 0.1, True)],
)
def test_what_is_legible_or_mostly_covered_or_unchecked_is_for_a_person(residual, covered, flagged):
    pixels = np.zeros((1, 1, 3), np.uint8)
    assert MaskedPanel(pixels, (), covered, residual).for_a_person is flagged


def test_a_page_without_pixels_is_named():
    page = replace(page_of(panel_picture()), image=None)
    for ask in (lambda: text_boxes_of(page, PANEL), lambda: with_found_texts(page)):
        with pytest.raises(UnavailableError, match="page p has no image"):
            ask()


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    from panelwise.reading import _text_boxes

    monkeypatch.setattr(_text_boxes, "_engine", _text_boxes._engine.__wrapped__)
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    with pytest.raises(MissingExtraError, match=r"\[ocr\]'"):
        find_text(np.asarray(panel_picture()))


@pytest.mark.extra
@pytest.mark.usefixtures("ocr")
def test_ocr_reads_a_line_and_nothing_after_it_was_covered():
    page = page_of(panel_picture())
    pixels = page.image.pixels()
    (text,) = find_text(pixels)
    assert text.content.replace(" ", "") == "WHEREAREYOU?"
    assert text.box.iou(WORDS) > 0.6
    assert text.confidence > 0.9
    assert find_text(pixels) == (text,)
    assert residual_characters(pixels) == 11
    masked = mask_panel(page, PANEL)
    assert masked.residual == 0
    assert not masked.for_a_person
    assert with_found_texts(page).texts[0] == text


@pytest.mark.extra
@pytest.mark.usefixtures("ocr")
def test_vertical_japanese_is_read():
    book = print_book(BookPlan(208, style="clean", layout="rtl", chapters=1, language="ja"), "b")
    page = book.pages[0]
    spoken = next(text for text in page.texts if text.kind == "dialogue")
    x0, y0, x1, y1 = (round(edge) for edge in spoken.box)
    read = find_text(page.image.pixels()[y0 - 30 : y1 + 30, x0 - 30 : x1 + 30])
    assert {text.content[0] for text in read} & set(spoken.contents["ja"])


@pytest.mark.extra
@pytest.mark.usefixtures("ocr")
def test_a_long_strip_is_read_in_windows_each_line_once():
    strip = np.full((2700, 420, 3), 255, np.uint8)
    tops = [0, 1010, 1330, 2400]
    for top in tops:
        strip[top : top + 300] = np.asarray(panel_picture())
    lines = find_text(strip)
    centers = [line.box.center[1] for line in lines]
    assert centers == pytest.approx([top + 120 for top in tops], abs=8)


def test_nothing_is_found_on_next_to_nothing():
    assert find_text(np.zeros((4, 300, 3), np.uint8)) == ()
    assert find_letters(np.zeros((4, 300, 3), np.uint8)) == ()
    assert find_text_boxes(np.zeros((4, 4, 3), np.uint8)) == ()
