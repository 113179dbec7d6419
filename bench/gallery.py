"""A served project for each screen of the registry, with a page of the press to work on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import panelwise
from panelwise.annotation import (
    NewUnit,
    Procedure,
    add_pages,
    as_procedure,
    create_project,
    open_project,
    units_of_book,
    units_of_pack,
)
from panelwise.annotation.app import annotation_app
from panelwise.annotation.screens import PAGE_SCREENS, WHOLE_PAGE
from panelwise.comics import Book, Page, encode_png
from panelwise.packs import Pack
from panelwise.web import Access, Rules, listen, served
from panelwise.web.accounts import Accounts, AccountSettings, HashSettings

NAME, PASSWORD = "reader", "four panels and a gutter"
SOLVED = {
    "solve": "stripcipher.reordering_generation",
    "solve-with-confidence": "comicvqa.missing_panel",
}
STEPPED = ("description", "distractors", "editing", "question")
BOOK_SCREENS = (*PAGE_SCREENS, WHOLE_PAGE.name)
ASKED = "What happens right after the second panel?"
CHEAP = AccountSettings(hashes=HashSettings(passes=1, kibibytes=8, lanes=1))


def gallery_project(folder: Path, comics: Path, screen: str, pack: Pack | None = None) -> Path:
    """A project whose only stage has this screen, with somebody who can sign in.

    Args:
        folder: a new one.
        comics: books of the press; the first one with stories is shown.
        screen: of the registry.
        pack: for ``solve`` and ``solve-with-confidence``: of :data:`SOLVED`; otherwise built.
    """
    book = next(iter(panelwise.open(comics)))
    if screen in SOLVED and pack is None:
        pack = panelwise.build(SOLVED[screen], comics, out=folder.with_name(f"{screen}-pack"))
    create_project(folder, _procedure(screen), packs=[pack.path] if pack else [], seed=1)
    with open_project(folder) as project:
        if pack:
            project.add_units(units_of_pack(pack))
        elif screen in BOOK_SCREENS:
            add_pages(folder, book)
            project.add_units(units_of_book(book, screen))
        else:
            project.add_units(
                [NewUnit("strip", book.id, _strip(folder / "pictures", book, screen))]
            )
        Accounts(project.store.engine, CHEAP).add(NAME, "Reader", ["annotator"], PASSWORD)
    return folder


def _procedure(screen: str) -> Procedure:
    stage: dict[str, Any] = {
        "name": screen,
        "role": "annotator",
        "screen": screen,
        "then": "accepted",
    }
    stage |= {"steps": True} if screen in STEPPED else {}
    words = {
        "name": "gallery",
        "title": "Every screen",
        "instructions": "Look at all panels first.",
    }
    return as_procedure(words | {"in_order": True, "stages": [stage]}, "gallery")


def _strip(folder: Path, book: Book, screen: str) -> dict[str, Any]:
    """Four panels of the first page with their descriptions, and the texts that a screen needs."""
    page = book.pages[0]
    told = [event.description for story in book.stories for event in story.events]
    drafts, options = told[:4], told[2:8]
    about: Mapping[str, list[tuple[str, str, str]]] = {
        "faithfulness": [("Description", " ".join(drafts), "draft")],
        "error-category": [("Question", ASKED, "heading"), ("Right option", drafts[2], "text"),
                           ("Option chosen", drafts[0], "answer")],
        "judge-mark": [("Question", ASKED, "heading"), ("Reference answer", drafts[2], "text"),
                       ("Answer", drafts[3], "answer")],
        "open-mark": [("Question", ASKED, "heading"), ("Answer", drafts[2], "answer")],
    }  # fmt: skip
    asked = [("Question", ASKED, "heading")]
    bare = ("description", "editing", "harmful", "question", "strip-category", "unique-order")
    texts = about.get(screen, [] if screen in bare else asked)
    return {
        "pictures": [_kept(folder, page, number) for number in range(4)],
        "texts": [dict(zip(("name", "text", "role"), one, strict=True)) for one in texts],
        "drafts": drafts,
        "options": options,
        "candidates": options[:3],
        "question": ASKED,
        "answer": drafts[2],
    }


def _kept(folder: Path, page: Page, number: int) -> dict[str, Any]:
    """A panel as a picture of the project, as a unit names it."""
    folder.mkdir(exist_ok=True)
    assert page.image is not None
    box = page.panels[number].box
    crop = page.image.decode().crop((int(box.x0), int(box.y0), int(box.x1), int(box.y1)))
    data = encode_png(crop)
    name = hashlib.sha256(data).hexdigest()
    (folder / f"{name}.png").write_bytes(data)
    alt = f"Panel {number + 1}"
    return {"sha256": name, "width": crop.width, "height": crop.height, "alt": alt}


@contextmanager
def served_gallery(folder: Path) -> Iterator[str]:
    """The address of a project on loopback."""
    with open_project(folder) as project:
        at = listen("127.0.0.1", 0, Access.with_accounts("127.0.0.1"))
        app = annotation_app(project, Accounts(project.store.engine, CHEAP))
        with served(app, at, Rules.of_forms(body_limit=1 << 20)) as url:
            yield url


def sign_in(tab: Any, url: str) -> None:
    """Sign in by keyboard, and open the page of work."""
    tab.goto(f"{url}sign-in")
    tab.fill("#name", NAME)
    tab.fill("#password", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(lambda found: "sign-in" not in found)
    tab.goto(f"{url}work")
    tab.wait_for_selector("form.work[data-ready=yes]")
