"""What was asked, in one sentence, from the items themselves."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.report._words import count
from panelwise.tasks import Item
from panelwise.tasks.kinds import marked_texts

DOCUMENT_KINDS = (
    *("answer", "spotting", "detection", "speakers", "identities", "structure"),
    "reading_order",
    *("naming", "dialogue", "mark", "rating"),
)
_WHOSE = {
    "speakers": ("text", "who says each of them?"),
    "identities": ("character", "which of them are the same person?"),
    "structure": ("text", "where are they, in which order, and who says them?"),
    "reading_order": ("text", "where are they, in the order in which they are read?"),
    "naming": ("line", "what is the name of whoever says each of them?"),
    "spotting": ("text", "where are they, and what do they say?"),
    "dialogue": ("spoken line", "who says what, in which order?"),
}


def question(kind: str, items: Sequence[Item]) -> str:
    """The question of a task, with the size of its set of items."""
    books = len({item.book for item in items})
    where = f"from {count(books)} book{'s' * (books != 1)}"
    if kind in DOCUMENT_KINDS:
        return _about_pages(kind, items, where)
    asked = f"{count(len(items))} questions {where}"
    if kind == "choice":
        return f"{asked}, each with {_range(items)} options: which one is right?"
    if items and all(marked_texts(item) is not None for item in items):
        pages = f"{_counted(len(items), 'page')} {where}"
        return f"{pages}, each with {_range(items)} numbered texts: in which order are they read?"
    shuffled = f"{_range(items)} panels or descriptions in another order"
    return f"{asked}, each of {shuffled}: which is the story's?"


def _about_pages(kind: str, items: Sequence[Item], where: str) -> str:
    if kind == "answer":
        asked = f"{_counted(len(items), 'question')} {where}"
        return f"{asked}, answered in one's own words: what is the answer?"
    if kind == "mark":
        asked = f"{_counted(len(items), 'answer')} to questions {where}"
        return f"{asked}: which mark from 1 to 10 does each of them deserve?"
    if kind == "rating":
        asked = f"{_counted(len(items), 'set')} of descriptions {where}, some of other pages"
        return f"{asked}: how faithful is each to its panels, from 5 to 1?"
    several = any(len(item.rendering.images) > 1 for item in items)
    pages = f"{_counted(len(items), 'chapter' if several else 'page')} {where}"
    if kind == "detection":
        named = dict.fromkeys(
            name for item in items if isinstance(item.gold, dict) for name in item.gold["classes"]
        )
        return f"{pages}: where are the {_listed([f'{name}s' for name in named])}?"
    thing, words = _WHOSE[kind]
    most = max((item.n for item in items), default=0)
    return f"{pages} with {_range(items)} {thing}{'s' * (most != 1)} each: {words}"


def _range(items: Sequence[Item]) -> str:
    sizes = sorted({item.n for item in items}) or [0]
    return f"{sizes[0]}" if sizes[0] == sizes[-1] else f"{sizes[0]} to {sizes[-1]}"


def _counted(number: int, noun: str) -> str:
    return f"{count(number)} {noun}{'s' * (number != 1)}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
