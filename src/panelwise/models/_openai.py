"""Services that speak OpenAI's chat completions: OpenAI, vLLM, Ollama, llama.cpp, OpenRouter."""

from __future__ import annotations

import os
import time
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import orjson

from panelwise.errors import FilteredError, ProviderError, SettingError, TransientError
from panelwise.models._failures import error_in_answer, failure
from panelwise.models._prices import Price
from panelwise.models._request import Capabilities, Request, Response
from panelwise.models._transport import HttpAnswer, Transport
from panelwise.models._wire import EncodedImages, chat_body, read_completion

OPENAI_URL = "https://api.openai.com/v1"
_SECRET_QUERY = ("key", "token", "secret", "sig", "password")


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
        transport: stands in for the network.

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
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SettingError(f"{url_without_secrets(url)}: not a URL; write http://host:port/v1")
        self.model = model
        self.timeout = timeout
        self.connect_timeout = connect_timeout
        self.concurrency = concurrency
        self.price = price
        self.capabilities = capabilities or Capabilities()
        self._endpoint = _endpoint(url)
        self._public_url = url_without_secrets(url.rstrip("/"))
        self._is_openai = parts.hostname == urlsplit(OPENAI_URL).hostname
        self._logs_in = parts.username is not None  # and then needs no key
        # OpenAI's newer models refuse max_tokens; other servers know nothing else.
        self._limit_field = "max_completion_tokens" if self._is_openai else "max_tokens"
        self._images = EncodedImages()
        self._transport = transport
        self._headers: dict[str, str] | None = None
        self._secrets: list[str] = [parts.password] if parts.password else []
        self._secrets += [value for name, value in parse_qsl(parts.query) if _is_secret(name)]

    @property
    def name(self) -> str:
        """``openai/MODEL`` or ``URL#MODEL``, without secrets."""
        return f"openai/{self.model}" if self._is_openai else f"{self._public_url}#{self.model}"

    def identity(self) -> dict[str, Any]:
        """What decides the answer besides the request."""
        return {"api": "openai.chat", "url": self._public_url, "model": self.model}

    async def generate(self, request: Request) -> Response:
        """Ask once. A filter that refuses the input counts as a refusal, not as a failure.

        Raises:
            SettingError: when OpenAI's service is asked without a key.
            InputError: when an image is missing or changed.
            ProviderError: one of its classes.
        """
        headers = self._authorised()
        body = chat_body(request, self.model, self._images, self._limit_field)
        transport = self._opened()
        started = time.perf_counter()
        try:
            answer = await transport.post(self._endpoint, headers, body)
            return self._read(answer, time.perf_counter() - started)
        except FilteredError as refused:
            words = self._scrubbed(str(refused))
            return Response("", finish_reason="content_filter", refusal=words)
        except ProviderError as error:
            error.args = (self._scrubbed(str(error)),)
            raise

    async def close(self) -> None:
        """Close all connections; a later ``generate`` opens new ones."""
        if self._transport is not None:
            transport, self._transport = self._transport, None
            await transport.close()

    def _read(self, answer: HttpAnswer, latency: float) -> Response:
        if answer.status != 200:
            raise failure(*answer)
        try:
            completion = orjson.loads(answer.body)
        except orjson.JSONDecodeError:
            raise TransientError("the answer broke off: it is not whole JSON") from None
        if not isinstance(completion, dict):
            raise TransientError("the answer is not a JSON object")
        error = error_in_answer(completion)
        if error is not None:
            raise error
        return read_completion(completion, self.price, latency)

    def _opened(self) -> Transport:
        if self._transport is None:
            from panelwise.models._http import HttpTransport

            self._transport = HttpTransport(self.concurrency, self.timeout, self.connect_timeout)
        return self._transport

    def _authorised(self) -> dict[str, str]:
        if self._headers is None:
            variable = "OPENAI_API_KEY" if self._is_openai else "PANELWISE_API_KEY"
            key = "" if self._logs_in else os.environ.get(variable, "").strip()
            if self._is_openai and not key:
                raise SettingError(f"{self.name} needs a key; set {variable}")
            if not key.isascii() or not key.isprintable():
                raise SettingError(f"{variable} holds characters that no key has; set it again")
            self._headers = {"Authorization": f"Bearer {key}"} if key else {}
            self._secrets += [key] if key else []
        return self._headers

    def _scrubbed(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def url_without_secrets(url: str) -> str:
    """A URL without user, password, and the values of query fields that look like keys.

    >>> url_without_secrets("https://me:hunter2@host:1/v1?api-version=2&api-key=abc")
    'https://host:1/v1?api-version=2&api-key=***'
    """
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    query = [(name, "***" if _is_secret(name) else value) for name, value in parse_qsl(parts.query)]
    return urlunsplit((parts.scheme, host, parts.path, urlencode(query, safe="*"), ""))


def _endpoint(url: str) -> str:
    parts = urlsplit(url)
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return urlunsplit((parts.scheme, parts.netloc, path + "/chat/completions", parts.query, ""))


def _is_secret(name: str) -> bool:
    return any(word in name.lower() for word in _SECRET_QUERY)
