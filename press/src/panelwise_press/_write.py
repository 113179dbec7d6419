"""Books on disk: one CBZ each, and one file of page JSON with the truth of all of them."""

from __future__ import annotations

import hashlib
import io
import os
import re
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import panelwise
from panelwise.comics import Book
from panelwise.comics.formats import page_json_lines
from panelwise.errors import SettingError
from panelwise.outputs import Kept, new_folder, place
from panelwise.workers import (
    LOCAL,
    Codec,
    LocalEngine,
    StepProgress,
    WorkEngine,
    WorkPiece,
    fingerprint,
    finished,
)
from panelwise_press._book import print_book
from panelwise_press._plan import ANTHOLOGY, BookPlan, book_plans
from panelwise_press._suite import first_that_fits, get_suite, print_entry
from panelwise_press._training_pages import training_book, unseen_plans
from panelwise_press.worlds import book_ids, check_template_kind, family_plans

TRUTH = "pages.jsonl"
LICENCE_NOTE = """\
These comics were printed by Panelwise, whose authors waive all rights in them: CC0 1.0 Universal,
https://creativecommons.org/publicdomain/zero/1.0/. The lettering was drawn with fonts under the SIL
Open Font License, which asks nothing of documents that are made with them.
"""
PAGES_OF_A_BOOK = 10  # of training pages
# A fixed date, so that the same book is the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class PrintedBooks(NamedTuple):
    """Books that are written: their lines of page JSON, and the files that are their archives."""

    truth: bytes
    archives: tuple[Path, ...]


class BookJob(NamedTuple):
    """Books to be printed together: their ids, all that decides them, the call that prints them."""

    ids: tuple[str, ...]
    facts: str
    print: Callable[[], tuple[Book, ...]]


def press(
    plans: Sequence[BookPlan],
    out: Path,
    *,
    name: str = "book",
    engine: WorkEngine = LOCAL,
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Print books into a folder: ``book-0001.cbz`` …, ``pages.jsonl``, ``LICENSE.txt``.

    Args:
        plans: what to print.
        out: a new or empty folder; :func:`panelwise.open` opens it with all its truth.
        name: what their ids begin with. Books to train on and books to test on need different
            ids.
        engine: where books are printed; by default on all cores of this machine.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        SettingError: for no plans, a name that is no plain word, or an unknown style, layout,
            language or template.
        InputError: when the folder holds something, or cannot be written.
    """
    if not plans:
        raise SettingError("no books to draw; ask for at least one")
    _check_name(name)
    for plan in plans:
        plan.check()
    names = [f"{name}-{number:04d}" for number in range(1, len(plans) + 1)]
    jobs = [
        BookJob((name,), repr(plan), partial(_one, partial(print_book, plan, name)))
        for plan, name in zip(plans, names, strict=True)
    ]
    return _print_all(jobs, out, engine, progress)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise SettingError(f"name {name!r}: use letters, digits, - and _, at most 40")


def print_suite(
    name: str,
    out: str | Path,
    *,
    secret: str | None = None,
    engine: WorkEngine = LOCAL,
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Draw a suite into a new folder; if it is frozen, every book is checked against its hashes.

    ``README.md`` next to the books says what the suite is worth (``Suite.card``).

    Args:
        name: ``press-v1`` or ``press-v2``.
        out: a new or empty folder.
        secret: a key: draw books of the same law that nobody can know without it. The key is not
            stored, only a fingerprint.
        engine: where books are printed; by default on all cores of this machine.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        UnknownNameError: for a name that no suite has.
        SettingError: for a key that can be guessed, or a suite that has no secret ones.
        InputError: when the folder holds something, or a book comes out otherwise.
    """
    suite = get_suite(name)
    if secret is not None:
        suite = suite.secret(secret)
    jobs = [
        BookJob(entry.books, repr(entry), partial(print_entry, entry)) for entry in suite.entries
    ]
    return _print_all(jobs, Path(out), engine, progress, suite.card())


def print_training_pages(
    out: str | Path,
    pages: int,
    *,
    seed: int = 0,
    unseen: bool = False,
    engine: WorkEngine = LOCAL,
    progress: StepProgress | None = None,
) -> tuple[Book, ...]:
    """Draw pages for training detectors into a new folder, with boxes of everything on them.

    Args:
        out: a new or empty folder.
        pages: how many, in books of :data:`PAGES_OF_A_BOOK`.
        seed: the same seed gives the same pages.
        unseen: ordinary books instead, in a style and of stories that no training page has. They
            have at least so many pages.
        engine: where books are printed; by default on all cores of this machine.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        SettingError: for fewer than one page.
        InputError: when the folder holds something, or cannot be written.
    """
    if pages < 1:
        raise SettingError(f"{pages} training pages; ask for at least one")
    count = -(-pages // PAGES_OF_A_BOOK)
    names = [f"training-{number:04d}" for number in range(1, count + 1)]
    if unseen:
        plans = unseen_plans(-(-pages // 2), seed)  # two stories, each on a page or more
        names = [f"unseen-{at:04d}" for at in range(1, len(plans) + 1)]
        jobs = [
            BookJob((name,), repr(plan), partial(_one, partial(print_book, plan, name)))
            for plan, name in zip(plans, names, strict=True)
        ]
    else:
        left = [min(PAGES_OF_A_BOOK, pages - PAGES_OF_A_BOOK * at) for at in range(count)]
        jobs = [
            BookJob(
                (name,),
                f"training {seed} {number}",
                partial(_one, partial(training_book, seed, name, number)),
            )
            for name, number in zip(names, left, strict=True)
        ]
    return _print_all(jobs, Path(out), engine, progress)


def print_worlds(
    out: str | Path,
    families: int = 1,
    *,
    style: str = "any",
    layout: str = "any",
    language: str = "en",
    seed: int = 0,
    silent: bool = False,
    templates: Sequence[str] = (),
    questions: str = "book",
    pages: int | None = None,
    name: str = "book",
    progress: StepProgress | None = None,
    engine: WorkEngine = LOCAL,
) -> tuple[Book, ...]:
    """Draw families of books into a new folder: one story in several worlds, one book for each.

    With ``pages``, the story is a chapter: several scenes, of which the last take up the first.

    Args:
        out: a new or empty folder.
        families: how many.
        style: of each family, or ``any``, as for :func:`print_comics`.
        layout: the same.
        language: of the lettering, or ``any``.
        seed: the same seed gives the same books.
        silent: without any lettering.
        templates: names of world templates; by default all.
        questions: ``book``: in the language of the lettering; ``en``: in English.
        pages: 10 to 16: each book is a chapter of so many pages.
        name: what the ids of the books begin with; they end in ``-w0``, ``-w1`` and so on.
        progress: called with ``"books"``, books done and books to do.
        engine: where books are printed; by default on all cores of this machine.

    Raises:
        SettingError: for fewer than one family, an unknown style, layout or language (of lettering
            or questions), or another number of pages.
        UnknownNameError: for an unknown template.
        InputError: when the folder holds something, or cannot be written.
    """
    plans = family_plans(
        families,
        style=style,
        layout=layout,
        language=language,
        seed=seed,
        silent=silent,
        templates=templates,
        questions=questions,
        pages=pages,
    )
    _check_name(name)
    names = [f"{name}-{number:04d}" for number in range(1, len(plans) + 1)]
    jobs = [
        BookJob(book_ids(plan, one), repr(plan), partial(first_that_fits, plan, one))
        for plan, one in zip(plans, names, strict=True)
    ]
    return _print_all(jobs, Path(out), engine, progress)


def print_anthology(out: str | Path) -> tuple[Book, ...]:
    """Print :data:`ANTHOLOGY` into a folder, the comics of ``panelwise demo``.

    Raises:
        InputError: when the folder holds something, or cannot be written.
    """
    return press(ANTHOLOGY, Path(out))


def _print_all(
    jobs: Sequence[BookJob],
    out: Path,
    engine: WorkEngine,
    progress: StepProgress | None,
    card: str = "",
) -> tuple[Book, ...]:
    """Print books and write them one by one, so that only a few are in memory."""
    if engine is LOCAL:  # no more processes than books
        engine = LocalEngine(min(os.cpu_count() or 1, len(jobs)))
    kept = Kept.of(out)
    pieces = (WorkPiece(f"book {job.ids[0]}", _key(job), job) for job in jobs)
    codec: Codec[BookJob, PrintedBooks] = Codec(_encoded, partial(_decoded, kept))
    printed = finished(engine, partial(_print, kept), pieces, kept, codec, in_python=True)
    with new_folder(out) as folder:
        truth: list[bytes] = []
        done, count = 0, sum(len(job.ids) for job in jobs)
        for job, books in zip(jobs, printed, strict=True):
            for name, archive in zip(job.ids, books.archives, strict=True):
                place(archive, folder / f"{name}.cbz")
            truth.append(books.truth)
            done += len(job.ids)
            if progress is not None:
                progress("books", done, count)
        (folder / TRUTH).write_bytes(b"".join(truth))
        (folder / "LICENSE.txt").write_text(LICENCE_NOTE, encoding="utf-8")
        if card:
            (folder / "README.md").write_text(card, encoding="utf-8")
    return panelwise.open(out)  # with their pictures, which are read when needed


def _print(kept: Kept, job: BookJob) -> PrintedBooks:
    books = job.print()
    archives = _archives(job)
    for name, book in zip(archives, books, strict=True):
        kept.put(name, cbz_bytes(book))
    return PrintedBooks(page_json_lines(books), tuple(kept.path(name) for name in archives))


def _archives(job: BookJob) -> list[str]:
    return [f"{_key(job)}-{at}.cbz" for at in range(len(job.ids))]


def _key(job: BookJob) -> str:
    """A hash of all that decides books: their plan, and the code that draws them."""
    facts = f"{fingerprint()} {fingerprint('panelwise_press')} {' '.join(job.ids)} {job.facts}"
    return hashlib.sha256(facts.encode()).hexdigest()


def _encoded(books: PrintedBooks) -> bytes:
    return books.truth


def _decoded(kept: Kept, data: bytes, job: BookJob) -> PrintedBooks:
    return PrintedBooks(data, tuple(kept.path(name) for name in _archives(job)))


def _one(print_: Callable[[], Book]) -> tuple[Book, ...]:
    return (print_(),)


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
    engine: WorkEngine = LOCAL,
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
        engine: where books are printed; by default on all cores of this machine.

    Raises:
        SettingError: for fewer than one book, or an unknown name.
        InputError: when the folder holds something, or cannot be written.
    """
    check_template_kind(templates, "story")
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
    return press(plans, Path(out), name=name, engine=engine, progress=progress)


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
