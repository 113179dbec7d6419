"""From a page image to a structured page: panels, their reading order, the order of texts."""

from panelwise.reading._continuity import continuity_order
from panelwise.reading._direction import detect_direction
from panelwise.reading._order import ORDER_RULES, Order, order_panels
from panelwise.reading._order_document import order_document
from panelwise.reading._panels import detect_panels
from panelwise.reading._read import READERS, read
from panelwise.reading._reader import (
    ClassicalReader,
    Reader,
    arrange_page,
    check_direction,
    classical_reader,
    read_book,
)
from panelwise.reading._text_order import assign_texts, order_texts

__all__ = [
    "ORDER_RULES",
    "READERS",
    "ClassicalReader",
    "Order",
    "Reader",
    "arrange_page",
    "assign_texts",
    "check_direction",
    "classical_reader",
    "continuity_order",
    "detect_direction",
    "detect_panels",
    "order_document",
    "order_panels",
    "order_texts",
    "read",
    "read_book",
]
