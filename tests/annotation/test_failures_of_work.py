"""What goes wrong while people work: said in words, tried again, nothing lost or counted twice."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from http.client import HTTPException

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from no_room import no_room
from panelwise.annotation import LogUnavailableError, open_project
from panelwise.annotation import _store as store_module
from panelwise.errors import InputError
from served_work import Person, ordering_project, serving

pytestmark = pytest.mark.extra


@pytest.fixture
def folder(tmp_path):
    return ordering_project(tmp_path)


def test_nobody_else_can_read_the_database_of_a_new_project(folder):
    """It holds what people answered, and may hold their accounts."""
    with serving(folder):
        files = [folder / f"work.sqlite{end}" for end in ("", "-wal", "-shm")]
        assert all(file.stat().st_mode & 0o077 == 0 for file in files)


@contextmanager
def locked(file):
    """Another program writes the database, as a backup does."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_a_locked_database_is_said_and_the_submission_tried_again(folder, monkeypatch):
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    with serving(folder) as site:
        ann = site.person("ann")
        with locked(folder / "work.sqlite"):
            reply = ann.get("/work")
            assert (reply.status, "loads itself again" in reply.text) == (503, True)
            assert reply.headers["refresh"]
        screen = ann.open()
        with locked(folder / "work.sqlite"):
            reply = ann.submit(screen, "patient-key-1")
            assert (reply.status, "database is locked" in reply.text) == (503, True)
            assert site.submitted() == []
        assert ann.submit(screen, "patient-key-1").status == 200
        assert ann.submit(screen, "patient-key-1").status == 200
        assert len(site.submitted()) == 1


def test_a_full_disk_is_said_and_nothing_is_lost(folder):
    with serving(folder) as site:
        ann = site.person("ann")
        screen = ann.open()
        with no_room():
            reply = ann.submit(screen, "crowded-key-1")
            assert reply.status == 503, reply.text
            assert "cannot be used now" in reply.text
        assert ann.submit(screen, "crowded-key-1").status == 200
        assert ann.open().work["submit"] != screen.work["submit"]
        assert [one.key for one in site.submitted()] == ["crowded-key-1"]


def test_an_answer_stored_although_an_error_came_counts_once(folder, monkeypatch):
    """The connection breaks after the database has stored it and before it could say so."""
    with serving(folder) as site:
        ann = site.person("ann")
        screen, store = ann.open(), site.project.store
        real = store.append

        def broken(*given):
            real(*given)
            raise LogUnavailableError("the connection was cut; try again")

        monkeypatch.setattr(store, "append", broken)
        assert ann.submit(screen, "unsure-key-1").status == 503
        monkeypatch.setattr(store, "append", real)
        assert ann.submit(screen, "unsure-key-1").status == 200
        assert ann.submit(ann.open(), "surely-key-1").status == 200
        assert [one.key for one in site.submitted()] == ["unsure-key-1", "surely-key-1"]


def test_what_follows_from_an_answer_is_made_up_for_after_a_crash(tmp_path, monkeypatch):
    """A pause for careless answers is stored even if the server dies right after the answer."""
    gold = {"every": 2, "pause_below": 0.9, "at_least": 1}
    folder = ordering_project(tmp_path, items=6, hidden=3, hidden_gold=gold)
    with serving(folder) as site:
        ann = site.person("ann")
        monkeypatch.setattr("panelwise.annotation._work.consequences", lambda *_: [])
        for number in range(2):
            assert ann.submit(ann.open(), f"careless-{number}", (0, 1, 2)).status == 200
            if site.project.work.state.units[site.submitted()[-1].unit].purpose != "work":
                break
        monkeypatch.undo()
    with serving(folder) as site:
        assert "paused" in site.person("ann").get("/work").text
        assert [one.name for one in site.project.store.events()].count("paused") == 1


def test_a_double_click_and_two_tabs_count_once(folder):
    with serving(folder) as site:
        ann = site.person("ann")
        screen, other = ann.open(), ann.open()
        assert other.work["submit"] == screen.work["submit"]
        clicks = [
            threading.Thread(target=ann.submit, args=(screen, "double-click")) for _ in range(4)
        ]
        for click in clicks:
            click.start()
        for click in clicks:
            click.join()
        assert len(site.submitted()) == 1
        late = ann.submit(other, "other-tab-key")
        assert (late.status, "answered this item already" in late.text) == (409, True)
        assert len(site.submitted()) == 1


def test_a_reload_shows_the_draft_of_the_same_item(folder):
    with serving(folder) as site:
        ann = site.person("ann")
        screen = ann.open()
        report = {"flag": "harmful", "reason": "bl", "aside": {"who": ["Bea"]}}
        draft = {"values": {screen.field: [1, 0, 2]}, "note": "torn"} | report
        assert ann.send("PUT", screen.work["draft"], draft).status == 200
        again = ann.open()
        assert again.work["submit"] == screen.work["submit"]
        assert {key: again.work[key] for key in draft} == draft
        for key in report:
            assert ann.send("PUT", screen.work["draft"], draft | {key: 1}).status == 422
        assert ann.submit(again, "after-reload").status == 200
        stage, unit = "solve", site.submitted()[0].unit
        assert site.project.store.draft(site.submitted()[0].person, unit, stage) is None


def test_a_lease_that_ran_out_is_renewed_while_nobody_else_has_the_item(tmp_path):
    with serving(ordering_project(tmp_path, items=1, lease_minutes=10)) as site:
        now, work = time.time(), site.project.work
        work._clock = lambda: now
        ann, bo = site.person("ann"), site.person("bo")
        screen = ann.open()
        now += 601
        assert ann.send("PUT", screen.work["draft"], {"values": {}}).status == 200
        assert "Nothing to do" in bo.get("/work").text
        now += 601
        bo.open()
        lost = ann.submit(screen, "too-late-key")
        assert (lost.status, "ran out" in lost.text) == (409, True)
        assert site.submitted() == []


def test_a_partial_answer_is_there_again_after_its_report_is_taken_back(folder):
    """The page said so, and it was gone. Until then it is no draft, and never part of the log."""
    with serving(folder) as site:
        ann = site.person("ann")
        screen = ann.open()
        partial = {screen.field: [2, 0]}
        report = {"key": "key-of-ann-1", "values": partial, "note": "n", "flag": "harmful",
                  "reason": "blood"}  # fmt: skip
        assert ann.send("POST", screen.work["submit"], report).status == 200
        [logged] = site.submitted()
        about = (logged.person, logged.unit, logged.stage)
        assert logged.body["values"] == {}
        assert site.project.store.draft(*about) is None
        assert ann.send("POST", "/undo", {}).status == 200
        again = ann.open().work
        assert (again["values"], again["restored"]) == (partial, True)
        assert [again[name] for name in ("note", "flag", "reason")] == ["n", "harmful", "blood"]
        assert ann.submit(screen, "key-of-ann-2").status == 200
        assert site.project.store.draft(*about) is None


def test_an_answer_that_came_too_late_is_a_draft_when_the_item_comes_back(tmp_path):
    with serving(ordering_project(tmp_path, items=1, lease_minutes=10)) as site:
        now, work = time.time(), site.project.work
        work._clock = lambda: now
        ann, bo = site.person("ann"), site.person("bo")
        old = ann.open()
        now += 601
        bo.open()
        lost = ann.submit(old, "too-late-key", order=(1, 0, 2), note="torn")
        assert lost.status == 409
        assert "The server keeps what you filled in" in lost.text
        assert json.loads(lost.text)["kept"] is True
        now += 601
        again = ann.open()
        assert again.work["submit"] == old.work["submit"]
        assert again.work["values"] == {old.field: [1, 0, 2]}
        assert (again.work["note"], again.work["restored"]) == ("torn", True)
        assert ann.submit(again, "in-time-key").status == 200
        late = ann.submit(old, "third-key-of-ann")
        assert "answered this item already" in late.text, "no draft of what counts already"


def test_two_servers_on_one_project_are_refused(folder):
    with open_project(folder):
        with pytest.raises(InputError, match="another process serves this project"):
            open_project(folder)
        with open_project(folder, alone=False) as reading:
            assert len(reading.work.state.units) == 12


@contextmanager
def process(folder):
    """``panelwise annotate`` as a process of its own."""
    command = [sys.executable, "-m", "panelwise", "annotate", str(folder), "--port", "0"]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield started, started.stdout.readline().strip()
    finally:
        started.kill()
        started.wait()
        started.stdout.close()


def signed_in(url, name):
    person = Person(url)
    assert person.sign_in(name).status == 303
    person.get("/account")
    return person


@pytest.mark.slow
def test_a_server_killed_in_the_middle_loses_nothing_that_it_acknowledged(tmp_path):
    folder = ordering_project(tmp_path, items=400, people=("ann", "bo", "cy", "di"))
    acknowledged, pending = [], {}

    def work(person, name):
        number = 0
        while True:
            try:
                screen = person.open()
                number += 1
                pending[name] = (screen, f"key-of-{name}-{number:04d}")
                reply = person.submit(*pending[name])
            except (OSError, HTTPException):
                return  # the server is dead
            if reply.status == 200:
                acknowledged.append(pending[name][1])

    with process(folder) as (server, url):
        people = {name: signed_in(url, name) for name in ("ann", "bo", "cy", "di")}
        threads = [threading.Thread(target=work, args=(one, n)) for n, one in people.items()]
        for thread in threads:
            thread.start()
        while len(acknowledged) < 20:
            time.sleep(0.02)
        os.kill(server.pid, signal.SIGKILL)
        for thread in threads:
            thread.join()
    with process(folder) as (_, url):
        for name, person in people.items():
            person.url = url
            screen, key = pending[name]
            # The browser sends what it kept, with the same key, whether or not it was stored.
            assert person.submit(screen, key).status == 200
            acknowledged.append(key)
    with open_project(folder, alone=False) as project:
        given = [one for one in project.store.events() if one.name == "submitted"]
    keys, units = Counter(one.key for one in given), Counter(one.unit for one in given)
    assert set(acknowledged) <= set(keys)
    assert max(keys.values()) == max(units.values()) == 1


def test_a_damaged_project_names_the_file_that_is_damaged(folder):
    (folder / "work.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(InputError, match=r"work\.sqlite: damaged \(not a SQLite database\)"):
        open_project(folder)
    (folder / "project.json").write_text("{")
    with pytest.raises(InputError, match=r"project\.json: damaged .*restore it from a copy"):
        open_project(folder)


def test_a_database_that_would_not_be_used_is_refused(folder):
    with pytest.raises(InputError, match="keeps its log in its folder; leave out --database"):
        open_project(folder, database="postgresql+psycopg://ann@localhost/work")
    for url in ("mysql://ann@localhost/work", "work"):
        with pytest.raises(InputError, match="not an address of PostgreSQL; write one such as"):
            store_module.Store(url)
