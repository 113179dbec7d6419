"""``panelwise read``."""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import say, write_json_text

PAGES = "pages.jsonl"
OVERLAYS = Path("overlays")


def read(
    inputs: Annotated[list[Path], typer.Argument(help="Images, folders, CBZ files.")],
    direction: Annotated[str, typer.Option(help="auto, ltr, rtl or ttb.")] = "auto",
    reader: Annotated[str, typer.Option(help="See: panelwise list readers.")] = "default",
    texts: Annotated[
        bool | None,
        typer.Option(help="Read texts too (slow); by default where the extra [ocr] is installed."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write pages.jsonl (and overlays) here.")] = None,
    overlay: Annotated[
        bool, typer.Option("--overlay", help="Draw panels and order on copies of the pages.")
    ] = False,
) -> None:
    """Find panels and texts of comics and their reading order: one JSON line a page."""
    import orjson

    from panelwise.comics import draw_page
    from panelwise.comics.formats import page_to_json
    from panelwise.errors import InputError
    from panelwise.outputs import new_folder, write_file
    from panelwise.reading import can_read_texts
    from panelwise.reading import read as read_comics

    if out is not None and (out / PAGES).exists():  # it may hold somebody's corrections
        raise InputError(f"{out / PAGES}: is there already; give a new folder with --out")
    pages = read_comics(inputs, direction=direction, reader=reader, texts=texts)  # type: ignore[arg-type]
    printed: list[bytes] = []
    with new_folder(out) if out is not None else nullcontext(OVERLAYS) as folder:
        for book, page in pages:
            line = orjson.dumps(page_to_json(page, book=book)) + b"\n"
            if out is None or not sys.stdout.isatty():
                write_json_text(line.decode().rstrip())
            if overlay:
                drawn = folder / _file_name(book) / f"{_file_name(page.id)}.png"
                write_file(drawn, draw_page(page))
            printed.append(line)
        if out is not None:
            write_file(folder / PAGES, b"".join(printed))
    if out is not None or overlay:
        say(f"{len(printed)} pages written to {out or OVERLAYS}")
    if texts is None and not can_read_texts():
        say("panels only: reading texts needs the extra 'ocr'; run pip install 'panelwise[ocr]'")


def _file_name(name: str) -> str:
    """An id as a name of a file: ids come from files that nobody checked, and may hold ``../``."""
    return re.sub(r"[/\\:\0]", "_", name).lstrip(".") or "_"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(read)
