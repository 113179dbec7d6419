"""Who may ask a server of ours, and what a browser may do with its answers."""

from __future__ import annotations

import asyncio

import pytest

from panelwise.errors import InputError
from panelwise.web import Access, Guard, Rules, listen


async def inner(scope, receive, send):
    await send({"type": "http.response.start", "status": 200,
                "headers": [(b"cache-control", b"private")]})  # fmt: skip
    await send({"type": "http.response.body", "body": b"a page"})


def ask(access, path="/", *, method="GET", **headers):
    """Status, headers and body that a guarded application answers."""
    given = {"host": "127.0.0.1:8014"} | headers
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(Guard(inner, access)(scope, None, send))
    start, *bodies = sent
    fields = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], fields, b"".join(one["body"] for one in bodies)


LOCAL = Access.to("127.0.0.1")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1", "[::1]:8014", "LOCALHOST"])
def test_this_machine_is_known_by_its_names(host):
    assert ask(LOCAL, host=host)[::2] == (200, b"a page")


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io"])
def test_another_name_that_points_here_gets_nothing(host):
    status, _, body = ask(LOCAL, host=host)
    assert status == 421
    assert b"a page" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_only_reading_is_possible(method):
    status, headers, _ = ask(LOCAL, method=method)
    assert (status, headers["allow"]) == (405, "GET, HEAD")


def test_no_script_of_others_runs_and_no_site_may_frame_or_use_the_answers():
    for _, headers, _ in (ask(LOCAL), ask(LOCAL, host="evil.example")):
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
    assert ask(LOCAL)[1]["cache-control"] == "private"  # what the application says stays


def test_loopback_needs_no_token_and_the_network_does():
    assert LOCAL.token == Access.to("localhost").token == Access.to("::1").token == ""
    first, second = Access.to("0.0.0.0"), Access.to("0.0.0.0")
    assert len(first.token) >= 32
    assert first.token != second.token
    assert first.token not in repr(first)


def test_the_token_becomes_a_cookie_and_leaves_the_address():
    access = Access.to("0.0.0.0")
    assert ask(access)[0] == 403
    assert ask(access, "/?token=")[0] == 403
    assert ask(access, f"/?token={access.token}x")[0] == 403
    status, headers, _ = ask(access, f"/runs/a?q=b+c&token={access.token}")
    assert (status, headers["location"]) == (303, "/runs/a?q=b+c")
    cookie, *flags = headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Lax"} <= {*flags}
    assert ask(access, "/runs/a", cookie=cookie)[::2] == (200, b"a page")
    assert ask(access, "/runs/a", cookie=cookie + "x")[0] == 403
    assert ask(access, "/runs/a", cookie="\x01;;=")[0] == 403


def test_the_way_to_the_cookie_leads_to_no_other_site():
    access = Access.to("0.0.0.0")
    _, headers, _ = ask(access, f"//evil.example/?token={access.token}")
    assert headers["location"] == "/evil.example/"


def test_an_address_that_is_taken_is_named():
    at = listen("127.0.0.1", 0)
    with at.socket:
        port = at.socket.getsockname()[1]
        assert at.url == f"http://127.0.0.1:{port}/"
        with pytest.raises(InputError, match=rf"cannot listen on 127\.0\.0\.1:{port}"):
            listen("127.0.0.1", port)


def test_the_printed_address_has_the_token():
    at = listen("0.0.0.0", 0)
    with at.socket:
        assert at.url.endswith(f"/?token={at.access.token}")


def test_a_body_that_comes_too_slowly_is_not_waited_for():
    sent = []

    async def never():
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    rules = Rules(methods=("GET", "POST"), body_limit=10, body_seconds=0.01)
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"",
             "headers": [(b"host", b"127.0.0.1")]}  # fmt: skip
    asyncio.run(Guard(inner, LOCAL, rules)(scope, never, send))
    assert sent[0]["status"] == 408
