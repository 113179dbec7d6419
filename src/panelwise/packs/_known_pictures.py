"""Lists of perceptual hashes: what comics and packs show, to be looked up in other packs.

A list holds no picture, so it can be passed on where the comics cannot, and it may be of anything
that models were trained on. Source: MS-4; AMB-39.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import orjson
from pydantic import BaseModel, StringConstraints, TypeAdapter

from panelwise.comics import Book, perceptual_hash
from panelwise.comics.formats import parse_lines
from panelwise.errors import InputError
from panelwise.outputs import write_file
from panelwise.packs._pack import Pack
from panelwise.packs._stored_pictures import look_at_pictures, middle_of


@dataclass(frozen=True, slots=True)
class KnownPicture:
    """A picture's perceptual hash, and what it is of ("book-0001/003 panel 2")."""

    hash: int
    of: str


class _Line(BaseModel):
    hash: Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
    of: str = ""


_LINE = TypeAdapter(_Line)


def hash_pictures(source: Pack | Iterable[Book]) -> Iterator[KnownPicture]:
    """Hash all that items of a pack show; or of books every page, and its panels where known.

    Panels are hashed as packs show them, by their middle. Blank pictures are left out: they look
    like each other.

    Raises:
        InputError: for a page that cannot be read.
    """
    if isinstance(source, Pack):
        looks = look_at_pictures(source).looks.items()
        found = ((look, name) for name, some in looks for look in some)
    else:
        found = (pair for book in source for pair in _of_book(book))
    for look, name in found:
        if look:
            yield KnownPicture(look, name)


def _of_book(book: Book) -> Iterator[tuple[int, str]]:
    for page in book.pages:
        if page.image is None:
            continue
        picture, name = page.image.decode(), f"{book.id}/{page.id}"
        yield perceptual_hash(picture), name
        for number, panel in enumerate(page.panels, start=1):
            box = panel.box.rounded()
            middle = picture.crop(middle_of(box))
            yield perceptual_hash(middle), f"{name} panel {number}"


def write_hashes(pictures: Iterable[KnownPicture], path: str | Path) -> int:
    """Write a list as JSON lines and return how many pictures it holds.

    Raises:
        InputError: when there is none, or the file is there already or cannot be written.
    """
    path = Path(path)
    if path.exists():
        raise InputError(f"{path}: already exists; give a new file with --out")
    lines = [orjson.dumps({"hash": f"{one.hash:016x}", "of": one.of}) for one in pictures]
    if not lines:
        raise InputError(f"{path}: no picture to hash; give comics or a pack with images")
    write_file(path, b"\n".join(lines) + b"\n")
    return len(lines)


def read_hashes(path: str | Path) -> dict[int, str]:
    """A list as ``check_known`` takes it: hash → what it is of.

    Raises:
        InputError: for a line that has no hash of 16 hexadecimal digits, and for an empty list.
    """
    path = Path(path)
    found: dict[int, str] = {}
    for _, line in parse_lines(_LINE, path, "give a list that panelwise hashes wrote"):
        found.setdefault(int(line.hash, 16), line.of or f"a picture of {path.name}")
    if not found:
        raise InputError(f"{path}: no hash in it; give a list that panelwise hashes wrote")
    return found
