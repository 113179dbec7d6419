"""Accounts for an application of FastAPI: nobody sees a page without having signed in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from panelwise.errors import InputError, UnavailableError
from panelwise.web import App, AsgiEvent, Receive, origin_of, replay
from panelwise.web.accounts._accounts import Accounts
from panelwise.web.accounts._pages import PREFIX, SIGN_IN, AccountPages, Cookies
from panelwise.web.accounts._people import Account
from panelwise.web.accounts._secrets import new_token
from panelwise.web.accounts._visit import (
    KEY,
    Visit,
    headers_of,
    is_foreign,
    is_ours,
    is_plain_path,
    network_address,
    read_cookie,
    read_form,
    visit_of,
)

READS = ("GET", "HEAD")
PUBLIC = ("/static/", "/accounts/")  # besides signing in and invitations


def install_accounts(
    app: Any,
    accounts: Accounts,
    *,
    public_url: str = "",
    public: Sequence[str] = PUBLIC,
    home: str = "/",
) -> None:
    """Add accounts to an application, before it is served.

    Every request needs a session, but for ``/sign-in``, ``/invitation/…`` and what begins with one
    of ``public``: pages lead to ``/sign-in``, others get 401. Every request that is not GET or HEAD
    must come from our own pages: neither ``Origin`` nor ``Sec-Fetch-Site`` may name another site,
    and the header ``X-CSRF-Token`` or the form field ``csrf`` must have :func:`csrf_of` its
    session. Refusals are logged. Serve the application with ``Rules.of_forms``.

    Args:
        app: an application of FastAPI or Starlette.
        accounts: the accounts.
        public_url: what people open in their browsers, when a proxy is in front.
        public: beginnings of paths that need no session, such as style sheets.
        home: where people go after signing in.

    Raises:
        InputError: for a public URL that is none.
    """
    cookies = Cookies(accounts)
    origin = origin_of(public_url)
    AccountPages(accounts, cookies, home, origin).add_to(app)
    app.add_middleware(
        _Door, accounts=accounts, cookies=cookies, origin=origin,
        public=tuple(public),
    )  # fmt: skip


def signed_in(request: Any) -> Account:
    """Who makes a request.

    Raises:
        starlette.exceptions.HTTPException: 401, where nobody has signed in.
    """
    account = visit_of(request).account
    if account is None:
        from starlette.exceptions import HTTPException

        raise HTTPException(401, "Sign in first.")
    return account


def csrf_of(request: Any) -> str:
    """What a page's forms send as the field ``csrf``, and its scripts as ``X-CSRF-Token``."""
    return visit_of(request).csrf


def form_field(request: Any, name: str) -> str:
    """The last value of a form's field; empty when it was not sent."""
    return visit_of(request).field(name)


def note_refusal(request: Any, reason: str) -> None:
    """Add to the security log that an application refused a request, and why."""
    accounts: Accounts = request.scope[KEY_ACCOUNTS]
    visit = visit_of(request)
    person = visit.account.id if visit.account else None
    said = f"{request.method} {_logged(request.url.path)}: {reason}"
    accounts.log.refused(said, person=person, address=visit.address)


def require(*roles: str) -> Callable[..., Account]:
    """A dependency of FastAPI: who makes a request, with one of these roles.

    ``Depends(require("inspector"))``; without a role, anyone who has signed in. Others get 403,
    and the security log an entry.
    """
    from starlette.exceptions import HTTPException
    from starlette.requests import Request

    def dependency(request: Any) -> Account:
        account = signed_in(request)
        if roles and not account.has(*roles):
            note_refusal(request, f"is no {' or '.join(roles)}")
            raise HTTPException(403, f"This is for those with the role {' or '.join(roles)}.")
        return account

    dependency.__annotations__["request"] = Request
    return dependency


KEY_ACCOUNTS = "panelwise.accounts"


class _Door:
    """An ASGI application in front of another: finds out who asks, and refuses what is forged."""

    def __init__(
        self, app: App, accounts: Accounts, cookies: Cookies, origin: str, public: tuple[str, ...]
    ) -> None:
        self._app = app
        self._accounts = accounts
        self._cookies = cookies
        self._origin = origin
        self._public = public

    async def __call__(self, scope: AsgiEvent, receive: Receive, send: Any) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        from starlette.concurrency import run_in_threadpool

        body = b"" if scope["method"] in READS else await _body(receive)
        decide = await run_in_threadpool(self._decided, scope, body)
        if isinstance(decide, Visit):
            inner = {**scope, KEY: decide, KEY_ACCOUNTS: self._accounts}
            receive = receive if scope["method"] in READS else replay(body, receive)
            await self._app(inner, receive, send)
        else:
            await decide(scope, receive, send)

    def _decided(self, scope: AsgiEvent, body: bytes) -> Any:
        try:
            return self._decide(scope, body)
        except UnavailableError as error:
            return _said(503, str(error))

    def _decide(self, scope: AsgiEvent, body: bytes) -> Any:
        """The visit, or the response that refuses it."""
        from starlette.responses import PlainTextResponse

        headers, path = headers_of(scope), scope["path"]
        address = network_address(scope)
        if not is_plain_path(path):
            self._accounts.log.refused("a path that is none", address=address)
            return PlainTextResponse("There is no such page.\n", 404)
        secure = scope.get("scheme") == "https"
        given = read_cookie(headers, self._cookies.name(secure))
        account = self._accounts.who(given)
        try:
            form = read_form(headers, body)
        except InputError as error:
            return PlainTextResponse(f"{error}\n", 400)
        visit = Visit(given or new_token(), account, address, secure, form)
        return self._refusal(visit, scope, headers) or visit

    def _refusal(self, visit: Visit, scope: AsgiEvent, headers: Mapping[str, str]) -> Any:
        """Why a visitor may not do this; nothing for those who may."""
        path, reads = scope["path"], scope["method"] in READS
        if visit.account is None and not (
            path == SIGN_IN or path.startswith((PREFIX, *self._public))
        ):
            return _sign_in_first(scope, as_page=reads and "text/html" in headers.get("accept", ""))
        if not reads and is_foreign(headers, scope, self._origin):
            return self._refuse(visit, f"{scope['method']} {_logged(path)}: sent by another site")
        if not reads and not is_ours(headers, visit):
            said = f"{scope['method']} {_logged(path)}: without the session's token"
            return self._refuse(visit, said)
        return None

    def _refuse(self, visit: Visit, reason: str) -> Any:
        person = visit.account.id if visit.account else None
        self._accounts.log.refused(reason, person=person, address=visit.address)
        return _said(403, "This request did not come from a page of this server. Load it again.")


def _logged(path: str) -> str:
    """A path for the security log: an invitation's token is a secret and is left out."""
    return f"{PREFIX}…" if path.startswith(PREFIX) else path


def _sign_in_first(scope: AsgiEvent, *, as_page: bool) -> Any:
    from starlette.responses import RedirectResponse

    if not as_page:
        return _said(401, "Your session has ended. Sign in again.")
    query = scope["query_string"].decode("latin-1")
    wanted = quote(scope["path"] + (f"?{query}" if query else ""), safe="/")
    return RedirectResponse(f"{SIGN_IN}?next={wanted}", 303)


def _said(status: int, error: str) -> Any:
    from starlette.responses import Response

    return Response(json.dumps({"error": error}), status, media_type="application/json")


async def _body(receive: Receive) -> bytes:
    """The whole body; the guard in front has limited its size."""
    parts, more = [], True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)
