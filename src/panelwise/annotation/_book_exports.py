"""A corrected book in the formats that readers and other programs know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from panelwise.annotation._books import page_image
from panelwise.comics import Book, Text, write_acbf, write_cbz, write_epub
from panelwise.comics.formats import get_format
from panelwise.errors import InputError, UnknownNameError
from panelwise.outputs import write_file
from panelwise.reading import Transcript, transcript_of
from panelwise.registry import did_you_mean

_JAPANESE = "ja"  # the only language of mokuro's files


def export_names() -> tuple[str, ...]:
    """What a corrected book can be exported to."""
    return tuple(_EXPORTS)


def export_suffix(name: str) -> str:
    """The suffix of an export's file.

    Raises:
        UnknownNameError: for a format that is not known.
    """
    return _export(name)[0]


def export_book(book: Book, name: str, out: str | Path) -> None:
    """Write a book.

    Args:
        book: read, and corrected as far as it was.
        name: one of :func:`export_names`.
        out: the file; the images of ``mokuro`` go into a folder beside it.

    Raises:
        UnknownNameError: for a format that is not known.
        InputError: when the file is there already or cannot be written, or for a page without an
            image.
    """
    path = Path(out)
    write = _export(name)[1]
    if path.exists():
        raise InputError(f"{path}: already exists; give another file with --out")
    path.parent.mkdir(parents=True, exist_ok=True)
    write(book, path)


def _export(name: str) -> tuple[str, Callable[[Book, Path], None]]:
    if name not in _EXPORTS:
        raise UnknownNameError(f"unknown export '{name}'; {did_you_mean(name, export_names())}")
    return _EXPORTS[name]


def _transcript(book: Book, path: Path, to: str) -> None:
    made = Transcript((transcript_of(book),))
    write_file(path, made.write(to, images=to == "html").encode())  # type: ignore[arg-type]


def _pages(book: Book, path: Path) -> None:
    get_format("page-json").write([book], path)


def _mokuro(book: Book, path: Path) -> None:
    """The texts under the one language that the format has, and the images where it wants them."""
    volume = path.stem
    folder = path.parent / volume
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


_EXPORTS: Mapping[str, tuple[str, Callable[[Book, Path], None]]] = {
    "md": (".md", lambda book, path: _transcript(book, path, "md")),
    "html": (".html", lambda book, path: _transcript(book, path, "html")),
    "json": (".json", lambda book, path: _transcript(book, path, "json")),
    "page-json": (".jsonl", _pages),
    "mokuro": (".mokuro", _mokuro),
    "comicinfo": (".cbz", write_cbz),
    "acbf": (".cbz", write_acbf),
    "epub": (".epub", write_epub),
}
