"""What went wrong, from a service's HTTP answer: retry, give up, or not this model's business."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import orjson

from panelwise.errors import (
    FilteredError,
    KeyRefusedError,
    NotServedError,
    PermanentError,
    ProviderError,
    RateLimitedError,
    TooManyImagesError,
    TransientError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.models._answer_json import is_html, read_json

MAX_WORDS = 400
_MARKUP = re.compile(r"<(script|style|title)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)
TRANSIENT = frozenset({408, 409, 425})
NEVER = frozenset({501, 505})  # what a server cannot do it cannot do later either
LONGEST_WAIT = 86_400.0

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
# Not all services use 404 for it: OpenRouter, Mistral and DeepSeek answer 400.
_NO_MODEL = re.compile(
    r"model\b.{0,200}\b(does not exist|not exist|not found|is not a valid model)"
    r"|(invalid|unknown|no such) model\b",
    re.IGNORECASE,
)
_NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_UNKNOWN = frozenset({"model_not_found", "invalid_model"})


def _as_it_is(text: str) -> str:
    return text


def failure(
    status: int,
    headers: Mapping[str, str],
    body: bytes,
    clean: Callable[[str], str] = _as_it_is,
) -> ProviderError:
    """The error that an HTTP answer other than 200 stands for.

    Args:
        status: of the answer.
        headers: of the answer.
        body: of the answer.
        clean: removes secrets from its words; applied before anything is cut.

    >>> failure(503, {}, b"upstream down")
    TransientError('503 Service Unavailable: upstream down')
    """
    words, codes = _words(body, clean)
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
    if status in TRANSIENT or (status >= 500 and status not in NEVER):
        return TransientError(text)
    if 300 <= status < 400 and (moved := headers.get("Location")):
        place = moved.encode("utf-8", "replace").decode()
        text += f", moved to {one_line(clean(place))}; give that URL"
    return _lasting(status, words, codes)(text)


def error_in_answer(
    answer: dict[str, Any], clean: Callable[[str], str] = _as_it_is
) -> ProviderError | None:
    """The error that a service (OpenRouter, proxies) put into an answer with status 200."""
    error = answer.get("error")
    if not error or answer.get("choices"):
        return None
    code = error.get("code") if isinstance(error, dict) else None
    status = int(str(code)) if re.fullmatch("[45][0-9][0-9]", str(code)) else 500
    return failure(status, {}, orjson.dumps(answer), clean)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the service asks to wait: ``Retry-After`` in seconds or as an HTTP date.

    At most ``LONGEST_WAIT``, a day; ``None`` for what says nothing.

    >>> retry_after({"Retry-After": "1.5"})
    1.5
    """
    from email.utils import parsedate_to_datetime  # 26 ms, which every import would pay

    milliseconds, text = headers.get("retry-after-ms"), headers.get("Retry-After")
    try:
        if milliseconds is not None:
            seconds = float(milliseconds) / 1000
        elif text is None:
            return None
        elif re.fullmatch(r"\s*\d+(\.\d+)?\s*", text):
            seconds = float(text)
        else:
            seconds = parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, TypeError, LookupError, OverflowError, OSError):
        return None
    return None if math.isnan(seconds) else min(max(0.0, seconds), LONGEST_WAIT)


def _lasting(status: int, words: str, codes: set[str]) -> type[PermanentError]:
    if status in (401, 403):
        return KeyRefusedError
    if status == 404 or (status == 400 and (_NO_MODEL.search(words) or codes & _UNKNOWN)):
        return NotServedError
    return PermanentError


def _unsupported(status: int, words: str) -> type[UnsupportedRequestError] | None:
    if status in (401, 403, 429):
        return None
    if _TOO_MANY_IMAGES.search(words) and " 0 image" not in words:
        return TooManyImagesError
    unsupported = _TOO_MANY_IMAGES, _NO_IMAGES, _TOO_LONG
    if status == 413 or any(pattern.search(words) for pattern in unsupported):
        return UnsupportedRequestError
    return None


def _words(body: bytes, clean: Callable[[str], str]) -> tuple[str, set[str]]:
    """A failed answer in one line, and the machine-readable codes in it."""
    try:
        answer = read_json(body, clean)
    except (UnreadableAnswerError, PermanentError):
        text = clean(body.decode("utf-8", "replace"))
        return one_line(_MARKUP.sub(" ", text) if is_html(body) else text), set()
    error = answer.get("error", answer) if isinstance(answer, dict) else answer
    if not isinstance(error, dict):
        return one_line(error if isinstance(error, str) else _json(error)), set()
    inner = error.get("innererror")
    said = [error.get("code"), error.get("type")]
    said += [inner.get("code")] if isinstance(inner, dict) else []
    codes = {code.lower() for code in said if isinstance(code, str)}
    words = error.get("message") or error.get("detail") or error
    return one_line(words if isinstance(words, str) else _json(words)), codes


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def one_line(text: str) -> str:
    """``text`` on one line, at most ``MAX_WORDS`` characters of it."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_WORDS else line[:MAX_WORDS] + "…"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
