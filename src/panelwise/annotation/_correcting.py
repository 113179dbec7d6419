"""Correcting one comic: a project with its pages, opened again and again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from panelwise.annotation._books import add_pages, units_of_book, with_drafts
from panelwise.annotation._corrections import Correction, corrected, corrections_of
from panelwise.annotation._procedure import read_procedure
from panelwise.annotation._project import create_project, is_project, open_project
from panelwise.comics import Book

PROCEDURE = "pages.correct"


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
        create_project(folder, read_procedure(PROCEDURE), title=title)
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
