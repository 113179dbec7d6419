"""Items to and from rows of ``items.parquet``.

Fields that differ from kind to kind (turns, recipe, meta) are JSON texts, so that a new kind
needs no new column and the table opens anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from panelwise.tasks._item import Answer, ImageEntry, Item, Option, Rendering, SourcePage, Turn

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
        "gold": _numbers(item.gold),
        "gold_document": _json(item.gold) if isinstance(item.gold, dict) else None,
        "options": [{"label": o.label, "text": o.text, "image": o.image} for o in item.options],
        "rendering": _rendering_to_row(item.rendering),
        "single_image": item.single_image and _rendering_to_row(item.single_image),
        "index_base": item.index_base,
        "example": None if item.example is None else list(item.example),
        "sources": [
            {"book": s.book, "page": s.page, "path": s.path, "sha256": s.sha256}
            for s in item.sources
        ],
        "meta": _json(item.meta),
    }


def item_from_row(row: dict[str, Any]) -> Item:
    """The item that a row holds."""
    gold: Answer = tuple(row["gold"])
    if row.get("gold_document") is not None:
        gold = orjson.loads(row["gold_document"])
    elif row["kind"] == "choice":
        (gold,) = row["gold"]
    return Item(
        id=row["id"],
        task=row["task"],
        kind=row["kind"],
        n=row["n"],
        rendering=_rendering_from_row(row["rendering"]),
        gold=gold,
        sources=tuple(SourcePage(**source) for source in row["sources"]),
        single_image=row["single_image"] and _rendering_from_row(row["single_image"]),
        options=tuple(Option(**option) for option in row["options"]),
        index_base=row["index_base"],
        example=None if row["example"] is None else tuple(row["example"]),
        meta=orjson.loads(row["meta"]),
    )


def content(item: Item) -> bytes:
    """Canonical bytes of what an item means: pixels count, not the encoder that wrote them."""
    row = item_to_row(item)
    if row["gold_document"] is None:
        del row["gold_document"]  # packs written before there were documents keep their hash
    for rendering in (row["rendering"], row["single_image"]):
        for image in rendering["images"] if rendering else ():
            del image["sha256"], image["size"]
    return orjson.dumps(row, option=orjson.OPT_SORT_KEYS)


def _numbers(gold: Answer) -> list[int]:
    if isinstance(gold, int):
        return [gold]
    return [] if isinstance(gold, dict) else list(gold)


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


def _rendering_from_row(row: dict[str, Any]) -> Rendering:
    turns = tuple(Turn(turn["role"], tuple(turn["parts"])) for turn in orjson.loads(row["turns"]))
    images = tuple(
        ImageEntry(**(image | {"recipe": orjson.loads(image["recipe"])})) for image in row["images"]
    )
    return Rendering(turns, images, row["prompt_id"])
