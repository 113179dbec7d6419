"""Who vouches for the gold: where panels, their order, texts and words about them come from.

A source is named in words that are stored as facts of the items: ``press truth``, ``people``,
``annotation coco`` (a file of that format), ``program kumiko`` (a file that a program wrote),
``reader default``, ``rule default``, ``model NAME``. Of several, all that occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from panelwise.comics import Book, Page, Story

PRESS = "press truth"
PROGRAMS = ("kumiko", "mangalmm", "mokuro")  # formats that programs write, and people may correct
_PRESS_DATASET = "panelwise press"
_UNCHECKED = ("reader", "rule", "program", "model", "file order")
# How a source is called in front of people, where its stored name says too little.
_SHOWN = {PRESS: "the generator's ground truth"}
_PARTS = {
    "panels_from": "panels",
    "order_from": "their order",
    "texts_from": "texts",
    "words_from": "words",
    "answer_from": "answers",
}
GoldFacts = Mapping[str, str | int | float | bool | None]


def gold_sources(book: Book, pages: Iterable[Page]) -> dict[str, str | None]:
    """Who vouches for the panels of some pages and for their order, as facts of an item."""
    some = list(pages)
    return {
        "panels_from": _joined(panels_source(book, page) for page in some),
        "order_from": _joined(order_source(book, page) for page in some),
    }


def panels_source(book: Book, page: Page) -> str:
    """Who vouches for a page's panels."""
    if not page.panels_found:
        return _annotation(book)
    return page.panels_by or "reader not recorded"


def order_source(book: Book, page: Page) -> str:
    """Who vouches for the order of a page's panels."""
    if page.order_confidence is None:
        return panels_source(book, page)
    if page.order_by or page.panels_by:
        return page.order_by or panels_source(book, page)
    return "file order" if page.order_confidence == 0 else "rule not recorded"


def texts_source(book: Book, pages: Iterable[Page]) -> str | None:
    """Who vouches for the texts of some pages; ``None`` where nobody looked for any."""
    return _joined(
        "reader of texts"
        if any(text.confidence is not None for text in page.texts)
        else _annotation(book)
        for page in pages
        if page.texts is not None
    )


def words_source(stories: Iterable[Story]) -> str | None:
    """Who wrote the descriptions and questions of stories; ``None`` where that is not recorded."""
    known = {"press": PRESS, "human": "people"}
    return _joined(known.get(s.author, f"model {s.author}") for s in stories if s.author)


def is_unchecked(source: str) -> bool:
    """Whether nobody is known to have checked what comes from a source.

    >>> is_unchecked("reader default"), is_unchecked("annotation coco")
    (True, False)
    """
    return any(part.startswith(_UNCHECKED) for part in source.split(" + "))


@dataclass(frozen=True, slots=True)
class Voucher:
    """Who vouches for parts of the gold of some items: ``parts`` names them in words.

    ``sources`` counts the items by source.
    """

    parts: str
    sources: Mapping[str, int]

    @property
    def unchecked(self) -> int:
        """How many items rest on something that nobody is known to have checked."""
        return sum(count for source, count in self.sources.items() if is_unchecked(source))

    def __str__(self) -> str:
        """For people: ``panels and their order from reader default, unchecked (12 items)``."""
        sources = [
            f"{_SHOWN.get(source, source)}{', unchecked' if is_unchecked(source) else ''}"
            + (f" ({count} items)" if len(self.sources) > 1 else "")
            for source, count in self.sources.items()
        ]
        return f"{self.parts} from {', '.join(sources)}"


def vouchers(facts: Sequence[GoldFacts]) -> list[Voucher]:
    """Who vouches for the gold of items, by their ``meta``; parts with equal sources together."""
    found: list[tuple[str, dict[str, int]]] = []
    for key, part in _PARTS.items():
        counts = Counter(str(fact[key]) for fact in facts if fact.get(key))
        sources = dict(sorted(counts.items()))
        if found and key == "order_from" and found[-1][1] == sources:
            found[-1] = ("panels and their order", sources)
        elif sources:
            found.append((part, sources))
    return [Voucher(part, sources) for part, sources in found]


def _annotation(book: Book) -> str:
    if book.source.dataset == _PRESS_DATASET:
        return PRESS
    if book.annotation is None:
        return f"annotation {book.source.dataset}" if book.source.dataset else "annotation"
    name = book.annotation.format
    return f"program {name}" if name in PROGRAMS else f"annotation {name}"


def _joined(sources: Iterable[str]) -> str | None:
    return " + ".join(sorted(set(sources))) or None
