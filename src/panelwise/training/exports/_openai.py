"""OpenAI's fine-tuning JSONL: chat messages, pictures as data URLs.

Source: OpenAI, guides "Supervised fine-tuning" and "Vision fine-tuning": at most 50,000 examples
with pictures, 10 pictures an example, 10 MB a picture; JPEG, PNG or WebP in RGB or RGBA; no
picture in an assistant message; ``weight`` 0 keeps an assistant message out of the loss. Grey
pages, which are common in manga, are written as PNG in RGB with the same pixels.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from panelwise.comics import decode_rgb
from panelwise.errors import UnavailableError
from panelwise.models import ImagePart, Message, TextPart
from panelwise.training._example import TrainingExample
from panelwise.training.exports._format import (
    ExportJob,
    TrainingFormat,
    picture_bytes,
    write_lines,
)

MOST_EXAMPLES = 50_000
MOST_PICTURES = 10
MOST_BYTES = 10_000_000
TYPES = ("image/jpeg", "image/png", "image/webp")
MODES = ("RGB", "RGBA")


def _refuses(example: TrainingExample) -> str | None:
    if len(example.shown) > MOST_PICTURES:
        return f"{len(example.shown)} pictures, and OpenAI takes at most {MOST_PICTURES}"
    for place, part in enumerate(example.images, 1):
        size = len(_accepted(part)[1])
        if size > MOST_BYTES:
            return f"picture {place} has {size:,} bytes, and OpenAI takes at most {MOST_BYTES:,}"
    return None


def _accepted(part: ImagePart) -> tuple[str, bytes]:
    """A picture's media type and bytes; of a type or mode that is not taken, its pixels as PNG."""
    from PIL import Image

    data = picture_bytes(part)
    with Image.open(io.BytesIO(data)) as image:
        if part.media_type in TYPES and image.mode in MODES:
            return part.media_type, data
    stream = io.BytesIO()
    decode_rgb(data, str(part.path)).save(stream, "PNG")
    return "image/png", stream.getvalue()


def _write(job: ExportJob, folder: Path) -> Sequence[str]:
    pictured = sum(bool(one.images) for one in job.examples)
    if pictured > MOST_EXAMPLES:
        raise UnavailableError(
            f"{pictured:,} examples with pictures, and OpenAI takes at most {MOST_EXAMPLES:,} in a"
            " file; export fewer packs"
        )
    records = (
        {"messages": [_message(message) for message in one.prompt] + [_learnt(one)]}
        for one in job.examples
    )
    write_lines(folder / "train.jsonl", records)
    return ("upload train.jsonl with the purpose fine-tune",)


def _learnt(example: TrainingExample) -> dict[str, Any]:
    return {"role": "assistant", "content": example.response, "weight": 1}


def _message(message: Message) -> dict[str, Any]:
    if message.role != "user":
        text = "".join(part.text for part in message.parts if isinstance(part, TextPart))
        return {"role": message.role, "content": text} | (
            {"weight": 0} if message.role == "assistant" else {}
        )
    return {
        "role": "user",
        "content": [
            {"type": "text", "text": part.text} if isinstance(part, TextPart) else _picture(part)
            for part in message.parts
        ],
    }


def _picture(part: ImagePart) -> dict[str, Any]:
    media_type, data = _accepted(part)
    url = f"data:{media_type};base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": url}}


OPENAI = TrainingFormat("openai", "OpenAI's fine-tuning", _write, _refuses)
