"""Books written as CBZ: the images as they are, and what is known of the book in ComicInfo.xml.

Source: the ComicInfo schema 2.0 of the Anansi project, elements in the order of its sequence.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from panelwise.comics._model import Book, Page
from panelwise.errors import InputError

_DATE = (1980, 1, 1, 0, 0, 0)  # the same book gives the same bytes
_SUFFIXES = {"jpeg": ".jpg", "tiff": ".tif"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def comic_info(book: Book) -> bytes:
    """ComicInfo.xml of a book: title, source, language, direction and the list of its pages.

    ``Manga`` is ``YesAndRightToLeft`` where all pages read from right to left, and left out
    otherwise. The language is the source's, or the only one that the texts are written in.
    """
    source = book.source
    volume = source.volume
    whole = volume is not None and volume.isascii() and volume.isdigit()
    rtl = bool(book.pages) and all(page.reading_direction == "rtl" for page in book.pages)
    black_and_white = {True: "No", False: "Yes", None: None}[source.colour]
    elements = {
        "Title": book.title or book.id,
        "Series": source.series,
        "Number": None if whole else volume,
        "Volume": volume if whole else None,
        "Notes": source.licence,
        "Year": None if source.year is None else str(source.year),
        "Month": None if source.month is None else str(source.month),
        "Writer": source.author,
        "Publisher": source.publisher,
        "Web": source.url,
        "PageCount": str(len(book.pages)),
        "LanguageISO": source.language or _language(book),
        "BlackAndWhite": black_and_white,
        "Manga": "YesAndRightToLeft" if rtl else None,
    }
    lines = [f"  <{name}>{xml_text(value)}</{name}>\n" for name, value in elements.items() if value]
    pages = [_page(number, page) for number, page in enumerate(book.pages)]
    inner = "".join([*lines, "  <Pages>\n", *pages, "  </Pages>\n"])
    return f'<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n{inner}</ComicInfo>\n'.encode()


def no_image(book: Book, page: Page) -> InputError:
    """The error for a page that would have to be written without its picture."""
    return InputError(
        f"book '{book.id}', page '{page.id}' has no image to write; put the book's images next to"
        " its annotations"
    )


def write_cbz(book: Book, path: str | Path) -> None:
    """Write a book as a CBZ that keeps the bytes of its images, numbered in reading order.

    Raises:
        InputError: when the file is there already or cannot be written, or for a page without an
            image or with one that cannot be read.
    """
    path = Path(path)
    if path.exists():
        raise InputError(f"{path}: already exists; choose another folder or move it away")
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    digits = max(3, len(str(len(book.pages))))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(aside, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(zipfile.ZipInfo("ComicInfo.xml", _DATE), comic_info(book))
            for number, page in enumerate(book.pages, start=1):
                if page.image is None:
                    raise no_image(book, page)
                kind = page.image.media_type.rpartition("/")[2]
                name = f"{number:0{digits}}{_SUFFIXES.get(kind, '.' + kind)}"
                archive.writestr(zipfile.ZipInfo(name, _DATE), page.image.read())
        aside.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        aside.unlink(missing_ok=True)


def write_cbzs(books: Iterable[Book], out: str | Path) -> tuple[Path, ...]:
    """Write each book as ``out/<id>.cbz``; slashes of an id become underscores.

    Raises:
        InputError: as :func:`write_cbz`, or when two books would get one name.
    """
    named: dict[Path, Book] = {}
    for book in books:
        name = re.sub(r"[/\\:\0]", "_", book.id).lstrip(".") or "_"
        path = Path(out) / f"{name}.cbz"
        if path in named or path.exists():
            raise InputError(f"{path}: already exists; choose another folder or move it away")
        named[path] = book
    for path, book in named.items():
        write_cbz(book, path)
    return tuple(named)


def _language(book: Book) -> str | None:
    found = {code for page in book.pages for text in page.texts or () for code in text.contents}
    found.discard("und")
    return found.pop() if len(found) == 1 else None


def _page(number: int, page: Page) -> str:
    facts = {
        "Image": str(number),
        "Type": "Advertisement" if page.advert else None,
        "DoublePage": "true" if page.layout == "spread" else None,
        "ImageWidth": str(page.width),
        "ImageHeight": str(page.height),
    }
    words = " ".join(f"{name}={quoteattr(value)}" for name, value in facts.items() if value)
    return f"    <Page {words}/>\n"


def xml_text(value: str) -> str:
    """A text as XML has it, without what XML cannot hold."""
    return escape(xml_plain(value))


def xml_plain(value: str) -> str:
    """A text without what XML cannot hold, not escaped."""
    return _NOT_XML.sub("\ufffd", value)
