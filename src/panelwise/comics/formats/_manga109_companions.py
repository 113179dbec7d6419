"""What others have annotated on Manga109's pages: onomatopoeia (COO) and speakers.

Source: the public annotations of Manga109 (COO v2022.07.07, Manga109Dialog); the files themselves.
Described in docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from panelwise.comics._model import Book, Page, SpeakerLink, Text
from panelwise.comics.formats._manga109_pages import (
    BOOK_NAMES,
    LANGUAGE,
    ROOT,
    finder_of,
    fresh_ids,
    only_book,
    open_book,
    page_of,
    read_book,
    write_book,
)
from panelwise.comics.formats._validation import (
    Images,
    read_head,
    require_on_page,
    require_unique,
)
from panelwise.comics.formats._xml import Element, real_polygon, write_tag
from panelwise.errors import InputError
from panelwise.geometry import Polygon, box_polygon, polygon_box

LINKS = ("onomatopoeia_link1", "onomatopoeia_link2")


class Coo:
    """Reads and writes COO's onomatopoeia: polygons with words, one book a file.

    Alone it gives pages with onomatopoeia and nothing else. Some of its pages have a size of 0×0:
    those need their image, or :func:`merge_manga109` with Manga109's own file.

    Parts of one onomatopoeia stay texts of their own; ``read_coo_links`` tells which belong
    together. Writing leaves out these links, and everything but texts of kind ``onomatopoeia``
    with their polygon, id and Japanese words.
    """

    name = "coo"
    suffixes = (".xml",)
    marks = (BOOK_NAMES | {"onomatopoeia"},)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return ROOT.match(head) is not None and b"<onomatopoeia " in head

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The book of a file; images as for ``manga109``.

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        raw, elements = open_book(path)
        finder = finder_of(path, images)
        ids: set[str] = set()
        pages = []
        for element in elements:
            page = page_of(element, raw.title, finder)
            pages.append(replace(page, texts=_sounds(element, page, ids)))
        return (Book(raw.title, tuple(pages), direction_known=True),)

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one book; see the class for what is left out.

        Raises:
            InputError: as for ``manga109``.
        """
        book = only_book(books, self.name)
        fresh = fresh_ids(book)

        def tags(page: Page) -> Iterable[str]:
            for text in page.texts or ():
                if text.kind == "onomatopoeia":
                    place: dict[str, object] = {"id": text.id or next(fresh)}
                    for at, (x, y) in enumerate(text.polygon or box_polygon(text.box)):
                        place |= {f"x{at}": float(x), f"y{at}": float(y)}
                    yield write_tag("onomatopoeia", place, text.contents.get(LANGUAGE, ""))

        write_book(book, Path(path), [], tags)


class Manga109Dialog:
    """Reads and writes Manga109Dialog's links from texts to the bodies that speak them.

    The links name texts and bodies of Manga109, whose file must stand in ``../annotations/`` or
    ``../manga109/`` under the same name; :func:`merge_manga109` takes it from anywhere. Writing
    leaves out everything but these links; whether they are certain, too.
    """

    name = "manga109dialog"
    suffixes = (".xml",)
    marks = (BOOK_NAMES | {"speaker_to_text", "text_id", "speaker_id"},)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return ROOT.match(head) is not None and b"<speaker_to_text " in head

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The book of Manga109, with speakers; images as for ``manga109``.

        Raises:
            InputError: when Manga109's file is not there; or one line with the place and what is
                wrong there.
        """
        path = Path(path)
        root = path.parent.parent
        for folder in ("annotations", "manga109"):
            if (root / folder / path.name).is_file():
                own = root / folder / path.name
                return (merge_manga109(own, None, path, images=images),)
        raise InputError(
            f"{path} holds links between texts and bodies of Manga109; put Manga109's own"
            f" '{path.name}' into {root / 'annotations'}"
        )

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one book; see the class for what is left out.

        Raises:
            InputError: as for ``manga109``.
        """
        book = only_book(books, self.name)
        fresh = fresh_ids(book)

        def tags(page: Page) -> Iterable[str]:
            for link in page.speakers:
                ends = {"text_id": link.text, "speaker_id": link.character}
                yield write_tag("speaker_to_text", {"id": next(fresh), **ends})

        write_book(book, Path(path), [], tags)


def merge_manga109(
    manga109: Path, coo: Path | None = None, dialog: Path | None = None, *, images: Images = None
) -> Book:
    """One book of Manga109 with what COO and Manga109Dialog add to its pages.

    Onomatopoeia follow the texts of their page; a link makes a
    :class:`~panelwise.comics.SpeakerLink`.

    Args:
        manga109: the book's own file.
        coo: COO's file about it.
        dialog: Manga109Dialog's file about it.
        images: as for ``manga109``.

    Raises:
        InputError: one line: the file, the place in it, and what does not fit together.
    """
    book = read_book(Path(manga109), images)
    pages = {page.id: page for page in book.pages}
    for path, add in ((coo, _add_sounds), (dialog, _add_speakers)):
        if path is None:
            continue
        raw, elements = open_book(Path(path))
        if raw.title != book.id:
            raise InputError(f"{raw.where}, but {manga109} is book '{book.id}'")
        ids: set[str] = set()
        for element in elements:
            id_ = f"{element.whole('index'):03}"
            if id_ not in pages:
                raise InputError(f"{element.where}: page index {int(id_)} is not in {manga109}")
            _check_size(element, pages[id_])
            pages[id_] = add(element, pages[id_], ids)
    return replace(book, pages=tuple(pages[page.id] for page in book.pages))


def read_coo_links(path: Path) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Which onomatopoeia of a COO file are parts of one, by page id: ids in the order of the file.

    Raises:
        InputError: for a link that names nothing on its page.
    """
    _, elements = open_book(Path(path))
    links = {}
    for element in elements:
        known = {part.attributes.get("id") for part in element.children if part.tag not in LINKS}
        found = [_link(part, known) for part in element.children if part.tag in LINKS]
        if found:
            links[f"{element.whole('index'):03}"] = tuple(found)
    return links


def _link(part: Element, known: set[str | None]) -> tuple[str, ...]:
    ends = list(_numbered(part, "link"))
    if len(ends) < 2:
        raise InputError(f"{part.where} links fewer than two onomatopoeia")
    for id_ in ends:
        if id_ not in known:
            raise InputError(f"{part.where}: unknown onomatopoeia '{id_[:40]}'")
    return tuple(ends)


def _numbered(part: Element, name: str) -> Iterator[str]:
    """The attributes ``link0``, ``link1``, … as long as they go on."""
    at = 0
    while (value := part.attributes.get(f"{name}{at}")) is not None:
        yield value
        at += 1


def _add_sounds(element: Element, page: Page, ids: set[str]) -> Page:
    texts = (*(page.texts or ()), *_sounds(element, page, ids))
    require_unique((text.id for text in texts), "text id", element.where)
    return replace(page, texts=texts)


def _sounds(element: Element, page: Page, ids: set[str]) -> tuple[Text, ...]:
    texts = []
    known = {part.attributes.get("id") for part in element.children if part.tag not in LINKS}
    for part in element.children:
        if part.tag in LINKS:
            _link(part, known)
        if part.tag != "onomatopoeia":
            continue
        id_ = _fresh(part, ids)
        polygon = _polygon(part)
        box = polygon_box(polygon)
        require_on_page([box], page.width, page.height, part.where)
        words = {LANGUAGE: part.text} if part.text else {}
        texts.append(Text(box, words, "onomatopoeia", polygon, id=id_))
    return tuple(texts)


def _polygon(part: Element) -> Polygon:
    """The points ``x0 y0 x1 y1 …``."""
    if len(list(_numbered(part, "x"))) != len(list(_numbered(part, "y"))):
        raise InputError(f"{part.where} has an x without y, or a y without x")
    points = [
        (part.number(f"x{at}"), part.number(f"y{at}"))
        for at in range(len(list(_numbered(part, "x"))))
    ]
    return real_polygon(points, part.where)


def _add_speakers(element: Element, page: Page, ids: set[str]) -> Page:
    known = {
        "text_id": {text.id for text in page.texts or ()},
        "speaker_id": {body.id for body in page.characters},
    }
    links = []
    for part in element.children:
        if part.tag != "speaker_to_text":
            continue
        _fresh(part, ids)
        for name, what in (("text_id", "text"), ("speaker_id", "body")):
            if part.need(name) not in known[name]:
                raise InputError(
                    f"{part.where}: page {int(page.id)} of Manga109 has no {what}"
                    f" '{part.attributes[name][:40]}'"
                )
        links.append(SpeakerLink(part.attributes["text_id"], part.attributes["speaker_id"]))
    return replace(page, speakers=(*page.speakers, *links))


def _fresh(part: Element, ids: set[str]) -> str:
    id_ = part.need("id")
    if id_ in ids:
        raise InputError(f"{part.where}: id '{id_[:40]}' occurs twice")
    ids.add(id_)
    return id_


def _check_size(element: Element, page: Page) -> None:
    size = element.whole("width"), element.whole("height")
    if min(size) > 0 and size != (page.width, page.height):
        raise InputError(
            f"{element.where}: {size[0]}×{size[1]} pixels, but Manga109 has"
            f" {page.width}×{page.height}"
        )


coo = Coo()
manga109dialog = Manga109Dialog()
