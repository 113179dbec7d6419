"""The dashboard: who may see it, what it does, and that it reads well in Chromium."""

from __future__ import annotations

import json
import re
import threading
from contextlib import contextmanager

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")
pytest.importorskip("argon2", reason="needs the extra annotate")
pytest.importorskip("fastapi", reason="needs the extra annotate")

from typer.testing import CliRunner

from panelwise.annotation import HumanAnswer
from panelwise.annotation._forms import project_forms
from panelwise.annotation.app import _dashboard, _reports, annotation_app
from panelwise.annotation.quality import quality_report
from panelwise.cli import app as cli
from panelwise.errors import UnavailableError
from panelwise.web import Access, Rules, listen, served
from panelwise.web.accounts import Accounts
from signing_in import PASSWORD, QUICK, Browser
from simulated_work import careless, honest, make_project, work_through

STAGES = [
    {"name": "label", "role": "annotator", "people": 3, "screen": "strip-category",
     "then": "check"},
    {"name": "check", "type": "review", "role": "inspector", "people": 2, "then": "accepted",
     "split": "redo", "rejected": "redo"},
]  # fmt: skip
PAGES = ("", "/agreement", "/people", "/items", "/units", "/units?place=accepted", "/unit?id=w3")
SCRIPT = "<script>document.title = 'run'</script>"


@contextmanager
def serving(project, accounts):
    at = listen("127.0.0.1", 0, Access.with_accounts("127.0.0.1", ""))
    with served(annotation_app(project, accounts), at, Rules.of_forms(body_limit=20_000)) as url:
        yield url.rstrip("/")
    accounts.engine.dispose()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A project on which a careless and five honest people and two inspectors worked."""
    folder = tmp_path_factory.mktemp("dashboard")
    accounts = Accounts(folder / "people.sqlite", QUICK)
    accounts.add("root", "Root", ["admin"], PASSWORD)
    accounts.add("kim", "Kim", ["annotator"], PASSWORD)
    crew = {f"p{number}": honest(0.9) for number in range(5)} | {"idle": careless}
    with (
        make_project(folder / "project", 60, stages=STAGES) as project,
        pytest.MonkeyPatch.context() as patched,
    ):
        work_through(project, crew, {"i1": 0.05, "i2": 0.05})
        patched.setattr(_dashboard, "report_process", here)  # starting a process takes a second
        with serving(project, accounts) as url:
            yield url, project


def here(project):
    return lambda: quality_report(project.work.state, project_forms(project))


def test_a_process_of_its_own_reports_the_same_after_every_change(tmp_path):
    with make_project(tmp_path / "project", 4, stages=STAGES) as project:
        compute = _reports.report_process(project)
        for person in ("Ann", "Bo"):
            project.work.join(person, ["annotator"])
            answered(project.work, person, 4)
            assert compute() == here(project)()
        compute.close()


@pytest.fixture
def admin(site):
    browser = Browser(site[0])
    browser.sign_in("root")
    return browser


def fresh(admin, site):
    """The report of everything in the log; each request waits a while for it."""
    for _ in range(200):
        report = json.loads(admin.get("/dashboard/report.json").text)
        if report.get("events") == site[1].work.state.last:
            return report
    raise AssertionError(report)


def test_only_admins_see_it(site):
    stranger, kim = Browser(site[0]), Browser(site[0])
    kim.sign_in("kim")
    for page in (*PAGES, "/report.json", "/picture?id=w3&index=0"):
        assert stranger.get(f"/dashboard{page}").status == 303
        assert kim.get(f"/dashboard{page}").status == 403
    kim.get("/account")
    before = site[1].work.state.last
    assert kim.post("/dashboard/people", {"person": "p1", "do": "pause"}).status == 403
    assert kim.post("/dashboard/unit", {"unit": "w3", "to": "label", "reason": "x"}).status == 403
    events = [event.name for event in site[1].store.events(after=before)]
    assert set(events) <= {"joined"}


def test_every_page_shows_the_same_figures_as_the_json(admin, site):
    report = fresh(admin, site)
    overview = admin.get("/dashboard").text
    assert f"<dd>{report['progress']['accepted']}</dd>" in overview
    people = admin.get("/dashboard/people").text
    assert "agrees with the others hardly more than by chance" in people
    assert f"{report['time']['pay']:.2f}" in people
    value = report["agreement"][0]["measures"][-1]["value"]
    assert f"{value:.2f}" in admin.get("/dashboard/agreement").text
    items = admin.get("/dashboard/items").text
    assert all(one["unit"] in items for one in report["concerns"][:100])


def test_people_are_paused_and_resumed(admin, site):
    work = site[1].work
    fresh(admin, site)
    admin.get("/dashboard/people")
    change = {"person": "idle", "do": "pause", "reason": f"look {SCRIPT}"}
    assert admin.post("/dashboard/people", change, csrf="").status == 403
    assert work.state.people["idle"].paused == ""
    assert admin.post("/dashboard/people", change).status == 303
    assert work.next("idle") == "paused"
    text = admin.get("/dashboard/people").text
    assert SCRIPT not in text
    assert "look &lt;script&gt;" in text
    assert "paused by Root: look" in text
    admin.post("/dashboard/people", {"person": "idle", "do": "resume"})
    paused, resumed = work.state.pauses[-2:]
    root = paused.body["by"]
    assert (paused.name, resumed.name, resumed.body) == ("paused", "resumed", {"by": root})
    assert root not in work.state.people, "who decides need not take part"
    assert work.state.people["idle"].paused == ""
    assert admin.post("/dashboard/people", {"person": "nobody", "do": "pause"}).status == 422


def test_an_accepted_unit_is_sent_back_and_its_history_says_so(admin, site):
    work = site[1].work
    unit = next(one for one in work.state.work_units() if one.place == "accepted")
    judge = unit.history[-1].person
    admin.get(f"/dashboard/unit?id={unit.id}")
    change = {"unit": unit.id, "to": "check", "reason": "it looks wrong", "barred": judge}
    assert admin.post("/dashboard/unit", change | {"reason": " "}).status == 422
    assert admin.post("/dashboard/unit", change | {"to": "nowhere"}).status == 422
    asked = admin.post("/dashboard/unit", change)
    assert "Send 1 unit back to check?" in asked.text
    assert unit.place == "accepted", "nothing happens before the question is answered"
    assert admin.post("/dashboard/unit", change | {"sure": "yes"}).status == 303
    assert (unit.place, unit.barred) == ("check", {judge})
    assert admin.post("/dashboard/unit", change).status == 422  # it is open now
    history = admin.get(f"/dashboard/unit?id={unit.id}").text
    assert "to check: it looks wrong" in history
    assert f"{judge} may not judge it again" in history
    other = next(name for name in ("i1", "i2") if name != judge)
    assert work.next(judge) in ("wait", "done")
    assert work.next(other).unit is unit
    [stuck] = fresh(admin, site)["stuck"] or [None]
    assert stuck is None or stuck["units"] == [unit.id]


def test_a_whole_book_is_sent_back_after_a_question(admin, site):
    work = site[1].work
    units = [one for one in work.state.work_units() if one.book == "book-5"]
    done = [one for one in units if one.place == "accepted"]
    admin.get("/dashboard/units?place=accepted&book=book-5")
    change = {"place": "accepted", "book": "book-5", "to": "check", "reason": f"odd {SCRIPT}"}
    asked = admin.post("/dashboard/units", change)
    assert f"Send {len(done)} units back to check?" in asked.text
    assert SCRIPT not in asked.text
    for wrong in ({}, {"count": str(len(done) + 1)}):  # one was accepted in between: ask again
        assert admin.post("/dashboard/units", change | {"sure": "yes"} | wrong).status == 200
    assert admin.post("/dashboard/units", change | {"place": "check"}).status == 422
    assert all(one.place == "accepted" for one in done)
    sure = change | {"sure": "yes", "count": str(len(done))}
    assert admin.post("/dashboard/units", sure).status == 303
    assert {one.place for one in done} == {"check"}
    others = [one for one in work.state.work_units() if one.book != "book-5"]
    assert any(one.place == "accepted" for one in others)


def test_what_is_not_there(admin):
    assert admin.get("/dashboard/unit?id=none").status == 404
    assert admin.get("/dashboard/units?place=nowhere").status == 422
    assert admin.get("/dashboard/picture?id=w3&index=..").status == 404
    assert admin.get("/dashboard/items?page=9999999999").status == 200


def test_new_answers_are_in_the_next_page(admin, site):
    work = site[1].work
    before = fresh(admin, site)["events"]
    work.join("late", ["annotator"])
    assert fresh(admin, site)["events"] > before
    assert work.next("late") in ("done", "wait")


def test_the_former_report_is_shown_while_the_next_one_is_computed(tmp_path, monkeypatch):
    go, begun, done = threading.Event(), threading.Semaphore(0), []

    def blocked(project):
        def compute():
            begun.release()
            assert go.wait(60)
            go.clear()
            if len(done) == 2:
                raise UnavailableError("the disk is full")
            done.append(quality_report(project.work.state, project_forms(project)))
            return done[-1]

        return compute

    monkeypatch.setattr(_dashboard, "report_process", blocked)
    monkeypatch.setattr(_reports, "PATIENCE", 0.01)
    accounts = Accounts(tmp_path / "people.sqlite", QUICK)
    accounts.add("root", "Root", ["admin"], PASSWORD)
    with make_project(tmp_path / "project", 3, stages=STAGES) as project:
        work = project.work
        for name in ("Ann", "Bo"):
            work.join(name, ["annotator"])
        with serving(project, accounts) as url:
            admin = Browser(url)
            admin.sign_in("root")
            for page in ("", "/agreement", "/people", "/items"):
                assert "The first report is being computed" in admin.get(f"/dashboard{page}").text
            assert "w1" in admin.get("/dashboard/units").text, "units need no report"
            assert admin.get("/dashboard/unit?id=w1").status == 200
            computing = admin.get("/dashboard/report.json")
            assert (computing.status, json.loads(computing.text)["computing"]) == (202, True)
            assert begun.acquire(timeout=60)
            assert not begun.acquire(blocking=False), "one computation serves everybody"
            monkeypatch.setattr(_reports, "PATIENCE", 60)
            go.set()
            assert re.search(r"As of \d\d:\d\d UTC\.", admin.get("/dashboard").text)
            monkeypatch.setattr(_reports, "PATIENCE", 0.01)
            answered(work, "Ann", 2)
            text = admin.get("/dashboard").text
            assert "2 answers ago; computing…" in text
            assert f'data-events="{done[0].events}"' in text
            work.pause("Bo", "look", "system")  # people are of this moment, figures are not
            assert "paused: look" in admin.get("/dashboard/people").text, (
                "people are of this moment"
            )
            go.set()
            monkeypatch.setattr(_reports, "PATIENCE", 60)
            while len(done) < 2:
                admin.get("/dashboard/report.json")
            work.resume("Bo", "system")
            go.set()  # the third one fails
            failed = admin.get("/dashboard").text
            assert "could not be computed: the disk is full" in failed
            assert f'data-events="{done[1].events}"' in failed


@pytest.mark.parametrize("first", [UnavailableError("no more\nprocesses"), RuntimeError("no more")])
def test_a_first_report_that_cannot_be_computed_says_why(tmp_path, monkeypatch, caplog, first):
    """The page said for ever that the report was being computed."""

    def failing(project):
        def compute():
            raise first

        return compute

    monkeypatch.setattr(_dashboard, "report_process", failing)
    monkeypatch.setattr(_reports, "PATIENCE", 60)
    accounts = Accounts(tmp_path / "people.sqlite", QUICK)
    accounts.add("root", "Root", ["admin"], PASSWORD)
    made = make_project(tmp_path / "project", 3, stages=STAGES)
    with made as project, serving(project, accounts) as url:
        admin = Browser(url)
        admin.sign_in("root")
        page = admin.get("/dashboard")
        found = admin.get("/dashboard/report.json")
    assert re.search(r"could not be computed: [\w: ]*no more", page.text)
    assert "is being computed" not in page.text
    assert "refresh" not in page.headers, "each load starts another attempt"
    assert found.status == 503
    assert "no more" in json.loads(found.text)["fault"]
    logged = [one.getMessage() for one in caplog.records if one.name == "panelwise.annotation"]
    assert logged
    assert all("report of the dashboard could not be computed" in one for one in logged)
    assert all("no more" in one and "\n" not in one for one in logged)


def answered(work, person, count):
    for number in range(count):
        unit = work.next(person).unit
        work.submit(person, unit.id, HumanAnswer(f"{person}-{number:06d}", {"category": 1}, 90))


def test_it_is_printed_in_a_terminal(tmp_path):
    folder = tmp_path / "project"
    with make_project(folder, 4, stages=STAGES[:1] and [STAGES[0] | {"then": "accepted"}]) as made:
        for person in ("Ann", "Bo", "Cy"):
            made.work.join(person, ["annotator"])
            answered(made.work, person, 4)
        text = CliRunner().invoke(cli, ["quality", str(folder)])  # while it is served
    assert text.exit_code == 0, text.output
    assert "4 of 4 units accepted, 0 removed, 0 open." in text.output
    assert "0.3 hours by 3 people, 3.60 USD due." in text.output
    found = json.loads(CliRunner().invoke(cli, ["quality", str(folder), "--json"]).output)
    assert [one["submissions"] for one in found["people"]] == [4, 4, 4]
    missing = CliRunner().invoke(cli, ["quality", str(tmp_path / "none")])
    assert missing.exit_code != 0


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1366), ("dark", 820)])
def test_pages_fit_and_axe_finds_no_fault(chromium, site, scheme, width):
    from axe_core_python.sync_playwright import Axe

    context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
    page = context.new_page()
    said = []
    page.on("console", lambda message: said.append((message.text, message.location["url"])))
    page.goto(f"{site[0]}/dashboard")
    page.fill("[name=name]", "root")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/dashboard")
    page.wait_for_selector("[data-events]")
    said.clear()
    for name in PAGES:
        page.goto(f"{site[0]}/dashboard{name}")
        assert [one["id"] for one in Axe().run(page)["violations"]] == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert [text for text, url in said if not url.endswith("favicon.ico")] == []
    context.close()
