"""EPUB of fixed layout: pages in the order of the spine, panels from region-based navigation.

Source: EPUB 3.3 (container, package document, fixed layouts) and EPUB Region-Based Navigation 1.0.
Of a page that is a document, the picture in it counts, the largest if there are several; what a
reading system would draw around it does not.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote
from xml.parsers import expat  # entities are refused below

from panelwise.comics._archive import ZipMember, zip_members
from panelwise.comics._comicinfo import ComicInfo
from panelwise.comics._image import ComicImage
from panelwise.comics._model import ReadingDirection, Source
from panelwise.comics._skipped import skip
from panelwise.errors import InputError, UnsafeInputError
from panelwise.geometry import Box

MAX_DOCUMENT_BYTES = 16 << 20
MAX_DEPTH = 200
CONTAINER = "META-INF/container.xml"
_REGION = re.compile(r"xywh=(?:(pixel|percent):)?([0-9.]+),([0-9.]+),([0-9.]+),([0-9.]+)")
_WIDTH = re.compile(r"width\s*=\s*([0-9.]+)")
_HEIGHT = re.compile(r"height\s*=\s*([0-9.]+)")


@dataclass(slots=True)
class Node:
    """An element without its namespace."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Node]:
        """Every element below this one with one of these tags, in document order."""
        for child in self.children:
            if child.tag in tags:
                yield child
            yield from child.all(*tags)


@dataclass(frozen=True)
class EpubPage:
    """A page: its picture, the document that shows it, and that document's own size, if known."""

    picture: str
    document: str
    viewport: tuple[float, float] | None


@dataclass(frozen=True)
class Epub:
    """What an EPUB holds: pictures in the order of the spine, panels by picture, what it says."""

    images: tuple[ComicImage, ...]
    names: tuple[str, ...]
    info: ComicInfo
    panels: Mapping[str, tuple[Box, ...]]


def read_epub(path: Path, relative: str = "") -> Epub:
    """Read an EPUB; no picture is decoded.

    Raises:
        InputError: for an archive that is damaged or encrypted, a package that is not well-formed,
            or one in whose spine no page has a picture.
        UnsafeInputError: for an archive that would harm, an entity, absurd size or depth.
    """
    files = zip_members(path)
    container = _parse(files, CONTAINER, path)
    root = next((n.attributes.get("full-path", "") for n in container.all("rootfile")), "")
    package = _parse(files, root, path)
    base = posixpath.dirname(root)
    items = {n.attributes.get("id", ""): n.attributes for n in package.all("item")}
    spine = next(package.all("spine"), Node("spine", {}))
    pages: dict[str, EpubPage] = {}
    for reference in spine.all("itemref"):
        item = items.get(reference.attributes.get("idref", ""), {})
        if reference.attributes.get("linear") != "no" and item.get("href"):
            page = _page(files, _inside(base, item["href"]), item.get("media-type", ""), path)
            if page is not None:
                pages.setdefault(page.picture, page)
    if not pages:
        raise InputError(
            f"{path}: no page of this EPUB is a picture; only fixed-layout EPUB is supported"
        )
    above = f"{relative}/".lstrip("/")
    images = {name: ComicImage(files[name], above + name) for name in pages}
    navigation = [
        _inside(base, item.get("href", ""))
        for item in items.values()
        if {"data-nav", "nav"} & set(item.get("properties", "").split())
    ]
    panels: dict[str, list[Box]] = {}
    by_document = {page.document: page for page in pages.values()}
    for name in navigation:
        if name in files:
            _read_regions(_parse(files, name, path), name, by_document, images, panels)
    found = {name: tuple(boxes) for name, boxes in panels.items()}
    info = _information(package, spine.attributes.get("page-progression-direction", ""))
    return Epub(tuple(images.values()), tuple(images), info, found)


def _page(files: Mapping[str, ZipMember], name: str, kind: str, path: Path) -> EpubPage | None:
    """The page that an entry of the spine is; ``None`` for one without a picture."""
    if name not in files:
        skip(InputError(f"{path}: the spine names '{name}', which is not in the archive"))
        return None
    if kind.startswith("image/") and kind != "image/svg+xml":
        return EpubPage(name, name, None)
    try:
        document = _parse(files, name, path)
    except UnsafeInputError:
        raise
    except InputError as error:
        skip(error)
        return None
    base = posixpath.dirname(name)
    links = [
        node.attributes.get("src") or node.attributes.get("href") or ""
        for node in document.all("img", "image")
    ]
    pictures = [one for one in (_inside(base, link) for link in links if link) if one in files]
    if not pictures:
        return None
    return EpubPage(max(pictures, key=lambda one: _area(files[one])), name, _viewport(document))


def _area(member: ZipMember) -> int:
    try:
        width, height = ComicImage(member, member.member).size
    except InputError:
        return 0
    return width * height


def _viewport(document: Node) -> tuple[float, float] | None:
    """The size that a document of fixed layout gives itself."""
    for meta in document.all("meta"):
        if meta.attributes.get("name") == "viewport":
            content = meta.attributes.get("content", "")
            found = _WIDTH.search(content), _HEIGHT.search(content)
            if found[0] and found[1]:
                return _number(found[0][1]), _number(found[1][1])
    for svg in [document] if document.tag == "svg" else document.all("svg"):
        numbers = svg.attributes.get("viewBox", "").replace(",", " ").split()
        if len(numbers) == 4:
            return _number(numbers[2]), _number(numbers[3])
    return None


def _read_regions(
    document: Node,
    name: str,
    pages: Mapping[str, EpubPage],
    images: Mapping[str, ComicImage],
    panels: dict[str, list[Box]],
) -> None:
    """Regions of a navigation document that are panels, in its order."""
    for nav in document.all("nav"):
        if "region-based" not in nav.attributes.get("type", "").split():
            continue
        regions = [
            (_kind(item, link), link.attributes.get("href", "")) for item, link in _links(nav)
        ]
        typed = any(kind == "panel" for kind, _ in regions)
        for kind, href in regions:
            document_name, _, fragment = href.partition("#")
            page = pages.get(_inside(posixpath.dirname(name), document_name))
            region = _REGION.search(fragment)
            if page and region and kind in ({"panel"} if typed else {""}):
                box = _box(region, page, images[page.picture])
                if box is not None and box not in panels.setdefault(page.picture, []):
                    panels[page.picture].append(box)


def _links(nav: Node) -> Iterator[tuple[Node, Node]]:
    """Every entry with its own link: the first one outside of the entries below it."""
    for item in nav.all("li"):
        for link in item.children:
            if link.tag == "a":
                yield item, link


def _kind(item: Node, link: Node) -> str:
    types = (item.attributes.get("type", "") + " " + link.attributes.get("type", "")).split()
    known = ("panel", "panel-group", "text-area", "balloon", "sound-area")
    return next((one for one in known if one in types), "")


def _box(region: re.Match[str], page: EpubPage, image: ComicImage) -> Box | None:
    """A region in pixels of the page's picture, cut at its edges."""
    try:
        width, height = image.size
    except InputError:
        return None  # the page is named and left out when the book is made
    x, y, wide, high = (_number(group) for group in region.groups()[1:])
    over = (100.0, 100.0) if region[1] == "percent" else page.viewport or (width, height)
    across, down = width / (over[0] or 1.0), height / (over[1] or 1.0)
    box = Box(
        min(x * across, width),
        min(y * down, height),
        min((x + wide) * across, width),
        min((y + high) * down, height),
    )
    return box if box.area > 0 else None


def _information(package: Node, progression: str) -> ComicInfo:
    def first(*tags: str) -> str | None:
        return next((node.text.strip() for node in package.all(*tags) if node.text.strip()), None)

    directions: dict[str, ReadingDirection] = {"rtl": "rtl", "ltr": "ltr"}
    source = Source(
        author=first("creator"), publisher=first("publisher"), language=first("language")
    )
    return ComicInfo(first("title"), source, directions.get(progression))


def _inside(base: str, link: str) -> str:
    """A link from a folder of the archive as the name of a member."""
    path = unquote(link.partition("#")[0])
    return posixpath.normpath(posixpath.join(base, path)).lstrip("/")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _parse(files: Mapping[str, ZipMember], name: str, path: Path) -> Node:
    """A document of the archive; document types without declarations are let pass."""
    where = f"{path}:{name}"
    if name not in files:
        raise InputError(f"{path}: not an EPUB, because '{name}' is missing")
    if files[name].size > MAX_DOCUMENT_BYTES:
        raise UnsafeInputError(f"{where}: larger than {MAX_DOCUMENT_BYTES >> 20} MiB; not read")
    top = Node("", {})
    stack = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > MAX_DEPTH:
            raise UnsafeInputError(f"{where}: nested deeper than {MAX_DEPTH} elements; not read")
        node = Node(_local(tag), {_local(key): value for key, value in attributes.items()})
        stack[-1].children.append(node)
        stack.append(node)

    def characters(text: str) -> None:
        stack[-1].text += text

    def refuse(*declaration: object) -> None:
        raise UnsafeInputError(f"{where}: declares entities; not read")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.UseForeignDTD(True)  # names such as &nbsp; are left out, not errors
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: stack.pop()
    parser.CharacterDataHandler = characters
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(ComicImage(files[name], name).read(), True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise InputError(f"{where}: not well-formed XML ({error})") from None
    return top.children[0]


def _local(name: str) -> str:
    return name.rpartition(":")[2]
