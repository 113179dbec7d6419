"""Chat completions on the wire: a request as bytes, an answer as a response.

Images travel as their original bytes, base64-encoded once per file. A body is a list of byte
chunks, so a picture of a megabyte is neither re-encoded nor copied through a JSON encoder
(encoding six pictures of 200 KB in JSON anew costs 14 ms of CPU, sending ready bytes 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from panelwise.errors import UnreadableAnswerError
from panelwise.models._images import EncodedImages
from panelwise.models._request import FinishReason, ImagePart, Message, Request, Response, TextPart

MAX_TOKENS = 1_000_000_000  # in one request
MAX_NAME = 200
FINISH_REASONS: dict[str, FinishReason] = {
    "none": "stop",  # some servers send null
    "stop": "stop",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
}


def chat_body(
    request: Request, model: str, images: EncodedImages, parameters: Mapping[str, Any]
) -> list[bytes]:
    """The body of ``POST /chat/completions`` as chunks whose concatenation is JSON.

    ``parameters`` are all other fields of the body.
    """
    chunks = [b'{"model":' + orjson.dumps(model) + b',"messages":[']
    for index, message in enumerate(request.messages):
        if index:
            chunks.append(b",")
        _add_message(chunks, message, images)
    chunks.append(b"]," + orjson.dumps(parameters)[1:] if parameters else b"]}")
    return chunks


def read_completion(answer: dict[str, Any]) -> Response:
    """The response in a completion's JSON.

    What is there of text was paid for: malformed counts, reasons and refusals beside it never lose
    it.

    Raises:
        UnreadableAnswerError: when there is no message in it.
    """
    choice = _first_choice(answer)
    message = choice.get("message")
    if isinstance(message, str) or (message is None and isinstance(choice.get("text"), str)):
        message = {"content": message or choice["text"]}  # as older completions have it
    if not isinstance(message, dict):
        raise UnreadableAnswerError("the answer's first choice has no message")
    text, refused = _content(message.get("content"))
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    tokens_in, tokens_out = count(usage, "prompt_tokens"), count(usage, "completion_tokens")
    model = answer.get("model")
    return Response(
        text=text,
        finish_reason=FINISH_REASONS.get(str(choice.get("finish_reason")).lower(), "other"),
        refusal=_refusal(message.get("refusal")) or refused,
        model=model[:MAX_NAME] if isinstance(model, str) else None,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
    )


def _add_message(chunks: list[bytes], message: Message, images: EncodedImages) -> None:
    words = b'{"role":"' + message.role.encode() + b'","content":'
    if not any(isinstance(part, ImagePart) for part in message.parts):
        # A plain text, not a list of parts: text-only servers refuse the list.
        text = "".join(part.text for part in message.parts if isinstance(part, TextPart))
        chunks.append(words + orjson.dumps(text) + b"}")
        return
    opening = b"["
    for part in message.parts:
        if isinstance(part, TextPart):
            words += opening + orjson.dumps({"type": "text", "text": part.text})
        else:
            head = b'{"type":"image_url","image_url":{"url":"data:%s;base64,'
            chunks += [words + opening + head % part.media_type.encode(), images.get(part)]
            words = b'"}}'
        opening = b","
    chunks.append(words + b"]}")


def _content(content: Any) -> tuple[str, str | None]:
    """Text and refusal of a message's content: a text, a list of parts, or nothing."""
    if isinstance(content, str):
        return content, None
    if not isinstance(content, list):
        return "", None
    parts = [part for part in content if isinstance(part, dict)]
    text = "".join(str(part["text"]) for part in parts if isinstance(part.get("text"), str))
    refusals = [_refusal(part.get("refusal")) for part in parts]
    return text, next(filter(None, refusals), None)


def _first_choice(answer: dict[str, Any]) -> dict[str, Any]:
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise UnreadableAnswerError("the answer has no choices")
    return choices[0]


def _refusal(said: Any) -> str | None:
    """The words of a refusal; what is none of words is kept as JSON."""
    if not said:
        return None
    return said if isinstance(said, str) else orjson.dumps(said).decode()


def total(usage: dict[str, Any], *keys: str) -> int | None:
    """The sum of some numbers of tokens; ``None`` when none of them is said.

    >>> total({"input_tokens": 20, "cache_read_input_tokens": 100}, "input_tokens",
    ...       "cache_read_input_tokens", "cache_creation_input_tokens")
    120
    """
    known = [number for key in keys if (number := count(usage, key)) is not None]
    return sum(known) if known else None


def count(usage: dict[str, Any], key: str) -> int | None:
    """A number of tokens, ``None`` for what can be none: negative, no integer, absurd."""
    value = usage.get(key)
    known = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_TOKENS
    return value if known else None
