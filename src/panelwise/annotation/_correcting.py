"""Correcting one comic: a project with its pages, opened again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from panelwise.annotation._book_exports import export_book, export_format, export_names
from panelwise.annotation._books import add_pages, units_of_book, with_drafts
from panelwise.annotation._corrections import (
    Correction,
    corrected,
    corrections_of,
    write_corrections,
)
from panelwise.annotation._procedure import read_procedure
from panelwise.annotation._project import Project, create_project, is_project, open_project
from panelwise.comics import Book
from panelwise.errors import InputError

CORRECTING = "pages.correct"  # the procedure
CORRECTIONS = "corrections"  # what people submitted, as an export of its own


def correcting_project(
    folder: Path,
    book: Book,
    *,
    earlier: Mapping[str, Correction] | None = None,
    language: str = "",
) -> None:
    """Make a project in which one person corrects a comic, or give one a new reading.

    Args:
        folder: of the project; may be there already. Corrections in it stay, and the drafts of
            what nobody corrected become those of the new reading.
        book: read.
        earlier: corrections from elsewhere, which the drafts then hold.
        language: of the lettering, where neither the book nor its texts say it.

    Raises:
        InputError: for a page without an image, or a folder that holds something else.
    """
    if not is_project(folder):
        title = f"Correct {book.title or book.id}"
        create_project(folder, read_procedure(CORRECTING), title=title)
    with open_project(folder) as project:
        add_pages(folder, corrected(book, earlier or {}))
        project.add_units(units_of_book(book, "panels", language=language))


def corrected_book(folder: Path, book: Book) -> Book:
    """A book as a project has it: what was read, and what was corrected.

    Args:
        folder: of the project.
        book: as it was opened.

    Raises:
        InputError: when there is no project, or another process serves it.
    """
    return corrected(with_drafts(folder, book), project_corrections(folder))


def project_corrections(folder: Path) -> dict[str, Correction]:
    """The corrections in a project, which may be served by another process meanwhile.

    Raises:
        InputError: when there is no project.
    """
    with open_project(folder, alone=False) as project:
        return corrections_of(project.work.state)


@dataclass(frozen=True, slots=True)
class CorrectedExport:
    """What a project of corrections can be exported to: a format of books, or the corrections."""

    name: str
    suffix: str
    title: str
    about: str


def corrected_exports() -> tuple[CorrectedExport, ...]:
    """Every export of a corrected comic."""
    books = ((name, export_format(name)) for name in export_names())
    found = [CorrectedExport(name, one.suffix, one.title, one.about) for name, one in books]
    about = "What was submitted, to start another project with."
    found.append(CorrectedExport(CORRECTIONS, ".corrections.jsonl", "Corrections", about))
    return tuple(found)


def export_file_name(book: Book, name: str) -> str:
    """What the file of an export is called.

    Raises:
        UnknownNameError: for an export that is not known.
    """
    if name == CORRECTIONS:
        return f"{book.id}.corrections.jsonl"
    return f"{book.id}.corrected{export_format(name).suffix}"


def export_corrected(project: Project, book: Book, name: str, out: Path) -> None:
    """Write a book as a project has it. The same corrections give the same bytes.

    Args:
        project: may be served meanwhile.
        book: as it was opened.
        name: of an export.
        out: the file.

    Raises:
        UnknownNameError: for an export that is not known.
        InputError: when the file is there already or cannot be written, or a page has no image.
    """
    corrections = corrections_of(project.work.state)
    if name == CORRECTIONS:
        if out.exists():
            raise InputError(f"{out}: already exists; give another file with --out")
        write_corrections(corrections, out)
        return
    export_format(name)  # refused before the drafts are read
    made = corrected(with_drafts(project.folder, book), corrections)
    export_book(made, name, out, modified=_last_change(project))


def _last_change(project: Project) -> datetime:
    """When somebody submitted last; else when the project was made."""
    given = [one.at for unit in project.work.state.work_units() for one in unit.history]
    opened = next(iter(project.store.events())).at
    return datetime.fromtimestamp(max(given, default=opened), UTC)
