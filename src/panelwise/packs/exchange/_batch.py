"""OpenAI batch files, which ``vllm run-batch`` and other services read too; their results.

Source: the Batch API's reference (one request a line with ``custom_id``, ``method``, ``url``,
``body``; at most 50,000 lines and 200 MB a file) and ``vllm/entrypoints/openai/run_batch.py``.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError, SettingError
from panelwise.models import FinishReason
from panelwise.outputs import new_folder
from panelwise.packs._pack import Pack
from panelwise.packs.exchange._log import LoggedAnswer, read_json_records
from panelwise.packs.exchange._words import Exported, final, image_bytes
from panelwise.tasks import Item

MAX_LINES = 50_000
MAX_BYTES = 190_000_000
URL = "/v1/chat/completions"
_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "content_filter",
}


def write_batch(
    pack: Pack,
    out: str | Path,
    model: str | None = None,
    *,
    max_lines: int = MAX_LINES,
    max_bytes: int = MAX_BYTES,
) -> Exported:
    """Write ``batch-00001.jsonl`` and so on: a request an item, its id as ``custom_id``.

    Raises:
        SettingError: without a model.
        InputError: for an item too large for any file.
    """
    if not model:
        raise SettingError("openai-batch: every request names its model; give one with --model")
    files: list[Path] = []
    with new_folder(out) as folder, ExitStack() as opened:
        lines = size = 0
        for item in pack.items():
            line = request_line(pack, item, model)
            if len(line) > max_bytes:
                raise InputError(
                    f"item '{item.id}' is a request of {len(line)} bytes, a batch file holds"
                    f" {max_bytes}; build the pack with smaller images"
                )
            if not files or lines == max_lines or size + len(line) > max_bytes:
                opened.close()
                files.append(folder / f"batch-{len(files) + 1:05d}.jsonl")
                file = opened.enter_context(files[-1].open("wb"))
                lines = size = 0
            file.write(line)
            lines, size = lines + 1, size + len(line)
    written = final(files, folder, out)
    note = f"run: vllm run-batch -i {written[0]} -o RESULTS.jsonl --model {model}"
    return Exported("openai-batch", Path(out), written, len(pack), (note,))


def request_line(pack: Pack, item: Item, model: str) -> bytes:
    """One request, pictures as data URLs of their original bytes."""
    rendering = item.rendering
    messages = [
        {
            "role": turn.role,
            "content": [
                {"type": "text", "text": part}
                if isinstance(part, str)
                else _picture(pack, item, part)
                for part in turn.parts
            ],
        }
        for turn in rendering.turns
    ]
    request = {
        "custom_id": item.id,
        "method": "POST",
        "url": URL,
        "body": {"model": model, "messages": messages},
    }
    return orjson.dumps(request) + b"\n"


def _picture(pack: Pack, item: Item, index: int) -> dict[str, Any]:
    image = item.rendering.images[index]
    data = base64.b64encode(image_bytes(pack, image)).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{image.media_type};base64,{data}"}}


def read_batch(path: Path) -> Iterator[LoggedAnswer]:
    """The answers of a batch's output or error file; a failed request has none.

    Raises:
        InputError: for a line without ``custom_id``, or one of the input file.
    """
    for where, record in read_json_records(path):
        item_id = record.get("custom_id")
        if not isinstance(item_id, str) or "response" not in record:
            raise InputError(
                f"{path}: {where} has no custom_id with a response; give the batch's output file"
            )
        choice = _choice(record)
        if choice is None:
            yield LoggedAnswer(item_id, None, None, where)
            continue
        message = choice["message"]
        refusal = message.get("refusal")
        yield LoggedAnswer(
            item_id,
            None,
            _content(message.get("content")),
            where,
            finish_reason=_FINISH.get(str(choice.get("finish_reason") or "stop"), "other"),
            refusal=refusal if isinstance(refusal, str) else None,
        )


def _choice(record: dict[str, Any]) -> dict[str, Any] | None:
    """The first choice of a request that succeeded."""
    response = record["response"]
    if record.get("error") or not isinstance(response, dict):
        return None
    body = response.get("body")
    choices = body.get("choices") if isinstance(body, dict) else None
    if response.get("status_code", 200) != 200 or not isinstance(choices, list) or not choices:
        return None
    first = choices[0]
    return first if isinstance(first, dict) and isinstance(first.get("message"), dict) else None


def _content(value: Any) -> str:
    """A message's words, whether one text or parts."""
    if isinstance(value, list):
        parts = (part.get("text") for part in value if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return value if isinstance(value, str) else ""
