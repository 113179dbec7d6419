"""What a bare page is asked end to end: everything on it, or the order of its texts alone."""

from __future__ import annotations

from panelwise.comics import Book, Page
from panelwise.profile import Profile
from panelwise.rendering import page_recipe
from panelwise.tasks._draft import Facts
from panelwise.tasks._item import Document
from panelwise.tasks.plans._page_task import (
    ORDER_UNKNOWN,
    PageQuestion,
    is_guessed,
    page_sha,
    reading_of,
    spoken,
    too_few_texts,
)
from panelwise.tasks.plans._settings import SequenceSettings


def ask_structure(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Texts in order, characters, who says what, who is the same: unmarked (specification 7.8)."""
    del profile, seed
    if is_guessed(page):
        return "needs texts"
    marks = {f"C{k}": one for k, one in enumerate(page.characters, 1)}
    mark_of = {one.id: mark for mark, one in marks.items() if one.id}
    speakers: dict[str, list[str]] = {}
    for link in page.speakers:
        if link.character in mark_of:
            speakers.setdefault(link.text, []).append(mark_of[link.character])
    texts = spoken(page)
    if not any(text.id in speakers for text in texts):
        return "needs speakers of texts"
    unknown = {person.id for person in book.identities if person.is_unknown}
    gold: Document = {
        "size": [page.width, page.height],
        "texts": [
            {"box": [*text.box], "speakers": speakers.get(text.id or "", [])} for text in texts
        ],
        "characters": [
            {
                "id": mark,
                "box": [*one.box],
                "person": one.identity if one.identity not in unknown else None,
            }
            for mark, one in marks.items()
        ],
    }
    facts: Facts = {"texts": len(texts), "characters": len(marks)}
    picture, values = page_recipe(page_sha(page)), reading_of(book, page)
    return PageQuestion(gold, len(texts), (picture,), values, facts)


def ask_found_order(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Texts in reading order, wherever they are: nothing is marked (AMB-44)."""
    del seed
    texts = spoken(page)
    least = max(2, profile.section(SequenceSettings).smallest_order)
    if is_guessed(page) or len(texts) < least:
        return too_few_texts(page, least)
    if page.order_confidence is not None:
        return ORDER_UNKNOWN
    gold: Document = {
        "size": [page.width, page.height],
        "texts": [{"box": [*text.box]} for text in texts],
    }
    picture, values = page_recipe(page_sha(page)), reading_of(book, page)
    return PageQuestion(gold, len(texts), (picture,), values, {"texts": len(texts)})
