"""The web application by its addresses; the extra ``annotate`` is imported when it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from panelwise.annotation._assignment import Assignment, NoWork
from panelwise.annotation._events import Submission
from panelwise.annotation._given import HumanAnswer
from panelwise.annotation._project import Project
from panelwise.annotation._state import Worker
from panelwise.annotation._store import LogUnavailableError
from panelwise.annotation._undo import unlogged
from panelwise.annotation._work import LeaseLostError, NotAllowedError
from panelwise.annotation.app._bodies import draft_of, read_answer, with_body
from panelwise.annotation.app._dashboard import Dashboard
from panelwise.annotation.app._downloads import Downloads
from panelwise.annotation.app._markup import STYLES, static_files
from panelwise.annotation.app._steps import done_step, last_step
from panelwise.annotation.app._training import training_page
from panelwise.annotation.app._work_page import item_token, work_page
from panelwise.annotation.screens import screen_of
from panelwise.comics import Book
from panelwise.errors import FormError, InputError, PanelwiseError, UserError
from panelwise.web import App
from panelwise.web.accounts import (
    Account,
    Accounts,
    csrf_of,
    form_field,
    install_accounts,
    note_refusal,
    signed_in,
)

KEPT = "The server keeps what you filled in; if you get the item again, it is filled in again"
FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
NOTHING: Mapping[NoWork, tuple[str, str]] = {
    "declined": ("You did not agree to take part", "Nothing is stored but your answer."),
    "paused": ("Your work is paused", "Ask the person who invited you."),
    "not_qualified": ("The test was not passed", "Thank you for your time."),
    "no_role": ("There is no work for your role", "Ask the person who invited you for a role."),
    "wait": ("Nothing to do at the moment", "Others are still working on items that come to you."),
    "done": ("Everything is done", "Thank you."),
}

AGAIN = "5"  # seconds, after which a page that the database could not give loads itself again


class DraftKeptError(LeaseLostError):
    """The unit is no longer this person's; what was filled in is kept as a draft."""


def make_app(
    project: Project, accounts: Accounts, *, public_url: str = "", book: Book | None = None
) -> App:
    """The application as ASGI; serve it behind a ``panelwise.web.Guard`` that lets forms through.

    Args:
        project: whose work it serves.
        accounts: who may sign in.
        public_url: what people open, if a proxy is in front.
        book: the comic that is corrected, which can then be exported.

    Raises:
        ImportError: when the extra ``annotate`` is not installed.
    """
    from fastapi import FastAPI
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    pages = _WorkPages(project, exporting=book is not None)
    app: Any = FastAPI(title="panelwise annotate", docs_url=None, redoc_url=None, openapi_url=None)
    routes: tuple[tuple[str, str, Callable[..., Any]], ...] = (
        ("GET", "/", pages.start),
        ("GET", "/consent", pages.consent),
        ("POST", "/consent", pages.agree),
        ("GET", "/work", pages.work),
        ("POST", "/work/{token}", with_body(pages.submit)),
        ("PUT", "/work/{token}/draft", with_body(pages.draft)),
        ("POST", "/work/{token}/step", with_body(pages.step)),
        ("GET", "/feedback/{token}", pages.feedback),
        ("POST", "/undo", pages.undo),
        ("GET", "/pictures/{token}/{index}", pages.picture),
        ("GET", "/static/{name:path}", pages.static),
    )
    dashboard = Dashboard(project, accounts, pages.page)
    downloads = () if book is None else Downloads(project, book, pages.page).routes
    for method, path, handler in (*routes, *dashboard.routes, *downloads):
        app.add_api_route(path, _with_request(handler), methods=[method], response_model=None)
    app.add_exception_handler(HTTPException, pages.missing)
    app.add_exception_handler(RequestValidationError, pages.no_address)
    app.add_exception_handler(PanelwiseError, pages.fault)
    install_accounts(app, accounts, public_url=public_url)
    made: App = app
    return made


class _WorkPages:
    """A method for each address; they run in threads, and the project has a lock."""

    def __init__(self, project: Project, *, exporting: bool) -> None:
        from jinja2 import Environment, PackageLoader, StrictUndefined

        self._project = project
        self._work = project.work
        self._environment = Environment(
            loader=PackageLoader("panelwise.annotation.app"),
            autoescape=True,
            undefined=StrictUndefined,
        )
        self._environment.globals["exporting"] = exporting

    def start(self, request: Any) -> Any:
        person = self._person(request)
        return self.page(request, "start", self._project.title, person=person,
                          seconds=sum(one.seconds for one in person.submissions))  # fmt: skip

    def consent(self, request: Any) -> Any:
        consent = self._project.procedure.consent
        if consent is None:
            return _go("/work")
        parts = {name: getattr(consent, name) for name in type(consent).model_fields}
        return self.page(request, "consent", "Before you begin", parts=parts)

    def agree(self, request: Any) -> Any:
        given = form_field(request, "agreed")
        if given not in ("yes", "no"):
            raise InputError("answer yes or no")
        self._work.consent(self._person(request).name, given == "yes")
        return _go("/work")

    def work(self, request: Any) -> Any:
        person = self._person(request)
        found = self._work.next(person.name)
        if found == "consent":
            return _go("/consent")
        if not isinstance(found, Assignment):
            title, said = NOTHING[found]
            back = found in ("wait", "done") and self._work.can_undo(person.name)
            return self.page(request, "nothing", title, said=said, person=person, back=back)
        draft = self._project.store.draft(person.name, found.unit.id, found.stage.name)
        page = work_page(self._project, person.name, found, draft, csrf_of(request))
        return self.page(request, "work", page.title, page=page, person=person)

    def submit(self, request: Any, token: str, body: Mapping[str, Any]) -> Any:
        person = self._person(request)
        given = read_answer(body)
        if stored := self._work.state.keys.get(given.key):
            # The same request once more: the lease is gone, the answer is stored.
            if stored.person != person.name:
                raise NotAllowedError("this key belongs to another submission")
            return _json({"next": "/work"})
        held = self._held(request, person, token, body)
        screen = screen_of(held.stage, self._project.procedure, held.unit)
        view = screen.view(held.unit, held.stage, self._project.sources)
        values = {} if given.flag else screen.clean(view, given.values)
        done = None if given.flag else last_step(view, held, person.name, body)
        clean = HumanAnswer(
            given.key, values, given.seconds, given.flag, given.reason or values.get("reason", ""),
            given.note, view.digest,
        )  # fmt: skip
        self._work.submit(person.name, held.unit.id, clean, done, unlogged(given, clean))
        trained = held.unit.purpose == "training"
        return _json({"next": f"/feedback/{token}" if trained else "/work"})

    def draft(self, request: Any, token: str, body: Mapping[str, Any]) -> Any:
        person = self._person(request)
        held = self._held(request, person, token, body)
        kept = draft_of(body)
        self._project.store.keep_draft(person.name, held.unit.id, held.stage.name, kept)
        return _json({"kept": True})

    def step(self, request: Any, token: str, body: Mapping[str, Any]) -> Any:
        """Log that a step is done; what is filled in so far is kept as a draft."""
        person = self._person(request)
        held = self._held(request, person, token, body)
        kept = draft_of(body)
        screen = screen_of(held.stage, self._project.procedure, held.unit)
        view = screen.view(held.unit, held.stage, self._project.sources)
        self._work.step(person.name, held.unit.id, done_step(view, held, person.name, body))
        self._project.store.keep_draft(person.name, held.unit.id, held.stage.name, kept)
        return _json({"kept": True})

    def undo(self, request: Any) -> Any:
        self._work.undo(self._person(request).name)
        return _json({"next": "/work"}) if _wants_json(request) else _go("/work")

    def feedback(self, request: Any, token: str) -> Any:
        """What was right, of a unit of the training that the person has answered."""
        person = self._person(request)
        given = self._trained(person, token)
        if given is None:
            raise _not_found("There is no such item of the training.")
        unit = self._work.state.units[given.unit]
        return self.page(request, "feedback", **training_page(self._project, unit, given, token))

    def _trained(self, person: Worker, token: str) -> Submission | None:
        """The person's answer to the unit of the training that has an address."""
        units = self._work.state.units
        return next((one for one in reversed(person.submissions)
                     if units[one.unit].purpose == "training"
                     and self._token(person, one.unit) == token), None)  # fmt: skip

    def picture(self, request: Any, token: str, index: int) -> Any:
        from starlette.responses import Response

        person = self._person(request)
        ahead = self._work.ahead(person.name)
        if ahead is not None and self._token(person, ahead.unit.id) == token:
            unit, stage = ahead.unit, ahead.stage
        elif trained := self._trained(person, token):
            unit = self._work.state.units[trained.unit]
            stage = self._project.procedure.stages[0]
        else:
            held = self._held(request, person, token)
            unit, stage = held.unit, held.stage
        screen = screen_of(stage, self._project.procedure, unit)
        pictures = screen.view(unit, stage, self._project.sources).pictures
        if not 0 <= index < len(pictures):
            raise _not_found("There is no such picture.")
        file = self._project.sources.picture(pictures[index].sha256)
        if file is None:
            raise _not_found("The picture is missing from the project's packs.")
        # Not as a file: its date would show which pack an item is from, and so a known answer.
        return Response(file.path.read_bytes(), media_type=file.media_type, headers=FOREVER)

    def static(self, request: Any, name: str) -> Any:
        from starlette.responses import FileResponse

        del request
        found = static_files().get(name)
        if found is None:
            raise _not_found("There is no such file.")
        return FileResponse(found[0], media_type=found[1])

    async def missing(self, request: Any, error: Any) -> Any:
        if _wants_json(request):
            return _json({"message": str(error.detail)}, error.status_code)
        return self.page(request, "nothing", "Not here", said=str(error.detail), person=None,
                          status=error.status_code)  # fmt: skip

    async def no_address(self, request: Any, error: Any) -> Any:
        """An address with something in it that is none of ours, such as a picture by a name."""
        del error
        return await self.missing(request, _not_found("There is no such page."))

    async def fault(self, request: Any, error: PanelwiseError) -> Any:
        status = _status(error)
        body: dict[str, Any] = {"message": str(error)}
        if isinstance(error, DraftKeptError):
            body |= {"kept": True}
        if isinstance(error, FormError):
            body |= {"field": error.field, "fault": error.plain}
        if _wants_json(request):
            return _json(body, status)
        waits = isinstance(error, LogUnavailableError) and request.method == "GET"
        said = f"{error}. This page loads itself again." if waits else str(error)
        shown = self.page(request, "nothing", "This did not work", said=said, person=None,
                          status=status)  # fmt: skip
        if waits:
            shown.headers["refresh"] = AGAIN
        return shown

    def _person(self, request: Any) -> Worker:
        """Who asks, with the roles of this moment."""
        account: Account = signed_in(request)
        self._work.join(account.id, sorted(account.roles))
        return self._work.state.people[account.id]

    def _held(
        self, request: Any, person: Worker, token: str, body: Mapping[str, Any] | None = None
    ) -> Assignment:
        """What a person has open under an address; refuses one that is another person's.

        What was filled in for an item that was the person's is kept as a draft: ``body`` has it.
        """
        unit = next((one for one in reversed(person.leased) if self._token(person, one) == token),
                    "")  # fmt: skip
        if not unit:
            note_refusal(request, "an item that is not reserved for this person")
        try:
            return self._work.held(person.name, unit)
        except LeaseLostError as error:
            if not unit or body is None:
                raise
            stage, round_ = person.leased[unit]
            if any((one.unit, one.stage, one.round) == (unit, stage, round_)
                   for one in person.submissions):  # fmt: skip
                raise
            self._project.store.keep_draft(person.name, unit, stage, draft_of(body))
            raise DraftKeptError(f"{error}. {KEPT}") from None

    def _token(self, person: Worker, unit: str) -> str:
        return item_token(self._work.state.seed, person.name, unit)

    def page(self, request: Any, name: str, title: str, *, status: int = 200, **values: Any) -> Any:
        """A page by its template."""
        from starlette.responses import HTMLResponse

        text = self._environment.get_template(f"{name}.html.j2").render(
            title=title,
            styles=STYLES,
            account=_account(request),
            csrf=csrf_of(request),
            procedure=self._project.procedure,
            project=self._project.title,
            **values,
        )
        return HTMLResponse(text.encode(errors="replace"), status)


def _with_request(handler: Callable[..., Any]) -> Callable[..., Any]:
    """A handler whose first argument FastAPI recognises as the request."""
    from starlette.requests import Request

    getattr(handler, "__func__", handler).__annotations__["request"] = Request
    return handler


def _status(error: PanelwiseError) -> int:
    if isinstance(error, LeaseLostError):
        return 409
    if isinstance(error, NotAllowedError):
        return 403
    if isinstance(error, LogUnavailableError):
        return 503
    return 422 if isinstance(error, UserError) else 500


def _account(request: Any) -> Account | None:
    from starlette.exceptions import HTTPException

    try:
        return signed_in(request)
    except HTTPException:
        return None


def _wants_json(request: Any) -> bool:
    return "text/html" not in request.headers.get("accept", "")


def _json(value: Mapping[str, Any], status: int = 200) -> Any:
    from starlette.responses import JSONResponse

    return JSONResponse(dict(value), status)


def _go(path: str) -> Any:
    from starlette.responses import RedirectResponse

    return RedirectResponse(path, 303)


def _not_found(said: str) -> Exception:
    from starlette.exceptions import HTTPException

    missing: Exception = HTTPException(404, said)
    return missing
