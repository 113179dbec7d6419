"""Manga109's XML: frames, texts, faces and bodies of two-page spreads, read right to left.

Source: manga109api's README and test files; Manga109's site. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from panelwise.comics._model import Book, Page
from panelwise.comics.formats._manga109_companions import merge_manga109
from panelwise.comics.formats._manga109_pages import (
    BOOK_NAMES,
    LANGUAGE,
    NOT_DIALOGUE,
    ROOT,
    annotation_files,
    fresh_ids,
    identities_on,
    only_book,
    read_book,
    write_book,
)
from panelwise.comics.formats._validation import (
    SNIFFED_FILES,
    Images,
    read_head,
    require_unique,
)
from panelwise.comics.formats._xml import write_tag
from panelwise.geometry import Box

_OWN = re.compile(rb"<(?:characters|frame|text|face|body)[\s/>]")
_COMPANIONS = re.compile(rb"<(?:onomatopoeia|speaker_to_text)\s")


class Manga109:
    """Reads and writes Manga109's XML, one book a file.

    Reading takes a file, or a whole copy of Manga109: the folder with ``annotations/*.xml``, merged
    with ``coo/`` and ``manga109dialog/`` where they are next to it. Pages are called by three
    digits of their index, and their images are ``images/TITLE/003.jpg`` beside ``annotations/``.

    The order of tags is no reading order, says Manga109; pages have ``order_confidence`` 0. Ids
    stay strings. Tags that are not Manga109's are passed over. All pages are spreads, rtl. Texts
    are dialogue (MV-5).

    Writing leaves out polygons, confidences, panels and balloons of texts, words that are not
    Japanese, onomatopoeia and speakers (``coo`` and ``manga109dialog`` write those), scene text,
    which texts are narration, balloons, layout, story, adverts, titles, sources, and all of an
    identity but its id and name; and it does not tell a page without texts from one where nobody
    looked.
    """

    name = "manga109"
    suffixes = (".xml",)
    marks = (BOOK_NAMES,)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, its first bytes, or a folder look like this format."""
        if isinstance(source, Path) and source.is_dir():
            found = sorted((source / "annotations").glob("*.xml"))
            return any(self.sniff(file) for file in found[:SNIFFED_FILES])
        head = read_head(source)
        return bool(ROOT.match(head) and _OWN.search(head) and not _COMPANIONS.search(head))

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The book of a file, or the books of a folder; images are named relative to ``images``
        (default: the folder around ``annotations/``, or else the file's own).

        Raises:
            InputError: one line with the place and what is wrong there.
            UnsafeInputError: for a document type or entities.
        """
        path = Path(path)
        if not path.is_dir():
            return (read_book(path, images),)
        books = []
        for file in annotation_files(path):
            beside = [path / name / file.name for name in ("coo", "manga109dialog")]
            coo, dialog = (other if other.is_file() else None for other in beside)
            books.append(merge_manga109(file, coo, dialog, images=images))
        require_unique((book.id for book in books), "book", str(path))
        return tuple(books)

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one book; see the class for what is left out.

        Raises:
            InputError: for several books, a page that is not read from right to left, whose id is
                no three digits or whose image is called otherwise: reading it back would make
                something else of it.
        """
        book = only_book(books, self.name)
        lines = [
            "<characters>",
            *(write_tag("character", {"id": i, "name": name}) for i, name in _people(book)),
            "</characters>",
        ]
        write_book(book, Path(path), lines, _page_tags(book))


def _people(book: Book) -> list[tuple[str, str]]:
    """Id and name of everybody, those too whom only a page names."""
    people = {identity.id: identity.name or "" for identity in book.identities}
    for page in book.pages:
        for identity in identities_on(page):
            people.setdefault(identity, "")
    return list(people.items())


def _page_tags(book: Book) -> Callable[[Page], Iterable[str]]:
    fresh = fresh_ids(book)

    def tags(page: Page) -> Iterable[str]:
        for panel in page.panels:
            yield write_tag("frame", _place(panel.id or next(fresh), panel.box))
        for text in page.texts or ():
            if text.kind not in NOT_DIALOGUE:
                place = _place(text.id or next(fresh), text.box)
                yield write_tag("text", place, text.contents.get(LANGUAGE, ""))
        for tag, figures in (("body", page.characters), ("face", page.faces)):
            for figure in figures:
                place = _place(figure.id or next(fresh), figure.box)
                yield write_tag(tag, place | {"character": figure.identity})

    return tags


def _place(id_: str, box: Box) -> dict[str, object]:
    names = ("xmin", "ymin", "xmax", "ymax")
    return {"id": id_, **dict(zip(names, map(float, box), strict=True))}


manga109 = Manga109()
