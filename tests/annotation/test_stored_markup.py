"""Markup and scripts that somebody stores are shown as text, wherever they come up."""

from __future__ import annotations

import hashlib
import re

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from PIL import Image

from panelwise.annotation import NewUnit, as_procedure, create_project, open_project
from panelwise.comics import encode_png
from panelwise.web.accounts import Accounts
from served_work import serving
from signing_in import PASSWORD, QUICK

pytestmark = pytest.mark.extra
EVIL = (
    "</textarea></script><script>window.run = 1</script>\"'><img src=x onerror='window.run = 2'>"
    "<svg onload='window.run = 3'><a href='javascript:window.run = 4'>x</a>{{ 7 * 191 }}"
)
OURS = {
    '<script type="module" src="/static/work.js">',
    '<script type="module" src="/accounts/code.js">',
}
ROLES = {"ann": "annotator", "bo": "annotator", "ina": "inspector", "adam": "adjudicator"}
DASHBOARD = ("", "/agreement", "/people", "/items", "/units", "/units?place=accepted",
             "/unit?id=u0", "/unit?id=u1", "/unit?id=t0")  # fmt: skip


def evil_plan():
    check = {"name": "check", "type": "review", "role": "inspector", "rejected": "redo"}
    return as_procedure({
        "name": "evil", "title": EVIL, "instructions": EVIL, "training": 1,
        "consent": dict.fromkeys(("purpose", "tasks_and_times", "breaks", "voluntary",
                    "anonymity", "personal_data", "payment", "use_and_storage"), EVIL),
        "stages": [
            {"name": "describe", "role": "annotator", "people": 2, "screen": "description",
             "instructions": EVIL, "then": "check", "disagree": "decide"},
            {"name": "decide", "type": "adjudicate", "role": "adjudicator", "then": "check"},
            check,
        ],
    }, "test")  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A project in which everything that people or files bring is hostile, worked on by all."""
    folder = tmp_path_factory.mktemp("evil") / "project"
    create_project(folder, evil_plan(), title=EVIL)
    image = encode_png(Image.new("RGB", (40, 30)))
    digest = hashlib.sha256(image).hexdigest()
    (folder / "pictures").mkdir()
    (folder / "pictures" / f"{digest}.png").write_bytes(image)
    picture = {"sha256": digest, "width": 40, "height": 30, "alt": EVIL}
    data = {"pictures": [picture], "drafts": [EVIL],
            "texts": [{"name": EVIL, "text": EVIL, "role": role, "language": EVIL}
                      for role in ("text", "heading", "draft", "answer")]}  # fmt: skip
    known = {"order": 0, "panel_1": EVIL}
    with open_project(folder) as project:
        project.add_units(NewUnit(f"u{i}", EVIL, data) for i in range(2))
        project.add_units([NewUnit("t0", EVIL, data | {"known": known}, "training")])
        accounts = Accounts(project.store.engine, QUICK)
        for name, role in (ROLES | {"root": "admin"}).items():
            accounts.add(name, EVIL[:80], [role], PASSWORD)
    with serving(folder) as found:
        yield found


@pytest.fixture(scope="module")
def pages(site):
    """Everything that anybody is shown in the course of the work."""
    people = {name: site.person(name) for name in ROLES}
    seen = {}

    def look(name, path):
        reply = people[name].get(path)
        assert reply.status == 200, (name, path, reply.text[:300])
        seen[f"{name} {path} {len(seen)}"] = reply.text

    def submit(name, key, **body):
        look(name, "/work")
        screen = people[name].open()
        body = {"key": key, "note": EVIL} | body
        if "values" not in body:
            body["values"] = {}
        reply = people[name].send("POST", screen.work["submit"], body)
        assert reply.status == 200, reply.text
        return reply.text

    for name in ROLES:
        look(name, "/consent")
        people[name].post("/consent", {"agreed": "yes"})
        look(name, "/")
    for number, name in enumerate(("ann", "bo")):
        words = {"order": number, "panel_1": f"{name} {EVIL}"}
        feedback = submit(name, f"training-{name}", values=words)
        look(name, re.search(r"/feedback/\w+", feedback)[0])
        draft = people[name].open()
        people[name].send("PUT", draft.work["draft"], {"values": words, "note": EVIL})
        for key in ("a", "b"):
            submit(name, f"answer-{name}-{key}", values=words)
    feedback = submit("adam", "training-adam", flag="ambiguous", reason=EVIL)
    look("adam", re.search(r"/feedback/\w+", feedback)[0])
    submit("ina", "training-ina", values={"order": 0, "panel_1": EVIL})
    submit("adam", "decides-flag", flag="harmful", reason=EVIL)
    submit("adam", "decides-text", values={"order": 0, "panel_1": EVIL})
    submit("ina", "verdict-no-1", values={"verdict": 1, "reason": EVIL})
    look("ina", "/work")
    people["ann"].open()
    work = site.project.work
    work.pause(next(one for one in work.state.people), EVIL)
    site.root = site.person("root")
    for path in DASHBOARD:
        reply = site.root.get(f"/dashboard{path}")
        assert reply.status == 200
        seen[f"root /dashboard{path}"] = reply.text
    return seen


def test_nothing_stored_becomes_markup(pages):
    for name, page in pages.items():
        assert set(re.findall(r"<script[^>]*>", page)) <= OURS, name
        for markup in ("<img src=x", "<svg onload", "</textarea></script>", "href='javascript",
                       "1337"):  # fmt: skip
            assert markup not in page, (name, markup)
        assert "window.run" in page, f"{name} shows nothing of what was stored"


def test_feedback_names_the_report_and_is_not_left_by_the_enter_that_submitted(pages):
    [page] = [page for name, page in pages.items() if name.startswith("adam /feedback")]
    assert "You reported this item as ambiguous: " in page
    assert re.findall(r"<(\w+)[^>]* autofocus", page) == ["h1"]


def test_no_page_runs_scripts_that_are_not_ours(site, pages):
    for path in ("/work", "/dashboard", "/dashboard/unit?id=u0", "/nothing"):
        policy = site.root.get(path).headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy.split("script-src")[1].split(";")[0]


def test_errors_repeat_what_was_sent_as_text(site, pages):
    for path in (f"/dashboard/units?place={'%3Cscript%3E'}", "/dashboard/unit?id=%3Cscript%3E"):
        assert "<script>" not in site.root.get(path).text
    change = {"unit": EVIL, "to": EVIL, "reason": EVIL}
    assert "<img src=x" not in site.root.post("/dashboard/unit", change).text


@pytest.mark.browser
def test_nothing_stored_runs_in_a_browser(chromium, site, pages):
    """Every page of a reviewer and the admin, the pictures' titles, the diff and the drawings."""
    compared = 0
    for person, paths in (
        ("ina", ("/work", "/")), ("root", [f"/dashboard{path}" for path in DASHBOARD])
    ):  # fmt: skip
        tab = chromium.new_page()
        faults = []
        tab.on("dialog", lambda one, faults=faults: (faults.append(one.message), one.dismiss()))
        tab.on("pageerror", lambda one, faults=faults: faults.append(str(one)))
        tab.on("console", lambda one, faults=faults: faults.append(one.text))
        tab.goto(f"{site.url}sign-in")
        tab.fill("input[name=name]", person)
        tab.fill("input[name=password]", PASSWORD)
        tab.keyboard.press("Enter")
        tab.wait_for_url(site.url)
        for path in paths:
            tab.goto(site.url.rstrip("/") + path)
            if path == "/work":
                tab.wait_for_selector("form.work[data-ready]")
                tab.keyboard.press("?")
            compared += tab.locator(".answered-text").count()
            assert tab.evaluate("window.run") is None, path
            assert tab.locator("img[src=x], svg[onload], a[href^=javascript]").count() == 0, path
        tab.close()
        assert faults == []
    assert compared > 0, "no page has a text next to its draft"
