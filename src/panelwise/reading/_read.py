"""``read``: from files to structured pages in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from panelwise.comics import Book, Page, ReadingDirection, open_comics
from panelwise.errors import InputError, UnknownNameError
from panelwise.reading._onnx_detector import OnnxReader
from panelwise.reading._reader import Reader, read_book
from panelwise.reading._text_reader import (
    TextReader,
    can_read_texts,
    check_language,
    in_language,
    known_language,
    require_ocr,
)
from panelwise.reading.learned import MARK, LearnedReader, onnx_metadata
from panelwise.reading.people import with_people
from panelwise.registry import Registry, unknown_name

READERS = Registry("reader", "panelwise.readers", command="panelwise list readers")
DETECTOR = "onnx:PATH"


def get_reader(name: str) -> Reader:
    """The reader that a name means: of ``panelwise list readers``, ``onnx:PATH`` or ``PATH.onnx``.

    Raises:
        UnknownNameError: for an unknown reader.
        InputError: when a detector's file is not there.
    """
    prefix, colon, path = name.partition(":")
    if colon and prefix == "onnx":
        return _detector(path)
    if name.endswith(".onnx"):
        return _detector(name)
    if name not in READERS:
        known = [*READERS.names(), DETECTOR]
        raise UnknownNameError(unknown_name("reader", name, known, READERS.command))
    reader: Reader = READERS.get(name)()
    return reader


def _detector(given: str) -> Reader:
    """A detector of ``panelwise train detector``, run by OpenCV, or somebody else's."""
    reader = OnnxReader(given)
    if MARK in onnx_metadata(reader.path):
        return LearnedReader(reader.path, reader.least, reader.name)
    return reader


def read(
    inputs: str | Path | Sequence[str | Path],
    *,
    direction: ReadingDirection | Literal["auto"] = "auto",
    reader: str = "default",
    texts: bool | None = None,
    language: str | None = None,
    people: bool = False,
) -> Iterator[tuple[str, Page]]:
    """Read comics page by page; nothing is decoded before it is asked for.

    Args:
        inputs: images, folders, CBZ files.
        direction: ``auto`` decides once for each book, from its files or its lettering.
        reader: a name from ``panelwise list readers``, or ``onnx:PATH``, a detector of yours.
        texts: also read the texts, which takes a hundred times as long as finding panels;
            ``None`` does where the extra ``[ocr]`` is installed. Texts that pages have stay.
        language: code of the language that the comics are lettered in; by default what their files
            say (ComicInfo), or the script (Japanese, Korean), else texts are ``und``.
        people: also link texts to speakers and characters to identities, where the pages or the
            detector have characters. Experimental; all pages of a book are read before its first
            is given.

    Returns:
        Pairs of book id and page, panels and texts in reading order. Annotated panels are not
        used: this is what the reader sees.

    Raises:
        InputError: for an input that cannot be read; after the last page, if no picture of any
            book could be read.
        UnknownNameError: for an unknown reader.
        SettingError: for what is no language code.
        MissingExtraError: for ``texts=True`` without the extra ``[ocr]``.
    """
    someone = get_reader(reader)
    if texts or (texts is None and can_read_texts()):
        require_ocr()
        someone = TextReader(someone)
    if language is not None:
        check_language(language)
    return _read(open_comics(inputs), someone, direction, language, people=people)


def _read(
    books: Sequence[Book],
    reader: Reader,
    direction: ReadingDirection | Literal["auto"],
    language: str | None,
    *,
    people: bool,
) -> Iterator[tuple[str, Page]]:
    found = False
    for book in books:
        pages = read_book(book, reader, direction)
        for page in with_people(pages) if people else pages:
            found = True
            yield book.id, in_language(page, language or known_language(book))
    if not found:
        raise no_picture_read(books)


def no_picture_read(books: Sequence[Book]) -> InputError:
    """The error for comics none of whose pictures can be read, with the first picture."""
    images = [page.image for book in books for page in book.pages if page.image]
    if not images:
        return InputError(f"{books[0].id}: no pages with pictures; give comics with their images")
    of = f"; it is the first of {len(images)}" if len(images) > 1 else ""
    return InputError(
        f"no picture could be read: {images[0].source.name} is damaged{of};"
        " copy or download the comic again"
    )
