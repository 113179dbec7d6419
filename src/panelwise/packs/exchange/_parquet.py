"""Items as parquet shards that ``datasets`` opens with their pictures as images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.packs._pack import Pack
from panelwise.packs.exchange._words import (
    file_name,
    flat_text,
    gold_text,
    image_bytes,
    option_text,
)
from panelwise.tasks import Item

if TYPE_CHECKING:
    import pyarrow as pa

SHARD_BYTES = 400 << 20
GROUP_BYTES = 8 << 20  # of pictures: a group is in memory several times while it is written
GROUP_ROWS = 100

# Column → its type, as ``datasets`` names types; a list of it where the type stands in a tuple.
COLUMNS: dict[str, str | tuple[str]] = {
    "id": "string",
    "task": "string",
    "kind": "string",
    "book": "string",
    "n": "int32",
    "question": "string",
    "messages": "string",
    "images": ("image",),
    "labels": ("string",),
    "options": ("string",),
    "answer": "string",
    "gold": ("int32",),
    "accepted": "string",
    "index_base": "int32",
    "example": ("int32",),
    "prompt_id": "string",
    "meta": "string",
}


def schema() -> pa.Schema:
    """The columns, with the metadata by which ``datasets`` knows pictures from bytes."""
    import pyarrow as pa

    types: dict[str, pa.DataType] = {
        "string": pa.string(),
        "int32": pa.int32(),
        "image": pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
    }
    fields = [
        (name, pa.list_(types[kind[0]]) if isinstance(kind, tuple) else types[kind])
        for name, kind in COLUMNS.items()
    ]
    features = {name: _feature(kind) for name, kind in COLUMNS.items()}
    known = orjson.dumps({"info": {"features": features}})
    return pa.schema(fields, metadata={"huggingface": known})


def _feature(kind: str | tuple[str]) -> dict[str, Any]:
    if isinstance(kind, tuple):
        # "List" since datasets 4; all versions read the older word.
        return {"feature": _feature(kind[0]), "_type": "Sequence"}
    return {"_type": "Image"} if kind == "image" else {"dtype": kind, "_type": "Value"}


def row_of(item: Item) -> dict[str, Any]:
    """An item as a row, its pictures left out."""
    turns = [{"role": turn.role, "parts": list(turn.parts)} for turn in item.rendering.turns]
    return {
        "id": item.id,
        "task": item.task,
        "kind": item.kind,
        "book": item.book,
        "n": item.n,
        "question": flat_text(item.rendering),
        "messages": orjson.dumps(turns).decode(),
        "labels": [option.label for option in item.options],
        "options": [option_text(option) for option in item.options],
        "answer": gold_text(item),
        "gold": _places(item),
        "accepted": orjson.dumps(item.accepted).decode() if item.accepted else "",
        "index_base": item.index_base,
        "example": list(item.example or ()),
        "prompt_id": item.rendering.prompt_id,
        "meta": orjson.dumps(item.meta, option=orjson.OPT_SORT_KEYS).decode(),
    }


def _places(item: Item) -> list[int]:
    """The right option, or the right order; of other kinds ``answer`` holds the gold."""
    if isinstance(item.gold, dict):
        return []
    return [item.gold] if isinstance(item.gold, int) else list(item.gold)


def write_shards(pack: Pack, folder: Path, shard_bytes: int = SHARD_BYTES) -> list[Path]:
    """Write ``test-00000-of-00002.parquet`` and so on; a few pictures are in memory at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir(parents=True)
    shards = list(_chunks(pack.items(), shard_bytes))
    files: list[Path] = []
    for number, shard in enumerate(shards):
        path = folder / f"test-{number:05d}-of-{len(shards):05d}.parquet"
        with pq.ParquetWriter(path, schema(), compression="zstd") as writer:
            for group in _chunks(shard, GROUP_BYTES, GROUP_ROWS):
                rows = [row_of(item) | {"images": _pictures(pack, item)} for item in group]
                writer.write_table(pa.Table.from_pylist(rows, schema=schema()))
        files.append(path)
    return files


def _pictures(pack: Pack, item: Item) -> list[dict[str, Any]]:
    return [
        {"bytes": image_bytes(pack, image), "path": file_name(image)}
        for image in item.rendering.images
    ]


def _chunks(items: Sequence[Item], size: int, count: int | None = None) -> Iterator[list[Item]]:
    """Items in order, cut where their pictures would exceed ``size`` bytes or ``count`` items."""
    chunk: list[Item] = []
    held = 0
    for item in items:
        more = sum(image.size for image in item.rendering.images)
        if chunk and (held + more > size or len(chunk) == count):
            yield chunk
            chunk, held = [], 0
        chunk.append(item)
        held += more
    if chunk:
        yield chunk
