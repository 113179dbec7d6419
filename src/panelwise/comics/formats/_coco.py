"""COCO detection JSON, with reading order as an extension.

Source: specification 1.2; categories are known by name, because the two category maps in use for
comics number them differently. Extensions are listed in docs/formats.md.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

import orjson
from pydantic import Field, TypeAdapter

from panelwise.comics._folder import unique_ids
from panelwise.comics._model import (
    Balloon,
    Book,
    Character,
    Face,
    Page,
    Panel,
    ReadingDirection,
    Text,
    TextKind,
)
from panelwise.comics._order import page_key, without_suffix
from panelwise.comics.formats._validation import (
    Confidence,
    Coordinate,
    ImageFinder,
    Images,
    Length,
    Outside,
    Pixels,
    parse_all,
    read_bytes,
    read_head,
    require_full,
    require_on_page,
    require_unique,
    write_bytes,
)
from panelwise.errors import InputError
from panelwise.geometry import Box, Polygon, box_polygon, polygon_area, polygon_box

CATEGORIES = {"panel": 1, "character": 2, "text": 3, "face": 4, "balloon": 5}
# Other names for the same things. A link is two points that name no object: it is not read.
_KINDS = {name: name for name in CATEGORIES} | {
    "frame": "panel",
    "body": "character",
    "onomatopoeia": "onomatopoeia",
    "link_sbsc": "link",
}
_LISTS = re.compile(rb'"(images|annotations|categories)"\s*:\s*\[')
_FIELDS = re.compile(rb'"(file_name|category_id|supercategory)"\s*:')

BoxSide = Annotated[float, Field(ge=0, le=1e6)]  # links in CoMix have boxes without area


class _Image(Outside):
    id: int
    file_name: str = Field(min_length=1)
    width: Pixels
    height: Pixels
    book: str | None = Field(default=None, min_length=1)
    page: str | None = Field(default=None, min_length=1)
    reading_direction: ReadingDirection | None = None
    order_confidence: Confidence | None = None
    texts_known: bool = True


class _Category(Outside):
    id: int
    name: str


class _Annotation(Outside):
    id: int
    image_id: int
    category_id: int
    bbox: tuple[Coordinate, Coordinate, BoxSide, BoxSide]
    segmentation: list[list[Coordinate]] | dict[str, Any] | None = None
    score: Confidence | None = None
    order: int | None = None
    contents: dict[str, str] = Field(default_factory=dict)
    kind: TextKind | None = None
    full_bbox: tuple[Coordinate, Coordinate, Length, Length] | None = None


class _File(Outside):
    images: list[_Image]
    annotations: list[_Annotation]
    categories: list[_Category]


_FILE = TypeAdapter(_File)


class Coco:
    """Reads and writes COCO detection JSON: panels, characters, texts, faces and balloons.

    Panels and texts are in the order of our attribute ``order``; in files without it, in the order
    of the file, which is then no annotated reading order. An image is of the book that our
    attribute ``book`` names, or else of a book called like its folder.

    Writing leaves out: ids, titles, sources, identities, speakers, layout, story, adverts, and the
    panel and balloon of a text. Reading takes the box alone of a panel or text whose segmentation
    is a mask or has several parts.
    """

    name = "coco"
    suffixes = (".json",)
    marks = (frozenset({"images", "annotations", "categories"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return head.startswith(b"{") and bool(_LISTS.search(head) and _FIELDS.search(head))

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file; images are named relative to ``images`` (default: beside it).

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        where = str(path)
        file = parse_all(_FILE, read_bytes(path), where)
        for what, items in (
            ("image id", file.images),
            ("annotation id", file.annotations),
            ("category id", file.categories),
        ):
            require_unique((item.id for item in items), what, where)
        found = _by_image(file, where)
        finder = ImageFinder(path, images)
        books: dict[str, list[_Image]] = defaultdict(list)
        for image in file.images:
            books[_book_id(image, path.stem)].append(image)
        return tuple(
            _read_book(id_, members, found, finder, where) for id_, members in books.items()
        )

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write books; see the class for what is left out.

        Raises:
            InputError: for a page without image, an image of two pages, or an unwritable file.
        """
        images: list[dict[str, Any]] = []
        annotations: list[dict[str, Any]] = []
        for book in books:
            for page in book.pages:
                images.append(_image_json(page, book, len(images) + 1))
                for entry in _page_entries(page):
                    numbers = {"id": len(annotations) + 1, "image_id": len(images)}
                    annotations.append(numbers | entry)
        require_unique((image["file_name"] for image in images), "image", str(path))
        categories = [{"id": id_, "name": name} for name, id_ in CATEGORIES.items()]
        data = {"images": images, "annotations": annotations, "categories": categories}
        write_bytes(Path(path), orjson.dumps(data))


def _book_id(image: _Image, default: str) -> str:
    folder = str(PurePosixPath(image.file_name).parent)
    return image.book or (default if folder == "." else folder)


_Found = tuple[str, _Annotation]  # what it is, and what the file says of it


def _by_image(file: _File, where: str) -> dict[int, list[_Found]]:
    names = {category.id: category.name for category in file.categories}
    found: dict[int, list[_Found]] = {image.id: [] for image in file.images}
    for item in file.annotations:
        place = f"{where}: annotation {item.id}"
        if item.image_id not in found:
            raise InputError(f"{place} is on unknown image {item.image_id}")
        if item.category_id not in names:
            raise InputError(f"{place} is of unknown category {item.category_id}")
        kind = _KINDS.get(names[item.category_id].lower())
        if kind is None:
            known = ", ".join(sorted(_KINDS))
            raise InputError(f"{place} is a '{names[item.category_id]}'; known categories: {known}")
        if kind != "link":
            found[item.image_id].append((kind, item))
    return found


def _read_book(
    id_: str,
    images: list[_Image],
    found: dict[int, list[_Found]],
    finder: ImageFinder,
    where: str,
) -> Book:
    if any(image.page is None for image in images):
        images = sorted(images, key=lambda image: page_key(image.file_name))
    names = [PurePosixPath(image.file_name).name for image in images]
    ids = unique_ids(
        [
            (image.page or without_suffix(name), image.page or image.file_name)
            for image, name in zip(images, names, strict=True)
        ]
    )
    require_unique(ids, "page", f"{where}: book '{id_}'")
    pages = tuple(
        _read_page(page_id, image, found[image.id], finder, f"{where}: image {image.id}")
        for page_id, image in zip(ids, images, strict=True)
    )
    known = all(image.reading_direction is not None for image in images)
    return Book(id_, pages, direction_known=known)


def _read_page(
    page_id: str, entry: _Image, found: list[_Found], finder: ImageFinder, where: str
) -> Page:
    image, width, height = finder.find(entry.file_name, (entry.width, entry.height), where)
    panels = _ordered(found, ("panel",), where)
    texts = _ordered(found, ("text", "onomatopoeia"), where)
    bodies = {
        wanted: [_body(item, where) for kind, item in found if kind == wanted]
        for wanted in ("character", "face")
    }
    page = Page(
        page_id,
        width,
        height,
        image,
        entry.reading_direction or "ltr",
        panels=tuple(
            Panel(_box(item, where), _polygon(item, where), item.score) for _, item in panels
        ),
        texts=tuple(_text(kind, item, where) for kind, item in texts)
        if texts or entry.texts_known
        else None,
        characters=tuple(Character(*body) for body in bodies["character"]),
        faces=tuple(Face(*body) for body in bodies["face"]),
        balloons=tuple(_balloon(item, where) for kind, item in found if kind == "balloon"),
        order_confidence=entry.order_confidence,
    )
    require_on_page((_box(item, where) for _, item in found), width, height, where)
    return page


def _ordered(found: list[_Found], kinds: tuple[str, ...], where: str) -> list[_Found]:
    """Those of some kinds in reading order, or in file order when none has an ``order``."""
    chosen = [pair for pair in found if pair[0] in kinds]
    orders = [item.order for _, item in chosen if item.order is not None]
    if not orders:
        return chosen
    if len(orders) < len(chosen):
        raise InputError(
            f"{where}: {len(orders)} of {len(chosen)} {kinds[0]}s have an order; give one to"
            " all or none of them"
        )
    require_unique(orders, f"{kinds[0]} order", where)
    return sorted(chosen, key=lambda pair: pair[1].order or 0)


def _text(kind: str, item: _Annotation, where: str) -> Text:
    text_kind = item.kind or ("onomatopoeia" if kind == "onomatopoeia" else None)
    polygon = _polygon(item, where)
    return Text(_box(item, where), item.contents, text_kind, polygon, confidence=item.score)


def _box(item: _Annotation, where: str) -> Box:
    box = Box.from_xywh(*item.bbox)
    if box.area <= 0:
        raise InputError(f"{where}, annotation {item.id}: bbox {list(item.bbox)} is empty")
    return box


def _body(
    item: _Annotation, where: str
) -> tuple[Box, str | None, float | None, str | None, Box | None]:
    """The fields of a character or face; COCO has no identities and no ids of ours."""
    box = _box(item, where)
    full = None if item.full_bbox is None else Box.from_xywh(*item.full_bbox)
    require_full(full, box, f"{where}, annotation {item.id}")
    return box, None, item.score, None, full


def _polygon(item: _Annotation, where: str) -> Polygon | None:
    if not isinstance(item.segmentation, list) or len(item.segmentation) != 1:
        return None
    flat = item.segmentation[0]
    polygon = tuple(zip(flat[::2], flat[1::2], strict=False))
    if len(flat) % 2 or len(polygon) < 3 or polygon_area(polygon) == 0:
        raise InputError(
            f"{where}, annotation {item.id}: segmentation of {len(flat)} numbers has no area"
        )
    return polygon


def _balloon(item: _Annotation, where: str) -> Balloon:
    parts = len(item.segmentation) if isinstance(item.segmentation, list) else item.segmentation
    if parts not in (None, 0, 1):
        raise InputError(
            f"{where}, annotation {item.id}: a balloon is one polygon, not a mask or several parts"
        )
    return Balloon(_polygon(item, where) or box_polygon(_box(item, where)))


def _image_json(page: Page, book: Book, id_: int) -> dict[str, Any]:
    if page.image is None:
        raise InputError(f"book '{book.id}', page '{page.id}': COCO needs an image for every page")
    known = book.direction_known or page.reading_direction != "ltr"
    optional = {
        "reading_direction": page.reading_direction if known else None,
        "order_confidence": page.order_confidence,
        "texts_known": False if page.texts is None else None,
    }
    return {
        "id": id_,
        "file_name": page.image.relative,
        "width": page.width,
        "height": page.height,
        "book": book.id,
        "page": page.id,
    } | {key: value for key, value in optional.items() if value is not None}


def _page_entries(page: Page) -> Iterable[dict[str, Any]]:
    for order, panel in enumerate(page.panels):
        yield _entry("panel", panel.box, panel.polygon, panel.confidence) | {"order": order}
    for order, text in enumerate(page.texts or ()):
        entry = _entry("text", text.box, text.polygon, text.confidence) | {"order": order}
        words = {"contents": text.contents, "kind": text.kind}
        yield entry | {key: value for key, value in words.items() if value}
    for character in page.characters:
        yield _body_entry("character", character)
    for face in page.faces:
        yield _body_entry("face", face)
    for balloon in page.balloons:
        yield _entry("balloon", polygon_box(balloon.polygon), balloon.polygon, None)


def _body_entry(kind: str, body: Character | Face) -> dict[str, Any]:
    entry = _entry(kind, body.box, None, body.confidence)
    return entry if body.full_box is None else entry | {"full_bbox": _bbox(body.full_box)}


def _bbox(box: Box) -> list[float]:
    return [box.x0, box.y0, box.width, box.height]


def _entry(kind: str, box: Box, polygon: Polygon | None, score: float | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "category_id": CATEGORIES[kind],
        "bbox": _bbox(box),
        "area": box.area if polygon is None else polygon_area(polygon),
        "iscrowd": 0,
        "segmentation": [] if polygon is None else [[number for at in polygon for number in at]],
    }
    return entry if score is None else entry | {"score": score}


coco = Coco()
