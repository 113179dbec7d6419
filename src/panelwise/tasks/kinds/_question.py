"""What the sentences of ``Kind.question`` are made of: how many items, of what size, from where."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.tasks._item import Item


def with_thousands(value: int) -> str:
    """A count with thin spaces between thousands."""
    return f"{value:,}".replace(",", "\u202f")


def quantity(number: int, noun: str) -> str:
    """A count and its noun.

    >>> quantity(1, "page"), quantity(2, "page")
    ('1 page', '2 pages')
    """
    return f"{with_thousands(number)} {noun}{'s' * (number != 1)}"


def from_books(items: Sequence[Item]) -> str:
    """From how many books the items are."""
    return f"from {quantity(len({item.book for item in items}), 'book')}"


def sizes(items: Sequence[Item]) -> str:
    """How many things an item has: one number, or the range of them."""
    found = sorted({item.n for item in items}) or [0]
    return f"{found[0]}" if found[0] == found[-1] else f"{found[0]} to {found[-1]}"


def pages(items: Sequence[Item]) -> str:
    """How many pages, or chapters where an item has several pictures, from how many books."""
    several = any(len(item.rendering.images) > 1 for item in items)
    return f"{quantity(len(items), 'chapter' if several else 'page')} {from_books(items)}"


def things_on_pages(items: Sequence[Item], thing: str) -> str:
    """The pages, and how many things each has."""
    plural = "s" * (max((item.n for item in items), default=0) != 1)
    return f"{pages(items)} with {sizes(items)} {thing}{plural} each"
