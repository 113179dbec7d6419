"""PopManga's JSON: boxes, character clusters and speakers, one file a page.

Source: the loader of huggingface.co/datasets/ragavsachdeva/popmanga_test and
github.com/ragavsachdeva/magi, datasets/; not checked on real files. Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import orjson
from pydantic import AliasChoices, Field, TypeAdapter

from panelwise.comics._model import Book, Character, Identity, Page, Panel, SpeakerLink, Text
from panelwise.comics.formats._manga109_pages import UNKNOWN_ORDER
from panelwise.comics.formats._page_files import PageFiles, gather, write_pages
from panelwise.comics.formats._validation import (
    SNIFFED_FILES,
    Corners,
    ImageFinder,
    Images,
    Outside,
    parse_all,
    read_bytes,
    read_head,
    require_on_page,
)
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise.wording import counted

_FILES = PageFiles("annotations", "images", ".json", "")
CHARACTER, TEXT, PANEL, TAIL = range(4)
_KEYS = re.compile(rb'"(bbox_annotations|character_clusters|bboxes_as_x1y1x2y2)"\s*:')
_Index = Annotated[int, Field(ge=0)]


class _Boxes(Outside):
    bboxes_as_x1y1x2y2: list[Corners]
    labels: list[Annotated[int, Field(ge=CHARACTER, le=TAIL)]]


class _Page(Outside):
    bbox_annotations: _Boxes
    character_clusters: list[int | Annotated[str, Field(pattern=r"^-?[0-9]{1,9}$")]]
    text_char_matches: list[tuple[_Index, _Index]] = Field(
        default_factory=list,
        validation_alias=AliasChoices("text_char_matches", "text_to_character_matches"),
    )


_PAGE = TypeAdapter(_Page)


class PopManga:
    """Reads and writes PopManga's JSON, one page a file. Unverified on real files.

    Reading takes a file ``annotations/SERIES/…/PAGE.jpg.json``, or a folder of them; its image is
    ``images/SERIES/…/PAGE.jpg`` and must be there, since the file tells no size. Who is who is
    known within a page only: an identity is called ``PAGE/CLUSTER``. Tails, the kinds of texts and
    names are passed over: how names go with clusters was not found. All pages are rtl; order is
    not given, so pages have ``order_confidence`` 0.

    Writing leaves out everything but boxes of panels, texts and characters, who is who on a page,
    and speakers; ids come back as ``t0``, ``c0`` and so on.
    """

    name = "popmanga"
    suffixes = (".json",)
    marks = (frozenset({"bbox_annotations", "bboxes_as_x1y1x2y2", "labels", "character_clusters"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, its first bytes, or a folder with ``annotations/`` look like this."""
        if isinstance(source, Path) and source.is_dir():
            found = islice((source / "annotations").rglob("*.json"), SNIFFED_FILES)
            return any(self.sniff(file) for file in found)
        head = read_head(source)
        return head.startswith(b"{") and len(set(_KEYS.findall(head))) >= 2

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file or folder; images are named relative to ``images``.

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        found = [(_FILES.place(file).book, _read_page(file, images)) for file in _FILES.find(path)]
        return tuple(
            Book(name, pages, identities=_people(pages), direction_known=True)
            for name, pages in gather(found, str(path)).items()
        )

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one page into a file, or any number into a folder.

        Raises:
            InputError: for several pages in one file, a page that is not rtl or has no image, or
                one whose file would be called after another book, page or image.
        """
        write_pages(books, Path(path), _FILES.target, _FILES.place, _encode)


def _people(pages: Iterable[Page]) -> tuple[Identity, ...]:
    named = dict.fromkeys(body.identity for page in pages for body in page.characters)
    return tuple(Identity(name) for name in named if name is not None)


def _read_page(file: Path, images: Images) -> Page:
    where, place = str(file), _FILES.place(file)
    shape = parse_all(_PAGE, read_bytes(file), where)
    image, width, height = ImageFinder(place.root / file.name, images).find(
        place.image, None, where
    )
    found = shape.bbox_annotations
    if len(found.labels) != len(found.bboxes_as_x1y1x2y2):
        raise InputError(
            f"{where}: {len(found.bboxes_as_x1y1x2y2)} boxes, but {len(found.labels)} labels"
        )
    boxes: dict[int, list[Box]] = {label: [] for label in (CHARACTER, TEXT, PANEL, TAIL)}
    for label, corners in zip(found.labels, found.bboxes_as_x1y1x2y2, strict=True):
        boxes[label].append(Box(*corners))
    require_on_page([Box(*corners) for corners in found.bboxes_as_x1y1x2y2], width, height, where)
    bodies, texts = boxes[CHARACTER], boxes[TEXT]
    if len(shape.character_clusters) != len(bodies):
        raise InputError(
            f"{where}: {len(bodies)} characters, but {len(shape.character_clusters)}"
            " character_clusters"
        )
    for text, body in shape.text_char_matches:
        if text >= len(texts) or body >= len(bodies):
            raise InputError(
                f"{where}: a match of text {text} and character {body}, but there are"
                f" {counted(len(texts), 'text')} and {counted(len(bodies), 'character')}, counted"
                " from 0"
            )
    return Page(
        place.page,
        width,
        height,
        image,
        "rtl",
        panels=tuple(map(Panel, boxes[PANEL])),
        texts=tuple(Text(box, id=f"t{at}") for at, box in enumerate(texts)),
        characters=tuple(
            Character(box, f"{place.page}/{int(cluster)}", id=f"c{at}")
            for at, (box, cluster) in enumerate(zip(bodies, shape.character_clusters, strict=True))
        ),
        speakers=tuple(SpeakerLink(f"t{i}", f"c{j}") for i, j in shape.text_char_matches),
        order_confidence=UNKNOWN_ORDER,
    )


def _encode(page: Page) -> bytes:
    where = f"page '{page.id}'"
    if page.reading_direction != "rtl":
        raise InputError(
            f"{where}: PopManga is for rtl pages, this one is {page.reading_direction};"
            " panelwise convert changes the direction and lists what is lost"
        )
    if page.image is None:
        raise InputError(f"{where}: PopManga needs an image for every page")
    texts, bodies = page.texts or (), page.characters
    things = [(CHARACTER, one.box) for one in bodies] + [(TEXT, one.box) for one in texts]
    things += [(PANEL, one.box) for one in page.panels]
    text_ids, body_ids = [one.id for one in texts], [one.id for one in bodies]
    data: dict[str, Any] = {
        "bbox_annotations": {
            "bboxes_as_x1y1x2y2": [list(box) for _, box in things],
            "labels": [label for label, _ in things],
        },
        "character_clusters": _clusters(page),
        "text_char_matches": [
            (_at(text_ids, link.text, where), _at(body_ids, link.character, where))
            for link in page.speakers
        ],
    }
    return orjson.dumps(data)


def _clusters(page: Page) -> list[int]:
    """The number of each character's cluster; one that we have read before is kept."""
    numbers: dict[str, int] = {}
    for body in page.characters:
        name = body.identity or ""
        own = re.fullmatch(re.escape(page.id) + r"/(-?[0-9]{1,9})", name)
        if own:
            numbers[name] = int(own[1])
    free = max([*numbers.values(), -1]) + 1
    clusters = []
    for body in page.characters:
        if body.identity is not None and body.identity in numbers:
            clusters.append(numbers[body.identity])
            continue
        if body.identity is not None:
            numbers[body.identity] = free
        clusters.append(free)
        free += 1
    return clusters


def _at(ids: list[str | None], id_: str, where: str) -> int:
    if id_ not in ids:
        raise InputError(f"{where}: a speaker link names '{id_}', which is not on the page")
    return ids.index(id_)


popmanga = PopManga()
