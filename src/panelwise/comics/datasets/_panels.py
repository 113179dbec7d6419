"""Strips whose panels are files: a folder a strip, an image a panel.

A strip becomes one page, its panels in a row with white between them, as StripCipher shows frames
to models of one image (SC-5). So every task over pages or stories works, and what it cuts out of
the page has exactly the pixels of the file. The row is drawn when its bytes are asked for.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from PIL import Image
from pydantic import TypeAdapter

from panelwise.comics._folder import unique_ids
from panelwise.comics._header import check_size
from panelwise.comics._image import IMAGE_SUFFIXES, ComicImage, FileBytes, encode_png
from panelwise.comics._model import Book, Page, Panel
from panelwise.comics._order import page_key, without_suffix
from panelwise.comics._story import Story
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._tree import Tree, look_through
from panelwise.comics.formats import Outside, parse_lines, story_from_json
from panelwise.errors import InputError
from panelwise.geometry import Box

NOTES = "panels.jsonl"
GUTTER = 8


@dataclass
class Notes:
    """What the notes say of one strip."""

    descriptions: dict[int, str] = field(default_factory=dict)
    questions: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class RowBytes:
    """The PNG of panels in a row, drawn afresh each time that it is opened."""

    name: str
    parts: tuple[ComicImage, ...]

    def open(self) -> IO[bytes]:
        """The bytes; raises what decoding a panel raises."""
        boxes, size = _row(self.parts)
        canvas = Image.new("RGB", size, "white")
        for part, box in zip(self.parts, boxes, strict=True):
            canvas.paste(part.decode(), (int(box.x0), int(box.y0)))
        return io.BytesIO(encode_png(canvas))


class _Note(Outside):
    strip: str
    panel: int | None = None
    description: str | None = None
    question: dict[str, Any] | None = None


_NOTE = TypeAdapter(_Note)
_WANTED = 'write {"strip": "…", "panel": 0, "description": "…"} or {"strip": "…", "question": {…}}'


def load_panels(root: Path) -> Loaded:
    """A book with a page and a story for each folder in ``root`` that holds images.

    Panels come in natural order of their names. ``panels.jsonl`` in ``root``, if there is one,
    tells of them: ``{"strip": "7", "panel": 0, "description": "…"}`` with panels counted from 0,
    and ``{"strip": "7", "question": {…}}`` with a question as in page-json, whose panels are
    ``["7", 0]``.

    Raises:
        InputError: naming the file or line that is wrong; nothing is skipped in silence.
    """
    tree = look_through(root)
    name = root.resolve().name or "strips"
    strips = _strips(tree, name)
    if not strips:
        raise InputError(
            f"{root}: no image in it; expected one folder per strip, one image per panel"
        )
    notes = _notes(root / NOTES, {strip: len(files) for strip, files in strips.items()})
    where = str(root)
    pages = tuple(
        strip_page(strip, [ComicImage(FileBytes(root / file), file) for file in files], where)
        for strip, files in strips.items()
    )
    stories = tuple(story_of(page, where, notes.get(page.id)) for page in pages)
    book = Book(name, pages, direction_known=True, stories=stories)
    return Loaded(
        (book,), tuple(f"{root}/{link}: leads out of the folder" for link in tree.outside)
    )


def strip_page(strip: str, images: Sequence[ComicImage], where: str, folder: str = "") -> Page:
    """A page called after the strip, with the images as its panels, called after their files.

    Raises:
        InputError: when an image cannot be read.
        UnsafeInputError: when the row would be absurdly large.
    """
    names = [image.relative.rpartition("/")[2] for image in images]
    ids = unique_ids([(without_suffix(name), name) for name in names])
    boxes, size = _row(images)
    place = f"{where}: strip '{strip}'"
    check_size(size, place)
    return Page(
        strip,
        *size,
        ComicImage(RowBytes(place, tuple(images)), f"{folder}{strip}.png"),
        layout="strip",
        panels=tuple(Panel(box, id=id_) for box, id_ in zip(boxes, ids, strict=True)),
        story=strip,
    )


def story_of(page: Page, where: str, notes: Notes | None = None) -> Story:
    """The story that a strip tells, its questions checked.

    Raises:
        InputError: when a question is not as in page-json, or names a panel that is not there.
    """
    notes = notes or Notes()
    events = [
        {"panel": [page.id, at], "description": notes.descriptions.get(at, "")}
        for at in range(len(page.panels))
    ]
    plain = {"id": page.id, "events": events, "questions": notes.questions}
    return story_from_json(plain, (page,), where=f"{where}: strip '{page.id}'")


def _row(images: Sequence[ComicImage]) -> tuple[list[Box], tuple[int, int]]:
    """Where each panel stands in the row, and the size of the whole."""
    boxes: list[Box] = []
    x = 0
    for image in images:
        width, height = image.size
        boxes.append(Box(x, 0, x + width, height))
        x += width + GUTTER
    return boxes, (x - GUTTER, int(max(box.y1 for box in boxes)))


def _strips(tree: Tree, root_name: str) -> dict[str, list[str]]:
    """The images of each folder, in natural order."""
    strips: dict[str, list[str]] = {}
    for file in tree.files:
        if Path(file).suffix.lower() in IMAGE_SUFFIXES:
            strips.setdefault(file.rpartition("/")[0] or root_name, []).append(file)
    return {name: sorted(files, key=page_key) for name, files in strips.items()}


def _notes(path: Path, panels: dict[str, int]) -> dict[str, Notes]:
    if not path.is_file():
        return {}
    notes: dict[str, Notes] = {}
    for where, note in parse_lines(_NOTE, path, _WANTED):
        if note.strip not in panels:
            raise InputError(f"{where}: no folder of a strip is called '{note.strip}'")
        strip = notes.setdefault(note.strip, Notes())
        if note.question is not None:
            strip.questions.append(note.question)
        elif note.panel is None or note.description is None:
            raise InputError(f"{where}: expected panel and description, or question")
        elif not 0 <= note.panel < panels[note.strip]:
            raise InputError(
                f"{where}: there is no panel {note.panel}; those of strip '{note.strip}' are 0 to"
                f" {panels[note.strip] - 1}"
            )
        else:
            strip.descriptions[note.panel] = note.description
    return notes
