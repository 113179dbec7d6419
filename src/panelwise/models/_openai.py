"""Services that speak OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from panelwise.errors import SettingError
from panelwise.models._api import OPENAI, OPENAI_URL, ChatApi
from panelwise.models._batch_openai import OpenAIBatches
from panelwise.models._chat import ChatModel
from panelwise.models._images import EncodedImages
from panelwise.models._prices import Price
from panelwise.models._request import Capabilities, Request, Response, Sampling
from panelwise.models._transport import Transport
from panelwise.models._wire import chat_body, read_completion


class OpenAIChat(ChatApi):
    """OpenAI's chat completions, as servers of other models speak them.

    They take ``top_k``, and switch reasoning off in the chat template, by a field that the
    documentation of vLLM, SGLang and llama.cpp names, next to OpenAI's.

    Sources: OpenAI's API reference ("Create chat completion"); vLLM, "Reasoning outputs".
    """

    id = "openai.chat"

    def __init__(self, path: str = "/chat/completions") -> None:
        super().__init__(path)

    def check(self, sampling: Sampling, model: str) -> None:
        """No number of tokens for reasoning."""
        if isinstance(sampling.reasoning, int):
            raise SettingError(
                f"reasoning={sampling.reasoning}: chat completions take off, low, medium or high"
            )

    def parameters(self, sampling: Sampling, model: str) -> dict[str, Any]:
        """The fields of a body that carry decoding parameters."""
        off = sampling.reasoning == "off"
        given = {
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "top_k": sampling.top_k,
            "seed": sampling.seed,
            "max_tokens": sampling.max_tokens,
            "reasoning_effort": "none" if off else sampling.reasoning,
            "logprobs": True if sampling.logprobs else None,
            "chat_template_kwargs": {"enable_thinking": False} if off else None,
        }
        return {key: value for key, value in given.items() if value is not None}

    def body(self, request: Request, model: str, images: EncodedImages) -> Sequence[bytes]:
        """The body of ``POST /chat/completions``."""
        return chat_body(request, model, images, self.parameters(request.sampling, model))

    def response(self, answer: dict[str, Any]) -> Response:
        """The response in a completion."""
        return read_completion(answer)


class OpenAIOwnChat(OpenAIChat):
    """Chat completions of OpenAI's own models, at its own service and at Azure.

    Sources: OpenAI's API reference (``reasoning_effort``: "all models before gpt-5.1 … do not
    support none"); Azure OpenAI, "Reasoning models" (no temperature, no top-p).
    """

    def check(self, sampling: Sampling, model: str) -> None:
        """No ``top_k``; reasoning and draws as the model's generation takes them."""
        if sampling.top_k is not None:
            raise SettingError(f"top_k={sampling.top_k}: OpenAI takes no top_k; leave it out")
        wanted, reasons = sampling.reasoning, reasoning_of(model)
        if reasons == "never" and wanted not in (None, "off"):
            raise SettingError(f"reasoning={wanted}: {model} has no reasoning; leave it out")
        if reasons != "always":
            super().check(sampling, model)
            return
        if wanted == "off" or isinstance(wanted, int):
            raise SettingError(
                f"reasoning={wanted}: {model} always reasons; it takes low, medium or high"
            )
        for key, taken in (("temperature", (None, 1)), ("top_p", (None,))):
            value = getattr(sampling, key)
            if value not in taken:
                takes = "takes only 1" if 1 in taken else f"takes no {key}"
                raise SettingError(f"{key}={value:g}: {model} {takes}; leave it out")

    def parameters(self, sampling: Sampling, model: str) -> dict[str, Any]:
        """As elsewhere, but the limit's name, and nothing that only other servers know."""
        sent = super().parameters(sampling, model)
        sent.pop("chat_template_kwargs", None)
        if "max_tokens" in sent:  # refused by newer models
            sent["max_completion_tokens"] = sent.pop("max_tokens")
        if reasoning_of(model) == "never":  # such a model refuses the field, whatever is in it
            sent.pop("reasoning_effort", None)
        return sent


def reasoning_of(model: str) -> Literal["never", "always", "by choice"] | None:
    """Whether one of OpenAI's models reasons, by its name; ``None`` for any other.

    >>> [reasoning_of(name) for name in ("gpt-4o", "o4-mini", "gpt-5-mini", "gpt-5.1", "mine")]
    ['never', 'always', 'always', 'by choice', None]
    """
    name = model.lower()
    if re.search(r"(?<![a-z])o[134](?![\w.])", name):
        return "always"
    found = re.search(r"(?<![a-z])gpt-(\d+)(?:\.(\d+))?", name)
    if found is None or "chat" in name:
        return None
    version = int(found[1]), int(found[2] or 0)
    if version < (5, 0):
        return "never"
    return "always" if version < (5, 1) else "by choice"


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
        batch_price: Price | None = None,
        capabilities: Capabilities | None = None,
        transport: Transport | None = None,
    ) -> None:
        super().__init__(
            OpenAIOwnChat() if OPENAI.is_at(url) else OpenAIChat(),
            model,
            url,
            home=OPENAI,
            batches=OpenAIBatches,
            timeout=timeout,
            connect_timeout=connect_timeout,
            concurrency=concurrency,
            price=price,
            batch_price=batch_price,
            capabilities=capabilities,
            transport=transport,
        )
