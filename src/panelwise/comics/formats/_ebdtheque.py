"""eBDtheque's SVG: outlines of panels, balloons, text lines and characters, one file a page.

Source: Guérin et al., eBDtheque (ICDAR 2013), and public programs that read its files; not checked
on real files. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from panelwise.comics._model import Balloon, Book, Character, Page, Panel, Text
from panelwise.comics._order import natural_key
from panelwise.comics.formats._comix import placed
from panelwise.comics.formats._manga109_pages import UNKNOWN_ORDER
from panelwise.comics.formats._names import misspelt, names
from panelwise.comics.formats._page_files import FilePlace, PageFiles, gather, write_pages
from panelwise.comics.formats._validation import (
    SNIFFED_FILES,
    ImageFinder,
    Images,
    read_head,
    require_on_page,
    require_unique,
)
from panelwise.comics.formats._xml import Element, read_points, stream_xml, write_points, write_tag
from panelwise.errors import InputError
from panelwise.geometry import Polygon, box_polygon, polygon_box

_FILES = PageFiles("GT", "Pages", ".svg", ".jpg")
_RECORDS = frozenset({"image", "polygon"})
_CLASSES = ("Panel", "Balloon", "Line", "Character")
_KNOWN = names("svg class image polygon points width height href id")
_CLASS = re.compile(rb"<svg\s[^>]*class=[\"'](?:Page|Panel|Balloon|Line|Character)[\"']")
_SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


class EbdTheque:
    """Reads and writes eBDtheque's SVG, one page a file. Unverified on real files.

    Reading takes a file, or a folder of them, as a copy with ``GT/`` and ``Pages/`` is. A file
    ``AUTHOR_TITLE_07.svg`` is a page of book ``AUTHOR_TITLE``; its image is the one that it names.
    Outlines of class Panel, Balloon, Line (a text) and Character are read.

    We found no description of the metadata that is sure enough to read it: words, ranks and tails
    are passed over, and pages have ``order_confidence`` 0. Writing leaves out all but those
    outlines and their ids; an outline that is a box comes back without polygon.
    """

    name = "ebdtheque"
    suffixes = (".svg",)
    marks = (frozenset({"svg", "class", "polygon", "points"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, its first bytes, or a folder with ``GT/`` look like this format."""
        if isinstance(source, Path) and source.is_dir():
            found = sorted((source / "GT").glob("*.svg"))
            return any(self.sniff(file) for file in found[:SNIFFED_FILES])
        return _CLASS.search(read_head(source)) is not None

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file or folder; images are named relative to ``images``.

        Raises:
            InputError: one line with the place and what is wrong there.
            UnsafeInputError: for a document type or entities.
        """
        path = Path(path)
        files = sorted(_FILES.find(path), key=lambda file: natural_key(file.name))
        found = [(_place(file).book, _read_page(file, images)) for file in files]
        return tuple(Book(name, pages) for name, pages in gather(found, str(path)).items())

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one page into a file, or any number into a folder.

        Raises:
            InputError: for several pages in one file, a page without image, or one whose file would
                be called after another book or page.
        """
        path = Path(path)

        def target(path: Path, book: Book, page: Page) -> Path:
            return path / "GT" / f"{page.id}.svg" if path.is_dir() else path

        under = path.is_dir() or path.parent.name == "GT"
        write_pages(books, path, target, _place, lambda page: _svg(page, under).encode())


def _place(file: Path) -> FilePlace:
    stem = file.name.removesuffix(".svg")
    return FilePlace(file.parent, stem.rpartition("_")[0] or stem, stem, "")


def _read_page(file: Path, images: Images) -> Page:
    where, class_ = str(file), ""
    image: Element | None = None
    found: dict[str, list[tuple[Element, Polygon]]] = {name: [] for name in _CLASSES}
    for element in stream_xml(file, _RECORDS, _KNOWN):
        if element.tag == "svg":
            class_ = element.attributes.get("class", "")
            meant = misspelt(class_, frozenset({"Page", *_CLASSES}))
            if meant is not None:
                raise InputError(f"{element.where}: class '{class_}'; did you mean '{meant}'?")
        elif element.tag == "image":
            if image is not None:
                raise InputError(f"{element.where}: a second image; expected one per page")
            image = element
        elif element.tag == "polygon" and class_ in found:
            outline = read_points(element.need("points"), f"{element.where}: points")
            found[class_].append((element, outline))
    if image is None:
        raise InputError(f"{where}: no <image> in it; expected eBDtheque's SVG")
    name = image.need("href")
    root = file.parent.parent if name.startswith("../") else file.parent
    size = image.whole("width"), image.whole("height")
    if min(size) < 1:
        raise InputError(
            f"{image.where}: an image of {size[0]}×{size[1]} pixels; give its true size"
        )
    finder = ImageFinder(root / file.name, images)
    picture, width, height = finder.find(name.removeprefix("../"), size, where)
    for class_, outlines in found.items():
        ids = [element.attributes["id"] for element, _ in outlines if element.attributes.get("id")]
        require_unique(ids, f"{class_} id", where)
        for element, outline in outlines:
            require_on_page([polygon_box(outline)], width, height, element.where)
    return Page(
        _place(file).page,
        width,
        height,
        picture,
        panels=tuple(Panel(*placed(line), id=_id(e)) for e, line in found["Panel"]),
        texts=tuple(
            Text(polygon_box(line), polygon=placed(line)[1], id=_id(e)) for e, line in found["Line"]
        ),
        characters=tuple(Character(polygon_box(line), id=_id(e)) for e, line in found["Character"]),
        balloons=tuple(Balloon(line, _id(e)) for e, line in found["Balloon"]),
        order_confidence=UNKNOWN_ORDER,
    )


def _id(element: Element) -> str | None:
    return element.attributes.get("id") or None


def _svg(page: Page, under: bool) -> str:
    if page.image is None:
        raise InputError(f"page '{page.id}': eBDtheque needs an image for every page")
    name = f"../{page.image.relative}" if under else page.image.relative
    size = {"width": page.width, "height": page.height}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<svg {_SPACES}>", '<svg class="Page">']
    lines += [write_tag("image", {"x": 0, "y": 0, **size, "xlink:href": name}), "</svg>"]
    outlines: dict[str, list[tuple[str | None, Polygon]]] = {
        "Panel": [(panel.id, panel.outline) for panel in page.panels],
        "Balloon": [(balloon.id, balloon.polygon) for balloon in page.balloons],
        "Line": [(text.id, text.polygon or box_polygon(text.box)) for text in page.texts or ()],
        "Character": [(body.id, box_polygon(body.box)) for body in page.characters],
    }
    for class_, things in outlines.items():
        lines.append(write_tag("svg", {"class": class_}, leave_open=True))
        for id_, outline in things:
            points = write_points((*outline, outline[0]))
            lines.append(write_tag("polygon", {"id": id_, "points": points}))
        lines.append("</svg>")
    return "\n".join([*lines, "</svg>", ""])


ebdtheque = EbdTheque()
