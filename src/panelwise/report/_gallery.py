"""Items of a pack on one page: what is sent, what is right, and where the gold lies."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson
from PIL import Image

from panelwise.comics import decode_rgb
from panelwise.errors import InputError
from panelwise.outputs import write_file
from panelwise.packs import Pack
from panelwise.profile import RECOMMENDED
from panelwise.report._images import JPEG_QUALITY, LONGEST, LONGEST_OF_SEVERAL
from panelwise.report._pages import page_environment, styled
from panelwise.tasks import ImageEntry, Item, get_kind
from panelwise.tasks.overlay import Rectangle
from panelwise.wording import counted

MOST_ORDERS = 5  # of several right ones, in words


def write_gallery(pack: Pack, items: Sequence[Item], path: Path) -> Path:
    """One HTML file, offline, with the pictures inside.

    Args:
        pack: whose items they are.
        items: in the order of the page.
        path: the file to write; it must not exist.

    The boxes that the item's kind draws of its gold lie on its pictures.

    Raises:
        InputError: for a file that exists or cannot be written.
    """
    page = page_environment().get_template("gallery.html.j2")
    made = page.render(
        title=f"{pack.name}: {len(items)} of {len(pack)} items",
        pack=pack,
        shown=[
            item_view(item, lambda image, longest: _preview(pack, image, longest)) for item in items
        ],
        version=version("panelwise"),
        **styled("report.css", "gallery.css"),
    )
    if path.exists():
        raise InputError(f"{path}: already exists; give a new file with --html")
    write_file(path, made.encode())
    return path


def right_answer(item: Item) -> str:
    """The gold as a reader knows it: a letter, an order as it is asked for, or JSON."""
    if item.withheld:
        return "withheld"
    if isinstance(item.gold, int):
        return item.options[item.gold].label
    if isinstance(item.gold, tuple):
        others = [order for order in item.accepted if order != item.gold]
        shown = (item.gold, *others[: MOST_ORDERS - 1])
        said = " or ".join(str([index + item.index_base for index in order]) for order in shown)
        left = len(others) + 1 - len(shown)
        return f"{said} or {counted(left, 'other order')}" if left else said
    return orjson.dumps(item.gold, option=orjson.OPT_INDENT_2).decode()


def item_view(item: Item, address: Callable[[ImageEntry, int], str | None]) -> dict[str, Any]:
    """What ``item.html.j2`` shows of an item.

    Args:
        item: with or without its right answer.
        address: of a picture, no side of it longer than so many pixels; ``None`` where there is
            none.
    """
    images, boxes = item.rendering.images, _boxes(item)
    longest = LONGEST if len(images) == 1 else LONGEST_OF_SEVERAL
    return {
        "item": item,
        "text": item.rendering.text,
        "pictures": [
            {
                "entry": image,
                "data": address(image, longest),
                "boxes": boxes.get(at, ()),
            }
            for at, image in enumerate(images)
        ],
        "right": right_answer(item),
        "sources": [f"{source.book}: {source.path}" for source in item.sources],
    }


def _preview(pack: Pack, image: ImageEntry, longest: int) -> str | None:
    """The picture as a data address; ``None`` where the pack holds none."""
    source = pack.image_path(image.sha256)
    if source is None:
        return None
    try:
        picture = decode_rgb(source.read_bytes(), source.name)
    except InputError:
        return None
    picture.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=JPEG_QUALITY)
    return "data:image/jpeg;base64," + base64.b64encode(written.getvalue()).decode()


def _boxes(item: Item) -> dict[int, tuple[Sequence[float], ...]]:
    """The boxes that an item's kind draws of its gold, picture by picture, each once."""
    if item.withheld:
        return {}
    overlay = get_kind(item.kind).overlay(item, None, RECOMMENDED, {})
    boxes: dict[int, dict[tuple[float, ...], None]] = {}
    for view in overlay.views if overlay else ():
        here = boxes.setdefault(view.picture, {})
        here |= {tuple(m.corners): None for m in view.marks if isinstance(m, Rectangle)}
    return {picture: tuple(found) for picture, found in boxes.items()}
