"""DCM772's text files: boxes of panels, characters and faces, one file a page.

Source: public programs that read its files (ComicsDepth, DASS); not checked on real files.
Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from panelwise.comics._model import Book, Character, Face, Page, Panel
from panelwise.comics.formats._manga109_pages import UNKNOWN_ORDER
from panelwise.comics.formats._page_files import PageFiles, gather, write_pages
from panelwise.comics.formats._validation import (
    ImageFinder,
    Images,
    read_bytes,
    read_head,
    require_on_page,
)
from panelwise.comics.formats._xml import read_box, read_number
from panelwise.errors import InputError
from panelwise.geometry import Box

_FILES = PageFiles("groundtruth", "images", ".txt", ".jpg")
PANEL, FACE, CHARACTER = "8", "7", "1"
# 1, 5 and 6 are kinds of characters, 7 and 11 of faces; what other numbers mean was not found.
_KINDS = {"1": CHARACTER, "5": CHARACTER, "6": CHARACTER, "7": FACE, "11": FACE, "8": PANEL}
_LINE = re.compile(rb"\A\s*[0-9]{1,2}(?:[ \t]+[0-9]{1,5}){4}[ \t]*(?:\r?\n|\Z)")


class Dcm772:
    """Reads and writes DCM772's text files, one page a file. Unverified on real files.

    Reading takes a file ``groundtruth/BOOK/PAGE.txt``, or a folder of them; its image is
    ``images/BOOK/PAGE.jpg`` and must be there, since the file tells no size. A line is a number of
    what it is and the corners of its box. Lines of other numbers than 1, 5, 6 (characters), 7, 11
    (faces) and 8 (panels) are passed over. Pages have ``order_confidence`` 0.

    Writing leaves out everything but boxes of panels, characters and faces, in whole pixels.
    """

    name = "dcm772"
    suffixes = (".txt",)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, its first bytes, or a folder with ``groundtruth/`` look like this."""
        if isinstance(source, Path) and source.is_dir():
            # By their place: a page may have nothing on it, and a broken file is still one.
            return any((source / "groundtruth").glob("*/*.txt"))
        return _LINE.match(read_head(source)) is not None

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file or folder; images are named relative to ``images``.

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        found = [(_FILES.place(file).book, _read_page(file, images)) for file in _FILES.find(path)]
        return tuple(Book(name, pages) for name, pages in gather(found, str(path)).items())

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one page into a file, or any number into a folder.

        Raises:
            InputError: for several pages in one file, or one whose file would be called after
                another book, page or image.
        """
        write_pages(books, Path(path), _FILES.target, _FILES.place, _encode)


def _read_page(file: Path, images: Images) -> Page:
    place = _FILES.place(file)
    image, width, height = ImageFinder(place.root / file.name, images).find(
        place.image, None, str(file)
    )
    boxes: dict[str, list[Box]] = {PANEL: [], CHARACTER: [], FACE: []}
    lines = _decoded(file).split("\n")
    for number, line in enumerate(lines, 1):
        parts = line.split()
        if not parts:
            continue
        where = f"{file}, line {number}"
        if len(parts) != 5:
            raise InputError(f"{where}: expected a class and four edges, not {line[:40]!a}")
        values = [read_number(part, where) for part in parts]
        kind = _KINDS.get(str(values[0]))
        if kind is not None:
            box = read_box(values[1], values[2], values[3], values[4], where)
            require_on_page([box], width, height, where)
            boxes[kind].append(box)
    return Page(
        place.page,
        width,
        height,
        image,
        panels=tuple(map(Panel, boxes[PANEL])),
        characters=tuple(map(Character, boxes[CHARACTER])),
        faces=tuple(map(Face, boxes[FACE])),
        order_confidence=UNKNOWN_ORDER,
    )


def _decoded(file: Path) -> str:
    try:
        return read_bytes(file).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{file}: not UTF-8 text") from None


def _encode(page: Page) -> bytes:
    things = [(PANEL, panel.box) for panel in page.panels]
    things += [(CHARACTER, body.box) for body in page.characters]
    things += [(FACE, face.box) for face in page.faces]
    lines = []
    for kind, box in things:
        x0, y0, x1, y1 = box.rounded()
        if not (x0 < x1 and y0 < y1):
            raise InputError(
                f"page '{page.id}': box {list(box)} is empty when rounded to whole pixels"
            )
        lines.append(f"{kind} {x0} {y0} {x1} {y1}\n")
    return "".join(lines).encode()


dcm772 = Dcm772()
