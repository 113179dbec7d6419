"""A corrected book in the formats that readers and other programs know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from panelwise.annotation._books import page_image
from panelwise.comics import Book, Text, write_acbf, write_cbz, write_epub
from panelwise.comics.formats import get_format
from panelwise.errors import InputError, UnknownNameError
from panelwise.outputs import write_file
from panelwise.reading import Transcript, transcript_of
from panelwise.registry import did_you_mean

_JAPANESE = "ja"  # the only language of mokuro's files


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format that a corrected book can be written in.

    Attributes:
        suffix: of its file.
        title: what it is called.
        about: what it has, and what not.
        write: writes a book; the time is that of the last correction.
    """

    suffix: str
    title: str
    about: str
    write: Callable[[Book, Path, datetime | None], None]


def export_names() -> tuple[str, ...]:
    """What a corrected book can be exported to."""
    return tuple(_EXPORTS)


def export_format(name: str) -> ExportFormat:
    """A format by its name.

    Raises:
        UnknownNameError: for a format that is not known.
    """
    if name not in _EXPORTS:
        raise UnknownNameError(f"unknown export '{name}'; {did_you_mean(name, export_names())}")
    return _EXPORTS[name]


def export_book(
    book: Book, name: str, out: str | Path, *, modified: datetime | None = None
) -> None:
    """Write a book.

    Args:
        book: read, and corrected as far as it was.
        name: one of :func:`export_names`.
        out: the file; the images of ``mokuro`` go into a folder beside it.
        modified: when it was changed last, for formats that say so; by default now.

    Raises:
        UnknownNameError: for a format that is not known.
        InputError: when the file is there already or cannot be written, or for a page without an
            image.
    """
    path = Path(out)
    write = export_format(name).write
    if path.exists():
        raise InputError(f"{path}: already exists; give another file with --out")
    path.parent.mkdir(parents=True, exist_ok=True)
    write(book, path, modified)


def _transcript(book: Book, path: Path, to: str) -> None:
    made = Transcript((transcript_of(book),))
    write_file(path, made.write(to, images=to == "html").encode())  # type: ignore[arg-type]


def _pages(book: Book, path: Path) -> None:
    get_format("page-json").write([book], path)


def _mokuro(book: Book, path: Path) -> None:
    """The texts under the one language that the format has, and the images where it wants them."""
    volume = path.stem
    folder = path.parent / volume
    if folder == path:
        raise InputError(
            f"{path}: the images go into a folder of this name; call the file {path.name}.mokuro"
        )
    folder.mkdir(exist_ok=True)
    pages = []
    for number, page in enumerate(book.pages, 1):
        image = page_image(book, page)
        suffix = Path(image.relative).suffix or ".jpg"
        name = f"{number:04d}"
        file = folder / f"{name}{suffix}"
        if not file.exists():
            write_file(file, image.read())
        texts = tuple(_in_japanese(text) for text in page.texts or ())
        named = replace(image, relative=f"{volume}/{file.name}")
        pages.append(replace(page, id=name, image=named, texts=texts))
    get_format("mokuro").write([replace(book, id=volume, pages=tuple(pages))], path)


def _in_japanese(text: Text) -> Text:
    if _JAPANESE in text.contents or text.content is None:
        return text
    return replace(text, contents={_JAPANESE: text.content})


_EXPORTS: Mapping[str, ExportFormat] = {
    "html": ExportFormat(
        ".html", "Transcript to read (HTML)",
        "Each page next to what is said on it, in one file for a browser.",
        lambda book, path, _: _transcript(book, path, "html"),
    ),
    "md": ExportFormat(
        ".md", "Transcript (Markdown)", "Pages, panels and who says what, as text.",
        lambda book, path, _: _transcript(book, path, "md"),
    ),
    "json": ExportFormat(
        ".json", "Transcript (JSON)", "The same for programs, with boxes.",
        lambda book, path, _: _transcript(book, path, "json"),
    ),
    "epub": ExportFormat(
        ".epub", "EPUB 3",
        "For e-readers: fixed layout, from panel to panel, with words that can be selected.",
        lambda book, path, modified: write_epub(book, path, modified=modified),
    ),
    "acbf": ExportFormat(
        ".cbz", "ACBF", "A CBZ for comic readers, with frames and texts.",
        lambda book, path, _: write_acbf(book, path),
    ),
    "comicinfo": ExportFormat(
        ".cbz", "ComicInfo",
        "A CBZ for comic libraries, with title, language and direction; no panels, no texts.",
        lambda book, path, _: write_cbz(book, path),
    ),
    "mokuro": ExportFormat(
        ".mokuro", "mokuro", "Texts over manga pages; no panels.",
        lambda book, path, _: _mokuro(book, path),
    ),
    "page-json": ExportFormat(
        ".jsonl", "Page JSON", "Everything that is known of the pages, for Panelwise.",
        lambda book, path, _: _pages(book, path),
    ),
}  # fmt: skip
