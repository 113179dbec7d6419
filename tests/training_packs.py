"""Small packs to train on: boxes of a page as a test wants them, and orders of drawn panels."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from panelwise.comics import pixel_hash
from panelwise.packs import Made, Pack, write_pack
from panelwise.profile import RECOMMENDED
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn

CLASSES = ("panel", "text", "character")
LEDGER = {
    "licence": "CC0-1.0",
    "title": "A book",
    "redistribution": "full",
    "author": None,
    "series": None,
    "dataset": None,
    "url": None,
}


def picture(seed: int, size: tuple[int, int] = (120, 80)) -> tuple[ImageEntry, bytes]:
    """A picture of large random squares, so that no two seeds look alike."""
    squares = np.random.default_rng(seed).integers(0, 256, (8, 8, 3), dtype=np.uint8)
    image = Image.fromarray(squares).resize(size, Image.Resampling.NEAREST)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    data = stream.getvalue()
    sha = hashlib.sha256(data).hexdigest()
    entry = ImageEntry(sha, pixel_hash(image), *size, "image/png", len(data), {})
    return entry, data


def boxed_item(
    boxes: Sequence[tuple[str, Sequence[float]]],
    *,
    name: str = "page",
    book: str = "book",
    seed: int = 0,
    size: tuple[int, int] = (120, 80),
    words: Sequence[str] = ("", "Where is everything?"),
) -> Made:
    """A page on which boxes ``(class, corners)`` are to be found."""
    entry, data = picture(seed, size)
    before, after = words
    turn = Turn("user", (*([before] if before else []), 0, after))
    gold = {
        "size": list(size),
        "classes": list(CLASSES),
        "boxes": [{"class": label, "box": list(map(float, box))} for label, box in boxes],
    }
    source = SourcePage(book, name, f"{book}/{name}.png", entry.sha256)
    meta: dict[str, Any] = {"headline": "mean_f1"}
    rendering = Rendering((turn,), (entry,), "test/1")
    item = Item(name, "comix.detection", "detection", 1, rendering, gold, (source,), meta=meta)
    return Made(item, {entry.sha256: data})


def pack_of_items(
    folder: Path, made: Sequence[Made], books: Sequence[dict[str, Any]] | None = None
) -> Pack:
    """A pack of given items; every book has an open licence unless ``books`` says otherwise."""
    ids = dict.fromkeys(one.item.book for one in made)
    ledger = books if books is not None else [{"id": book} for book in ids]
    manifest = {
        "task": made[0].item.task,
        "profile": RECOMMENDED.as_dict(),
        "books": [LEDGER | record for record in ledger],
        "excluded": {},
        "seed": 7,
        "versions": {},
    }
    return write_pack(folder, made, manifest, "card")
