"""Comics in a project: their pages as units of work, their pictures and drafts in its folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import orjson

from panelwise.annotation._project import PICTURES, NewUnit, Project, family_data
from panelwise.annotation.screens import PAGE_SCREENS, WHOLE_PAGE
from panelwise.comics import Book, ComicImage, Page, ReadingDirection, encode_png
from panelwise.comics.formats import page_from_json, page_to_json
from panelwise.errors import InputError
from panelwise.outputs import write_file
from panelwise.reading import (
    TextReader,
    can_read_texts,
    get_reader,
    in_language,
    known_language,
    read_pages,
    require_ocr,
)

_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg"}
_COLUMNS = ("ja", "zh")  # languages that comics set in columns where they are read right to left
ANNOTATED = "the annotation"


def read_book_for(
    book: Book,
    *,
    reader: str = "default",
    direction: ReadingDirection | Literal["auto"] = "auto",
    texts: bool | None = None,
    language: str | None = None,
) -> Book:
    """A book whose pages have panels: annotated, else found by a reader; damaged pages are left
    out and named in the log.

    Args:
        book: as it was opened.
        reader: a name from ``panelwise list readers``, or ``onnx:PATH``.
        direction: as in :func:`panelwise.reading.read`.
        texts: also read texts; ``None`` does where the extra ``[ocr]`` is installed.
        language: of the lettering, for texts of which nothing says it.

    Raises:
        UnknownNameError: for an unknown reader.
        MissingExtraError: for ``texts=True`` without the extra ``[ocr]``.
    """
    someone = get_reader(reader)
    if texts or (texts is None and can_read_texts()):
        require_ocr()
        someone = TextReader(someone)
    bare = [at for at, page in enumerate(book.pages) if not page.panels]
    found = dict(read_pages(book, someone, direction, pages=bare))
    written = language or known_language(book)
    pages = [found.get(at, page) for at, page in enumerate(book.pages)]
    return replace(
        book, pages=tuple(in_language(page, written) for page in pages if page is not None)
    )


def add_pages(folder: Path, book: Book, *, drafts: bool = True) -> None:
    """Write the pictures of a book into a project's folder, and what is known of its pages.

    Args:
        folder: of the project.
        book: whose pages have images.
        drafts: also write drafts; those that are there are replaced.

    Raises:
        InputError: for a page without an image, or with one that cannot be read.
    """
    place = folder / PICTURES
    place.mkdir(exist_ok=True)
    names = {one.id: one.name for one in book.identities if one.name}
    for page in book.pages:
        data, suffix = picture_bytes(page_image(book, page))
        file = place / f"{hashlib.sha256(data).hexdigest()}{suffix}"
        if not file.exists():
            write_file(file, data)
        if drafts:
            found = {"by": page.panels_by or ANNOTATED, "page": page_to_json(page), "names": names}
            write_file(place / f"{page_image(book, page).sha256}.json", orjson.dumps(found))


def with_drafts(folder: Path, book: Book) -> Book:
    """A book with the drafts that a project holds of its pages; pages without one stay.

    Raises:
        InputError: for a draft that cannot be read.
    """
    pages = []
    for page in book.pages:
        file = folder / PICTURES / f"{page_image(book, page).sha256}.json"
        if not file.is_file():
            pages.append(page)
            continue
        stored = orjson.loads(file.read_bytes())
        draft = page_from_json(stored["page"], page.image, where=str(file))
        pages.append(replace(draft, id=page.id))
    return replace(book, pages=tuple(pages))


def units_of_book(
    book: Book, screen: str, *, blind: bool = False, language: str = ""
) -> list[NewUnit]:
    """The pages of a book as units; for ``identities`` the whole book is one.

    Args:
        book: whose pages have images.
        screen: of the first stage.
        blind: whether fields start empty rather than with the draft.
        language: of the lettering; by default what the book or its texts say.

    Raises:
        InputError: for a page without an image.
    """
    pages = [_page_data(book, page, language) for page in book.pages]
    if screen == "identities":
        seen = [one for one, page in zip(pages, book.pages, strict=True) if page.characters]
        groups: Iterable[Sequence[Mapping[str, Any]]] = [seen] if seen else []
    else:
        groups = ([one] for one in pages)
    return [
        NewUnit(
            f"p-{_digest(group)}",
            book.id,
            {"pages": list(group), "blind": blind, **family_data(book.family)},
        )
        for group in groups
    ]


def add_comics(project: Project, books: Sequence[Book]) -> int:
    """Add comics whose pages are worked on blind; what is known of them is shown only where a
    screen builds on it. Returns how many units are new.

    Raises:
        InputError: when the procedure does not begin with a screen of pages, or for a page without
            an image.
    """
    screen = project.procedure.stages[0].screen
    known = (*PAGE_SCREENS, WHOLE_PAGE.name)
    if books and screen not in known:
        raise InputError(
            f"procedure {project.procedure.name} does not begin with pages, so it takes no comics;"
            " choose one that does, such as pages.gold or pages.people"
        )
    added = 0
    for book in books:
        add_pages(project.folder, book)
        added += project.add_units(units_of_book(book, screen, blind=True))
    return added


def page_image(book: Book, page: Page) -> ComicImage:
    """The image of a page.

    Raises:
        InputError: when there is none.
    """
    if page.image is None:
        raise InputError(f"book {book.id}, page {page.id} has no image; it cannot be shown")
    return page.image


def picture_bytes(image: ComicImage) -> tuple[bytes, str]:
    """An image as browsers show it, and the suffix of its file: its own bytes, or a PNG."""
    suffix = _SUFFIXES.get(image.media_type)
    return (image.read(), suffix) if suffix else (encode_png(image.decode()), ".png")


def _page_data(book: Book, page: Page, language: str) -> dict[str, Any]:
    image = page_image(book, page)
    data, _ = picture_bytes(image)
    written = language or book.source.language or next(_languages(page), "")
    columns = page.reading_direction == "rtl" and written.partition("-")[0] in _COLUMNS
    picture = {
        "sha256": hashlib.sha256(data).hexdigest(),
        "width": page.width,
        "height": page.height,
        "alt": f"{book.title or book.id}, page {page.id}",
    }
    return {"page": image.sha256, "picture": picture, "language": written, "vertical": columns}


def _languages(page: Page) -> Iterator[str]:
    return (code for text in page.texts or () for code in text.contents if code != "und")


def _digest(pages: Sequence[Mapping[str, Any]]) -> str:
    return hashlib.sha256("".join(str(one["page"]) for one in pages).encode()).hexdigest()[:16]
