"""Panels whose text is covered, and whether anything can still be read.

Source: CV-8, AMB-14, AMB-40.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from panelwise.comics import MaskFill, Page, Panel, Text, mask_boxes
from panelwise.errors import UnavailableError
from panelwise.geometry import Box
from panelwise.reading._letters import find_letters
from panelwise.reading._text_boxes import SURE, find_text, residual_characters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    PixelArray = NDArray[np.uint8]

RESIDUAL_LIMIT = 2  # characters: one or two are read into drawings that have no text
COVER_LIMIT = 0.4  # share of a panel: with more of it covered little is left to be understood
_UNSURE_AREA = 0.1  # of the picture: what OCR marks, cannot read, and is larger is a drawing
_MARGIN = 12  # pixels around a panel: a text that its edge cuts is found whole


@dataclass(frozen=True, slots=True)
class MaskedPanel:
    """A panel without its text.

    Attributes:
        pixels: the panel's box cut out of the masked page, ``(height, width, 3)`` RGB.
        boxes: what was covered, in pixels of the page, before padding.
        covered: share of the panel that was covered, padding included.
        residual: letters and digits that a second pass still reads; ``None`` when none was made.
    """

    pixels: PixelArray
    boxes: tuple[Box, ...]
    covered: float
    residual: int | None

    @property
    def for_a_person(self) -> bool:
        """Whether a person must look: too much is legible, or covered, or nobody checked."""
        if self.residual is None:
            return True
        return self.residual > RESIDUAL_LIMIT or self.covered > COVER_LIMIT


def find_text_boxes(pixels: PixelArray) -> tuple[Box, ...]:
    """Wherever either detector sees text: what OCR marks, read or not, and letter-like marks.

    Boxes of the two may overlap. For covering text, which must miss none; to read it, ask
    :func:`find_text`.

    Raises:
        MissingExtraError: without the extra ``[ocr]``.

    Source: AMB-40.
    """
    boxes = [text.box for text in _marked(pixels)]
    return tuple(sorted(boxes, key=lambda box: (box.y0, box.x0, box)))


def with_found_texts(page: Page) -> Page:
    """The page with the texts that both detectors find on it, when it has none of its own.

    The whole page is read once, which costs less than reading each of its panels. What OCR read
    has ``contents`` and ``confidence``, the letter-like marks have neither.

    Raises:
        UnavailableError: for a page without an image.
        MissingExtraError: without the extra ``[ocr]``.
    """
    if page.texts is not None:
        return page
    return replace(page, texts=_marked(_pixels(page)))


def text_boxes_of(page: Page, panel: Panel) -> tuple[Box, ...]:
    """The boxes of all texts that reach into a panel, in pixels of the page.

    The page's own texts when it has them (the press's truth, an annotation, or
    :func:`with_found_texts`), else what both detectors find around the panel.

    Raises:
        UnavailableError: for a page with neither texts nor an image.
        MissingExtraError: when texts must be found, without the extra ``[ocr]``.

    Source: CV-8; AMB-40.
    """
    if page.texts is not None:
        boxes: tuple[Box, ...] = tuple(text.box for text in page.texts)
    else:
        x0, y0, x1, y1 = _cut(page, panel, _MARGIN)
        found = find_text_boxes(_pixels(page)[y0:y1, x0:x1])
        boxes = tuple(Box(b.x0 + x0, b.y0 + y0, b.x1 + x0, b.y1 + y0) for b in found)
    return tuple(box for box in boxes if box.intersection(panel.box) > 0)


def mask_panel(
    page: Page,
    panel: Panel,
    *,
    fill: MaskFill = "median",
    padding: int = 3,
    verify: bool = True,
) -> MaskedPanel:
    """Cut a panel out of its page with every text covered, and try to read it again.

    Args:
        page: with its image, and its texts if they are known.
        panel: of that page.
        fill: as for :func:`panelwise.comics.mask_boxes`.
        padding: pixels by which each box grows on every side.
        verify: make the second pass, which needs the extra ``[ocr]``.

    Raises:
        UnavailableError: for a page without an image.
        MissingExtraError: without the extra ``[ocr]``, when it is needed.

    Source: CV-8; AMB-14, AMB-40.
    """
    boxes = text_boxes_of(page, panel)
    x0, y0, x1, y1 = _cut(page, panel, 0)
    pixels = mask_boxes(_pixels(page), boxes, fill=fill, padding=padding)[y0:y1, x0:x1]
    blank = np.zeros((page.height, page.width, 3), np.uint8)
    covered = mask_boxes(blank, boxes, fill="white", padding=padding)[y0:y1, x0:x1, 0] > 0
    share = float(covered.mean()) if covered.size else 0.0
    return MaskedPanel(pixels, boxes, share, residual_characters(pixels) if verify else None)


def _marked(pixels: PixelArray) -> tuple[Text, ...]:
    largest = _UNSURE_AREA * pixels.shape[0] * pixels.shape[1]
    read = tuple(
        text
        for text in find_text(pixels, confidence=0.0)
        if (text.confidence or 0.0) >= SURE or text.box.area <= largest
    )
    return read + tuple(Text(box) for box in find_letters(pixels))


def _cut(page: Page, panel: Panel, margin: int) -> tuple[int, int, int, int]:
    box = Box(
        panel.box.x0 - margin, panel.box.y0 - margin, panel.box.x1 + margin, panel.box.y1 + margin
    )
    x0, y0, x1, y1 = box.clipped(page.width, page.height).rounded()
    return x0, y0, x1, y1


def _pixels(page: Page) -> PixelArray:
    if page.image is None:
        raise UnavailableError(f"page {page.id} has no image to find text in")
    return page.image.pixels()
