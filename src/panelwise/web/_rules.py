"""What an application lets through: methods, sizes of bodies, and what proxies say."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from panelwise.errors import InputError

AsgiEvent = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiEvent]]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

READING_METHODS = ("GET", "HEAD")
FORWARDED = (b"forwarded", b"x-forwarded-", b"x-real-ip")


@dataclass(frozen=True, slots=True)
class Rules:
    """What an application lets through; by default one that only shows pages.

    Attributes:
        methods: HTTP methods that are let through.
        body_limit: bytes of a request's body; read before the application sees the request.
        body_seconds: how long a body may take to arrive.
        proxies: networks whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed. From
            anywhere else these headers are removed.
    """

    methods: tuple[str, ...] = READING_METHODS
    body_limit: int = 0
    body_seconds: float = 30.0
    proxies: tuple[Network, ...] = field(default=())

    @classmethod
    def of_forms(
        cls,
        methods: Iterable[str] = ("GET", "HEAD", "POST", "PUT"),
        *,
        body_limit: int = 1 << 20,
        proxies: Iterable[str] = (),
    ) -> Rules:
        """Rules of an application that takes forms.

        Args:
            methods: HTTP methods that are let through.
            body_limit: bytes of a request's body.
            proxies: addresses or networks of trusted proxies, such as ``127.0.0.1``.

        Raises:
            InputError: for a proxy that is neither address nor network.
        """
        return cls(tuple(methods), body_limit, proxies=tuple(_network(one) for one in proxies))

    @property
    def takes_forms(self) -> bool:
        """Whether anything but reading is possible."""
        return not {*self.methods} <= {*READING_METHODS}

    def trusts(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        try:
            number = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(number in network for network in self.proxies)

    def without_proxies(self, scope: AsgiEvent) -> AsgiEvent:
        """A request as its sender made it: address and scheme from a trusted proxy's headers.

        The sender is the last address of ``X-Forwarded-For`` that is no trusted proxy: whatever is
        before it was written by the sender.
        """
        found = [(name.lower(), value) for name, value in scope["headers"]]
        headers = [(name, value) for name, value in scope["headers"]
                   if not name.lower().startswith(FORWARDED)]  # fmt: skip
        plain = {**scope, "headers": headers}
        client = scope.get("client")
        if client is None or not self.trusts(client[0]):
            return plain
        chain = [one.strip() for one in _values(found, b"x-forwarded-for").split(",")]
        sender = client[0]
        for one in reversed(chain):
            if not _is_address(one):
                break
            sender = one
            if not self.trusts(one):
                break
        scheme = _values(found, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
        if scheme in ("http", "https"):
            plain["scheme"] = scheme
        return {**plain, "client": (sender, 0)}


class BodyTooLargeError(Exception):
    """A body is larger than the application takes."""


async def read_body(scope: AsgiEvent, receive: Receive, rules: Rules) -> Receive:
    """Read a request's body; what gives it to the application.

    Raises:
        BodyTooLargeError: when it is larger than the limit, or announced to be.
        TimeoutError: when it arrives too slowly.
        ConnectionError: when the sender has gone.
    """
    said = _values(scope["headers"], b"content-length")
    if said.isdecimal() and int(said) > rules.body_limit:
        raise BodyTooLargeError
    parts, size, more = [], 0, True
    async with asyncio.timeout(rules.body_seconds):
        while more:
            message = await receive()
            if message["type"] != "http.request":
                raise ConnectionError
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            more = message.get("more_body", False)
            if size > rules.body_limit:
                raise BodyTooLargeError
    return replay(b"".join(parts), receive)


def replay(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, then whatever comes."""
    given = False

    async def receiving() -> AsgiEvent:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


def origin_of(public_url: str) -> str:
    """Scheme and host of the address under which people reach an application, or nothing.

    >>> origin_of("https://Comics.example/")
    'https://comics.example'

    Raises:
        InputError: for what is no such address, or one with a path.
    """
    if not public_url:
        return ""
    try:
        parts = urlsplit(public_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not host or parts.path not in ("", "/"):
        raise InputError(
            f"{public_url} is not a public URL; write https://name, without a path, as"
            " people open it"
        )
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, usual) else "")


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise InputError(
            f"{text} is not the IP address of a proxy; write one such as 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    """All values of a header, with commas between them."""
    return ",".join(value.decode("latin-1") for key, value in headers if key.lower() == name)
