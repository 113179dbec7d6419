"""``read``: from files to structured pages in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from panelwise.comics import Book, Page, ReadingDirection, open_comics
from panelwise.errors import InputError, UnknownNameError
from panelwise.reading._library import GivenDirection, identity_of, read_library
from panelwise.reading._onnx_detector import OnnxReader
from panelwise.reading._reader import Reader
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
from panelwise.workers import LOCAL, WorkEngine

if TYPE_CHECKING:
    from panelwise.outputs import Kept

READERS = Registry("reader", "panelwise.readers", command="panelwise list readers")
DETECTOR = "onnx:PATH"


def get_reader(name: str) -> Reader:
    """The reader that a name means: of ``panelwise list readers``, ``onnx:PATH`` or ``PATH.onnx``.

    ``@0.2`` after the path of a detector is its least score.

    Raises:
        UnknownNameError: for an unknown reader.
        InputError: when a detector's file is not there.
    """
    if given := _detector_named(name):
        return _detector(given)
    if name not in READERS:
        known = [*READERS.names(), DETECTOR]
        raise UnknownNameError(unknown_name("reader", name, known, READERS.command))
    reader: Reader = READERS.get(name)()
    return reader


def reader_files(name: str) -> list[Path]:
    """The files that a name of a reader refers to: those of a detector.

    >>> reader_files("onnx:weights/yolo.onnx@0.1")
    [PosixPath('weights/yolo.onnx')]
    >>> reader_files("weights/detector.onnx@0.2")
    [PosixPath('weights/detector.onnx')]
    """
    given = _detector_named(name)
    bare, mark, _ = given.rpartition("@")
    return [Path(bare if mark else given)] if given else []


def _detector_named(name: str) -> str:
    """The path of a detector, perhaps with its least score; empty for another reader's name."""
    prefix, colon, path = name.partition(":")
    if colon and prefix == "onnx":
        return path
    return name if ".onnx" in (name[-5:], name.rpartition("@")[0][-5:]) else ""


def _detector(given: str) -> Reader:
    """A detector of ``panelwise train detector``, run by OpenCV, or somebody else's."""
    reader = OnnxReader(given)
    if MARK in onnx_metadata(reader.path):
        return LearnedReader(reader.path, reader.least, reader.name)
    return reader


@dataclass(frozen=True, slots=True)
class NamedReader:
    """A reader that every process makes for itself, once, from its name.

    Attributes:
        given: as for :func:`get_reader`.
        texts: whether it reads texts as well.
        identity: recognises the reader that the name means now (:func:`identity_of`).
    """

    given: str
    texts: bool = False
    identity: str = ""

    @classmethod
    def of(cls, name: str, *, texts: bool = False) -> NamedReader:
        """The reader of a name, made once to see that it can be.

        Raises:
            UnknownNameError, InputError: as :func:`get_reader`.
        """
        made = _made(name, texts)
        named = cls(name, texts, f"{identity_of(get_reader(name))}, texts: {texts}")
        _MADE[named] = made
        return named

    @property
    def name(self) -> str:
        """How results name it."""
        return self._reader.name

    @property
    def rule(self) -> str:
        """The rule by which it orders panels."""
        return getattr(self._reader, "rule", "default")

    def read(self, page: Page, direction: ReadingDirection | None = None) -> Page:
        """The page as the reader sees it."""
        return self._reader.read(page, direction)

    @property
    def _reader(self) -> Reader:
        if self not in _MADE:
            _MADE[self] = _made(self.given, self.texts)
        return _MADE[self]


_MADE: dict[NamedReader, Reader] = {}


def _made(name: str, texts: bool) -> Reader:
    return TextReader(get_reader(name)) if texts else get_reader(name)


def read(
    inputs: str | Path | Sequence[str | Path],
    *,
    direction: GivenDirection = "auto",
    reader: str = "default",
    texts: bool | None = None,
    language: str | None = None,
    people: bool = False,
    engine: WorkEngine = LOCAL,
    kept: Kept | None = None,
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
        engine: where the work is done: :func:`panelwise.workers.engine`.
        kept: where finished pages are stored, so that an interrupted program can continue:
            :class:`panelwise.outputs.Kept`.

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
    texts = can_read_texts() if texts is None else texts
    if texts:
        require_ocr()
    someone = NamedReader.of(reader, texts=texts)
    if language is not None:
        check_language(language)
    books = open_comics(inputs)
    found = read_library(books, someone, direction, engine=engine, kept=kept)
    return _pages_of(books, found, language, people=people)


def _pages_of(
    books: Sequence[Book],
    found: Iterator[tuple[int, int, Page | None]],
    language: str | None,
    *,
    people: bool,
) -> Iterator[tuple[str, Page]]:
    any_read = False
    for at, of_book in groupby(found, key=itemgetter(0)):
        pages = (page for *_, page in of_book if page is not None)
        for page in with_people(pages) if people else pages:
            any_read = True
            yield books[at].id, in_language(page, language or known_language(books[at]))
    if not any_read:
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
