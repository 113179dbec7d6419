"""Services that speak OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp, OpenRouter."""

from __future__ import annotations

import time
from typing import Any

from panelwise.errors import FilteredError
from panelwise.models._prices import Price
from panelwise.models._request import Capabilities, Request, Response
from panelwise.models._service import OPENAI_URL, Service
from panelwise.models._transport import Transport
from panelwise.models._wire import EncodedImages, chat_body, read_completion


class OpenAIModel:
    """A model behind an OpenAI-compatible URL.

    The key is read from the environment when the first request is sent: ``OPENAI_API_KEY`` for
    OpenAI's own service and ``PANELWISE_API_KEY`` for any other URL (an OpenAI key is never shown
    to another host). It appears in no name, error, log or run.

    Args:
        model: the id that the service knows it by.
        url: up to and including ``/v1``; user and password in it are sent, and never written.
        timeout: seconds for a whole request.
        connect_timeout: seconds for reaching the server.
        concurrency: most requests at once.
        price: what tokens cost; ``None`` leaves every cost unknown.
        capabilities: what the model can take.
        transport: replaces the network, for tests.

    Raises:
        SettingError: for a URL that is none.
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
        self.model = model
        self.timeout = timeout
        self.connect_timeout = connect_timeout
        self.concurrency = concurrency
        self.price = price
        self.capabilities = capabilities or Capabilities()
        self._service = Service(
            model,
            url,
            "/chat/completions",
            timeout=timeout,
            connect_timeout=connect_timeout,
            concurrency=concurrency,
            transport=transport,
        )
        # OpenAI's newer models refuse max_tokens; other servers know nothing else.
        openai = self._service.is_openai
        self._limit_field = "max_completion_tokens" if openai else "max_tokens"
        self._images = EncodedImages()

    @property
    def name(self) -> str:
        """``openai/MODEL`` or ``URL#MODEL``, without secrets."""
        return self._service.name

    def identity(self) -> dict[str, Any]:
        """What decides the answer besides the request."""
        return {"api": "openai.chat", "url": self._service.public_url, "model": self.model}

    async def generate(self, request: Request) -> Response:
        """Ask once. A filter that refuses the input counts as a refusal, not as a failure.

        Raises:
            SettingError: when OpenAI's service is asked without a key.
            InputError: when an image is missing or changed.
            ProviderError: one of its classes.
        """
        self._service.authorised()  # before images are read in vain
        body = chat_body(request, self.model, self._images, self._limit_field)
        started = time.perf_counter()
        try:
            completion = await self._service.post(body)
        except FilteredError as refused:
            return Response("", finish_reason="content_filter", refusal=str(refused))
        return read_completion(completion, self.price, time.perf_counter() - started)

    async def close(self) -> None:
        """Close all connections; a later ``generate`` opens new ones."""
        await self._service.close()
