"""The dashboard, for admins alone: quality, people, units and their history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from panelwise.annotation._forms import answer_screen, answer_view
from panelwise.annotation._procedure import ACCEPTED, REMOVED
from panelwise.annotation._project import Project
from panelwise.annotation._state import State
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import FilledField, filled_fields
from panelwise.annotation.app._history import minute, unit_history
from panelwise.annotation.app._markup import WorkImage, render
from panelwise.annotation.app._reports import Reports, ShownReport, report_process
from panelwise.annotation.quality import QualityReport
from panelwise.errors import InputError
from panelwise.web.accounts import ADMIN, Accounts, form_field, require

PAGE = 100  # units on one page of a list
CONFUSIONS = 40  # shown; all are in the JSON
PAUSED = "paused by an admin"
AGAIN = "2"  # seconds, after which a page without a report is loaded again
PageMaker = Callable[..., Any]
"""Makes a page: of a request, a template, a title and values."""
Routes = Sequence[tuple[str, str, Callable[..., Any]]]


class Dashboard:
    """A method for each address. Figures are of the last report, units and people of this moment.

    Args:
        project: whose quality it shows.
        accounts: the names of people.
        page: makes a page in the look of the application.
    """

    def __init__(self, project: Project, accounts: Accounts, page: PageMaker) -> None:
        self._project = project
        self._accounts = accounts
        self._page = page
        self._admin = require(ADMIN)
        self._reports = Reports(report_process(project))

    @property
    def routes(self) -> Routes:
        """Method, path and handler of every page."""
        return (
            ("GET", "/dashboard", self.overview),
            ("GET", "/dashboard/agreement", self.agreement),
            ("GET", "/dashboard/people", self.people),
            ("POST", "/dashboard/people", self.change_person),
            ("GET", "/dashboard/items", self.items),
            ("GET", "/dashboard/units", self.units),
            ("GET", "/dashboard/unit", self.unit),
            ("POST", "/dashboard/unit", self.send_back),
            ("POST", "/dashboard/units", self.send_batch_back),
            ("GET", "/dashboard/picture", self.picture),
            ("GET", "/dashboard/report.json", self.as_json),
        )

    def overview(self, request: Any) -> Any:
        """Conclusions, progress, gates and throughput."""
        instructions = [
            (stage, answer_screen(self._project, stage)) for stage in self._project.procedure.stages
        ]
        return self._of_report(
            request, "dashboard", "Dashboard", "overview",
            lambda _: {"instructions": instructions, "day": _day},
        )  # fmt: skip

    def agreement(self, request: Any) -> Any:
        """Agreement on every field, and confusions."""
        return self._of_report(
            request, "dashboard_agreement", "Agreement", "agreement", lambda _: {"most": CONFUSIONS}
        )

    def people(self, request: Any) -> Any:
        """Reliability, drift, time and pay; pausing."""
        return self._of_report(
            request, "dashboard_people", "People at work", "people",
            lambda report: {
                "time": {one.person: one for one in report.time.people}, "names": self._names(),
                "state": self._project.work.state, "minute": minute,
            },
        )  # fmt: skip

    def change_person(self, request: Any) -> Any:
        """Pause somebody, or let somebody go on."""
        admin = self._admin(request)
        person, do = form_field(request, "person"), form_field(request, "do")
        if person not in self._project.work.state.people:
            raise InputError("this person takes no part in the project")
        if do == "pause":
            reason = form_field(request, "reason").strip()[:200]
            self._project.work.pause(person, reason or PAUSED, admin.id)
        elif do == "resume":
            self._project.work.resume(person, admin.id)
        else:
            raise InputError("choose to pause or to resume somebody")
        return _go("/dashboard/people")

    def items(self, request: Any) -> Any:
        """Items to look at again, items with several orders, and batches."""
        return self._of_report(
            request, "dashboard_items", "Items", "items",
            lambda report: _part(request, report.concerns),
        )  # fmt: skip

    def units(self, request: Any) -> Any:
        """Units by place."""
        self._admin(request)
        state = self._project.work.state
        stages = [stage.name for stage in state.procedure.stages]
        counts = Counter(unit.place for unit in state.work_units())
        place = request.query_params.get("place", "")
        if place and place not in (*stages, ACCEPTED, REMOVED):
            raise InputError(
                f"no place '{place}'; choose from {', '.join((*stages, ACCEPTED, REMOVED))}"
            )
        book = request.query_params.get("book", "")
        return self._page(
            request, "dashboard_units", "Units", here="units", place=place, book=book,
            places=[(name, counts[name]) for name in (*stages, ACCEPTED, REMOVED)],
            names=self._names(), query=_query, **_part(request, _batch(state, place, book)),
        )  # fmt: skip

    def unit(self, request: Any) -> Any:
        """One unit: what it shows, everything that happened to it, and sending it back."""
        self._admin(request)
        state, report = self._project.work.state, self._reports.last
        unit = self._unit(request, state)
        names = self._names()
        history = unit_history(self._project, unit, names)
        judges = {one.person for one in unit.history if state.procedure.stage(one.stage).verdicts}
        return self._page(
            request, "dashboard_unit", unit.id, here="units", unit=unit, history=history,
            shown=self._material(state, unit), names=names, judges=sorted(judges),
            concern=next((one for one in report.concerns if one.unit == unit.id), None)
            if report else None,
        )  # fmt: skip

    def send_back(self, request: Any) -> Any:
        """Return a unit that is done to a stage, after a question whether that is meant."""
        admin = self._admin(request)
        state = self._project.work.state
        given = {name: form_field(request, name) for name in ("unit", "to", "reason", "barred")}
        unit, to, reason, barred = given.values()
        self._project.work.check_back(admin.id, [unit], to, reason, barred)
        if form_field(request, "sure") != "yes":
            return self._sure(request, given, _address(unit), [state.units[unit]])
        self._project.work.send_back(admin.id, [unit], to, reason, barred)
        return _go(_address(unit))

    def send_batch_back(self, request: Any) -> Any:
        """Return all units of a book, or all, that were accepted or removed, after a question."""
        admin = self._admin(request)
        given = {name: form_field(request, name) for name in ("place", "book", "to", "reason")}
        place, book, to, reason = given.values()
        if place not in (ACCEPTED, REMOVED):
            raise InputError(f"only units that are {ACCEPTED} or {REMOVED} are sent back")
        found = _batch(self._project.work.state, place, book)
        ids = [one.id for one in found]
        self._project.work.check_back(admin.id, ids, to, reason)
        address = f"/dashboard/units?{_query(place=place, book=book)}"
        if form_field(request, "sure") != "yes" or form_field(request, "count") != str(len(found)):
            return self._sure(request, given | {"count": str(len(found))}, address, found)
        self._project.work.send_back(admin.id, ids, to, reason)
        return _go(address)

    def _sure(
        self, request: Any, given: Mapping[str, str], address: str, units: Sequence[WorkUnit]
    ) -> Any:
        """The question before units are sent back."""
        return self._page(
            request, "dashboard_sure", "Send back?", here="units", given=given, address=address,
            units=units, submissions=sum(len(one.history) for one in units), most=20,
        )  # fmt: skip

    def picture(self, request: Any) -> Any:
        """A picture of a unit."""
        from starlette.responses import FileResponse

        self._admin(request)
        state = self._project.work.state
        unit = self._unit(request, state)
        pictures = answer_view(self._project, unit, state.procedure.stages[0]).pictures
        index = request.query_params.get("index", "")
        if not index.isdecimal() or int(index) >= len(pictures):
            raise _not_found("There is no such picture.")
        file = self._project.sources.picture(pictures[int(index)].sha256)
        if file is None:
            raise _not_found("The picture is missing from the project's packs.")
        return FileResponse(file.path, media_type=file.media_type)

    def as_json(self, request: Any) -> Any:
        """The whole report; 202 while the first one is computed, 503 if it could not be."""
        from starlette.responses import JSONResponse

        shown = self._latest(request)
        if shown.report is None:
            return JSONResponse({"computing": shown.computing, "fault": shown.fault},
                                202 if shown.computing else 503,
                                {"retry-after": AGAIN})  # fmt: skip
        return JSONResponse(shown.report.as_json())

    def _latest(self, request: Any) -> ShownReport:
        """The last report, for an admin."""
        self._admin(request)
        return self._reports.latest(self._project.work.state.last)

    def _of_report(
        self, request: Any, template: str, title: str, here: str,
        values: Callable[[QualityReport], Mapping[str, Any]],
    ) -> Any:  # fmt: skip
        """A page of the last report; before the first one, a page that is loaded again soon.

        A page that says why there is none is not: each load starts the computation again.
        """
        shown = self._latest(request)
        if shown.report is None:
            waiting = self._page(request, "dashboard_computing", title, here=here, latest=shown)
            if shown.computing:
                waiting.headers["refresh"] = AGAIN
            return waiting
        return self._page(
            request, template, title, here=here, latest=shown, report=shown.report,
            age=shown.age(self._project.work.state), **values(shown.report),
        )  # fmt: skip

    def _names(self) -> Mapping[str, str]:
        """What people are called, by what the log calls them."""
        names = {person: person for person in list(self._project.work.state.people)}
        return names | {one.id: one.display for one in self._accounts.people()}

    def _unit(self, request: Any, state: State) -> WorkUnit:
        found = state.units.get(request.query_params.get("id", ""))
        if found is None:
            raise _not_found("There is no such unit.")
        return found

    def _material(self, state: State, unit: WorkUnit) -> Any:
        """What the unit shows, and the answer it has."""
        stage = state.procedure.stages[0]
        view = answer_view(self._project, unit, stage)
        images = tuple(
            WorkImage(f"/dashboard/picture?{_query(id=unit.id, index=i)}", one.width, one.height,
                      one.alt)
            for i, one in enumerate(view.pictures)
        )  # fmt: skip
        answered: Sequence[FilledField] = ()
        if unit.answer is not None and not unit.answer.flag:
            answered = filled_fields(view.form, unit.answer.values)
        return render("shown", blocks=view.blocks, images=images, answered=answered)


def _batch(state: State, place: str, book: str) -> list[WorkUnit]:
    """The units in a place and of a book; empty: in all, of all."""
    return [
        unit for unit in state.work_units() if place in ("", unit.place) and book in ("", unit.book)
    ]


def _part(request: Any, things: Sequence[Any]) -> dict[str, Any]:
    """One page of a list, and the numbers of the others."""
    given = request.query_params.get("page", "1")
    pages = max(1, -(-len(things) // PAGE))
    page = min(max(1, int(given) if given.isdecimal() and len(given) < 9 else 1), pages)
    return {"part": things[(page - 1) * PAGE : page * PAGE], "page_number": page, "pages": pages,
            "total": len(things)}  # fmt: skip


def _query(**values: Any) -> str:
    from urllib.parse import urlencode

    return urlencode(values)


def _address(unit: str) -> str:
    return f"/dashboard/unit?{_query(id=unit)}"


def _day(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"


def _go(path: str) -> Any:
    from starlette.responses import RedirectResponse

    return RedirectResponse(path, 303)


def _not_found(said: str) -> Exception:
    from starlette.exceptions import HTTPException

    missing: Exception = HTTPException(404, said)
    return missing
