"""Attacks on an application with accounts, over HTTP: each is refused, and logged."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from panelwise.web.accounts import Accounts
from signing_in import PASSWORD, QUICK, serving_accounts

pytestmark = pytest.mark.extra
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
FETCH = {"content_type": "application/json"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    accounts = Accounts(tmp_path_factory.mktemp("accounts") / "people.sqlite", QUICK)
    accounts.add("root", "Root", ["admin"], PASSWORD)
    accounts.add("kim", "Kim", ["annotator"], PASSWORD)
    with serving_accounts(accounts) as found:
        yield found


@pytest.fixture
def kim(site):
    browser = site.browser()
    assert browser.sign_in("kim").status == 303
    browser.get("/account")
    return browser


@pytest.fixture
def root(site):
    browser = site.browser()
    assert browser.sign_in("root").status == 303
    browser.get("/account")
    return browser


def test_signing_in_leads_back_to_where_one_wanted_to_go(site):
    browser = site.browser()
    first = browser.get("/work?item=3&x=a%20b")
    assert (first.status, first.location) == (303, "/sign-in?next=/work%3Fitem%3D3%26x%3Da%2520b")
    assert 'value="/work?item=3&amp;x=a%20b"' in browser.get(first.location).text
    fields = {"name": "Kim", "password": PASSWORD, "next": "/work?item=3"}
    assert browser.post("/sign-in", fields).location == "/work?item=3"
    assert browser.get("/work").text.startswith("work of kim")


def test_a_script_learns_that_the_session_has_ended(site):
    reply = site.browser().get("/work", accept="application/json")
    assert (reply.status, "ended" in reply.text) == (401, True)
    assert site.browser().ask("POST", "/work/1", b"{}", **FETCH).status == 401


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(site):
    line = site.browser().sign_in("kim").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {*line.split("; ")}
    assert "Secure" not in line  # on loopback, without TLS
    assert "Domain" not in line


def test_every_page_has_the_headers_that_forbid_foreign_scripts(kim):
    headers = kim.get("/account").headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"


# Cross-site requests


def test_a_form_without_the_token_does_nothing(site, kim):
    for wrong in ("", "0" * 64, "ä"):
        assert kim.post("/account/sign-out-everywhere", csrf=wrong).status == 403
    assert kim.get("/account").status == 200
    assert site.refusals()[0].endswith("/account/sign-out-everywhere: without the session's token")


def test_the_token_of_another_session_does_not_fit(site, kim, root):
    assert kim.csrf != root.csrf
    assert kim.post("/account/sign-out-everywhere", csrf=root.csrf).status == 403
    before = site.browser()
    before.get("/sign-in")
    assert kim.post("/account/sign-out-everywhere", csrf=before.csrf).status == 403


def test_the_log_of_refusals_does_not_hold_the_token_of_an_invitation(site):
    token, browser = site.accounts.invite(["annotator"]), site.browser()
    assert browser.post(f"/invitation/{token}", csrf="").status == 403
    assert browser.post(f"/invitation/{token}", origin="https://evil.example").status == 403
    assert all("POST /invitation/…: " in said for said in site.refusals()[:2])
    assert not any(token in said for said in site.refusals())


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_another_site_is_refused_even_with_the_token(site, kim, headers):
    assert kim.post("/account/sign-out-everywhere", **headers).status == 403
    assert site.refusals()[0].endswith("sent by another site")
    assert site.browser().sign_in("kim", **headers).status == 403


def test_our_own_pages_may_send_forms_and_fetch(site, kim):
    origin = site.url.rstrip("/")
    token = kim.get("/account/token").text.split('"')[3]
    sent = kim.ask("POST", "/work/1", b'{"values": 1}', x_csrf_token=token, origin=origin,
                   sec_fetch_site="same-origin", **FETCH)  # fmt: skip
    assert sent.status == 200
    assert site.saved[-1] == ("kim", '{"values": 1}')
    assert kim.ask("POST", "/work/1", b"{}", **FETCH).status == 403


def test_signing_in_needs_the_token_too(site):
    browser = site.browser()
    fields = {"name": "kim", "password": PASSWORD}
    assert browser.post("/sign-in", fields, csrf="x").status == 403
    assert browser.get("/work").status == 303


# Sessions


def test_a_session_that_an_attacker_planted_is_not_adopted(site):
    attacker, victim = site.browser(), site.browser()
    attacker.get("/sign-in")
    victim.cookies = dict(attacker.cookies)
    assert victim.sign_in("kim").status == 303
    assert victim.session != attacker.session
    assert victim.get("/work").status == 200
    assert attacker.get("/work").status == 303


def test_signing_in_again_ends_the_session_before(site, kim):
    thief = site.browser()
    thief.cookies = dict(kim.cookies)
    assert thief.get("/work").status == 200
    kim.post("/sign-in", {"name": "kim", "password": PASSWORD})
    assert (kim.get("/work").status, thief.get("/work").status) == (200, 303)


def test_signing_out_ends_the_session_on_the_server(site, kim):
    thief = site.browser()
    thief.cookies = dict(kim.cookies)
    assert kim.post("/sign-out").location == "/sign-in"
    assert thief.get("/work").status == 303


def test_signing_out_everywhere(site, kim):
    other = site.browser()
    other.sign_in("kim")
    kim.post("/account/sign-out-everywhere")
    assert other.get("/work").status == 303


@pytest.mark.parametrize("value", ["x", "'; DROP TABLE accounts_people; --", "a" * 5000, "é"])
def test_a_forged_cookie_is_nobody(site, kim, value):
    [name] = kim.cookies
    forger = site.browser()
    forger.cookies = {name: value.encode().decode("latin-1")}
    assert forger.get("/work").status == 303


def test_another_password_signs_out_all_other_devices(site):
    site.accounts.add("moving", "Mo", ["annotator"], PASSWORD)
    here, there = site.browser(), site.browser()
    for browser in (here, there):
        browser.sign_in("moving")
    page = here.get("/account")
    assert "Change the password" in page.text
    new = "a much better password"
    wrong = {"old": "wrong", "password": new, "again": new}
    assert here.post("/account/password", wrong).status == 403
    typo = {"old": PASSWORD, "password": new, "again": new + "x"}
    assert here.post("/account/password", typo).status == 422
    easy = {"old": PASSWORD, "password": "short", "again": "short"}
    assert "5 characters" in here.post("/account/password", easy).text
    assert here.post("/account/password", {**wrong, "old": PASSWORD}).status == 303
    assert (here.get("/work").status, there.get("/work").status) == (200, 303)
    assert there.sign_in("moving").status == 403
    assert there.sign_in("moving", new).status == 303


# Roles


def test_a_role_cannot_be_claimed(site, kim):
    for forged in ("/inspect?role=inspector", "/inspect?roles=admin&account=root"):
        assert kim.get(forged, x_role="admin", x_forwarded_user="root").status == 403
    assert site.refusals()[0] == "GET /inspect: is no inspector or admin"
    site.accounts.add("ina", "Ina", ["inspector"], PASSWORD)
    ina = site.browser()
    ina.sign_in("ina")
    assert '"ina"' in ina.get("/inspect").text


def test_only_admins_change_people(site, kim, root):
    person = next(one.id for one in site.accounts.people() if one.name == "kim")
    forged = [("do", "roles"), ("person", person), ("role", "admin")]
    assert kim.post("/people", forged).status == 403
    assert kim.get("/people").status == 403
    assert site.accounts.account(person).roles == {"annotator"}
    assert root.post("/people", [*forged[:2], ("role", "king")]).status == 422
    assert root.post("/people", [*forged[:2], ("role", "annotator")]).status == 200


def test_an_invitation_gives_its_own_roles_only(site):
    token = site.accounts.invite(["annotator"])
    browser = site.browser()
    assert "annotator" in browser.get(f"/invitation/{token}").text
    fields = [("name", "sly"), ("display", "Sly"), ("role", "admin"), ("roles", "admin"),
              ("password", PASSWORD), ("again", PASSWORD)]  # fmt: skip
    assert browser.post(f"/invitation/{token}", fields).location == "/work"
    sly = next(one for one in site.accounts.people() if one.name == "sly")
    assert sly.roles == {"annotator"}
    again = site.browser()
    assert again.get(f"/invitation/{token}").status == 404
    again.get("/sign-in")
    twin = [("name", "twin"), *fields[1:]]
    assert again.post(f"/invitation/{token}", twin).status in (403, 404)
    assert "twin" not in {one.name for one in site.accounts.people()}


def test_an_admin_invites_somebody_in_the_browser(site, root):
    reply = root.post("/people", [("do", "invite"), ("role", "examiner"), ("note", "Eva")])
    address = reply.text.partition('class="secret" value="')[2].partition('"')[0]
    assert address.startswith(site.url + "invitation/")
    assert "examiner" in site.browser().get(urlsplit(address).path).text
    [one] = [one for one in site.accounts.invitations() if one.note == "Eva"]
    root.post("/people", {"do": "revoke", "invitation": one.id})
    assert site.browser().get(urlsplit(address).path).status == 404


def test_who_is_deactivated_is_out_at_once(site, root):
    person = site.accounts.add("gone", "Gone", ["annotator"], PASSWORD).id
    browser = site.browser()
    browser.sign_in("gone")
    root.post("/people", {"do": "deactivate", "person": person})
    assert browser.get("/work").status == 303
    assert browser.sign_in("gone").status == 403


# What is stored, and what is sent


def test_stored_html_is_text(site, root):
    token = site.accounts.invite(["annotator"], note=HOSTILE)
    browser = site.browser()
    browser.get(f"/invitation/{token}")
    joined = {"name": "bobby", "display": HOSTILE, "password": PASSWORD, "again": PASSWORD}
    assert browser.post(f"/invitation/{token}", joined).status == 303
    site.accounts.invite(["annotator"], note=HOSTILE)
    for page in (browser.get("/account"), root.get("/people")):
        assert "&lt;script&gt;alert(1)" in page.text
        assert "<script" not in page.text
        assert "<img" not in page.text
    refused = site.browser().sign_in(HOSTILE)
    assert "<script" not in refused.text
    assert "<img" not in refused.text


def test_a_body_that_is_too_large_is_refused_before_it_is_read(site, kim):
    sent = len(site.saved)
    kim.csrf = kim.get("/work").text.split()[-1]
    big = kim.ask("POST", "/work/1", b"x" * 20_001, x_csrf_token=kim.csrf, **FETCH)
    assert (big.status, "20000 bytes" in big.text) == (413, True)
    host, port = urlsplit(site.url).hostname, urlsplit(site.url).port
    cookie = "; ".join(f"{name}={value}" for name, value in kim.cookies.items())
    with socket.create_connection((host, port), timeout=20) as line:
        line.sendall(
            f"POST /work/1 HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\n"
            f"x-csrf-token: {kim.csrf}\r\ntransfer-encoding: chunked\r\n\r\n".encode()
        )
        line.sendall(b"4e20\r\n" + b"x" * 20_000 + b"\r\n5\r\nxxxxx\r\n0\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 413")
    assert len(site.saved) == sent
    many = [(f"field{number}", "") for number in range(300)]
    assert kim.post("/account/sign-out-everywhere", many).status == 400


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_other_methods_do_not_exist(kim, method):
    assert kim.ask(method, "/work").status in (400, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../work",
        "/static/%2e%2e/work",
        "/accounts/../people",
        "//evil.example/work",
        "/accounts/..%5c..%5cpeople",
        "/accounts/%00",
        "/invitation/../work",
    ],
)
def test_no_path_leads_around_the_door(site, kim, path):
    for browser in (site.browser(), kim):
        assert browser.get(path).status == 404


def test_signing_in_leads_to_no_other_site(site):
    for evil in ("//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nx: y"):
        browser = site.browser()
        browser.get("/sign-in")
        fields = {"name": "kim", "password": PASSWORD, "next": evil}
        assert browser.post("/sign-in", fields).location == "/work"


def test_a_name_that_points_here_gets_nothing(site):
    assert site.browser().get("/sign-in", host="evil.example").status == 421


def test_the_log_has_no_secrets(site, kim):
    kim.sign_in("kim")
    site.browser().sign_in("hunter2 in the wrong field", "hunter2")
    stored = "".join(map(str, site.accounts.entries(1000)))
    assert "hunter2" not in stored
    assert PASSWORD not in stored
    assert kim.session not in stored
