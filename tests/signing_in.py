"""An application with accounts on loopback, and a small browser: a jar of cookies, and forms."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from panelwise.web import Access, Rules, listen, served
from panelwise.web.accounts import (
    Accounts,
    AccountSettings,
    HashSettings,
    csrf_of,
    install_accounts,
    require,
    signed_in,
)

CHEAP = HashSettings(passes=1, kibibytes=8, lanes=1)
QUICK = AccountSettings(hashes=CHEAP)
PASSWORD = "four panels and a gutter"


@dataclass
class Reply:
    status: int
    headers: http.client.HTTPMessage
    text: str
    raw: bytes = b""

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


@dataclass
class Browser:
    """Keeps cookies, does not follow redirects, sends what it is asked to."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: str = ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=20)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            given["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, {"accept": "text/html", **given})
        answer = connection.getresponse()
        raw = answer.read()
        reply = Reply(answer.status, answer.headers, raw.decode(errors="replace"), raw)
        connection.close()
        for line in answer.headers.get_all("set-cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        if found := re.search(r'name="csrf" value="(\w+)"', reply.text):
            self.csrf = found[1]
        return reply

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def post(
        self, path: str, fields: object = (), *, csrf: str | None = None, **more: str
    ) -> Reply:
        pairs = [*(fields.items() if isinstance(fields, dict) else fields)]
        pairs.append(("csrf", self.csrf if csrf is None else csrf))
        kind = {"content_type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(pairs).encode(), **kind, **more)

    def sign_in(self, name: str, password: str = PASSWORD, **headers: str) -> Reply:
        self.get("/sign-in")
        return self.post("/sign-in", {"name": name, "password": password}, **headers)

    @property
    def session(self) -> str:
        [value] = self.cookies.values()
        return value


@dataclass
class Site:
    accounts: Accounts
    url: str
    saved: list[tuple[str, str]]

    def browser(self) -> Browser:
        return Browser(self.url)

    def refusals(self) -> list[str]:
        return [one.detail for one in self.accounts.entries() if one.event == "refused"]


def make_app(accounts: Accounts, saved: list[tuple[str, str]], public_url: str = ""):
    """An application with a page for everybody, one for inspectors, and one that takes work."""
    from fastapi import Depends, FastAPI
    from starlette.responses import JSONResponse, PlainTextResponse
    from starlette.routing import Route

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    def work(request):
        return PlainTextResponse(f"work of {signed_in(request).name} {csrf_of(request)}")

    async def save(request):
        saved.append((signed_in(request).name, (await request.body()).decode()))
        return JSONResponse({"next": "/work"})

    def inspect(account=Depends(require("inspector", "admin"))):  # noqa: B008
        return {"inspector": account.name}

    app.router.routes.append(Route("/work", work, methods=["GET"]))
    app.router.routes.append(Route("/work/1", save, methods=["POST"]))
    app.add_api_route("/inspect", inspect, methods=["GET"])
    install_accounts(app, accounts, public_url=public_url, home="/work")
    return app


@contextmanager
def serving_accounts(
    accounts: Accounts, *, public_url: str = "", proxies: tuple[str, ...] = ()
) -> Iterator[Site]:
    saved: list[tuple[str, str]] = []
    at = listen("127.0.0.1", 0, Access.with_accounts("127.0.0.1", public_url))
    rules = Rules.of_forms(body_limit=20_000, proxies=proxies)
    port = at.socket.getsockname()[1]
    with served(make_app(accounts, saved, public_url), at, rules):
        yield Site(accounts, f"http://127.0.0.1:{port}/", saved)
    accounts.engine.dispose()
