"""Anthropic's Messages API: ``anthropic/NAME``.

Sources: Anthropic's API reference (Messages, Errors), "Extended thinking", "Adaptive thinking" and
"Migration guide", as of November 2026.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from panelwise.errors import (
    ProviderError,
    SettingError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.models._api import ChatApi, Clean, Home
from panelwise.models._batch_anthropic import MessageBatches
from panelwise.models._chat import ChatModel, service_options
from panelwise.models._failures import failure
from panelwise.models._images import IMAGE, EncodedImages, body_chunks
from panelwise.models._names import Provider
from panelwise.models._prices import anthropic_price
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
from panelwise.models._wire import MAX_NAME, count, total

HOME = Home("anthropic", "https://api.anthropic.com/v1", ("ANTHROPIC_API_KEY",))
VERSION = "2023-06-01"
LEAST_BUDGET = 1024
# ``max_tokens`` is required. Thinking counts towards it; Claude 3 and 3.5 cannot write more than
# the smaller number. Part of what ``id`` stands for: another default is another id.
DEFAULT_MAX_TOKENS, LONG_MAX_TOKENS = 4096, 16_000
FINISH_REASONS: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "content_filter",
}
STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_TOO_LARGE = re.compile(r"image exceeds|image dimensions exceed", re.IGNORECASE)
_ALWAYS_THINKS = re.compile(r"fable|mythos|opus-5[-.]5")
_VERSION = re.compile(r"claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2})(?!\d))?")


class Messages(ChatApi):
    """``POST /v1/messages``."""

    id = "anthropic.messages"

    def __init__(self) -> None:
        super().__init__("/messages")

    def headers(self, key: str) -> dict[str, str]:
        """The key and the version of the interface."""
        return {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})

    def check(self, sampling: Sampling, model: str) -> None:
        """No seed; thinking as the model's generation takes it; no sampling next to thinking."""
        if sampling.seed is not None:
            raise SettingError(f"seed={sampling.seed}: Anthropic takes no seed; leave it out")
        if sampling.logprobs is not None:
            raise SettingError("logprobs=on: Anthropic gives no token probabilities; leave it out")
        if sampling.temperature is not None and sampling.temperature > 1:
            raise SettingError(f"temperature={sampling.temperature:g}: Anthropic takes 0 to 1")
        if sampling.top_k is not None and sampling.top_k < 1:
            raise SettingError(f"top_k={sampling.top_k}: Anthropic takes 1 or more")
        generation = version_of(model)
        _check_thinking(sampling, model, generation)
        _check_draws(sampling, model, generation)

    def default_max_tokens(self, sampling: Sampling, model: str) -> int | None:
        """What is sent in its place, because the interface requires a limit."""
        return _longest(sampling, version_of(model))

    def body(self, request: Request, model: str, images: EncodedImages) -> Sequence[bytes]:
        """The body; the words of system messages go to the front, as the interface wants them."""
        pictures: list[bytes] = []

        def block(part: TextPart | ImagePart) -> dict[str, Any]:
            if isinstance(part, TextPart):
                return {"type": "text", "text": part.text}
            if part.media_type not in _IMAGES:
                raise UnsupportedRequestError(f"Anthropic takes no {part.media_type}")
            pictures.append(images.get(part))
            source = {"type": "base64", "media_type": part.media_type, "data": IMAGE}
            return {"type": "image", "source": source}

        def blocks(parts: Sequence[TextPart | ImagePart]) -> list[dict[str, Any]]:
            # an empty text block is refused
            return [block(part) for part in parts if not isinstance(part, TextPart) or part.text]

        system = [one for one in request.messages if one.role == "system"]
        turns = [one for one in request.messages if one.role != "system"]
        body = {
            "model": model,
            "system": [one for turn in system for one in blocks(turn.parts)],
            "messages": [{"role": one.role, "content": blocks(one.parts)} for one in turns],
            **_parameters(request.sampling, version_of(model)),
        }
        if not body["system"]:
            del body["system"]
        return body_chunks(body, pictures)

    def response(self, answer: dict[str, Any]) -> Response:
        """The words of the text blocks; thinking is no part of the answer."""
        content = answer.get("content")
        if not isinstance(content, list):
            raise UnreadableAnswerError("the answer has no content")
        blocks = [one for one in content if isinstance(one, dict) and one.get("type") == "text"]
        texts = [one["text"] for one in blocks if isinstance(one.get("text"), str)]
        usage = answer.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        model = answer.get("model")
        reason = FINISH_REASONS.get(str(answer.get("stop_reason")), "other")
        fields = "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"
        return Response(
            text="".join(texts),
            finish_reason=reason,
            refusal=_why(answer) if reason == "content_filter" else None,
            model=model[:MAX_NAME] if isinstance(model, str) else None,
            tokens_in=total(usage, *fields),
            tokens_out=count(usage, "output_tokens"),
        )

    def failure(
        self, status: int, headers: Mapping[str, str], body: bytes, clean: Clean
    ) -> ProviderError:
        """As for OpenAI; an image that is too large is a request that the model cannot take."""
        error = failure(status, headers, body, clean)
        if status == 400 and _TOO_LARGE.search(str(error)):
            return UnsupportedRequestError(str(error))
        return error

    def failure_in(self, answer: dict[str, Any], clean: Clean) -> ProviderError | None:
        """``{"type": "error"}`` in an answer with status 200."""
        error = answer.get("error")
        if answer.get("type") != "error" and not error:
            return None
        kind = error.get("type") if isinstance(error, dict) else None
        return self.failure(STATUSES.get(str(kind), 500), {}, orjson.dumps(answer), clean)


def version_of(model: str) -> tuple[int, int] | None:
    """The generation in a model's name; ``None`` where it names none.

    >>> version_of("claude-3-5-sonnet-20241022"), version_of("claude-sonnet-4-20250514")
    ((3, 5), (4, 0))
    >>> version_of("claude-opus-4-7"), version_of("claude-fable-5"), version_of("my-gateway")
    ((4, 7), (5, 0), None)
    """
    found = _VERSION.search(model.lower())
    return (int(found[1]), int(found[2] or 0)) if found else None


def _check_thinking(sampling: Sampling, model: str, generation: tuple[int, int] | None) -> None:
    """Whether the model takes this much thinking, in this form."""
    wanted = sampling.reasoning
    if wanted is None or generation is None:
        return
    if wanted == "off":
        if _ALWAYS_THINKS.search(model.lower()):
            raise SettingError(
                f"reasoning=off: {model} always thinks; it takes low, medium or high"
            )
        return
    if generation < (3, 7):
        raise SettingError(f"reasoning={wanted}: {model} has no thinking; leave it out")
    if isinstance(wanted, int):
        if generation >= (4, 7):
            raise SettingError(f"reasoning={wanted}: {model} takes off, low, medium or high")
        if wanted < LEAST_BUDGET:
            raise SettingError(f"reasoning={wanted}: Anthropic's budgets begin at {LEAST_BUDGET}")
        if sampling.max_tokens is not None and sampling.max_tokens <= wanted:
            raise SettingError(
                f"max_tokens={sampling.max_tokens} must hold the {wanted} tokens of reasoning"
                " and the answer; set it higher"
            )
    elif generation < (4, 6):
        raise SettingError(
            f"reasoning={wanted}: {model} takes off or a number of tokens from {LEAST_BUDGET}"
        )


def _check_draws(sampling: Sampling, model: str, generation: tuple[int, int] | None) -> None:
    """Whether temperature, top-p and top-k are taken: not next to thinking, not after 4.6."""
    drawn = {key: getattr(sampling, key) for key in ("temperature", "top_p", "top_k")}
    given = [f"{key}={value:g}" for key, value in drawn.items() if value is not None]
    if not given:
        return
    if generation is not None and generation >= (4, 7):
        raise SettingError(f"{given[0]}: {model} takes no sampling parameters; leave it out")
    thinks = sampling.reasoning not in (None, "off")
    if thinks and (sampling.temperature != 1 or len(given) > 1):
        raise SettingError(
            f"{given[0]}: next to reasoning, Anthropic takes only temperature=1; leave it out"
        )


def _longest(sampling: Sampling, generation: tuple[int, int] | None) -> int:
    """The limit of an answer that is sent where none was set, with the tokens of reasoning."""
    longest = LONG_MAX_TOKENS if generation and generation >= (3, 7) else DEFAULT_MAX_TOKENS
    return longest + sampling.reasoning if isinstance(sampling.reasoning, int) else longest


def _parameters(sampling: Sampling, generation: tuple[int, int] | None) -> dict[str, Any]:
    """Everything but the conversation."""
    wanted = sampling.reasoning
    longest = _longest(sampling, generation)
    given = {"temperature": sampling.temperature, "top_p": sampling.top_p, "top_k": sampling.top_k}
    parameters: dict[str, Any] = {"max_tokens": sampling.max_tokens or longest}
    parameters |= {key: value for key, value in given.items() if value is not None}
    if wanted == "off":
        if generation is None or generation >= (3, 7):  # others do not know the field
            parameters["thinking"] = {"type": "disabled"}
    elif isinstance(wanted, int):
        parameters["thinking"] = {"type": "enabled", "budget_tokens": wanted}
    elif wanted is not None:
        parameters["thinking"] = {"type": "adaptive"}
        parameters["output_config"] = {"effort": wanted}
    return parameters


def _why(answer: dict[str, Any]) -> str:
    """Why the model refused, as far as it says."""
    details = answer.get("stop_details")
    details = details if isinstance(details, dict) else {}
    said = [details.get("category"), details.get("explanation")]
    return ": ".join(one for one in said if isinstance(one, str) and one) or "refusal"


def _make(rest: str, values: dict[str, Any]) -> Model:
    url = values.pop("url", HOME.url)
    price = anthropic_price(rest) if HOME.is_at(url) else None
    options = service_options(values, rest, price)
    return ChatModel(Messages(), rest, url, home=HOME, batches=MessageBatches, **options)


anthropic = Provider(
    "anthropic/NAME",
    "Anthropic's service; key in ANTHROPIC_API_KEY",
    _make,
    HOSTED_SETTINGS,
    refused=frozenset({"seed", "logprobs"}),
    keys=HOME.variables,
    named="claude-",
)
