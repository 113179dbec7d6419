"""Google's Gemini API: ``gemini/NAME``.

Sources: Gemini API reference (``models.generateContent``), "Gemini thinking" and "Troubleshooting",
as of November 2026.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from panelwise.errors import (
    KeyRefusedError,
    ProviderError,
    RateLimitedError,
    SettingError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.models._answer_json import read_json
from panelwise.models._api import ChatApi, Clean, Home, names_in
from panelwise.models._batch_gemini import GeminiBatches
from panelwise.models._chat import ChatModel, service_options
from panelwise.models._failures import LONGEST_WAIT, failure
from panelwise.models._images import IMAGE, EncodedImages, body_chunks
from panelwise.models._names import Provider
from panelwise.models._prices import gemini_price
from panelwise.models._request import (
    FinishReason,
    ImagePart,
    Model,
    Request,
    Response,
    Sampling,
    TextPart,
)
from panelwise.models._settings import HOSTED_SETTINGS
from panelwise.models._wire import MAX_NAME, total

HOME = Home(
    "gemini",
    "https://generativelanguage.googleapis.com/v1beta",
    ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
)
FINISH_REASONS: dict[str, FinishReason] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "content_filter",
    "RECITATION": "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
    "IMAGE_SAFETY": "content_filter",
    "MODEL_ARMOR": "content_filter",
    "ESCALATION": "content_filter",
}
_IMAGES = frozenset({"image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"})
_VERSION = re.compile(r"gemini-(\d+)(?:\.(\d+))?")
_RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo"
_NO_KEY = re.compile("API_KEY_INVALID|API key (not valid|expired)", re.IGNORECASE)


class GenerateContent(ChatApi):
    """``POST /v1beta/models/NAME:generateContent``."""

    id = "gemini.generate_content"
    no_list = "check the address: it ends in /v1beta"

    def __init__(self) -> None:
        super().__init__("/models/{model}:generateContent")

    def headers(self, key: str) -> dict[str, str]:
        """The key."""
        return {"x-goog-api-key": key} if key else {}

    def listed(self, content: Any) -> list[str] | None:
        """The names in ``{"models": [{"name": "models/NAME"}]}``."""
        names = names_in(content.get("models") if isinstance(content, dict) else None, "name")
        return None if names is None else [name.removeprefix("models/") for name in names]

    def check(self, sampling: Sampling, model: str) -> None:
        """Temperature up to 2, no top-k below 1, thinking as the model's generation takes it."""
        if sampling.logprobs is not None:
            raise SettingError("logprobs=on: only OpenAI-compatible services take it; leave it out")
        if sampling.temperature is not None and sampling.temperature > 2:
            raise SettingError(f"temperature={sampling.temperature:g}: Gemini takes 0 to 2")
        if sampling.top_k is not None and sampling.top_k < 1:
            raise SettingError(f"top_k={sampling.top_k}: Gemini takes 1 or more")
        thinking(sampling.reasoning, model)

    def body(self, request: Request, model: str, images: EncodedImages) -> Sequence[bytes]:
        """The body; the words of system messages become the system instruction."""
        pictures: list[bytes] = []

        def part(one: TextPart | ImagePart) -> dict[str, Any]:
            if isinstance(one, TextPart):
                return {"text": one.text}
            if one.media_type not in _IMAGES:
                raise UnsupportedRequestError(f"Gemini takes no {one.media_type}")
            pictures.append(images.get(one))
            return {"inlineData": {"mimeType": one.media_type, "data": IMAGE}}

        def parts(message_parts: Sequence[TextPart | ImagePart]) -> list[dict[str, Any]]:
            return [part(one) for one in message_parts]

        roles = {"user": "user", "assistant": "model"}
        system = [one for turn in request.messages if turn.role == "system" for one in turn.parts]
        turns = [turn for turn in request.messages if turn.role != "system"]
        body: dict[str, Any] = {"systemInstruction": {"parts": parts(system)}} if system else {}
        body["contents"] = [{"role": roles[one.role], "parts": parts(one.parts)} for one in turns]
        if config := _config(request.sampling, model):
            body["generationConfig"] = config
        return body_chunks(body, pictures)

    def response(self, answer: dict[str, Any]) -> Response:
        """The words of the first candidate; thoughts are no part of the answer."""
        usage = answer.get("usageMetadata")
        usage = usage if isinstance(usage, dict) else {}
        model = answer.get("modelVersion")
        tokens_in = total(usage, "promptTokenCount", "toolUsePromptTokenCount")
        about: dict[str, Any] = {
            "model": model[:MAX_NAME] if isinstance(model, str) else None,
            "tokens_in": tokens_in,
            # a count of zero is left out
            "tokens_out": total(usage, "candidatesTokenCount", "thoughtsTokenCount")
            or (0 if tokens_in is not None else None),
        }
        feedback = answer.get("promptFeedback")
        if isinstance(feedback, dict) and feedback.get("blockReason"):
            words = _words(feedback, "blockReason", "blockReasonMessage")
            return Response("", finish_reason="content_filter", refusal=words, **about)
        candidates = answer.get("candidates")
        first = candidates[0] if isinstance(candidates, list) and candidates else None
        if not isinstance(first, dict):
            raise UnreadableAnswerError("the answer has no candidates")
        reason = FINISH_REASONS.get(str(first.get("finishReason")), "other")
        refusal = _words(first, "finishReason", "finishMessage")
        return Response(
            text=_text(first.get("content")),
            finish_reason=reason,
            refusal=refusal if reason == "content_filter" else None,
            **about,
        )

    def failure(
        self, status: int, headers: Mapping[str, str], body: bytes, clean: Clean
    ) -> ProviderError:
        """As for OpenAI; a wrong key comes as 400, the time to wait in the body."""
        error = failure(status, headers, _unlisted(body), clean)
        if status == 400 and _NO_KEY.search(body.decode("utf-8", "replace")):
            return KeyRefusedError(str(error))
        if status in (429, 503) and (wait := _retry_delay(body)) is not None:
            return RateLimitedError(str(error), wait)
        return error

    def failure_in(self, answer: dict[str, Any], clean: Clean) -> ProviderError | None:
        """``{"error": …}`` in an answer with status 200."""
        error = answer.get("error")
        if not isinstance(error, dict) or answer.get("candidates"):
            return None
        code = error.get("code")
        status = code if isinstance(code, int) and 400 <= code < 600 else 500
        return self.failure(status, {}, orjson.dumps(answer), clean)


def thinking(wanted: str | int | None, model: str) -> dict[str, Any] | None:
    """The field ``thinkingConfig`` for an amount of reasoning; ``None`` sends nothing.

    Gemini 2.5 takes a budget of tokens (0 switches Flash off, Pro cannot be switched off), Gemini 3
    and later a level, and cannot be switched off. A name without a version is taken for the newest.

    Raises:
        SettingError: for what the model does not take.

    >>> thinking("off", "gemini-2.5-flash"), thinking("low", "gemini-3-flash-preview")
    ({'thinkingBudget': 0}, {'thinkingLevel': 'low'})
    """
    if wanted is None:
        return None
    found = _VERSION.search(model.lower())
    version = (int(found[1]), int(found[2] or 0)) if found else (9, 0)
    if version < (2, 5):
        if wanted == "off":
            return None
        raise SettingError(f"reasoning={wanted}: {model} has no thinking; leave it out")
    if version >= (3, 0):
        if isinstance(wanted, int) or wanted == "off":
            raise SettingError(f"reasoning={wanted}: {model} takes low, medium or high")
        return {"thinkingLevel": wanted}
    is_pro = "pro" in model.lower()
    if wanted == "off" and not is_pro:
        return {"thinkingBudget": 0}
    if not isinstance(wanted, int):
        least = "a number of tokens from 128" if is_pro else "off or a number of tokens"
        raise SettingError(f"reasoning={wanted}: {model} takes {least}")
    return {"thinkingBudget": wanted}


def _config(sampling: Sampling, model: str) -> dict[str, Any]:
    given = {
        "temperature": sampling.temperature,
        "topP": sampling.top_p,
        "topK": sampling.top_k,
        "seed": sampling.seed,
        "maxOutputTokens": sampling.max_tokens,
        "thinkingConfig": thinking(sampling.reasoning, model),
    }
    return {key: value for key, value in given.items() if value is not None}


def _text(content: Any) -> str:
    parts = content.get("parts") if isinstance(content, dict) else None
    said = [one for one in parts if isinstance(one, dict)] if isinstance(parts, list) else []
    texts = [one.get("text") for one in said if not one.get("thought")]
    return "".join(text for text in texts if isinstance(text, str))


def _words(of: dict[str, Any], *fields: str) -> str:
    return ": ".join(str(of[field]) for field in fields if of.get(field))


def _unlisted(body: bytes) -> bytes:
    """An error as an object: proxies of streams answer a list of one."""
    stripped = body.strip()
    return stripped[1:-1] if stripped[:1] == b"[" and stripped[-1:] == b"]" else body


def _retry_delay(body: bytes) -> float | None:
    """Seconds that Google's RetryInfo asks to wait."""
    try:
        answer = read_json(_unlisted(body), str)
    except ProviderError:
        return None
    error = answer.get("error") if isinstance(answer, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    for detail in details if isinstance(details, list) else ():
        if isinstance(detail, dict) and detail.get("@type") == _RETRY_INFO:
            delay = re.fullmatch(r"(\d+(?:\.\d+)?)s", str(detail.get("retryDelay")))
            return min(float(delay[1]), LONGEST_WAIT) if delay else None
    return None


def _make(rest: str, values: dict[str, Any]) -> Model:
    url = values.pop("url", HOME.url)
    name = rest.removeprefix("models/")
    price = gemini_price(name) if HOME.is_at(url) else None
    options = service_options(values, name, price)
    return ChatModel(GenerateContent(), name, url, home=HOME, batches=GeminiBatches, **options)


gemini = Provider(
    "gemini/NAME",
    "Google's Gemini service; key in GEMINI_API_KEY or GOOGLE_API_KEY",
    _make,
    HOSTED_SETTINGS,
    refused=frozenset({"logprobs"}),
    keys=HOME.variables,
    named="gemini-",
)
