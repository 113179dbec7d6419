"""Readers: from a page image to panels and texts in reading order.

A reader is anything with a name and ``read``; plug-ins register one under the entry point group
``panelwise.readers``. The built-in one needs no weights: see ``_panels.py`` and ``_order.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from panelwise.comics import (
    READING_DIRECTIONS,
    Page,
    Panel,
    ReadingDirection,
    Text,
    is_tall,
)
from panelwise.errors import SettingError, UnavailableError
from panelwise.geometry import Box
from panelwise.reading._text_order import assign_texts, order_texts
from panelwise.reading.orders import order_panels
from panelwise.reading.panels import detect_panels
from panelwise.registry import did_you_mean


class Reader(Protocol):
    """What turns a page image into a structured page."""

    @property
    def name(self) -> str:
        """How results name it."""
        ...

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page with its panels in reading order; ``None`` keeps the page's own direction."""
        ...


@dataclass(frozen=True, slots=True)
class ClassicalReader:
    """Finds panels by classical vision and orders them by a rule; needs no weights, no network.

    Attributes:
        rule: one of ``ORDER_RULES``.
    """

    rule: str = "default"
    name: str = "default"

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page with detected panels in reading order and ``order_confidence``.

        Texts that the page has are kept and put in reading order; everything else stays.

        Raises:
            UnavailableError: for a page without an image.
            InputError: for a damaged image.
        """
        if page.image is None:
            raise UnavailableError(f"page {page.id} has no image to find panels in")
        found = [_in_hundredths(panel) for panel in detect_panels(page.image.pixels())]
        read = arrange_page(page, found, direction or page.reading_direction, self.rule)
        found_by = f"reader {self.name}"
        read = replace(read, panels_by=found_by, order_by=found_by)
        return _as_scroll(read) if is_tall(page.width, page.height) else read


def _as_scroll(page: Page) -> Page:
    """A tall page with its layout; the order of its panels is no surer than each of them."""
    least = min((panel.confidence or 0.0 for panel in page.panels), default=0.0)
    return replace(
        page,
        layout="scroll" if page.layout == "single" else page.layout,
        order_confidence=min(page.order_confidence or 0.0, least),
    )


def _in_hundredths(panel: Panel) -> Panel:
    """The panel with coordinates to a hundredth of a pixel: no detector knows more."""
    polygon = panel.polygon and tuple((round(x, 2), round(y, 2)) for x, y in panel.polygon)
    box = Box(*(round(edge, 2) for edge in panel.box))
    confidence = panel.confidence and round(panel.confidence, 4)
    return replace(panel, box=box, polygon=polygon, confidence=confidence)


def classical_reader() -> Reader:
    """The built-in reader, ``reader:default``."""
    return ClassicalReader()


def arrange_page(
    page: Page, panels: Iterable[Panel], direction: ReadingDirection, rule: str = "default"
) -> Page:
    """The page with these panels, and its texts, put in reading order."""
    given = tuple(panels)
    size = (float(page.width), float(page.height))
    order = order_panels([panel.box for panel in given], direction, rule, size)
    ordered = tuple(given[i] for i in order.indices)
    texts = None
    if page.texts is not None:
        texts = _arrange_texts(page.texts, [panel.box for panel in ordered], direction)
    arranged = page.with_panels(ordered, order.confidence)
    order_by = f"rule {rule}"
    return replace(arranged, texts=texts, reading_direction=direction, order_by=order_by)


def _arrange_texts(
    texts: tuple[Text, ...], panels: list[Box], direction: ReadingDirection
) -> tuple[Text, ...]:
    boxes = [text.box for text in texts]
    homes = assign_texts(boxes, panels)
    order = order_texts(boxes, panels, direction)
    return tuple(replace(texts[i], panel=homes[i]) for i in order.indices)


def check_direction(direction: str) -> None:
    """Refuse what is neither ``auto`` nor a reading direction.

    Raises:
        SettingError: which names them all.
    """
    known = ("auto", *READING_DIRECTIONS)
    if direction not in known:
        hint = did_you_mean(direction, known)
        raise SettingError(f"unknown reading direction '{direction}'; {hint}")
