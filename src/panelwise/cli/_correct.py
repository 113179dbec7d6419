"""``panelwise correct``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import DirectionOption, LanguageOption, ReaderName
from panelwise.cli._output import open_address, say, write_line
from panelwise.errors import InputError, UnknownNameError
from panelwise.registry import unknown_name
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.comics import Book

SUFFIX = ".corrections"


def correct(
    comic: Annotated[
        Path, typer.Argument(help="One comic: a folder, a CBZ, EPUB or PDF file, or annotations.")
    ],
    project: Annotated[
        Path | None,
        typer.Option(help="Folder of the corrections. Default: COMIC.corrections."),
    ] = None,
    book: Annotated[str, typer.Option(help="The comic's id, if the input holds several.")] = "",
    again: Annotated[
        bool, typer.Option("--again", help="Read the comic again; what was corrected stays.")
    ] = False,
    corrections: Annotated[
        Path | None,
        typer.Option(help="Start from a file of corrections that --export corrections wrote."),
    ] = None,
    export: Annotated[
        str,
        typer.Option(
            help="Write the corrected comic instead: md, html, json, page-json, mokuro, comicinfo,"
            " acbf, epub or corrections."
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="With --export: the file. Default: named after the comic.")
    ] = None,
    direction: DirectionOption = "auto",
    reader: ReaderName = "default",
    language: LanguageOption = None,
    texts: Annotated[
        bool | None,
        typer.Option(help="Also read texts (slow). Default: only if the extra [ocr] is installed."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8015,
    open_it: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Correct what was read from a comic, in a browser.

    The first time, the comic is read (panels, their order, texts). Page by page you correct panels,
    texts, characters and who says what. Then export the comic, in the browser or with --export.
    Corrections are stored with the hashes of the pages' images, so a new reading does not lose
    them. Needs the extra 'annotate'. Ctrl-C ends the server; nothing that was submitted is lost.
    """
    from panelwise.annotation import is_project
    from panelwise.comics import warn_of_annotations_beside

    chosen = _one_book(comic, direction, book)
    folder = _project_folder(project, book or comic.resolve().stem)
    if export:
        _export(chosen, folder, export, out)
        return
    if out is not None:
        raise InputError("--out is for --export; add --export NAME, or leave out --out")
    if again or corrections or not is_project(folder):
        warn_of_annotations_beside([comic])
        _read(chosen, folder, corrections, direction, reader, language, texts)
    _serve(folder, chosen, port, open_it=open_it)


def _project_folder(project: Path | None, name: str) -> Path:
    folder = project or Path(f"{name}{SUFFIX}")
    if folder.is_file():
        raise InputError(f"{folder} is a file; give a folder with --project")
    return folder


def _one_book(comic: Path, direction: str, name: str) -> Book:
    from panelwise.comics import open_comics
    from panelwise.reading import check_direction

    check_direction(direction)
    books = open_comics([comic], None if direction == "auto" else direction)  # type: ignore[arg-type]
    found = [book for book in books if name in ("", book.id)]
    if len(found) != 1:
        known = ", ".join(book.id for book in books[:5])
        more = ", …" if len(books) > 5 else ""
        if name and not found:
            raise InputError(f"{comic}: no comic '{name}'; it holds {known}{more}")
        raise InputError(
            f"{comic}: holds {len(books)} comics; choose one with --book: {known}{more}"
        )
    return found[0]


def _read(
    book: Book,
    folder: Path,
    corrections: Path | None,
    direction: str,
    reader: str,
    language: str | None,
    texts: bool | None,
) -> None:
    from panelwise.annotation import (
        correcting_project,
        is_project,
        read_book_for,
        read_corrections,
    )
    from panelwise.outputs import holds_something
    from panelwise.reading import check_language

    if language is not None:
        check_language(language)
    if not is_project(folder) and holds_something(folder):
        raise InputError(f"{folder} holds something that is no project; give another --project")
    earlier = read_corrections(corrections) if corrections else {}
    found = read_book_for(
        book,
        reader=reader,
        direction=direction,  # type: ignore[arg-type]
        texts=texts,
        language=language,
    )
    if not found.pages:
        raise InputError(
            f"book {book.id}: none of its pages can be read; give a comic whose images can"
        )
    correcting_project(folder, found, earlier=earlier, language=language or "")
    panels = sum(len(page.panels) for page in found.pages)
    say(f"{counted(len(found.pages), 'page')} with {counted(panels, 'panel')} in {folder}")


def _export(book: Book, folder: Path, name: str, out: Path | None) -> None:
    from panelwise.annotation import (
        corrected_exports,
        export_corrected,
        export_file_name,
        is_project,
        open_project,
        project_corrections,
    )

    known = tuple(one.name for one in corrected_exports())
    if name not in known:
        raise UnknownNameError(unknown_name("export", name, known))
    if not is_project(folder):
        raise InputError(
            f"no corrections of {book.id} yet ({folder}); run panelwise correct on it without"
            " --export first, or give its --project"
        )
    path = out or Path(export_file_name(book, name))
    with open_project(folder, alone=False) as project:
        export_corrected(project, book, name, path)
    pages = len(project_corrections(folder))
    say(f"{path} written; {counted(pages, 'page')} corrected")


def _serve(folder: Path, book: Book, port: int, *, open_it: bool) -> None:
    from panelwise.annotation import open_project
    from panelwise.annotation.app import serve_project

    def ready(url: str, password: str) -> None:
        write_line(url, now=True)
        write_line(f"name: admin, password: {password}", now=True)
        say("the password is for this time only; Ctrl-C ends it")
        if open_it:
            open_address(url)

    with open_project(folder) as opened:
        try:
            serve_project(opened, port=port, alone=True, book=book, ready=ready)
        except KeyboardInterrupt:
            say("ended")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(correct)
