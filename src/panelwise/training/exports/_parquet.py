"""Parquet that ``datasets`` opens with its pictures as images: TRL's formats.

Source: TRL, "Dataset formats and types" (conversational prompt-completion and prompt-only, with
the pictures of a conversation in ``images``) and ``trl/data_utils.py``
(``prepare_multimodal_messages``: a part of type ``image`` is a place for the next picture).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.models import Message, TextPart
from panelwise.outputs import write_file
from panelwise.training._example import TrainingExample
from panelwise.training.exports._format import (
    ExportJob,
    TrainingFormat,
    any_example,
    picture_bytes,
    picture_path,
)

if TYPE_CHECKING:
    import pyarrow as pa

SHARD_BYTES = 400 << 20
_TEXT = {"dtype": "string", "_type": "Value"}
_MESSAGES = [{"role": _TEXT, "content": [{"type": _TEXT, "text": _TEXT}]}]
_IMAGES = {"_type": "Sequence", "feature": {"_type": "Image"}}


def parts_of(message: Message) -> list[dict[str, str | None]]:
    """The content of a message; pictures have places, and are listed apart."""
    return [
        {"type": "text", "text": part.text}
        if isinstance(part, TextPart)
        else {"type": "image", "text": None}
        for part in message.parts
    ]


def conversation_of(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Messages as TRL takes them."""
    return [{"role": one.role, "content": parts_of(one)} for one in messages]


def pictures_of(example: TrainingExample) -> list[dict[str, Any]]:
    """The pictures in the order of their places, with their bytes."""
    return [
        {"bytes": picture_bytes(part), "path": picture_path(part).rpartition("/")[2]}
        for part in example.shown
    ]


def write_parquet(
    folder: Path, columns: Sequence[str], examples: Sequence[TrainingExample], row_of: Any
) -> None:
    """Write ``data/train-00000-of-00001.parquet`` and so on, some pictures in memory at a time.

    Args:
        folder: of the export.
        columns: those beside ``id`` and ``images``: ``prompt`` and ``completion`` are messages,
            others texts.
        examples: a row each.
        row_of: example → its values of these columns.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema(columns)
    shards = list(_shards(examples))
    for number, shard in enumerate(shards):
        rows = [{"id": one.id, "images": pictures_of(one)} | row_of(one) for one in shard]
        stream = pa.BufferOutputStream()
        table = pa.Table.from_pylist(rows, schema=schema)
        pq.write_table(table, stream, compression="zstd", row_group_size=100)
        name = f"train-{number:05d}-of-{len(shards):05d}.parquet"
        write_file(folder / "data" / name, stream.getvalue().to_pybytes())


def _schema(columns: Sequence[str]) -> pa.Schema:
    import pyarrow as pa

    text = pa.string()
    part = pa.struct([("type", text), ("text", text)])
    messages = pa.list_(pa.struct([("role", text), ("content", pa.list_(part))]))
    images = pa.list_(pa.struct([("bytes", pa.binary()), ("path", text)]))
    chats = [name for name in columns if name in ("prompt", "completion")]
    types = {name: messages if name in chats else text for name in columns}
    features: dict[str, Any] = {name: _MESSAGES if name in chats else _TEXT for name in columns}
    features = {"id": _TEXT, "images": _IMAGES, **features}
    known = orjson.dumps({"info": {"features": features}})
    fields = [("id", text), ("images", images), *types.items()]
    return pa.schema(fields, metadata={"huggingface": known})


def _shards(examples: Sequence[TrainingExample]) -> Iterable[list[TrainingExample]]:
    shard: list[TrainingExample] = []
    held = 0
    for one in examples:
        size = sum(part.path.stat().st_size for part in one.shown)
        if shard and held + size > SHARD_BYTES:
            yield shard
            shard, held = [], 0
        shard.append(one)
        held += size
    if shard:
        yield shard


def _write_trl(job: ExportJob, folder: Path) -> Sequence[str]:
    def row(example: TrainingExample) -> dict[str, Any]:
        *prompt, completion = example.conversation
        return {"prompt": conversation_of(prompt), "completion": conversation_of([completion])}

    write_parquet(folder, ("prompt", "completion"), job.examples, row)
    return ('open it with datasets.load_dataset("{out}", split="train") and give it to SFTTrainer',)


TRL = TrainingFormat("trl", "TRL's SFTTrainer", _write_trl, any_example)
