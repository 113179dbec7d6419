"""The pages of accounts: signing in, invitations, one's own account, and for admins the people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from panelwise.errors import PanelwiseError, RefusedError, UnavailableError, UserError
from panelwise.web.accounts._accounts import NO_INVITATION, Accounts
from panelwise.web.accounts._settings import ADMIN
from panelwise.web.accounts._visit import Visit, cookie_name, local_path, set_cookie, visit_of

SIGN_IN = "/sign-in"
PREFIX = "/invitation/"
AGAIN = "5"  # seconds, after which a page that the database could not give loads itself again
STATIC = Path(__file__).parent / "static"
FILES = {
    "accounts.css": "text/css",
    "copy.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


class Cookies:
    """The cookie of a session."""

    def __init__(self, accounts: Accounts) -> None:
        self._database = accounts.engine.url.render_as_string(hide_password=True)
        self._seconds = accounts.settings.longest

    def name(self, secure: bool) -> str:
        """The cookie's name."""
        return cookie_name(self._database, secure)

    def put(self, response: Any, visit: Visit, token: str) -> Any:
        """A response that gives a browser its token; an empty one takes it away."""
        seconds = self._seconds if token else 0
        header = set_cookie(self.name(visit.secure), token, secure=visit.secure, seconds=seconds)
        response.headers.append("set-cookie", header)
        return response


class AccountPages:
    """A method for each address; they run in threads.

    Args:
        accounts: the accounts.
        cookies: how browsers remember their session.
        home: the application's first page.
        origin: scheme and host that people open, when a proxy is in front.
    """

    def __init__(self, accounts: Accounts, cookies: Cookies, home: str, origin: str = "") -> None:
        self._accounts = accounts
        self._cookies = cookies
        self._home = home
        self._origin = origin
        self._environment = Environment(
            loader=PackageLoader("panelwise.web.accounts"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["when"] = _when

    def add_to(self, app: Any) -> None:
        """Add the pages to an application."""
        from starlette.routing import Route

        routes: dict[str, tuple[Callable[[Any], Any] | None, Callable[[Any], Any] | None]] = {
            SIGN_IN: (self.sign_in, self.try_sign_in),
            "/sign-out": (None, self.sign_out),
            PREFIX + "{token}": (self.invitation, self.accept),
            "/account": (self.account, None),
            "/account/token": (self.token, None),
            "/account/password": (None, self.change_password),
            "/account/sign-out-everywhere": (None, self.sign_out_everywhere),
            "/people": (self.people, self.change_people),
            **{f"/accounts/{name}": (_file(name), None) for name in FILES},
        }
        for path, (get, post) in routes.items():
            if get is not None:
                app.router.routes.append(Route(path, self._safely(get), methods=["GET"]))
            if post is not None:
                app.router.routes.append(Route(path, self._safely(post), methods=["POST"]))

    def _safely(self, page: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def safe(request: Any) -> Any:
            try:
                return page(request)
            except UnavailableError as error:
                return self.unavailable(request, error)

        return safe

    def sign_in(self, request: Any) -> Any:
        """The form; those who have signed in go on."""
        visit = visit_of(request)
        wanted = local_path(request.query_params.get("next", ""), self._home)
        if visit.account is not None:
            return _go_to(wanted)
        page = self._page(visit, "sign_in", title="Sign in", wanted=wanted, name="", said="")
        return self._cookies.put(page, visit, visit.token)

    def try_sign_in(self, request: Any) -> Any:
        """Signing in gives another token than the visitor had before."""
        visit = visit_of(request)
        wanted, name = local_path(visit.field("next"), self._home), visit.field("name")
        try:
            token = self._accounts.sign_in(name, visit.field("password"), address=visit.address)
        except RefusedError as error:
            page = self._page(
                visit, "sign_in", _status(error), title="Sign in", wanted=wanted, name=name,
                said=str(error),
            )  # fmt: skip
            return _wait(page, error)
        self._accounts.sign_out(visit.token, address=visit.address)
        return self._cookies.put(_go_to(wanted), visit, token)

    def sign_out(self, request: Any) -> Any:
        """End this session."""
        visit = visit_of(request)
        self._accounts.sign_out(visit.token, address=visit.address)
        return self._cookies.put(_go_to(SIGN_IN), visit, "")

    def invitation(self, request: Any) -> Any:
        """The form by which somebody joins."""
        visit = visit_of(request)
        page = self._joining(visit, request.path_params["token"])
        return self._cookies.put(page, visit, visit.token)

    def accept(self, request: Any) -> Any:
        """Join, and be signed in."""
        visit, token = visit_of(request), request.path_params["token"]
        if visit.field("password") != visit.field("again"):
            return self._joining(visit, token, 422, "The two passwords are not the same.")
        try:
            session = self._accounts.accept(
                token,
                visit.field("name"),
                visit.field("display"),
                visit.field("password"),
                address=visit.address,
            )
        except UserError as error:
            return self._joining(visit, token, _status(error), _sentence(error))
        self._accounts.sign_out(visit.token, address=visit.address)
        return self._cookies.put(_go_to(self._home), visit, session)

    def account(self, request: Any) -> Any:
        """One's own account."""
        return self._own(visit_of(request))

    def token(self, request: Any) -> Any:
        """What a script sends as ``X-CSRF-Token``; it changes when somebody signs in again."""
        from starlette.responses import JSONResponse

        return JSONResponse({"csrf": visit_of(request).csrf})

    def change_password(self, request: Any) -> Any:
        """Change one's own password; this session goes on with another token."""
        visit = visit_of(request)
        if visit.field("password") != visit.field("again"):
            return self._own(visit, 422, "The two passwords are not the same.")
        try:
            token = self._accounts.change_password(
                visit.token, visit.field("old"), visit.field("password"), address=visit.address
            )
        except UserError as error:
            return _wait(self._own(visit, _status(error), _sentence(error)), error)
        return self._cookies.put(_go_to("/account"), visit, token)

    def sign_out_everywhere(self, request: Any) -> Any:
        """End all of one's own sessions."""
        visit = visit_of(request)
        if visit.account is not None:
            self._accounts.sign_out_everywhere(
                visit.account.id, by=visit.account.id, address=visit.address
            )
        return self._cookies.put(_go_to(SIGN_IN), visit, "")

    def people(self, request: Any) -> Any:
        """For admins: everybody, the invitations, and the security log."""
        visit = visit_of(request)
        return (
            self._everybody(visit) if self._is_admin(visit, "/people") else self._not_yours(visit)
        )

    def change_people(self, request: Any) -> Any:
        """For admins: one change, named by the field ``do``."""
        visit = visit_of(request)
        if not self._is_admin(visit, "/people"):
            return self._not_yours(visit)
        try:
            said, secret = self._change(visit, self._origin or str(request.base_url).rstrip("/"))
        except UserError as error:
            return self._everybody(visit, _status(error), _sentence(error))
        return self._everybody(visit, said=said, secret=secret)

    def unavailable(self, request: Any, error: Any) -> Any:
        """A database that is locked or gone: nothing was changed."""
        waits = request.method == "GET"
        said = _sentence(error) + (" This page loads itself again." if waits else "")
        page = self._page(visit_of(request), "fault", 503, title="Try again", said=said)
        if waits:
            page.headers["refresh"] = AGAIN
        return page

    def _change(self, visit: Visit, base: str) -> tuple[str, str]:
        """What was done, and a secret that is shown once."""
        accounts, person = self._accounts, visit.field("person")
        by: dict[str, Any] = {
            "by": visit.account.id if visit.account else None,
            "address": visit.address,
        }
        match visit.field("do"):
            case "invite":
                roles = visit.form.get("role", ())
                token = accounts.invite(roles, note=visit.field("note"), **by)
                return "Give this address to the person you invite:", f"{base}{PREFIX}{token}"
            case "revoke":
                accounts.revoke(visit.field("invitation"), **by)
                return "The invitation cannot be used any more.", ""
            case "roles":
                changed = accounts.give_roles(person, visit.form.get("role", ()), **by)
                return f"{changed.display} has these roles now.", ""
            case "activate" | "deactivate" as what:
                changed = accounts.activate(person, what == "activate", **by)
                can = "can sign in" if changed.active else "cannot sign in any more"
                return f"{changed.display} {can}.", ""
            case "password":
                password = accounts.reset_password(person, **by)
                named = accounts.account(person).display
                return f"{named}'s new password; it is not shown again:", password
            case _:
                raise RefusedError("There is no such action. Load the page again.")

    def _is_admin(self, visit: Visit, path: str) -> bool:
        account = visit.account
        if account is not None and account.has(ADMIN):
            return True
        person = account.id if account else None
        self._accounts.log.refused(f"{path}: is no admin", person=person, address=visit.address)
        return False

    def _not_yours(self, visit: Visit) -> Any:
        return self._page(visit, "fault", 403, title="Not for you", said="This page is for admins.")

    def _everybody(self, visit: Visit, status: int = 200, said: str = "", secret: str = "") -> Any:
        people = self._accounts.people()
        return self._page(
            visit,
            "people",
            status,
            title="People",
            people=people,
            names={account.id: account.name for account in people},
            invitations=self._accounts.invitations(),
            entries=self._accounts.entries(),
            said=said,
            secret=secret,
        )

    def _joining(self, visit: Visit, token: str, status: int = 200, said: str = "") -> Any:
        found = self._accounts.invitation(token)
        if found is None:
            reason = "an invitation that cannot be used"
            self._accounts.log.refused(reason, address=visit.address)
            return self._page(visit, "fault", 404, title="No invitation", said=NO_INVITATION)
        return self._page(
            visit,
            "invitation",
            status,
            title="Join",
            invited=found,
            token=token,
            name=visit.field("name"),
            display=visit.field("display"),
            said=said,
        )

    def _own(self, visit: Visit, status: int = 200, said: str = "") -> Any:
        return self._page(visit, "account", status, title="Your account", said=said)

    def _page(self, visit: Visit, template: str, status: int = 200, **values: Any) -> Any:
        from starlette.responses import HTMLResponse

        text = self._environment.get_template(f"{template}.html.j2").render(
            account=visit.account,
            csrf=visit.csrf,
            home=self._home,
            roles=self._accounts.settings.roles,
            least_length=self._accounts.settings.least_length,
            **values,
        )
        return HTMLResponse(text.encode(errors="replace"), status)


def _file(name: str) -> Callable[[Any], Any]:
    def file(request: Any) -> Any:
        from starlette.responses import Response

        del request
        return Response((STATIC / name).read_bytes(), media_type=FILES[name])

    return file


def _go_to(path: str) -> Any:
    from starlette.responses import RedirectResponse

    return RedirectResponse(path, 303)


def _status(error: UserError) -> int:
    if isinstance(error, RefusedError):
        return 429 if error.wait else 403
    return 422


def _wait(page: Any, error: UserError) -> Any:
    if isinstance(error, RefusedError) and error.wait:
        page.headers["retry-after"] = str(int(error.wait) + 1)
    return page


def _sentence(error: PanelwiseError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
