"""One endpoint of a service: where it is, the key, JSON in and out."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from panelwise.errors import (
    KeyRefusedError,
    NotServedError,
    ProviderError,
    SettingError,
    UnreadableAnswerError,
)
from panelwise.models._answer_json import read_json, unstreamed
from panelwise.models._api import OPENAI, Api, Home
from panelwise.models._secrets import Secrets
from panelwise.models._served import Served
from panelwise.models._transport import HttpAnswer, Transport

OTHER_KEY = "PANELWISE_API_KEY"
"""The variable that holds the key for any URL that is not its provider's own."""
_SECRET_QUERY = ("key", "token", "secret", "sig", "password")


class Service:
    """Posts JSON to one endpoint and keeps its secrets.

    The key is read from the environment when the first request is sent: the provider's own
    variable for the provider's own address and ``PANELWISE_API_KEY`` for any other URL (a key is
    never shown to another host). It appears in no name, error, log or run.

    Args:
        model: the id that the service knows it by.
        url: up to and including ``/v1``; user and password in it are sent, and never written.
        api: how it is spoken to: path, headers, failures.
        timeout, connect_timeout: seconds for a whole request, and for reaching the server.
        concurrency: most requests at once.
        transport: replaces the network, for tests.
        home: the provider whose format this is.

    Raises:
        SettingError: for a URL that is none.
    """

    def __init__(
        self,
        model: str,
        url: str,
        api: Api,
        *,
        timeout: float,
        connect_timeout: float,
        concurrency: int,
        transport: Transport | None = None,
        home: Home = OPENAI,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SettingError(f"{url_without_secrets(url)}: not a URL; write http://host:port/v1")
        self.model = model
        self.public_url = url_without_secrets(url.rstrip("/"))
        self.at_home = home.is_at(url)
        self._api, self._home = api, home
        path = api.path_of(model)
        self._limits = (concurrency, timeout, connect_timeout)
        self._endpoint = _endpoint(url, path, path)
        self._base = _endpoint(url, path, "")
        self._served = Served(
            _endpoint(url, path, api.models_path) if api.models_path else None,
            url_without_secrets(self._endpoint),
            api.listed,
            api.no_list,
        )
        self._logs_in = parts.username is not None  # and then needs no key
        self._transport = transport
        self._key: str | None = None
        self._headers: dict[str, str] | None = None
        self._secrets = Secrets()
        for name, value in parse_qsl(parts.query):
            if _is_secret(name):
                self._secrets.add(value)
        if self._logs_in:  # as the URL holds them, and as they are meant and sent
            user, password = parts.username or "", parts.password or ""
            for secret in {password, unquote(password)} if password else {user, unquote(user)}:
                self._secrets.add(secret)
            self._secrets.add(_basic(unquote(user), unquote(password)))

    @property
    def name(self) -> str:
        """``openai/MODEL`` at home, else ``URL#MODEL``, without secrets."""
        at_home = f"{self._home.prefix}/{self.model}"
        return at_home if self.at_home else f"{self.public_url}#{self.model}"

    async def post(self, body: Sequence[bytes]) -> dict[str, Any]:
        """Send a JSON body (chunks) and read the JSON object that answers it.

        No secret is in what comes back, whatever the service repeats.

        Raises:
            SettingError: when a provider's own service is asked without a key.
            ProviderError: one of its classes.
        """
        headers = self.authorised()
        transport = self._opened()
        try:
            return self._read(await transport.post(self._endpoint, headers, body))
        except ProviderError as error:
            hint = ""
            if isinstance(error, NotServedError):
                clean = self._secrets.scrubbed
                hint = await self._served.hint(self.model, transport, headers, clean)
            self._say(error, hint)
            raise

    async def exchange(
        self,
        path: str,
        body: Sequence[bytes] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        query: str = "",
    ) -> HttpAnswer:
        """What another path of the same service answers: a GET, or with a body a POST.

        Args:
            path: below the URL; from the root of its host with two slashes in front.
            body: chunks of JSON, unless ``headers`` name another type.
            headers: besides those that carry the key.
            query: what stands behind the question mark, besides that of the URL.

        Raises:
            SettingError, ProviderError: as :meth:`post`.
        """
        sent = self.authorised() | dict(headers or {})
        transport, url = self._opened(), self._url_of(path, query)
        try:
            if body is None:
                answer = await transport.get(url, sent)
            else:
                answer = await transport.post(url, sent, body)
            if not 200 <= answer.status < 300:
                clean = self._secrets.scrubbed
                raise self._api.failure(answer.status, answer.headers, answer.body, clean)
        except ProviderError as error:
            where = f"at {url_without_secrets(url)}"
            self._say(error, where if isinstance(error, NotServedError) else "")
            raise
        return answer

    async def json(
        self,
        path: str,
        body: Sequence[bytes] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        query: str = "",
    ) -> dict[str, Any]:
        """The JSON object that a path answers; arguments and errors as for :meth:`exchange`."""
        answer = await self.exchange(path, body, headers=headers, query=query)
        content = read_json(answer.body, self._secrets.scrubbed_answer)
        if not isinstance(content, dict):
            raise UnreadableAnswerError("the answer is not a JSON object")
        return content

    async def records(self, path: str, *, query: str = "") -> list[dict[str, Any]]:
        """The objects of the JSON lines at a path; errors as for :meth:`exchange`."""
        answer = await self.exchange(path, query=query)
        lines = (line for line in answer.body.splitlines() if line.strip())
        found = (read_json(line, self._secrets.scrubbed_answer) for line in lines)
        return [record for record in found if isinstance(record, dict)]

    def clean(self, text: str) -> str:
        """The words of a failure without secrets."""
        return self._secrets.scrubbed(text)

    @property
    def base_path(self) -> str:
        """The URL's path ("/v1beta")."""
        return urlsplit(self._base).path.rstrip("/")

    async def close(self) -> None:
        """Close all connections; a later ``post`` opens new ones."""
        if self._transport is not None:
            transport, self._transport = self._transport, None
            await transport.close()

    def authorised(self) -> dict[str, str]:
        """The headers that carry the key.

        Raises:
            SettingError: when a key is needed and missing, or is none.
        """
        if self._headers is None:
            variable = self._variable
            key = "" if self._logs_in else os.environ.get(variable, "").strip()
            if self.at_home and not key:
                raise SettingError(f"{self.name} needs a key; set {' or '.join(self._variables)}")
            if not key.isascii() or not key.isprintable():
                raise SettingError(
                    f"{variable} holds characters that cannot be part of a key; set it again"
                )
            self._key, self._headers = key, self._api.headers(key)
            self._secrets.add(key)
        return self._headers

    @property
    def _variables(self) -> tuple[str, ...]:
        return self._home.variables if self.at_home else (OTHER_KEY,)

    @property
    def _variable(self) -> str:
        """The one that holds the key, or would."""
        given = (name for name in self._variables if os.environ.get(name, "").strip())
        return next(given, self._variables[0])

    def _say(self, error: ProviderError, hint: str) -> None:
        """Add to an error what is known here, and take secrets out of it."""
        words = str(error)
        if isinstance(error, KeyRefusedError):
            hint = self._whose_key()
        words = f"{words.rstrip('.')}; {hint}" if hint else words
        error.args = (self._secrets.scrubbed(words),)

    def _url_of(self, path: str, query: str) -> str:
        parts = urlsplit(self._base)
        rooted = path.startswith("//")
        whole = path[1:] if rooted else parts.path.rstrip("/") + path
        asked = "&".join(filter(None, (parts.query, query)))
        return urlunsplit((parts.scheme, parts.netloc, whole, asked, ""))

    def _whose_key(self) -> str:
        """Where the key that was refused came from, and what to do."""
        if self._logs_in:
            return "user and password are those in the URL"
        if self._key:
            return f"the key came from {self._variable}; set it to one for {self.public_url}"
        if "=***" in self.public_url:
            return "the key is the one in the URL"
        return f"no key was sent, since {self._variable} is not set"

    def _opened(self) -> Transport:
        if self._transport is None:
            from panelwise.models._http import HttpTransport

            self._transport = HttpTransport(*self._limits)
        return self._transport

    def _read(self, answer: HttpAnswer) -> dict[str, Any]:
        if answer.status != 200:
            clean = self._secrets.scrubbed
            raise self._api.failure(answer.status, answer.headers, answer.body, clean)
        content = read_json(unstreamed(answer.body), self._secrets.scrubbed_answer)
        if not isinstance(content, dict):
            raise UnreadableAnswerError("the answer is not a JSON object")
        error = self._api.failure_in(content, self._secrets.scrubbed)
        if error is not None:
            raise error
        return content


def url_without_secrets(url: str) -> str:
    """A URL without user, password, and the values of query fields that look like keys.

    >>> url_without_secrets("https://me:hunter2@host:1/v1?api-version=2&api-key=abc")
    'https://host:1/v1?api-version=2&api-key=***'
    """
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    query = [(name, "***" if _is_secret(name) else value) for name, value in parse_qsl(parts.query)]
    return urlunsplit((parts.scheme, host, parts.path, urlencode(query, safe="*"), ""))


def _endpoint(url: str, given: str, path: str) -> str:
    """The URL with ``path`` below its base; ``given`` may already be at its end."""
    parts = urlsplit(url)
    base = parts.path.rstrip("/").removesuffix(given)
    return urlunsplit((parts.scheme, parts.netloc, base + path, parts.query, ""))


def _basic(user: str, password: str) -> str:
    """User and password as the header ``Authorization: Basic`` carries them."""
    return base64.b64encode(f"{user}:{password}".encode()).decode()


def _is_secret(name: str) -> bool:
    return any(word in name.lower() for word in _SECRET_QUERY)
