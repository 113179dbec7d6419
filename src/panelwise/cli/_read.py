"""``panelwise read``."""

from __future__ import annotations

import io
import re
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from panelwise.cli._contact_sheet import SheetPage, contact_sheet
from panelwise.cli._options import (
    Comics,
    DirectionOption,
    EngineName,
    LanguageOption,
    ReaderName,
)
from panelwise.cli._output import say, write_json_text, write_line
from panelwise.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from panelwise.comics import Page

PAGES = "pages.jsonl"
OVERLAYS = Path("overlays")
WithTexts = Annotated[
    bool | None,
    typer.Option(help="Also read texts (slow). Default: only if the extra [ocr] is installed."),
]
WithPeople = Annotated[
    bool,
    typer.Option(
        "--people",
        help="Also link texts to speakers and find out who is the same person (experimental)."
        " Needs characters: annotated ones, or those of a detector.",
    ),
]


def read(
    inputs: Comics,
    direction: DirectionOption = "auto",
    reader: ReaderName = "default",
    language: LanguageOption = None,
    texts: WithTexts = None,
    people: WithPeople = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The folder for pages.jsonl and the overlays. Without --out, the JSON lines are"
            " printed; with --overlay but without --out, only overlays are written, to the folder"
            " overlays."
        ),
    ] = None,
    overlay: Annotated[
        bool,
        typer.Option(
            "--overlay", help="Draw panels and order on copies of the pages, with a contact sheet."
        ),
    ] = False,
    engine: EngineName = "local",
) -> None:
    """Find panels, texts and their reading order.

    Prints one JSON line per page. With --out the JSON goes to pages.jsonl; with --out or
    --overlay, standard output gets a readable line per page instead. The exit status is 3 if pages
    could not be read and were left out.
    """
    from panelwise.errors import InputError, install_command
    from panelwise.outputs import Kept
    from panelwise.reading import can_read_texts, reader_files
    from panelwise.reading import read as read_comics
    from panelwise.workers import engine as engine_of

    if out is not None and (out / PAGES).exists():  # it may hold somebody's corrections
        raise InputError(f"{out / PAGES}: already exists; give a new folder with --out")
    beside = not overlay and _is_one_of(out, inputs)
    with engine_of(engine, [*inputs, *reader_files(reader)], out) as where:
        pages = read_comics(
            inputs,
            direction=direction,  # type: ignore[arg-type]
            reader=reader,
            texts=texts,
            language=language,
            people=people,
            engine=where,
            kept=None if out is None or beside else Kept.of(out),
        )
        if people:
            pages = _remarked(pages)
        count = _write(pages, out, overlay=overlay, beside=beside)
    _say_where(count, out, overlay)
    if texts is None and not can_read_texts():
        say(
            "texts were not read from the pictures: that needs the extra 'ocr'; run"
            f" {install_command('ocr')}"
        )


def _say_where(count: int, out: Path | None, overlay: bool) -> None:
    """Where the pages were written, if anywhere."""
    if overlay:
        say(f"look at the overlays: {(out or OVERLAYS) / 'index.html'}")
    if out is not None or overlay:
        say(f"{counted(count, 'page')} written to {out or OVERLAYS}")


def _remarked(pages: Iterable[tuple[str, Page]]) -> Iterator[tuple[str, Page]]:
    """The pages, and after the last a remark where none had a character."""
    seen = False
    for book, page in pages:
        seen = seen or bool(page.characters)
        yield book, page
    if not seen:
        say(
            "--people found nothing to link: no page has characters; --reader detector looks for"
            " them, and so may a detector of yours"
        )


def _is_one_of(out: Path | None, inputs: Iterable[Path]) -> bool:
    """Whether the pages go next to the images that they are of, where every command finds them."""
    return out is not None and any(
        out.is_dir() and out.resolve() == one.resolve() for one in inputs
    )


def _write(
    pages: Iterable[tuple[str, Page]], out: Path | None, *, overlay: bool, beside: bool
) -> int:
    """Print or write the pages as they are read; how many there were.

    ``beside``: ``out`` holds the images, and stays as it is but for one file more.
    """
    import orjson

    from panelwise.comics import draw_page, is_tall
    from panelwise.comics.formats import page_to_json
    from panelwise.outputs import new_folder, write_file

    count = 0
    drawn: list[SheetPage] = []
    place = nullcontext(out or OVERLAYS) if out is None or beside else new_folder(out)
    with place as folder, _lines(None if out is None else folder / PAGES, beside=beside) as lines:
        for count, (book, page) in enumerate(pages, 1):  # noqa: B007 - returned below
            line = orjson.dumps(page_to_json(page, book=book)) + b"\n"
            if out is None and not overlay:
                write_json_text(line.decode().rstrip())
            else:
                write_line(_in_words(book, page))
            if overlay:
                name = f"{_file_name(book)}/{_file_name(page.id)}.png"
                write_file(folder / name, draw_page(page))
                wide = is_tall(page.width, page.height)
                panels = len(page.panels)
                drawn.append(SheetPage(book, page.id, name, panels, page.order_confidence, wide))
            if lines is not None:
                lines.write(line)
        if overlay:
            write_file(folder / "index.html", contact_sheet(drawn).encode())
    return count


@contextmanager
def _lines(path: Path | None, *, beside: bool) -> Iterator[IO[bytes] | None]:
    """Where lines of pages are written: to a new folder as they come, so that memory holds none.

    ``beside`` images the file is written at the end, so that it is there whole or not at all.
    """
    from panelwise.outputs import write_file

    if path is None:
        yield None
    elif not beside:
        with path.open("wb") as stream:
            yield stream
    else:
        held = io.BytesIO()
        yield held
        write_file(path, held.getvalue())


def _in_words(book: str, page: Page) -> str:
    """A page in a line for people."""
    panels = counted(len(page.panels), "panel")
    texts = "" if page.texts is None else f", {counted(len(page.texts), 'text')}"
    order = page.order_confidence
    sure = "" if order is None else f", order confidence {order:.2f}"
    return f"{book}  {page.id}  {panels}{texts}, {page.reading_direction}{sure}"


def _file_name(name: str) -> str:
    """An id as a name of a file: ids come from files that nobody checked, and may hold ``../``."""
    return re.sub(r"[/\\:\0]", "_", name).lstrip(".") or "_"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(read)
