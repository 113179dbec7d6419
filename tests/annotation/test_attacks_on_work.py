"""Attacks on the work pages, over HTTP: each is refused, and those on others' work are logged."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from served_work import ordering_project, serving

pytestmark = pytest.mark.extra
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = ordering_project(tmp_path_factory.mktemp("attacked"), items=40)
    with serving(folder) as found:
        yield found


@pytest.fixture(scope="module")
def ann(site):
    return site.person("ann")


@pytest.fixture(scope="module")
def bo(site):
    return site.person("bo")


def test_anothers_item_and_pictures_are_refused_and_logged(site, ann, bo):
    screen = ann.open()
    before = len(site.submitted())
    assert bo.get(screen.pictures[0]).status == 409
    assert bo.send("PUT", screen.work["draft"], {"values": {}}).status == 409
    reply = bo.submit(screen, "stolen-key-1")
    assert (reply.status, "not reserved for you" in reply.text) == (409, True)
    assert len(site.submitted()) == before
    assert ann.get(screen.pictures[0]).status == 200
    logged = [one for one in site.refusals() if "not reserved" in one]
    assert {one.split()[0] for one in logged} == {"GET", "PUT", "POST"}


def test_a_key_of_another_person_is_no_way_to_learn_of_it(site, ann, bo):
    ann.submit(ann.open(), "key-of-ann-1")
    assert bo.submit(bo.open(), "key-of-ann-1").status == 403


def test_a_request_without_the_sessions_token_changes_nothing(site, ann):
    screen = ann.open()
    before = len(site.submitted())
    for csrf in ("", "0" * 64):
        body = {"key": "forged-key-1", "values": {screen.field: [2, 0, 1]}, "seconds": 1}
        assert ann.send("POST", screen.work["submit"], body, csrf=csrf).status == 403
        assert ann.send("POST", "/undo", {}, csrf=csrf).status == 403
    assert len(site.submitted()) == before


def test_a_role_that_was_taken_away_is_gone_at_once(tmp_path):
    with serving(ordering_project(tmp_path)) as site:
        ann = site.person("ann")
        screen = ann.open()
        account = next(one for one in site.accounts.people() if one.name == "ann")
        site.accounts.give_roles(account.id, ["inspector"])
        assert ann.submit(screen, "too-late-key").status == 409
        body = {"key": "forged-role1", "values": {}, "role": "annotator", "person": "bo"}
        assert ann.send("POST", screen.work["submit"], body).status == 409
        assert site.submitted() == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"null",
        b"not json",
        b'{"key": "a-good-key-1", "values": {"order": NaN}}',
        b'{"key": "a-good-key-1", "values": {}, "seconds": Infinity}',
        b'{"key": "a-good-key-1", "values": {}, "seconds": 1e999}',
        b'{"key": "a-good-key-1", "values": {}, "seconds": 1' + b"0" * 5000 + b"}",
        b'{"key": "a-good-key-1", "values": {}, "seconds": "5"}',
        b'{"key": "a-good-key-1", "values": [], "seconds": 1}',
        b'{"key": "a-good-key-1", "values": {"order": "2, 0, 1"}}',
        b'{"key": "a-good-key-1", "values": {"order": [2, 0, 1e30]}}',
        b'{"key": "a-good-key-1", "values": {"order": [true, false, 2]}}',
        b'{"key": "a-good-\\u0000key", "values": {}}',
        b'{"key": "\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800", "values": {}}',
        b'{"key": {"a": 1}, "values": {}}',
        b'{"key": "a-good-key-1", "values": {}, "note": ["x"]}',
        b'{"values": ' + b"[" * 100_000,
        b'{"values": ' + b"[" * 500 + b"]" * 500 + b"}",
    ],
)
def test_hostile_json_is_refused_in_words(site, ann, raw):
    screen = ann.open()
    before = len(site.submitted())
    for method, path in (("POST", screen.work["submit"]), ("PUT", screen.work["draft"])):
        if method == "PUT" and b'"values": {' in raw:
            continue  # a draft is whatever is filled in so far
        reply = ann.send(method, path, raw)
        assert reply.status == 422, (method, reply.text)
        assert "message" in reply.text
    assert len(site.submitted()) == before
    assert ann.open().work["submit"] == screen.work["submit"]


def test_a_body_that_is_too_large_is_refused(ann):
    screen = ann.open()
    assert ann.send("PUT", screen.work["draft"], b"x" * ((1 << 20) + 1)).status == 413
    assert ann.send("PUT", screen.work["draft"], {"note": "x" * 600_000}).status == 422


@pytest.mark.parametrize(
    "index", ["-1", "3", "99999999999999999999", "one", "..", "%2e%2e", "0%00", "a%2fb", "0/../1"]
)
def test_a_picture_has_a_number_and_no_path(ann, index):
    token = ann.open().pictures[0].split("/")[2]
    assert ann.get(f"/pictures/{token}/{index}").status == 404


@pytest.mark.parametrize(
    "name",
    ["../_app.py", "..%2f_app.py", "%2e%2e/_app.py", "/etc/passwd", "//etc/passwd", "fields",
     "fields/../../_app.py", "work.js%00", "..\\_app.py"],
)  # fmt: skip
def test_only_our_own_files_are_served(ann, name):
    assert ann.get(f"/static/{name}").status == 404
    assert ann.get("/static/work.js").status == 200


def test_markup_in_names_drafts_and_notes_stays_text(tmp_path):
    check = {"name": "check", "type": "vote", "role": "annotator", "rejected": "redo"}
    stages = [{"name": "solve", "role": "annotator", "then": "check"}, check]
    with serving(ordering_project(tmp_path, items=1, stages=stages, display=HOSTILE)) as site:
        ann, bo = site.person("ann"), site.person("bo")
        screen = ann.open()
        draft = {"values": {screen.field: [HOSTILE]}, "note": HOSTILE}
        assert ann.send("PUT", screen.work["draft"], draft).status == 200
        pages = [ann.get("/work").text]
        flag = {"flag": "harmful", "reason": HOSTILE, "note": HOSTILE, "values": {}}
        assert ann.submit(screen, "hostile-key-1", **flag).status == 200
        pages += [bo.get("/work").text, ann.get("/").text]
        assert "alert(1)" in pages[0]
        assert "alert(1)" in pages[1], "the reviewer does not see the reason"
        for page in pages:
            assert "<img src=x" not in page
            assert set(re.findall(r"<script[^>]*>", page)) <= {
                '<script type="module" src="/static/work.js">'
            }


def test_an_item_with_a_known_answer_looks_like_any_other(tmp_path):
    gold = {"every": 2, "pause_below": 0.0, "at_least": 50}
    folder = ordering_project(tmp_path, items=6, hidden=6, hidden_gold=gold)
    with serving(folder) as site:
        ann = site.person("ann")
        seen = {"work": set(), "hidden_gold": set()}
        [account] = [one for one in site.accounts.people() if one.name == "ann"]
        for number in range(8):
            screen = ann.open()
            picture = ann.get(screen.pictures[0])
            unit = site.project.work.state.people[account.id].lease
            purpose = site.project.work.state.units[unit].purpose
            token = screen.work["id"].split("-")[0]
            page = re.sub(r"Item \d+", "", screen.page.replace(token, "TOKEN"))
            page = re.sub(r"/pictures/[0-9a-f]{32}/", "/pictures/NEXT/", page)
            assert len(screen.work["prefetch"]) == 3, "the next item's pictures, whatever it is"
            reply = ann.submit(screen, f"gold-key-{number}")
            names = tuple(sorted(name.lower() for name in picture.headers))
            seen[purpose].add((page, names, reply.text, tuple(sorted(reply.headers.items()))))
            for secret in (unit, account.id, "gold", "[2, 0, 1]", "[2,0,1]", "book1"):
                assert secret not in screen.page, secret
        assert seen["work"] == seen["hidden_gold"]
        assert len(seen["work"]) == 1


def test_an_answer_to_a_known_item_can_be_taken_back_like_any_other(tmp_path):
    gold = {"every": 2, "pause_below": 0.0, "at_least": 50}
    folder = ordering_project(tmp_path, items=6, hidden=1, hidden_gold=gold)
    with serving(folder) as site:
        ann, bo = site.person("ann"), site.person("bo")
        for name, person in (("ann", ann), ("bo", bo)):
            for number in range(2):
                assert person.submit(person.open(), f"key-of-{name}-{number}").status == 200
        assert any(
            unit.purpose == "hidden_gold" and len(unit.history) == 2
            for unit in site.project.work.state.units.values()
        )
        for _ in range(2):
            assert ann.send("POST", "/undo", {}).status == 200
