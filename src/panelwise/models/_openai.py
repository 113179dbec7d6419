"""Services that speak OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from panelwise.errors import SettingError
from panelwise.models._api import OPENAI, OPENAI_URL, ChatApi
from panelwise.models._chat import ChatModel
from panelwise.models._images import EncodedImages
from panelwise.models._prices import Price
from panelwise.models._request import Capabilities, Request, Response, Sampling
from panelwise.models._transport import Transport
from panelwise.models._wire import chat_body, read_completion

# OpenAI's guide "Reasoning models": the o-series and gpt-5 always reason, and take no temperature
# and no top_p; from gpt-5.1 on reasoning can be off. The models before know no such parameter.
_ALWAYS_REASONS = re.compile(r"(?:o\d|gpt-5)(?:-(?!chat)|$)")
_NEVER_REASONS = re.compile(r"gpt-(?:3\.5|4)|chatgpt|gpt-5-chat")


class OpenAIChat(ChatApi):
    """OpenAI's chat completions.

    Args:
        limit_field: what the longest answer is called: OpenAI's newer models refuse
            ``max_tokens``; other servers know nothing else.
        strict: whether this is OpenAI's own service, or its models at Azure. Other servers take
            ``top_k``, and switch reasoning off in the chat template, by a field that the
            documentation of vLLM, SGLang and llama.cpp names, next to OpenAI's.

    Sources: OpenAI's API reference ("Create chat completion"); vLLM, "Reasoning outputs".
    """

    id = "openai.chat"

    def __init__(self, limit_field: str = "max_tokens", *, strict: bool = False) -> None:
        super().__init__("/chat/completions")
        self._limit_field = limit_field
        self._strict = strict

    def check(self, sampling: Sampling, model: str) -> None:
        """No number of tokens for reasoning; at OpenAI's own service, what its models refuse."""
        if isinstance(sampling.reasoning, int):
            raise SettingError(
                f"reasoning={sampling.reasoning}: chat completions take off, low, medium or high"
            )
        if self._strict and sampling.top_k is not None:
            raise SettingError(f"top_k={sampling.top_k}: OpenAI takes no top_k; leave it out")
        if self._strict and _ALWAYS_REASONS.match(model):
            if sampling.temperature not in (None, 1.0):
                raise SettingError(
                    f"temperature={sampling.temperature:g}: {model} takes 1 alone; leave it out"
                )
            if sampling.top_p is not None:
                raise SettingError(f"top_p={sampling.top_p:g}: {model} takes none; leave it out")
            if sampling.reasoning == "off":
                raise SettingError(
                    f"reasoning=off: {model} always reasons; take low, medium or high"
                )
        if self._strict and _NEVER_REASONS.match(model) and sampling.reasoning is not None:
            raise SettingError(f"reasoning={sampling.reasoning}: {model} has none; leave it out")

    def parameters(self, sampling: Sampling) -> dict[str, Any]:
        """The fields of a body that carry decoding parameters."""
        off = sampling.reasoning == "off"
        given = {
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "top_k": sampling.top_k,
            "seed": sampling.seed,
            self._limit_field: sampling.max_tokens,
            "reasoning_effort": "none" if off else sampling.reasoning,
            "chat_template_kwargs": {"enable_thinking": False} if off else None,
        }
        if self._strict:
            del given["chat_template_kwargs"]
        return {key: value for key, value in given.items() if value is not None}

    def body(self, request: Request, model: str, images: EncodedImages) -> Sequence[bytes]:
        """The body of ``POST /chat/completions``."""
        return chat_body(request, model, images, self.parameters(request.sampling))

    def response(self, answer: dict[str, Any]) -> Response:
        """The response in a completion."""
        return read_completion(answer)


class OpenAIModel(ChatModel):
    """A model behind an OpenAI-compatible URL; arguments as for :class:`ChatModel`.

    The key is ``OPENAI_API_KEY`` for OpenAI's own service.
    """

    def __init__(
        self,
        model: str,
        url: str = OPENAI_URL,
        *,
        timeout: float = 600.0,
        connect_timeout: float = 20.0,
        concurrency: int = 64,
        price: Price | None = None,
        capabilities: Capabilities | None = None,
        transport: Transport | None = None,
    ) -> None:
        super().__init__(
            OpenAIChat("max_completion_tokens", strict=True) if OPENAI.is_at(url) else OpenAIChat(),
            model,
            url,
            home=OPENAI,
            timeout=timeout,
            connect_timeout=connect_timeout,
            concurrency=concurrency,
            price=price,
            capabilities=capabilities,
            transport=transport,
        )
