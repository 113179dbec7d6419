"""Pictures of everyday things with conversations, in the format of LLaVA, by path (MV-E10).

A folder or file of JSON, JSON Lines or Parquet; a record has ``id``, ``image`` (a path below the
file's folder, or in Parquet the bytes) and ``conversations``: turns ``{"from": "human" | "gpt",
"value": …}`` with ``<image>`` where the picture stands. LLaVA-OneVision is published so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.files import json_lines
from panelwise.models import ImagePart, Message, TextPart
from panelwise.outputs import cache_folder, write_file
from panelwise.tasks import seeded
from panelwise.training.recipes._sample import TrainingSample

MARK = "<image>"
_MEDIA = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}


def natural_samples(path: Path, count: int, seed: int) -> list[TrainingSample]:
    """Samples drawn from conversations about everyday pictures; all of them if there are fewer.

    Conversations of several turns are learnt from their first; those without a picture, or with
    several, are passed over.

    Raises:
        InputError: when there is nothing of that format, or a picture is missing.
    """
    found = list(_records(path))
    usable = [one for one in found if _is_usable(one[1])]
    if not usable:
        raise InputError(
            f"{path}: none of {len(found)} records is a conversation about one picture; give files"
            " in the format of LLaVA (id, image, conversations)"
        )
    ranked = sorted(range(len(usable)), key=lambda k: seeded(seed, "natural", k).random())
    return [_sample(*usable[k], number=k) for k in sorted(ranked[:count])]


def _records(path: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Each record with the folder that its picture's path is relative to."""
    endings = (".json", ".jsonl", ".parquet")
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.suffix in endings)
    if not files:
        raise InputError(f"{path}: no .json, .jsonl or .parquet file; give one, or its folder")
    for file in files:
        try:
            for record in _read(file):
                if isinstance(record, dict):
                    yield file.parent, record
        except (OSError, ValueError) as error:
            raise InputError(f"{file}: cannot be read ({error})") from None


def _read(file: Path) -> Any:
    if file.suffix == ".parquet":
        import pyarrow.parquet as pq

        return pq.read_table(file).to_pylist()
    if file.suffix == ".jsonl":
        return [line.value() for line in json_lines(file)]
    read = orjson.loads(file.read_bytes())
    if not isinstance(read, list):
        raise InputError(f"{file}: not a list of records")
    return read


def _is_usable(record: Mapping[str, Any]) -> bool:
    turns = record.get("conversations")
    if not record.get("image") or not isinstance(turns, list) or len(turns) < 2:
        return False
    asked, said = turns[0], turns[1]
    return (
        asked.get("from") == "human"
        and said.get("from") == "gpt"
        and asked["value"].count(MARK) <= 1
        and bool(said["value"].strip())
    )


def _sample(folder: Path, record: Mapping[str, Any], *, number: int) -> TrainingSample:
    asked, said = (turn["value"] for turn in record["conversations"][:2])
    before, mark, after = asked.partition(MARK)
    picture = _picture(folder, record["image"], f"record '{record.get('id', number)}'")
    words = [before if mark else "", picture, (after if mark else asked).lstrip("\n")]
    parts = tuple(TextPart(one) if isinstance(one, str) else one for one in words if one)
    name = f"natural/{record.get('id', number)}#{number}"
    return TrainingSample(name, "natural", (Message("user", parts),), said.strip())


def _picture(folder: Path, given: Any, name: str) -> ImagePart:
    """The file of a picture; bytes of a Parquet file are kept in the cache."""
    data = given.get("bytes") if isinstance(given, dict) else None
    if data is None:
        place = given.get("path") if isinstance(given, dict) else given
        path = folder / str(place)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(f"{path}, picture of {name}: {error.strerror}") from None
    media = next((kind for head, kind in _MEDIA.items() if data.startswith(head)), None)
    if media is None:
        raise InputError(f"the picture of {name} in {folder} is neither PNG, JPEG nor WebP")
    sha256 = hashlib.sha256(data).hexdigest()
    kept = cache_folder() / "natural" / sha256
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_file(kept, data)
    return ImagePart(sha256, media, kept)
