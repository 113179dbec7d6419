"""An item in the plain words and bytes that every other format is made of."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import orjson

from panelwise.errors import InputError
from panelwise.packs._pack import Pack
from panelwise.tasks import ImageEntry, Item, Option, Rendering
from panelwise.wording import argument

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written.

    Attributes:
        format: its name.
        folder: where it is.
        files: every file of it, in order.
        items: how many items it holds.
        notes: what the user should know, a line each.
    """

    format: str
    folder: Path
    files: tuple[Path, ...]
    items: int
    notes: tuple[str, ...] = ()


def mark(image: int) -> str:
    """How the words name a picture of the item, counted from one.

    >>> mark(0)
    '<image 1>'
    """
    return f"<image {image + 1}>"


def flat_text(rendering: Rendering) -> str:
    """All words of an item for a format that sends its pictures first and the words after them.

    Where a picture stands among the words, ``<image k>`` is written, unless all pictures come
    first in their own order: then the words alone say what was asked. Turns are separated by a
    blank line.
    """
    parts = [part for turn in rendering.turns for part in turn.parts]
    count = len(rendering.images)
    images_lead = parts[:count] == list(range(count))
    marked = not images_lead or any(isinstance(part, int) for part in parts[count:])
    turns = (
        "".join(part if isinstance(part, str) else mark(part) * marked for part in turn.parts)
        for turn in rendering.turns
    )
    return "\n\n".join(turns)


def option_text(option: Option) -> str:
    """An option's words, or the mark of its picture."""
    return mark(option.image) if option.image is not None else option.text or ""


def gold_text(item: Item) -> str:
    """The right answer as a model would write it: a label, or a list in the prompt's numbering.

    Of what is neither, the whole gold as JSON.
    """
    if isinstance(item.gold, int):
        return item.options[item.gold].label
    if isinstance(item.gold, dict):
        return orjson.dumps(item.gold, option=orjson.OPT_SORT_KEYS).decode()
    return orjson.dumps([index + item.index_base for index in item.gold]).decode()


def plain_name(name: str) -> str:
    """A name of letters, digits and underscores, for programs that take no others.

    >>> plain_name("my pack.v2")
    'my_pack_v2'
    """
    return re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or "pack"


def file_name(image: ImageEntry) -> str:
    """A name for a picture that no other picture has, and whose suffix tells its format."""
    return image.sha256 + SUFFIXES.get(image.media_type, ".png")


def image_bytes(pack: Pack, image: ImageEntry) -> bytes:
    """The bytes of a picture as the pack was built with them.

    Raises:
        InputError: when the pack does not hold it, or holds other bytes.
    """
    path = pack.image_path(image.sha256)
    if path is None:
        raise InputError(
            f"{pack.path} holds no image {image.sha256[:12]}…; restore the pictures with"
            f" panelwise rehydrate {argument(pack.path)} COMICS"
        )
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != image.sha256:
        raise InputError(f"{path}: changed since the pack was built; build it again")
    return data


def final(files: Iterable[Path], written: Path, out: str | Path) -> tuple[Path, ...]:
    """Where files of a folder that is being written will be."""
    return tuple(Path(out) / file.relative_to(written) for file in files)
