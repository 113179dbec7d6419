"""Books and pages of files of Manga109's kind, its own and those that others have added to it.

Source: manga109api's README and test files; Manga109's site. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from panelwise.comics._model import Book, Character, Face, Identity, Page, Panel, Text
from panelwise.comics._order import natural_key
from panelwise.comics.formats._names import names
from panelwise.comics.formats._validation import (
    ImageFinder,
    Images,
    require_on_page,
    require_unique,
    write_bytes,
)
from panelwise.comics.formats._xml import Element, read_box, stream_xml, write_tag
from panelwise.errors import InputError
from panelwise.geometry import Box

# Nothing says that the parts of a page stand in reading order: the order is trusted as little as
# a computed one can be, so tasks leave such pages out until somebody has checked them.
UNKNOWN_ORDER = 0.0
LANGUAGE = "ja"
# Manga109 and OpenMantra hold dialogue and narration: texts of other kinds would come back as that.
NOT_DIALOGUE = ("onomatopoeia", "scene_text")
_RECORDS = frozenset({"character", "page"})
BOOK_NAMES = frozenset({"book", "title", "page", "index"})
_KNOWN = BOOK_NAMES | names(
    "characters character name pages width height frame text face body id xmin ymin"
    " xmax ymax onomatopoeia onomatopoeia_link1 onomatopoeia_link2 speaker_to_text"
    " text_id speaker_id"
)
ROOT = re.compile(rb"\A\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--.*?-->\s*)*<book\s[^>]*title=", re.DOTALL)


@dataclass(slots=True)
class RawBook:
    """A book of one of the three kinds of files, its pages still elements."""

    title: str
    where: str
    characters: list[Element] = field(default_factory=list)


def annotation_files(folder: Path) -> list[Path]:
    """The XML files of a copy of Manga109, in natural order.

    Raises:
        InputError: when there is none.
    """
    found = [file for file in (folder / "annotations").glob("*.xml") if file.is_file()]
    if not found:
        raise InputError(f"{folder}: no XML file in its folder 'annotations'")
    return sorted(found, key=lambda file: natural_key(file.name))


def open_book(path: Path) -> tuple[RawBook, Iterator[Element]]:
    """What stands before the pages of a file, and its pages, one by one as they are read.

    Raises:
        InputError: when the root is not a book with a title.
    """
    stream = stream_xml(path, _RECORDS, _KNOWN)
    root = next(stream, None)
    if root is None or root.tag != "book":
        raise InputError(f"{path}: its root is not <book>; expected a file in Manga109's format")
    book = RawBook(root.need("title"), f"{path}: book '{root.attributes['title']}'")

    def pages() -> Iterator[Element]:
        seen: set[int] = set()
        for element in stream:
            if element.tag == "character":
                book.characters.append(element)
            elif element.tag == "page":
                index = element.whole("index")
                if index in seen:
                    raise InputError(f"{element.where}: page index {index} occurs twice")
                seen.add(index)
                yield element

    return book, pages()


def read_book(path: Path, images: Images = None) -> Book:
    """The book of one file; see :class:`Manga109`."""
    raw, elements = open_book(path)
    finder = finder_of(path, images)
    ids: set[str] = set()
    people: dict[str, Identity] = {}
    pages = []
    for element in elements:
        people = people or _identities(raw)
        pages.append(_read_page(element, raw.title, finder, people, ids))
    people = people or _identities(raw)
    return Book(raw.title, tuple(pages), identities=tuple(people.values()), direction_known=True)


def finder_of(path: Path, images: Images) -> ImageFinder:
    """Finds images from the folder around ``annotations/``, or beside the file."""
    root = path.parent.parent if path.parent.name == "annotations" else path.parent
    return ImageFinder(root / path.name, images)


def page_of(element: Element, title: str, finder: ImageFinder) -> Page:
    """The page of an element, still without what stands on it.

    Raises:
        InputError: when its size is nowhere to be found.
    """
    index = element.whole("index")
    size = element.whole("width"), element.whole("height")
    name = image_name(title, f"{index:03}")
    # COO has pages of 0×0: the size is unknown then, and the image tells it.
    known = size if min(size) > 0 else None
    try:
        image, width, height = finder.find(name, known, f"{element.where}, index {index}")
    except InputError as error:
        if known is not None:
            raise
        raise type(error)(f"{error}; the file gives no page size, so the image is needed") from None
    return Page(
        f"{index:03}", width, height, image, "rtl", "spread", order_confidence=UNKNOWN_ORDER
    )


def image_name(title: str, page_id: str) -> str:
    """Of a page's image, relative to a copy of Manga109."""
    return f"images/{title}/{page_id}.jpg"


def _identities(raw: RawBook) -> dict[str, Identity]:
    found = [Identity(e.need("id"), e.attributes.get("name") or None) for e in raw.characters]
    require_unique((identity.id for identity in found), "character", raw.where)
    return {identity.id: identity for identity in found}


def _read_page(
    element: Element,
    title: str,
    finder: ImageFinder,
    people: dict[str, Identity],
    ids: set[str],
) -> Page:
    bare = page_of(element, title, finder)
    panels: list[Panel] = []
    texts: list[Text] = []
    bodies: list[Character] = []
    faces: list[Face] = []
    for part in element.children:
        if part.tag not in ("frame", "text", "body", "face"):
            continue
        id_, box = part.need("id"), _box(part)
        if id_ in ids:
            raise InputError(f"{part.where}: id '{id_}' occurs twice")
        ids.add(id_)
        require_on_page([box], bare.width, bare.height, part.where)
        if part.tag == "frame":
            panels.append(Panel(box, id=id_))
        elif part.tag == "text":
            words = {LANGUAGE: part.text} if part.text else {}
            texts.append(Text(box, words, "dialogue", id=id_))  # as its users call them (MV-5)
        elif part.tag == "body":
            bodies.append(Character(box, _person(part, people), id=id_))
        else:
            faces.append(Face(box, _person(part, people), id=id_))
    return Page(
        bare.id,
        bare.width,
        bare.height,
        bare.image,
        bare.reading_direction,
        bare.layout,
        tuple(panels),
        tuple(texts),
        tuple(bodies),
        tuple(faces),
        order_confidence=UNKNOWN_ORDER,
    )


def _box(part: Element) -> Box:
    edges = [part.number(name) for name in ("xmin", "ymin", "xmax", "ymax")]
    return read_box(edges[0], edges[1], edges[2], edges[3], part.where)


def _person(part: Element, people: dict[str, Identity]) -> str | None:
    person = part.attributes.get("character")
    if person is not None and person not in people:
        raise InputError(f"{part.where}: unknown character '{person[:40]}'")
    return person


def only_book(books: Iterable[Book], name: str) -> Book:
    """The one book there is.

    Raises:
        InputError: when there are none or several.
    """
    found = tuple(books)
    if len(found) != 1:
        raise InputError(
            f"a {name} file holds one book, not {len(found)}; write one book at a time"
        )
    return found[0]


def write_book(
    book: Book, path: Path, head: list[str], tags: Callable[[Page], Iterable[str]]
) -> None:
    """Write a file in Manga109's format: ``head``, then each page with its ``tags``."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines += [write_tag("book", {"title": book.id}, leave_open=True), *head, "<pages>"]
    require_unique((page.id for page in book.pages), "page", f"book '{book.id}'")
    for page in book.pages:
        _check_page(page, book.id)
        size = {"index": int(page.id), "width": page.width, "height": page.height}
        lines += [write_tag("page", size, leave_open=True), *tags(page), "</page>"]
    lines += ["</pages>", "</book>", ""]
    write_bytes(path, "\n".join(lines).encode())


def _check_page(page: Page, book: str) -> None:
    where = f"book '{book}', page '{page.id}'"
    if page.reading_direction != "rtl":
        raise InputError(
            f"{where}: Manga109 is for rtl pages, this one is {page.reading_direction};"
            " panelwise convert changes the direction and lists what is lost"
        )
    if not re.fullmatch(r"[0-9]{3}|[1-9][0-9]{3,5}", page.id):
        raise InputError(f"{where}: Manga109 needs page ids that are numbers of three digits")
    name = image_name(book, page.id)
    if page.image is not None and page.image.relative != name:
        raise InputError(
            f"{where}: Manga109 needs its image to be named '{name}', not '{page.image.relative}'"
        )


def fresh_ids(book: Book) -> Iterator[str]:
    """Ids as Manga109 has them, none of them in use in the book."""
    used = {
        thing.id
        for page in book.pages
        for things in (page.panels, page.texts or (), page.characters, page.faces)
        for thing in things
    }
    return (id_ for number in count() if (id_ := f"{number:08x}") not in used)


def identities_on(page: Page) -> list[str]:
    """Who is named by bodies and faces, each once."""
    named = [body.identity for body in page.characters] + [face.identity for face in page.faces]
    return list(dict.fromkeys(name for name in named if name is not None))
