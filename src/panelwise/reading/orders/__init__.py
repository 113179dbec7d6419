"""The reading order of panels."""

from panelwise.reading.orders._order import (
    ORDER_RULES,
    Order,
    order_panels,
)

__all__ = [
    "ORDER_RULES",
    "Order",
    "order_panels",
]
