"""Mementos' comics: wordless strips, one image each, with a description of the whole.

Source: github.com/si0wang/Mementos, cmc_description.csv; huggingface.co/datasets/
furonghuang-lab/Mementos, file list.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from panelwise.comics._image import ComicImage, FileBytes
from panelwise.comics._model import Book, Page, Source
from panelwise.comics._order import without_suffix
from panelwise.comics._story import Story
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._tree import look_through
from panelwise.comics.formats import read_bytes
from panelwise.errors import InputError

_COLUMNS = ("image_name", "gt_description")


def load_mementos(root: Path, source: Source) -> Loaded:
    """A book a part, a page and a story a strip; panels are not annotated, a reader finds them.

    The description becomes the story's ``summary``; without ``cmc_description.csv`` there is none.

    Raises:
        InputError: for a table that is not as published, or when no image is there.
    """
    tree = look_through(root)
    images = tree.matching("**/cmc_*.png")
    if not images:
        raise InputError(f"{root}: no image in it; expected comics/SPLIT/cmc_N.png")
    tables = tree.matching("**/cmc_description.csv")
    descriptions = _descriptions(root / tables[0]) if tables else {}
    books: dict[str, list[tuple[Page, Story]]] = {}
    for file in images:
        folder, _, own = file.rpartition("/")
        image = ComicImage(FileBytes(root / file), file)
        id_ = without_suffix(own)
        page = Page(id_, *image.size, image, layout="strip", story=id_)
        story = Story(id_, (), summary=descriptions.pop(id_, None))
        books.setdefault(folder or "mementos", []).append((page, story))
    made = tuple(
        Book(name, tuple(p for p, _ in both), None, source, (), True, tuple(s for _, s in both))
        for name, both in books.items()
    )
    return Loaded(
        made, tuple(f"{root}: no image for the description of '{id_}'" for id_ in descriptions)
    )


def _descriptions(path: Path) -> dict[str, str]:
    """Description by the name of its image without suffix."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from None
    rows = csv.DictReader(io.StringIO(text, newline=""))
    missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise InputError(f"{path}: expected the columns {', '.join(_COLUMNS)}")
    try:
        listed = [(rows.line_num, row) for row in rows]
    except csv.Error as error:
        raise InputError(f"{path}, line {rows.reader.line_num}: not CSV ({error})") from None
    descriptions: dict[str, str] = {}
    for line, row in listed:
        name = without_suffix((row["image_name"] or "").rpartition("/")[2])
        if not name or name in descriptions:
            raise InputError(f"{path}, line {line}: image_name '{name}' is empty or occurs twice")
        descriptions[name] = row["gt_description"] or ""
    return descriptions
