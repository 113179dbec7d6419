"""Items to and from rows of ``items.parquet``.

Fields that differ from kind to kind (turns, recipe, meta) are JSON texts, so that a new kind
needs no new column and the table opens anywhere.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.errors import InputError, UnknownNameError
from panelwise.files import as_declared
from panelwise.tasks import (
    MAX_GOLD,
    WITHHELD,
    Answer,
    AnswerForm,
    Item,
    Rendering,
    accepted_problem,
    get_kind,
)

_AS_THEY_ARE = ("id", "task", "kind", "n", "sources", "options", "index_base", "example")

if TYPE_CHECKING:
    import pyarrow as pa


def schema() -> pa.Schema:
    """The columns of ``items.parquet``."""
    import pyarrow as pa

    image = pa.struct(
        [
            ("sha256", pa.string()),
            ("pixels", pa.string()),
            ("width", pa.int32()),
            ("height", pa.int32()),
            ("media_type", pa.string()),
            ("size", pa.int64()),
            ("recipe", pa.string()),
        ]
    )
    rendering = pa.struct(
        [("turns", pa.string()), ("images", pa.list_(image)), ("prompt_id", pa.string())]
    )
    option = pa.struct([("label", pa.string()), ("text", pa.string()), ("image", pa.int32())])
    source = pa.struct([(name, pa.string()) for name in ("book", "page", "path", "sha256")])
    return pa.schema(
        [
            ("id", pa.string()),
            ("task", pa.string()),
            ("kind", pa.string()),
            ("book", pa.string()),
            ("n", pa.int32()),
            ("prompt", pa.string()),
            ("gold", pa.list_(pa.int32())),
            ("gold_document", pa.string()),
            ("options", pa.list_(option)),
            ("rendering", rendering),
            ("single_image", rendering),
            ("index_base", pa.int32()),
            ("example", pa.list_(pa.int32())),
            ("accepted", pa.list_(pa.list_(pa.int32()))),
            ("sources", pa.list_(source)),
            ("meta", pa.string()),
        ]
    )


def item_to_row(item: Item) -> dict[str, Any]:
    """One item as a row."""
    return {
        "id": item.id,
        "task": item.task,
        "kind": item.kind,
        "book": item.book,
        "n": item.n,
        "prompt": item.rendering.text,
        **_gold_to_row(item),
        "options": [{"label": o.label, "text": o.text, "image": o.image} for o in item.options],
        "rendering": _rendering_to_row(item.rendering),
        "single_image": item.single_image and _rendering_to_row(item.single_image),
        "index_base": item.index_base,
        "example": None if item.example is None else list(item.example),
        "accepted": [list(order) for order in item.accepted] or None,
        "sources": [
            {"book": s.book, "page": s.page, "path": s.path, "sha256": s.sha256}
            for s in item.sources
        ],
        "meta": _json(item.meta),
    }


def item_from_row(row: dict[str, Any], where: str) -> Item:
    """The item that a row holds; ``where`` names the row in messages.

    Raises:
        InputError: when a value is of another type than the items of a pack have, or of a size
            that no page and no question has.
        KeyError, TypeError, ValueError: when the row is none at all.
    """
    form = _form(row["kind"], where)
    withheld = row["gold"] is None
    gold: Answer = tuple(row["gold"] or ())
    if row.get("gold_document") is not None:
        gold = orjson.loads(row["gold_document"])
    elif form == "option" and not withheld:
        (gold,) = row["gold"]
    fields = {name: row[name] for name in _AS_THEY_ARE} | {
        "rendering": _rendering_from_row(row["rendering"]),
        "gold": gold,
        "single_image": row["single_image"] and _rendering_from_row(row["single_image"]),
        "accepted": row.get("accepted") or (),  # packs of earlier versions have no such column
        "meta": orjson.loads(row["meta"]),
    }
    item = as_declared(Item, fields, where)
    if withheld:
        item = dataclasses.replace(item, gold=WITHHELD)
    wrong = _impossible_gold(item, form) or _impossible_turns(item)
    if wrong is not None:
        raise InputError(f"{where}: {wrong}; build the pack again")
    return item


def _form(kind: object, where: str) -> AnswerForm:
    """What gold of a kind is.

    Raises:
        InputError: for a kind that is not installed.
    """
    try:
        return get_kind(str(kind)).form
    except UnknownNameError as error:
        raise InputError(
            f"{where}: {error}; install the plug-in that the pack was built with"
        ) from None


def _impossible_gold(item: Item, form: AnswerForm) -> str | None:
    """What no gold of ours is: numbers that would be multiplied, sorted or looked up."""
    if item.withheld:
        return None if 0 <= item.n <= MAX_GOLD else f"it asks about {item.n} things"
    if not 0 <= item.n <= MAX_GOLD or _parts(item.gold) > MAX_GOLD:
        return f"gold of more than {MAX_GOLD} parts, or fewer than none"
    gold = item.gold
    if form == "order" and (
        not isinstance(gold, tuple) or sorted(gold) != list(range(item.n)) or item.n < 2
    ):
        return f"gold does not hold each of {item.n} shown indices once"
    if form == "option" and not (isinstance(gold, int) and 0 <= gold < item.n):
        return f"gold is none of {item.n} options"
    if form == "document" and not isinstance(gold, dict):
        return "gold is not an object"
    return accepted_problem(item)


def _impossible_turns(item: Item) -> str | None:
    """What no words and pictures of ours are."""
    for rendering in (item.rendering, item.single_image or item.rendering):
        images = rendering.images
        if any(min(image.width, image.height, image.size) < 1 for image in images):
            return "an image has no pixels or no bytes"
        parts = [part for turn in rendering.turns for part in turn.parts]
        if any(isinstance(part, int) and not 0 <= part < len(images) for part in parts):
            return f"a message shows an image other than its {len(images)}"
    return None


def content(item: Item) -> bytes:
    """Canonical bytes of what an item means: pixels count, not the encoder that wrote them."""
    row = item_to_row(item)
    if row["gold_document"] is None:
        del row["gold_document"]  # packs written before there were documents keep their hash
    if row["accepted"] is None:
        del row["accepted"]  # and so do those written before several orders could be right
    for rendering in (row["rendering"], row["single_image"]):
        for image in rendering["images"] if rendering else ():
            del image["sha256"], image["size"]
    return orjson.dumps(row, option=orjson.OPT_SORT_KEYS)


def _gold_to_row(item: Item) -> dict[str, Any]:
    """The columns of the right answer; both are null where it is withheld."""
    if item.withheld:
        return {"gold": None, "gold_document": None}
    document = _json(item.gold) if isinstance(item.gold, dict) else None
    return {"gold": _numbers(item.gold), "gold_document": document}


def _numbers(gold: Answer) -> list[int]:
    if isinstance(gold, int):
        return [gold]
    return [] if isinstance(gold, dict) else list(gold)


def _parts(gold: Answer) -> int:
    """How much there is to compare an answer with."""
    if isinstance(gold, dict):
        return max((len(part) for part in gold.values() if isinstance(part, list)), default=1)
    return 1 if isinstance(gold, int) else len(gold)


def _json(value: dict[str, Any]) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _rendering_to_row(rendering: Rendering) -> dict[str, Any]:
    turns = [{"role": turn.role, "parts": list(turn.parts)} for turn in rendering.turns]
    return {
        "turns": orjson.dumps(turns).decode(),
        "images": [
            {
                "sha256": image.sha256,
                "pixels": image.pixels,
                "width": image.width,
                "height": image.height,
                "media_type": image.media_type,
                "size": image.size,
                "recipe": _json(image.recipe),
            }
            for image in rendering.images
        ],
        "prompt_id": rendering.prompt_id,
    }


def _rendering_from_row(row: dict[str, Any]) -> dict[str, Any]:
    images = [image | {"recipe": orjson.loads(image["recipe"])} for image in row["images"]]
    return row | {"turns": orjson.loads(row["turns"]), "images": images}
