"""Books on disk: one CBZ each, and one file of page JSON with the truth of all of them."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

from panelwise.comics import Book
from panelwise.comics.formats import get_format
from panelwise.errors import SettingError
from panelwise.outputs import new_folder
from panelwise.workers import StepProgress, processes
from panelwise_press._book import print_book
from panelwise_press._plan import BookPlan, book_plans
from panelwise_press._suite import get_suite, print_suite_book
from panelwise_press._training_pages import training_book, unseen_plans

TRUTH = "pages.jsonl"
LICENCE_NOTE = """\
These comics were printed by Panelwise, whose authors waive all rights in them: CC0 1.0 Universal,
https://creativecommons.org/publicdomain/zero/1.0/. The lettering was drawn with fonts under the SIL
Open Font License, which asks nothing of documents that are made with them.
"""
# Three layouts, three styles, three languages.
ANTHOLOGY = (
    BookPlan(seed=11, style="clean", layout="western", language="en", chapters=12),
    BookPlan(seed=12, style="manga", layout="rtl", language="ja", chapters=12),
    BookPlan(seed=13, style="flat", layout="scroll", language="fr", chapters=12),
)
PAGES_OF_A_BOOK = 10  # of training pages
# A fixed date, so that the same book is the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def press(
    plans: Sequence[BookPlan],
    out: Path,
    *,
    name: str = "book",
    workers: int | None = None,
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Print books into a folder: ``book-0001.cbz`` …, ``pages.jsonl``, ``LICENSE.txt``.

    Args:
        plans: what to print.
        out: a new or empty folder; :func:`panelwise.open` opens it with all its truth.
        name: what their ids begin with. Books to train on and books to test on need different
            ids.
        workers: processes; by default one a core.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        SettingError: for no plans, a name that is no plain word, or an unknown style, layout,
            language or template.
        InputError: when the folder holds something, or cannot be written.
    """
    if not plans:
        raise SettingError("no books to print; ask for at least one")
    if not _NAME.fullmatch(name):
        raise SettingError(f"name {name!r}: use letters, digits, - and _, at most 40")
    for plan in plans:
        plan.check()
    names = [f"{name}-{number:04d}" for number in range(1, len(plans) + 1)]
    jobs = [partial(print_book, plan, name) for plan, name in zip(plans, names, strict=True)]
    return _print_all(jobs, out, workers, progress)


def print_suite(
    name: str,
    out: str | Path,
    *,
    workers: int | None = None,
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Print a frozen suite (``press-v1``) into a folder, every book checked against its hashes.

    ``README.md`` beside the books says what the suite is worth (``Suite.card``).

    Raises:
        UnknownNameError: for a name that no suite has.
        InputError: when the folder holds something, or a book comes out otherwise.
    """
    suite = get_suite(name)
    jobs = [partial(print_suite_book, entry) for entry in suite.books]
    return _print_all(jobs, Path(out), workers, progress, suite.card())


def print_training_pages(
    out: str | Path,
    pages: int,
    *,
    seed: int = 0,
    unseen: bool = False,
    workers: int | None = None,
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Draw pages for training detectors into a new folder, with boxes of everything on them.

    Args:
        out: a new or empty folder.
        pages: how many, in books of :data:`PAGES_OF_A_BOOK`.
        seed: the same seed gives the same pages.
        unseen: ordinary books instead, in a style and of stories that no training page has. They
            have at least so many pages.
        workers: processes; by default one a core.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        SettingError: for fewer than one page.
        InputError: when the folder holds something, or cannot be written.
    """
    if pages < 1:
        raise SettingError(f"{pages} training pages; ask for at least one")
    count = -(-pages // PAGES_OF_A_BOOK)
    names = [f"training-{number:04d}" for number in range(1, count + 1)]
    jobs: list[Callable[[], Book]]
    if unseen:
        plans = unseen_plans(-(-pages // 2), seed)  # two stories, each on a page or more
        jobs = [partial(print_book, plan, f"unseen-{at:04d}") for at, plan in enumerate(plans, 1)]
    else:
        left = [min(PAGES_OF_A_BOOK, pages - PAGES_OF_A_BOOK * at) for at in range(count)]
        jobs = [
            partial(training_book, seed, name, number)
            for name, number in zip(names, left, strict=True)
        ]
    return _print_all(jobs, Path(out), workers, progress)


def print_anthology(out: str | Path) -> tuple[Book, ...]:
    """Print :data:`ANTHOLOGY` into a folder, the comics of ``panelwise demo``.

    Raises:
        InputError: when the folder holds something, or cannot be written.
    """
    return press(ANTHOLOGY, Path(out))


def _print_all(
    jobs: Sequence[Callable[[], Book]],
    out: Path,
    workers: int | None,
    progress: StepProgress | None,
    card: str = "",
) -> tuple[Book, ...]:
    books: list[Book] = []
    count = min(workers or os.cpu_count() or 1, len(jobs))
    with new_folder(out) as folder, processes(count) as pool:
        for book in pool.map(_run, jobs):
            (folder / f"{book.id}.cbz").write_bytes(cbz_bytes(book))
            books.append(book)
            if progress is not None:
                progress("books", len(books), len(jobs))
        get_format("page-json").write(books, folder / TRUTH)
        (folder / "LICENSE.txt").write_text(LICENCE_NOTE, encoding="utf-8")
        if card:
            (folder / "README.md").write_text(card, encoding="utf-8")
    return tuple(books)


def _run(job: Callable[[], Book]) -> Book:
    return job()


def print_comics(
    out: str | Path,
    books: int = 1,
    *,
    style: str = "any",
    layout: str = "any",
    language: str = "en",
    seed: int = 0,
    chapters: int = 3,
    silent: bool = False,
    templates: Sequence[str] = (),
    name: str = "book",
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Draw comics of our own into a new folder, with everything that is true of them.

    Args:
        out: a new or empty folder.
        books: how many.
        style: how they are drawn: clean, manga, flat, ink, halftone; ``any`` spreads them evenly.
        layout: western, rtl, spread, four_panel, strip, bd, scroll; or ``any``.
        language: of the lettering: en, ja, fr, es, zh; or ``any``.
        seed: the same seed gives the same books.
        chapters: stories in a book.
        silent: without any lettering.
        templates: which stories; by default all of the press's own.
        name: what the ids of the books begin with.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        SettingError: for fewer than one book, or an unknown name.
        InputError: when the folder holds something, or cannot be written.
    """
    plans = book_plans(
        books,
        style=style,
        layout=layout,
        language=language,
        seed=seed,
        chapters=chapters,
        silent=silent,
        templates=templates,
    )
    return press(plans, Path(out), name=name, progress=progress)


def cbz_bytes(book: Book) -> bytes:
    """The book as a comic archive: its pages, ComicInfo.xml, the licence."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("ComicInfo.xml", _DATE), _comic_info(book))
        archive.writestr(zipfile.ZipInfo("LICENSE.txt", _DATE), LICENCE_NOTE)
        for page in book.pages:
            if page.image is not None:
                name = page.image.relative.rpartition("/")[2]
                archive.writestr(zipfile.ZipInfo(name, _DATE), page.image.read())
    return buffer.getvalue()


def _comic_info(book: Book) -> str:
    right_to_left = book.pages[0].reading_direction == "rtl"
    elements = {
        "Title": book.title or book.id,
        "Publisher": "Panelwise press",
        "LanguageISO": book.source.language,
        "PageCount": str(len(book.pages)),
        "BlackAndWhite": "No" if book.source.colour else "Yes",
        "Manga": "YesAndRightToLeft" if right_to_left else "No",
        "Notes": "CC0 1.0 Universal: no rights reserved",
    }
    inner = "".join(
        f"  <{name}>{escape(value)}</{name}>\n" for name, value in elements.items() if value
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n{inner}</ComicInfo>\n'
