"""Services that speak OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp, OpenRouter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from panelwise.models._api import OPENAI, OPENAI_URL, ChatApi
from panelwise.models._chat import ChatModel
from panelwise.models._images import EncodedImages
from panelwise.models._prices import Price
from panelwise.models._request import Capabilities, Request, Response
from panelwise.models._transport import Transport
from panelwise.models._wire import chat_body, read_completion


class OpenAIChat(ChatApi):
    """OpenAI's chat completions.

    Args:
        limit_field: what the longest answer is called: OpenAI's newer models refuse
            ``max_tokens``; other servers know nothing else.
    """

    id = "openai.chat"

    def __init__(self, limit_field: str = "max_tokens") -> None:
        super().__init__("/chat/completions")
        self._limit_field = limit_field

    def body(self, request: Request, model: str, images: EncodedImages) -> Sequence[bytes]:
        """The body of ``POST /chat/completions``."""
        return chat_body(request, model, images, self._limit_field)

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
            OpenAIChat("max_completion_tokens" if OPENAI.is_at(url) else "max_tokens"),
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
