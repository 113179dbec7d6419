"""Serving a project until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from panelwise.annotation._project import Project
from panelwise.comics import Book
from panelwise.errors import MissingExtraError
from panelwise.web import Access, App, Rules, listen, serve
from panelwise.web.accounts import ADMIN, Accounts

HOST, PORT = "127.0.0.1", 8015
BODY_LIMIT = 4 << 20  # bytes; a page of 2,000 polygons with texts has less
ADMIN_NAME = "admin"


def annotation_app(
    project: Project, accounts: Accounts, *, public_url: str = "", book: Book | None = None
) -> App:
    """The application as ASGI; serve it with ``Rules.of_forms``.

    With a ``book``, the comic that is corrected, admins can export it.

    Raises:
        MissingExtraError: when the extra ``annotate`` is not installed.
    """
    from panelwise.annotation.app._app import make_app

    try:
        return make_app(project, accounts, public_url=public_url, book=book)
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("fastapi", "starlette", "uvicorn"):
            raise
        raise MissingExtraError.of("panelwise annotate", "annotate") from None


def serve_project(
    project: Project,
    *,
    host: str = HOST,
    port: int = PORT,
    public_url: str = "",
    proxies: Sequence[str] = (),
    alone: bool = False,
    book: Book | None = None,
    ready: Callable[[str, str], None],
) -> None:
    """Serve a project until Ctrl-C.

    Args:
        project: opened alone.
        host: the address to listen on; accounts protect it, so no token is needed.
        port: 0 for any that is free.
        public_url: what people open, if a proxy is in front.
        proxies: addresses of trusted proxies.
        alone: give the admin every role of the procedure, and a new password at every start.
        book: the comic that is corrected, which can then be exported.
        ready: called with the URL and, the first time, the password of the first admin.

    Raises:
        InputError: for an address that cannot be listened on.
        MissingExtraError: when the extra ``annotate`` is not installed.
        KeyboardInterrupt: after Ctrl-C.
    """
    project.sources.load()
    accounts = Accounts(project.store.engine)
    password = "" if accounts.people() else accounts.first_admin(ADMIN_NAME)
    if alone:
        password = _alone(accounts, project, password)
    app = annotation_app(project, accounts, public_url=public_url, book=book)
    at = listen(host, port, Access.with_accounts(host, public_url))
    rules = Rules.of_forms(body_limit=BODY_LIMIT, proxies=proxies)
    with at.socket:
        serve(app, at, ready=lambda: ready(public_url or at.url, password), rules=rules)


def _alone(accounts: Accounts, project: Project, password: str) -> str:
    """The password of an admin who does all the work."""
    admin = next(one for one in accounts.people() if one.has(ADMIN))
    accounts.give_roles(admin.id, {ADMIN, *project.procedure.roles})
    return password or accounts.reset_password(admin.id)
