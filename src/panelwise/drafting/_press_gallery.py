"""Every picture that a prompt may show of the press's comics, with what it shows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from panelwise.comics import Book, Page
from panelwise.drafting._pictures import DraftPicture, boxed_page, frame_row, panel_crop, whole_page
from panelwise.drafting._strips import StoryStrip


def gallery(
    sort: str, books: Iterable[Book], known: Iterable[StoryStrip]
) -> Iterable[tuple[DraftPicture, Any]]:
    """All pictures of a sort that prompts may show, with what they show."""
    pages = [(book, page) for book in books for page in book.pages if page.image and page.panels]
    make: dict[str, Callable[[Book, Page], list[tuple[DraftPicture, Any]]]] = {
        "pages": lambda book, page: [(whole_page(page), (book, page))],
        "boxes": lambda book, page: [(boxed_page(page), (book, page))],
        "crops": lambda book, page: [(panel_crop(page, 0), (book, page))],
        "panels": lambda book, page: [
            (panel_crop(page, at), (book, page, at)) for at in range(len(page.panels))
        ],
    }
    if sort in make:
        return [shown for book, page in pages for shown in make[sort](book, page)]
    long = [strip for strip in known if len(strip.panels) >= 3 and strip.problem is None]
    return [
        (frame_row(one.panels, len(one.panels) - 2 if sort == "blanked" else None), one)
        for one in long
    ]


def picture_hash(picture: DraftPicture) -> str:
    """By which the press knows a picture that it is shown."""
    return hashlib.sha256(picture.png()).hexdigest()
