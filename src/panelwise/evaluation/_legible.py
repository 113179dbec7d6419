"""What a model would see of the pages of comics: pixels, tokens, and how high letters still are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from panelwise.comics import Book, Page
from panelwise.models import LEGIBLE, Seen, letter_height, letters_as_seen, seen_by


@dataclass(frozen=True, slots=True)
class PageSeen:
    """A page as a model would see it, sent whole.

    Attributes:
        book, page: its ids.
        width, height: of the page, in pixels.
        seen: what becomes of it; ``None`` where nobody publishes it.
        texts: texts whose letters could be measured.
        letters: the smallest letters in pixels of the page; ``None`` without texts.
        letters_seen: the same as the model sees them; ``None``: unknown.
        illegible: texts whose letters are lower than :data:`panelwise.models.LEGIBLE` then.
    """

    book: str
    page: str
    width: int
    height: int
    seen: Seen | None
    texts: int
    letters: float | None
    letters_seen: float | None
    illegible: int


def pages_seen(books: Iterable[Book], model: str) -> list[PageSeen]:
    """Each page of some books as a model would see it. Nothing is asked.

    Args:
        books: opened comics; their texts come from annotations.
        model: its name, which decides by its family (:func:`panelwise.models.family_of`).

    Source: MS-24.
    """
    return [_seen(book, page, model) for book in books for page in book.pages]


def _seen(book: Book, page: Page, model: str) -> PageSeen:
    width, height = page.width, page.height
    heights = [
        letters
        for text in page.texts or ()
        if text.content
        and (letters := letter_height(text.box.width, text.box.height, text.content)) is not None
    ]
    seen = [letters_as_seen(model, width, height, one) for one in heights]
    known = [one for one in seen if one is not None]
    return PageSeen(
        book=book.id,
        page=page.id,
        width=width,
        height=height,
        seen=seen_by(model, width, height),
        texts=len(heights),
        letters=min(heights, default=None),
        letters_seen=min(known, default=None),
        illegible=sum(one < LEGIBLE for one in known),
    )
