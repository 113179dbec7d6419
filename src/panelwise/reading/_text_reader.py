"""The first text reader: OCR's lines, grouped to texts, each in its panel, in reading order.

It reads the words and does not say who speaks. Measured by ``bench/text_reading.py``.
Pages are read at their size: OpenMantra's (830 × 1170) enlarged by one and a half gave .920 instead
of .915 of the texts (Hmean at IoU .5, 14 pages) for nearly twice the cost, and Craphound's (about
994 × 1528), whose letters are small, gave the same .913 enlarged to ``TALLEST`` (13 pages). Small
pages are enlarged: OpenMantra's at half size gave .81, and .89 enlarged by one and a half (8
pages). Pages larger than ``TALLEST`` are made smaller, but for scrolls, whose letters are as large
as on a screen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import cv2
import numpy as np

from panelwise.comics import Page, Text
from panelwise.errors import MissingExtraError, SettingError, UnavailableError
from panelwise.geometry import Box, box_polygon
from panelwise.reading._ink import ink_outline
from panelwise.reading._line_cache import kept_lines
from panelwise.reading._reader import Reader, classical_reader
from panelwise.reading._text_boxes import find_text
from panelwise.reading._text_lines import group_lines
from panelwise.reading._text_order import assign_texts, order_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from panelwise.comics import Book, ComicImage, ReadingDirection

SMALLEST = 640  # pixels of the shorter side
TALLEST = 2000  # pixels of the longer; letters of print are still 20 pixels high at it
ENLARGED = 2.0  # at most: more than this only makes the blur larger
SCROLL = 2.0  # height / width above which a page is a scroll or a slice of one
# The mean over the letters of a text. On 62 pages 3 of 390 texts that were annotated had less, and
# 8 of 44 that were not: most of those are drawing.
READ_SURELY = 0.7
_CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")  # BCP 47, as far as comics need it


def in_language(page: Page, language: str | None) -> Page:
    """The page with texts of unknown language (``und``) in the one that is known for its book.

    Args:
        page: as :func:`read_texts` gives it.
        language: a code such as ``en`` or ``pt-BR``; ``None`` leaves the page as it is.

    Raises:
        SettingError: for what is no language code.
    """
    if language is None:
        return page
    check_language(language)
    if page.texts is None:
        return page
    known = (
        replace(
            text,
            contents={
                language if key == "und" else key: words for key, words in text.contents.items()
            },
        )
        for text in page.texts
    )
    return replace(page, texts=tuple(known))


def known_language(book: Book) -> str | None:
    """The language that a book's files name (``LanguageISO`` of ComicInfo), if it is a code."""
    language = book.source.language if book.source else None
    return language if language and _CODE.fullmatch(language) else None


def check_language(language: str) -> None:
    """Refuse what is no language code.

    Raises:
        SettingError: with an example.
    """
    if not _CODE.fullmatch(language):
        raise SettingError(f"'{language}' is not a language code; write for example en, fr or ja")


def can_read_texts() -> bool:
    """Whether the extra ``[ocr]`` is installed; nothing is loaded."""
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def require_ocr() -> None:
    """Refuse before the work begins what cannot be done without the extra ``[ocr]``.

    Raises:
        MissingExtraError: when it is not installed.
    """
    if not can_read_texts():
        raise MissingExtraError.of("reading text", "ocr")


def find_lines(page: Page) -> tuple[Text, ...]:
    """The rows and columns of writing that OCR reads on a page, in pixels of the page.

    As :func:`find_text` does, but small pages are enlarged and large ones made smaller. What was
    found is kept in the cache, so that the same picture is read once.

    Raises:
        UnavailableError: for a page without an image.
        InputError: for a damaged image.
        MissingExtraError: without the extra ``[ocr]``.
    """
    image = page.image
    if image is None:
        raise UnavailableError(f"page {page.id} has no image to read texts from")
    require_ocr()
    return kept_lines(image.sha256, lambda: _found_lines(image))


def _found_lines(image: ComicImage) -> tuple[Text, ...]:
    pixels = image.pixels()
    scale = _scale(*image.size)
    if scale == 1.0:
        return find_text(pixels)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=way)
    del pixels  # of a large page as much as all that the OCR takes
    found = find_text(np.asarray(resized, dtype=np.uint8))
    return tuple(_unscaled(text, scale) for text in found)


def read_texts(page: Page, lines: Sequence[Text] | None = None) -> Page:
    """The page with the texts that are read on it, in reading order.

    Args:
        page: with its image, its reading direction and, where they are known, its panels in
            reading order. Texts that it has are put aside.
        lines: rows and columns that somebody has read, with ``contents`` and in pixels of the
            page; by default :func:`find_lines`.

    Each text has a box in pixels of the page, ``contents`` under ``ja`` (Japanese) or ``und``, a
    ``confidence``, and the position of its panel. The same page gives the same texts.

    Raises:
        UnavailableError: for a page without an image, unless its lines are given.
        InputError: for a damaged image.
        MissingExtraError: without the extra ``[ocr]``, unless the lines are given.

    Source: specification 6.3 (CX-5), step 6.
    """
    known = find_lines(page) if lines is None else lines
    panels = [panel.box for panel in page.panels]
    inks = None
    if page.image is not None:
        pixels = page.image.pixels()
        inks = [ink_outline(pixels, text.polygon or box_polygon(text.box)) for text in known]
    sure = [text for text in group_lines(known, panels, inks) if _is_sure(text)]
    texts = [_on_page(text, page) for text in sure]
    boxes = [text.box for text in texts]
    homes = assign_texts(boxes, panels)
    order = order_texts(boxes, panels, page.reading_direction)
    return replace(page, texts=tuple(replace(texts[i], panel=homes[i]) for i in order.indices))


@dataclass(frozen=True, slots=True)
class TextReader:
    """Finds panels as another reader does, and reads the texts in them.

    Attributes:
        panels: who finds the panels and their order. Texts that it gives, or that the page has,
            stay.
    """

    panels: Reader = field(default_factory=classical_reader)

    @property
    def name(self) -> str:
        """The name of the reader of panels."""
        return self.panels.name

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page with panels and texts in reading order.

        Raises:
            UnavailableError: for a page without an image.
            InputError: for a damaged image.
            MissingExtraError: without the extra ``[ocr]``.
        """
        read = self.panels.read(page, direction)
        return read_texts(read) if read.texts is None else read


def _scale(width: int, height: int) -> float:
    """How much larger or smaller than the page the picture is that is read."""
    # A scroll is read in windows: only its width may be too long.
    longest = width if height > SCROLL * width else max(height, width)
    return min(max(1.0, SMALLEST / min(height, width)), ENLARGED, TALLEST / longest)


def _unscaled(text: Text, scale: float) -> Text:
    box = Box(*(edge / scale for edge in text.box))
    polygon = text.polygon and tuple((x / scale, y / scale) for x, y in text.polygon)
    return replace(text, box=box, polygon=polygon)


def _is_sure(text: Text) -> bool:
    return text.confidence is None or text.confidence >= READ_SURELY


def _on_page(text: Text, page: Page) -> Text:
    """The text with coordinates to a tenth of a pixel, no further than the page goes."""
    box = Box(*(round(edge, 1) for edge in text.box.clipped(page.width, page.height)))
    polygon = text.polygon and tuple(
        (round(min(max(x, 0.0), page.width), 1), round(min(max(y, 0.0), page.height), 1))
        for x, y in text.polygon
    )
    return replace(text, box=box, polygon=polygon)
