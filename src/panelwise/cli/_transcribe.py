"""``panelwise transcribe``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._options import Comics, DirectionOption, LanguageOption, ReaderName
from panelwise.cli._output import building, say, write_text
from panelwise.wording import counted


def transcribe(
    inputs: Comics,
    to: Annotated[str, typer.Option(help="The output format: md, html or json.")] = "md",
    out: Annotated[
        Path | None, typer.Option(help="The file to write. Default: standard output.")
    ] = None,
    images: Annotated[
        bool, typer.Option("--images", help="Include the pages' pictures (html only).")
    ] = False,
    direction: DirectionOption = "auto",
    reader: ReaderName = "default",
    language: LanguageOption = None,
) -> None:
    """Turn comics into text for people to read.

    Writes pages, panels and texts in reading order.
    """
    from panelwise.errors import InputError
    from panelwise.outputs import write_file
    from panelwise.reading import check_format
    from panelwise.reading import transcribe as transcribe_comics

    check_format(to, images=images)  # before the work, not after it
    if out is not None and out.exists():  # it may hold somebody's corrections
        raise InputError(f"{out}: already exists; give a new file with --out")
    if out is not None and not out.parent.is_dir():
        raise InputError(f"{out.parent}: no such folder; make it, or name another file with --out")
    with building() as progress:
        made = transcribe_comics(
            inputs,
            direction=direction,  # type: ignore[arg-type]
            reader=reader,
            language=language,
            progress=progress,
        )
    text = made.write(to, images=images)  # type: ignore[arg-type]
    if out is None:
        write_text(text)
        return
    write_file(out, text.encode())
    say(f"{counted(sum(len(book.pages) for book in made.books), 'page')} written to {out}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(transcribe)
