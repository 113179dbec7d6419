"""``panelwise data`` and ``panelwise convert``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import say, write_line
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.comics.datasets import CopyReport, Dataset

SHOWN = 20  # lines of one kind
_PASSING_ON = {
    "none": "nothing, unless its owners allow it",
    "annotation_only": "annotations without images (panelwise build --annotations-only)",
    "full": "images and annotations, under its licence",
}


def data(
    name: Annotated[str | None, typer.Argument(help="A data set. Default: list all.")] = None,
    check: Annotated[Path | None, typer.Option(help="Check the copy in this folder.")] = None,
) -> None:
    """List the papers' data sets and check your copies.

    Prints where to request a data set, its terms, and, with --check, whether your copy is complete.

    The exit status is 1 if something essential is missing from a copy.
    """
    from panelwise.comics.datasets import all_datasets, check_copy, get_dataset
    from panelwise.errors import SettingError

    if name is None and check is not None:
        raise SettingError("name the data set to check: panelwise data NAME --check PATH")
    if name is None:
        listed = all_datasets()
        width = max(len(one.name) for one in listed)
        for one in listed:
            write_line(f"{one.name:<{width}}  {one.about}")
    elif check is None:
        _print_entry(get_dataset(name))
    else:
        report = check_copy(name, check)
        _print_report(report, check)
        if not report.usable:
            raise typer.Exit(1)


def convert(
    path: Annotated[Path, typer.Argument(help="A copy of a data set, or any comics.")],
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    layout: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="The layout of the copy: comics, comicspap, mangavqa, mangazero, mementos, panels,"
            " yesbut, or a data set of a plug-in.",
        ),
    ] = None,
    to: Annotated[
        str,
        typer.Option(
            help="A format of panelwise list formats, or cbz, which writes one CBZ per book."
        ),
    ] = "page-json",
) -> None:
    """Write comics in another annotation format."""
    from panelwise.comics import open_comics, write_cbzs
    from panelwise.comics.datasets import Loaded, load_dataset, write_books

    loaded = load_dataset(layout, path) if layout else Loaded(open_comics(path))
    files: Sequence[Path]
    lost: Sequence[object] = ()
    if to == "cbz":
        files = write_cbzs(loaded.books, out)
    else:
        converted = write_books(loaded.books, out, to)
        files, lost = converted.files, converted.lost
    _say_some("left out: ", loaded.left_out)
    pages = sum(len(book.pages) for book in loaded.books)
    stories = sum(len(book.stories) for book in loaded.books)
    books = counted(len(loaded.books), "book")
    say(f"{books}, {counted(pages, 'page')}, {counted(stories, 'story', 'stories')}")
    if lost:
        say(f"not held by {to}: {', '.join(map(str, lost))}")
    for file in files[:SHOWN]:
        write_line(str(file))
    if len(files) > SHOWN:
        say(f"and {len(files) - SHOWN} more files")


def _print_entry(entry: Dataset) -> None:
    from panelwise.comics.datasets import NOT_PUBLISHED

    write_line(f"{entry.title}: {entry.about}")
    expected = [f"{one.what}: {one.published}" for one in entry.counts]
    for label, lines in (
        ("where to ask", entry.ask),
        ("licence", (entry.licence or NOT_PUBLISHED,)),
        ("terms", (entry.terms,)),
        ("may be passed on", (_PASSING_ON[entry.passing_on],)),
        ("layout", entry.layout),
        ("counts", expected),
        ("how to open", (entry.reading,)),
        ("facts from", entry.sources),
    ):
        write_line(f"\n{label}:")
        for line in lines or (NOT_PUBLISHED,):
            write_line(f"  {line}")


def _print_report(report: CopyReport, path: Path) -> None:
    for one in report.counts:
        if one.found is not None:
            verdict = {True: "agrees", False: "DIFFERS", None: ""}[one.agrees]
            counts = f"{one.found} found, {one.published} expected"
            write_line(f"{one.what}: {counts}  {verdict}".rstrip())
    write_line(f"images: {report.images} found, {report.decoded} decoded")
    _say_some("missing: ", report.missing)
    _say_some("unreadable: ", report.unreadable)
    _say_some("leads out of the folder, not followed: ", report.outside)
    if not report.layout_known:
        say(f"{report.name}: only the images are checked")
    lacking = "see what is missing above" if report.missing else "no image in it"
    say(f"{path}: " + ("usable" if report.usable else f"not usable: {lacking}; check the folder"))


def _say_some(label: str, lines: tuple[str, ...]) -> None:
    for line in lines[:SHOWN]:
        say(label + line)
    if len(lines) > SHOWN:
        say(f"{label}{len(lines) - SHOWN} more")


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(data)
    app.command()(convert)
