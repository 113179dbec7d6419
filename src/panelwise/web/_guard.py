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
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from panelwise.web._rules import (
    READING_METHODS,
    AsgiEvent,
    BodyTooLargeError,
    Receive,
    Rules,
    origin_of,
    read_body,
)

Send = Callable[[AsgiEvent], Awaitable[None]]
App = Callable[[AsgiEvent, Receive, Send], Awaitable[None]]

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
# With "no-referrer" browsers hide the origin of a form from its own application.
FORM_HEADERS = {**HEADERS, "referrer-policy": "same-origin"}


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask.

    Attributes:
        host: the address that is listened on.
        token: what every request must bring, at first in the address, then as a cookie; empty on
            loopback, where none is needed, and where people sign in.
        public_url: what people open in their browsers, when a proxy is in front.
    """

    host: str
    token: str = field(default="", repr=False)
    public_url: str = ""

    @classmethod
    def to(cls, host: str) -> Access:
        """Access for a host: with a new token unless it is loopback."""
        return cls(host, "" if is_loopback(host) else secrets.token_urlsafe(24))

    @classmethod
    def with_accounts(cls, host: str, public_url: str = "") -> Access:
        """Access for a host where people sign in: nobody needs a token in addition.

        Raises:
            InputError: for a public URL that is none.
        """
        return cls(host, public_url=origin_of(public_url))

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
        if self.public_url:
            own.add(urlsplit(self.public_url).hostname or "")
        if not is_loopback(self.host):
            own |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        return name in own or _is_number(name)

    def opens(self, given: str | None) -> bool:
        """Whether a token is the right one, compared in constant time."""
        return given is not None and secrets.compare_digest(given.encode(), self.token.encode())


class Guard:
    """An ASGI application in front of another: refuses requests and adds headers.

    Args:
        app: what answers.
        access: who may ask.
        rules: which methods and bodies are let through.
    """

    def __init__(self, app: App, access: Access, rules: Rules | None = None) -> None:
        self._app = app
        self._access = access
        self._rules = rules or Rules()
        self._headers = FORM_HEADERS if self._rules.takes_forms else HEADERS

    async def __call__(self, scope: AsgiEvent, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        scope = self._rules.without_proxies(scope)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in
                   scope["headers"]}  # fmt: skip
        methods = self._rules.methods
        if not self._access.knows(headers.get("host")):
            await _refuse(send, 421, "This server does not answer to that name.\n")
        elif scope["method"] not in methods:
            said = f"Only {', '.join(methods[:-1])} and {methods[-1]}.\n"
            await _refuse(send, 405, said, ("allow", ", ".join(methods)))
        elif not self._access.token:
            await self._answer(scope, receive, send)
        else:
            await self._with_token(scope, receive, send, headers)

    async def _answer(self, scope: AsgiEvent, receive: Receive, send: Send) -> None:
        if scope["method"] not in READING_METHODS:
            try:
                receive = await read_body(scope, receive, self._rules)
            except BodyTooLargeError:
                limit = self._rules.body_limit
                await _refuse(send, 413, f"A request may have {limit} bytes at most.\n")
                return
            except TimeoutError:
                await _refuse(send, 408, "The request came too slowly.\n")
                return
            except ConnectionError:
                return
        await self._app(scope, receive, _with_headers(send, self._headers))

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
            await self._answer(scope, receive, send)
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


def _with_headers(send: Send, headers: Mapping[str, str] = HEADERS) -> Send:
    """Adds our headers to an answer; those that it has already stay."""

    async def adding(message: AsgiEvent) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            known = {name.lower() for name, _ in given}
            given += [
                (name.encode(), value.encode())
                for name, value in headers.items()
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
