"""What the sentences of ``Kind.question`` are made of: how many items, of what size, from where."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.tasks._item import Item
from panelwise.wording import counted


def from_books(items: Sequence[Item]) -> str:
    """From how many books the items are."""
    return f"from {counted(len({item.book for item in items}), 'book')}"


def sizes(items: Sequence[Item]) -> str:
    """How many things an item has: one number, or the range of them."""
    found = sorted({item.n for item in items}) or [0]
    return f"{found[0]}" if found[0] == found[-1] else f"{found[0]} to {found[-1]}"


def pages(items: Sequence[Item]) -> str:
    """How many pages, or chapters where an item has several pictures, from how many books."""
    several = any(len(item.rendering.images) > 1 for item in items)
    return f"{counted(len(items), 'chapter' if several else 'page')} {from_books(items)}"


def things_on_pages(items: Sequence[Item], thing: str) -> str:
    """The pages, and how many things each has."""
    plural = "s" * (max((item.n for item in items), default=0) != 1)
    return f"{pages(items)} with {sizes(items)} {thing}{plural} each"


def language_of(item: Item) -> str:
    """The language of an item's book, as in ``lang`` of HTML; empty where it is not known."""
    return str(item.meta.get("language") or "")
