"""Who may ask, and what a browser may do with the answer.

A page on loopback can be reached by every website that its reader visits: by name, when the
website's own name is made to point here (DNS rebinding), and as an image or a script. So the
``Host`` header must name this machine, and answers may not be used by other sites. Beyond loopback
a random token is needed, too.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode

AsgiEvent = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiEvent]]
Send = Callable[[AsgiEvent], Awaitable[None]]
App = Callable[[AsgiEvent, Receive, Send], Awaitable[None]]

METHODS = ("GET", "HEAD")
TOKEN = "token"  # noqa: S105 - the parameter's name
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask.

    Attributes:
        host: the address that is listened on.
        token: what every request must bring, at first in the address, then as a cookie; empty on
            loopback, where none is needed.
    """

    host: str
    token: str = field(default="", repr=False)

    @classmethod
    def to(cls, host: str) -> Access:
        """Access for a host: with a new token unless it is loopback."""
        return cls(host, "" if is_loopback(host) else secrets.token_urlsafe(24))

    @property
    def cookie(self) -> str:
        """The cookie's name: another for each token, as servers on one host share cookies."""
        return "panelwise-" + hashlib.sha256(self.token.encode()).hexdigest()[:12]

    def knows(self, host: str | None) -> bool:
        """Whether a ``Host`` header names this machine.

        A number cannot be made to point elsewhere. Names are this machine's own.

        >>> access = Access("127.0.0.1")
        >>> access.knows("localhost:8000"), access.knows("[::1]:8000"), access.knows("evil.test")
        (True, True, False)
        """
        name = _name_of(host or "")
        own = {"localhost", self.host.lower()}
        if self.token:
            own |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        return name in own or _is_number(name)

    def opens(self, given: str | None) -> bool:
        """Whether a token is the right one, compared in constant time."""
        return given is not None and secrets.compare_digest(given.encode(), self.token.encode())


class Guard:
    """An ASGI application in front of another: refuses requests and adds headers."""

    def __init__(self, app: App, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: AsgiEvent, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in
                   scope["headers"]}  # fmt: skip
        if not self._access.knows(headers.get("host")):
            await _refuse(send, 421, "This server does not answer to that name.\n")
        elif scope["method"] not in METHODS:
            await _refuse(send, 405, "Only GET and HEAD.\n", ("allow", ", ".join(METHODS)))
        elif not self._access.token:
            await self._app(scope, receive, _with_headers(send))
        else:
            await self._with_token(scope, receive, send, headers)

    async def _with_token(
        self, scope: AsgiEvent, receive: Receive, send: Send, headers: dict[str, str]
    ) -> None:
        access = self._access
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = next((value for name, value in query if name == TOKEN), None)
        if given is not None and access.opens(given):
            rest = urlencode([(name, value) for name, value in query if name != TOKEN])
            # The path as it came: one that begins with // would lead to another site.
            path = "/" + scope.get("raw_path", b"/").decode("latin-1").lstrip("/\\")
            cookie = f"{access.cookie}={access.token}; Path=/; HttpOnly; SameSite=Lax"
            where = path + (f"?{rest}" if rest else "")
            await _refuse(send, 303, "", ("location", where), ("set-cookie", cookie))
        elif access.opens(_cookie(headers.get("cookie", ""), access.cookie)):
            await self._app(scope, receive, _with_headers(send))
        else:
            await _refuse(send, 403, "Open the address that the server printed, with its token.\n")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _name_of(host: str) -> str:
    """The host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _cookie(header: str, name: str) -> str | None:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return None if found is None else found.value


def _with_headers(send: Send) -> Send:
    """Adds our headers to an answer; those that it has already stay."""

    async def adding(message: AsgiEvent) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            known = {name.lower() for name, _ in given}
            given += [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in known
            ]
            message = {**message, "headers": given}
        await send(message)

    return adding


async def _refuse(send: Send, status: int, text: str, *more: tuple[str, str]) -> None:
    body = text.encode()
    own = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(body)))]
    headers = [(name.encode(), value.encode("latin-1")) for name, value in (*own, *more)]
    adding = _with_headers(send)
    await adding({"type": "http.response.start", "status": status, "headers": headers})
    await adding({"type": "http.response.body", "body": body})
