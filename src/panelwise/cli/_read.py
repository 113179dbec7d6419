"""``panelwise read``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import say, write_json_text


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
    from panelwise.reading import can_read_texts
    from panelwise.reading import read as read_comics

    folder = out or Path("overlays")
    lines = None if out is None else out / "pages.jsonl"
    if lines is not None and lines.exists():  # it may hold somebody's corrections
        raise InputError(f"{lines}: is there already; give a new folder with --out")
    pages = read_comics(inputs, direction=direction, reader=reader, texts=texts)  # type: ignore[arg-type]
    if lines is not None:
        _make(lines.parent)  # before the work, not after it
    printed: list[bytes] = []
    for book, page in pages:
        line = orjson.dumps(page_to_json(page, book=book)) + b"\n"
        if lines is None or not sys.stdout.isatty():
            write_json_text(line.decode().rstrip())
        if overlay:
            _write(folder / _file_name(book) / f"{_file_name(page.id)}.png", draw_page(page))
        printed.append(line)
    if lines is not None:
        _write(lines, b"".join(printed))
    if lines is not None or overlay:
        say(f"{len(printed)} pages written to {folder}")
    if texts is None and not can_read_texts():
        say("panels only: reading texts needs the extra 'ocr'; run pip install 'panelwise[ocr]'")


def _file_name(name: str) -> str:
    """An id as a name of a file: ids come from files that nobody checked, and may hold ``../``."""
    return re.sub(r"[/\\:\0]", "_", name).lstrip(".") or "_"


def _make(folder: Path) -> None:
    from panelwise.errors import InputError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror})") from None


def _write(path: Path, data: bytes) -> None:
    _make(path.parent)
    path.write_bytes(data)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(read)
