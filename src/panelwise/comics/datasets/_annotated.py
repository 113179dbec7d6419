"""Data sets that are released as one JSON file about images that everybody fetches alone.

Addresses die, so a missing image is reported and left out; a mistake in the file is an error.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, TypeAdapter

from panelwise.comics._archive import check_name
from panelwise.comics._image import ComicImage, FileBytes
from panelwise.comics._model import Book, Character, Page, Panel, Source, Text
from panelwise.comics._order import natural_key, without_suffix
from panelwise.comics._story import Event, PanelRef, Story, StoryQuestion, WrongOption
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._tree import Tree, look_through
from panelwise.comics.formats import (
    Corners,
    Outside,
    Rows,
    parse,
    read_bytes,
    require_on_page,
    require_unique,
)
from panelwise.errors import InputError
from panelwise.geometry import Box

_Point = tuple[float, float]
_MORAL = "What is the philosophy of this comic?"


def _corners(points: tuple[_Point, _Point]) -> tuple[_Point, _Point]:
    (x0, y0), (x1, y1) = points
    if not (x0 < x1 and y0 < y1):
        raise ValueError(f"box {points} is empty; expected [[x0, y0], [x1, y1]]")
    return points


class _YesBut(Outside):
    image_file: str = Field(min_length=1)
    title: str | None = None
    bounding_box: list[Annotated[tuple[_Point, _Point], AfterValidator(_corners)]]
    description: str | None = None
    moral: str | None = None
    neg_moral: list[str] = Field(default_factory=list)


class _Region(Outside):
    bbox: Corners


class _Frame(_Region):
    caption: str = ""
    characters: list[_Region] = Field(default_factory=list)
    dialogs: list[_Region] = Field(default_factory=list)


class _Spread(Outside):
    image_path: str = Field(min_length=1)
    frames: list[_Frame]


_YESBUT = TypeAdapter(Rows[_YesBut])
_MANGAZERO = TypeAdapter(Rows[_Spread])


def load_yesbut(root: Path, source: Source) -> Loaded:
    """A book with a page and a story for each comic; panels in the order of the file.

    The images may lie anywhere in ``root``, under the names that the file gives them. A moral with
    wrong ones becomes a question about the story's meaning, whose errors are ``unspecified``.
    Source: github.com/Tuo-Liang/YESBUT, README.md.

    Raises:
        InputError: for a file that is not as described there, or when no image is there.
    """
    tree, file = _annotations(root, "?es?ut_data.json", "YesBut_data.json")
    records = parse(_YESBUT, read_bytes(file), str(file))
    require_unique((record.image_file for record in records), "image_file", str(file))
    found = {name.rpartition("/")[2]: name for name in tree.files}
    pages: list[Page] = []
    stories: list[Story] = []
    left_out: list[str] = []
    for record in records:
        if record.image_file not in found:
            left_out.append(f"{root}: no image '{record.image_file}'")
            continue
        name = found[record.image_file]
        image = ComicImage(FileBytes(root / name), name)
        id_ = without_suffix(record.image_file)
        boxes = [Box(*first, *second) for first, second in record.bounding_box]
        require_on_page(boxes, *image.size, f"{file}: '{record.image_file}'")
        pages.append(Page(id_, *image.size, image, panels=tuple(map(Panel, boxes)), story=id_))
        stories.append(_yesbut_story(record, id_))
    _require_any(pages, root)
    book = Book("yesbut", tuple(pages), None, source, (), True, tuple(stories))
    return Loaded((book,), tuple(left_out))


def _yesbut_story(record: _YesBut, id_: str) -> Story:
    panels = tuple(PanelRef(id_, at) for at in range(len(record.bounding_box)))
    events = tuple(Event(panel, "") for panel in panels)
    wrong = tuple(WrongOption(text, "unspecified") for text in record.neg_moral)
    asked: tuple[StoryQuestion, ...] = ()
    if record.moral and wrong:
        asked = (
            StoryQuestion(
                *("moral", "narrative_comprehension", _MORAL, record.moral, wrong, panels),
                interrogative="what",
            ),
        )
    return Story(
        *(id_, events, record.title),
        questions=asked,
        summary=record.description,
    )


def load_mangazero(root: Path, source: Source) -> Loaded:
    """A book for each folder of images; a caption becomes the description of its panel.

    Nothing says that frames stand in reading order, so pages carry an order of confidence 0: order
    them, or have them checked, before building. Ids of characters are left out for the same want.
    Source: github.com/jianzongwu/DiffSensei, src/datasets/dataset_size_bucket.py.

    Raises:
        InputError: for a file that is not as described there, or when no image is there.
    """
    tree, file = _annotations(root, "annotations.json", "annotations.json")
    spreads = parse(_MANGAZERO, read_bytes(file), str(file))
    require_unique((spread.image_path for spread in spreads), "image_path", str(file))
    present = set(tree.files)
    books: dict[str, list[tuple[Page, Story]]] = {}
    left_out: list[str] = []
    for spread in sorted(spreads, key=lambda spread: natural_key(spread.image_path)):
        check_name(spread.image_path, str(file))
        places = (f"images/{spread.image_path}", spread.image_path)
        name = next((place for place in places if place in present), None)
        if name is None:
            left_out.append(f"{root}: no image '{spread.image_path}'")
            continue
        folder, _, own = spread.image_path.rpartition("/")
        page = _spread_page(spread, without_suffix(own), ComicImage(FileBytes(root / name), name))
        boxes = [panel.box for panel in page.panels] + [text.box for text in page.texts or ()]
        boxes += [character.box for character in page.characters]
        require_on_page(boxes, page.width, page.height, f"{file}: '{spread.image_path}'")
        events = [Event(PanelRef(page.id, at), f.caption) for at, f in enumerate(spread.frames)]
        books.setdefault(folder or "mangazero", []).append((page, Story(page.id, tuple(events))))
    _require_any(books, root)
    made = [
        Book(name, tuple(p for p, _ in both), None, source, (), True, tuple(s for _, s in both))
        for name, both in books.items()
    ]
    return Loaded(tuple(made), tuple(left_out))


def _spread_page(spread: _Spread, id_: str, image: ComicImage) -> Page:
    return Page(
        id_,
        *image.size,
        image,
        "rtl",
        panels=tuple(Panel(Box(*frame.bbox)) for frame in spread.frames),
        texts=tuple(
            Text(Box(*one.bbox), kind="dialogue")
            for frame in spread.frames
            for one in frame.dialogs
        ),
        characters=tuple(
            Character(Box(*one.bbox)) for frame in spread.frames for one in frame.characters
        ),
        story=id_,
        order_confidence=0.0,
    )


def _annotations(root: Path, pattern: str, name: str) -> tuple[Tree, Path]:
    """The files of a copy, and the one that annotates them: an error calls it ``name``."""
    tree = look_through(root)
    found = tree.matching(f"**/{pattern}")
    if len(found) != 1:
        if found:
            raise InputError(f"{root}: several files {name} in it; keep one")
        raise InputError(f"{root}: no file {name} in it; give the folder that holds it")
    return tree, root / found[0]


def _require_any(found: object, root: Path) -> None:
    if not found:
        raise InputError(f"{root}: none of the images exists; download them first")
