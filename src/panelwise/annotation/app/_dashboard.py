"""The dashboard, for admins alone: quality, people, units and their history."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from panelwise.annotation._events import LogEntry, Submission
from panelwise.annotation._forms import answer_screen, answer_view, project_forms
from panelwise.annotation._procedure import ACCEPTED, REMOVED
from panelwise.annotation._project import Project
from panelwise.annotation._state import State
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import FilledField, filled_fields
from panelwise.annotation.app._markup import WorkImage, render
from panelwise.annotation.quality import QualityReport, quality_report
from panelwise.errors import InputError
from panelwise.web.accounts import ADMIN, Accounts, form_field, require

PAGE = 100  # units on one page of a list
CONFUSIONS = 40  # shown; all are in the JSON
PAUSED = "paused by an admin"
PageMaker = Callable[..., Any]
"""Makes a page: of a request, a template, a title and values."""
Routes = Sequence[tuple[str, str, Callable[..., Any]]]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of a unit's history, in words."""

    at: str
    who: str
    what: str
    stage: str
    round: int
    lines: tuple[str, ...] = ()
    seconds: float = 0.0


class Dashboard:
    """A method for each address. The figures are of a copy of the state, so nobody waits for them.

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
        self._lock = threading.Lock()
        self._state = State(project.same)
        self._report: QualityReport | None = None

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
            ("GET", "/dashboard/picture", self.picture),
            ("GET", "/dashboard/report.json", self.as_json),
        )

    def overview(self, request: Any) -> Any:
        """Conclusions, progress, gates and throughput."""
        state, report = self._now(request)
        instructions = [
            (stage, answer_screen(self._project, stage)) for stage in state.procedure.stages
        ]
        return self._page(request, "dashboard", "Dashboard", here="overview", report=report,
                          instructions=instructions, day=_day)  # fmt: skip

    def agreement(self, request: Any) -> Any:
        """Agreement on every field, and confusions."""
        _, report = self._now(request)
        return self._page(request, "dashboard_agreement", "Agreement", here="agreement",
                          report=report, most=CONFUSIONS)  # fmt: skip

    def people(self, request: Any) -> Any:
        """Reliability, drift, time and pay; pausing."""
        _, report = self._now(request)
        time = {one.person: one for one in report.time.people}
        return self._page(request, "dashboard_people", "People at work", here="people",
                          report=report, time=time, names=self._names())  # fmt: skip

    def change_person(self, request: Any) -> Any:
        """Pause somebody, or let somebody go on."""
        self._admin(request)
        person, do = form_field(request, "person"), form_field(request, "do")
        if person not in self._project.work.state.people:
            raise InputError("this person takes no part in the project")
        if do == "pause":
            reason = form_field(request, "reason").strip()[:200]
            self._project.work.pause(person, reason or PAUSED)
        elif do == "resume":
            self._project.work.resume(person)
        else:
            raise InputError("choose to pause or to resume somebody")
        return _go("/dashboard/people")

    def items(self, request: Any) -> Any:
        """Items to look at again, items with several orders, and batches."""
        _, report = self._now(request)
        return self._page(request, "dashboard_items", "Items", here="items", report=report,
                          **_part(request, report.concerns))  # fmt: skip

    def units(self, request: Any) -> Any:
        """Units by place."""
        state, _ = self._now(request)
        stages = [stage.name for stage in state.procedure.stages]
        counts = Counter(unit.place for unit in state.work_units())
        place = request.query_params.get("place", "")
        if place and place not in (*stages, ACCEPTED, REMOVED):
            raise InputError(f"no place '{place}'; take {', '.join((*stages, ACCEPTED, REMOVED))}")
        found = [unit for unit in state.work_units() if place in ("", unit.place)]
        return self._page(
            request, "dashboard_units", "Units", here="units", place=place,
            places=[(name, counts[name]) for name in (*stages, ACCEPTED, REMOVED)],
            names=self._names(), **_part(request, found),
        )  # fmt: skip

    def unit(self, request: Any) -> Any:
        """One unit: what it shows, everything that happened to it, and sending it back."""
        state, report = self._now(request)
        unit = self._unit(request, state)
        names = self._names()
        history = [
            self._line(state, unit, event, names)
            for event in self._project.store.events()
            if event.unit == unit.id and event.name != "unit_added"
        ]
        judges = {one.person for one in unit.history if state.procedure.stage(one.stage).verdicts}
        return self._page(
            request, "dashboard_unit", unit.id, here="units", unit=unit, history=history,
            shown=self._material(state, unit), names=names, judges=sorted(judges),
            concern=next((one for one in report.concerns if one.unit == unit.id), None),
        )  # fmt: skip

    def send_back(self, request: Any) -> Any:
        """Return a unit that is done to a stage."""
        admin = self._admin(request)
        unit = form_field(request, "unit")
        self._project.work.send_back(
            admin.id, unit, form_field(request, "to"), form_field(request, "reason"),
            form_field(request, "barred"),
        )  # fmt: skip
        return _go(_address(unit))

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
        """The whole report."""
        from starlette.responses import JSONResponse

        _, report = self._now(request)
        return JSONResponse(report.as_json())

    def _now(self, request: Any) -> tuple[State, QualityReport]:
        """The state and the report of this moment, for an admin."""
        self._admin(request)
        with self._lock:
            before = self._state.last
            self._state.replay(self._project.store.events(after=before))
            if self._report is None or self._state.last != before:
                self._report = quality_report(self._state, project_forms(self._project))
            return self._state, self._report

    def _names(self) -> Mapping[str, str]:
        """What people are called, by what the log calls them."""
        names = {person: person for person in self._state.people}
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

    def _line(
        self, state: State, unit: WorkUnit, event: LogEntry, names: Mapping[str, str]
    ) -> HistoryLine:
        """An entry of the log in words."""
        lines: list[str] = []
        seconds = 0.0
        if event.name == "submitted":
            given = Submission.of(event)
            seconds = given.seconds
            lines = self._said(state, unit, given)
        elif event.name == "sent_back":
            barred = names.get(str(event.body["barred"]), "")
            lines = [f"to {event.body['to']}: {event.body['reason']}"]
            lines += [f"{barred} may not judge it again"] if barred else []
        what = event.name.replace("_", " ")
        who = names.get(event.person, event.person)
        return HistoryLine(_minute(event.at), who, what, event.stage, event.round, tuple(lines),
                           seconds)  # fmt: skip

    def _said(self, state: State, unit: WorkUnit, given: Submission) -> list[str]:
        """What somebody answered, line by line."""
        lines = [f"flagged as {given.flag}"] if given.flag else []
        stage = state.procedure.stage(given.stage)
        if stage.verdicts and unit.purpose == "work":
            lines += [str(given.values.get("verdict", ""))]
        elif not given.flag:
            form = answer_view(self._project, unit, stage).form
            for field in filled_fields(form, given.values):
                lines.append(f"{field.label}: {'; '.join(field.lines)}")
        lines += [f"reason: {given.reason}"] if given.reason else []
        return lines + ([f"note: {given.note}"] if given.note else [])


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


def _minute(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"


def _day(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"


def _go(path: str) -> Any:
    from starlette.responses import RedirectResponse

    return RedirectResponse(path, 303)


def _not_found(said: str) -> Exception:
    from starlette.exceptions import HTTPException

    missing: Exception = HTTPException(404, said)
    return missing
