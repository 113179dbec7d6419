"""``panelwise read``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import say, write_json


def read(
    inputs: Annotated[list[Path], typer.Argument(help="Images, folders, CBZ files.")],
    direction: Annotated[str, typer.Option(help="auto, ltr, rtl or ttb.")] = "auto",
    reader: Annotated[str, typer.Option(help="See: panelwise list readers.")] = "default",
    out: Annotated[Path | None, typer.Option(help="Write pages.jsonl (and overlays) here.")] = None,
    overlay: Annotated[
        bool, typer.Option("--overlay", help="Draw panels and order on copies of the pages.")
    ] = False,
) -> None:
    """Find the panels of comics and their reading order: one JSON line a page."""
    import orjson

    from panelwise.comics import draw_page
    from panelwise.comics.formats import page_to_json
    from panelwise.reading import read as read_comics

    folder = out or (Path("overlays") if overlay else None)
    pages = read_comics(inputs, direction=direction, reader=reader)  # type: ignore[arg-type]
    if folder is None:
        for book, page in pages:
            write_json(page_to_json(page, book=book))
        return
    count = 0
    with _opened(folder).open("wb") as lines:
        for book, page in pages:
            lines.write(orjson.dumps(page_to_json(page, book=book)) + b"\n")
            count += 1
            if overlay:
                target = folder / book / f"{page.id}.png"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(draw_page(page))
    say(f"{count} pages written to {folder}")


def _opened(folder: Path) -> Path:
    from panelwise.errors import InputError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror})") from None
    return folder / "pages.jsonl"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(read)
