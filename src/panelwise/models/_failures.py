"""What went wrong, from a service's HTTP answer: retry, give up, or not this model's business."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson

from panelwise.errors import (
    FilteredError,
    PermanentError,
    ProviderError,
    RateLimitedError,
    TooManyImagesError,
    TransientError,
    UnsupportedRequestError,
)

MAX_WORDS = 400
TRANSIENT = frozenset({408, 409, 425})

# How services say that a model cannot take an input: vLLM, llama.cpp, OpenRouter, DeepSeek,
# Groq, Ollama, OpenAI, TGI. They use 400, 404, 413, 422 and even 500 for it.
_TOO_MANY_IMAGES = re.compile(
    r"at most \d+ image|too many images|(maximum|max|limit)\D{0,20}\d+\D{0,10}\bimages\b"
    r"|number of images|(only|up to) (one|1|a single) image|multiple images"
    r"|more than (one|\d+) images?",
    re.IGNORECASE,
)
_NO_IMAGES = re.compile(
    r"image input is not supported|(does not|doesn't|cannot|do not|not) (support|accept|process)"
    r"\b.{0,30}(image|vision|multimodal)|support image input|not a multimodal model"
    r"|unknown variant .?image_url|image_url is only supported|missing data required for image"
    r"|invalid content type.{0,20}image_url|vision is not (enabled|supported)",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context.{0,3}length|context window|maximum context|too many tokens|prompt is too long"
    r"|input is too long|exceeds? the (available )?context|max_model_len",
    re.IGNORECASE,
)
_FILTERED = frozenset(
    {"content_filter", "content_policy_violation", "data_inspection_failed", "moderation_blocked"}
)
_NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


def failure(status: int, headers: Mapping[str, str], body: bytes) -> ProviderError:
    """The error that an HTTP answer other than 200 stands for.

    >>> failure(503, {}, b"upstream down")
    TransientError('503 Service Unavailable: upstream down')
    """
    words, codes = _words(body)
    text = f"{status} {_phrase(status)}".strip() + (f": {words}" if words else "")
    if codes & _FILTERED:
        return FilteredError(text)
    unsupported = _unsupported(status, words)
    if unsupported is not None:
        return unsupported(text)
    if codes & _NO_MONEY:  # comes as 429, but no wait mends it
        return PermanentError(text)
    wait = retry_after(headers)
    if status == 429 or (status in (503, 529) and wait is not None):
        return RateLimitedError(text, wait)
    if status in TRANSIENT or status >= 500:
        return TransientError(text)
    moved = f", moved to {headers.get('Location')}; give that URL" if 300 <= status < 400 else ""
    return PermanentError(text + moved)


def error_in_answer(answer: dict[str, Any]) -> ProviderError | None:
    """The error that a service (OpenRouter, proxies) put into an answer with status 200."""
    error = answer.get("error")
    if not error or answer.get("choices"):
        return None
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and 400 <= code < 600 else 500
    return failure(status, {}, orjson.dumps(answer))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the service asks to wait: ``Retry-After`` in seconds or as an HTTP date.

    >>> retry_after({"Retry-After": "1.5"})
    1.5
    """
    from email.utils import parsedate_to_datetime  # 26 ms, which every import would pay

    milliseconds = headers.get("retry-after-ms")
    try:
        if milliseconds is not None:
            return max(0.0, float(milliseconds) / 1000)
        text = headers.get("Retry-After")
        if text is None:
            return None
        if re.fullmatch(r"\s*\d+(\.\d+)?\s*", text):
            return float(text)
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _unsupported(status: int, words: str) -> type[UnsupportedRequestError] | None:
    if status in (401, 403, 429):
        return None
    if _TOO_MANY_IMAGES.search(words) and " 0 image" not in words:
        return TooManyImagesError
    unsupported = _TOO_MANY_IMAGES, _NO_IMAGES, _TOO_LONG
    if status == 413 or any(pattern.search(words) for pattern in unsupported):
        return UnsupportedRequestError
    return None


def _words(body: bytes) -> tuple[str, set[str]]:
    """A failed answer in one line, and the machine-readable codes in it."""
    try:
        answer = orjson.loads(body)
    except orjson.JSONDecodeError:
        return one_line(body[:2000].decode("utf-8", "replace")), set()
    error = answer.get("error", answer) if isinstance(answer, dict) else answer
    if not isinstance(error, dict):
        return one_line(str(error)), set()
    inner = error.get("innererror")
    said = [error.get("code"), error.get("type"), inner.get("code") if inner else None]
    codes = {code.lower() for code in said if isinstance(code, str)}
    words = error.get("message") or error.get("detail") or error
    return one_line(words if isinstance(words, str) else orjson.dumps(words).decode()), codes


def one_line(text: str) -> str:
    """``text`` on one line, at most ``MAX_WORDS`` characters of it."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_WORDS else line[:MAX_WORDS] + "…"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
