"""Behind a proxy: who is believed about addresses and https, and who is not."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from panelwise.errors import InputError
from panelwise.web import Access, Rules
from panelwise.web.accounts import Accounts
from signing_in import PASSWORD, QUICK, serving_accounts

pytestmark = pytest.mark.extra
PUBLIC = "https://comics.example"
AS_PUBLIC = {"host": "comics.example", "x_forwarded_proto": "https"}


def addresses(site):
    return [one.address for one in site.accounts.entries() if one.event == "refused"]


@pytest.fixture
def accounts(tmp_path):
    made = Accounts(tmp_path / "people.sqlite", QUICK)
    made.add("kim", "Kim", ["annotator"], PASSWORD)
    return made


def test_behind_a_trusted_proxy(accounts):
    with serving_accounts(accounts, public_url=PUBLIC, proxies=("127.0.0.1",)) as site:
        kim = site.browser()
        kim.get("/sign-in", **AS_PUBLIC)
        fields = {"name": "kim", "password": PASSWORD}
        first = kim.post("/sign-in", fields, origin=PUBLIC, **AS_PUBLIC)
        assert first.status == 303
        name, _, rest = first.headers["set-cookie"].partition("=")
        assert name.startswith("__Host-panelwise-")
        assert "; Secure" in rest
        assert kim.get("/work", **AS_PUBLIC).status == 200
        guess = {"name": "kim", "password": "x"}
        # The sender wrote the first address; the proxy added the second.
        chain = {"x_forwarded_for": "9.9.9.9, 10.1.1.1, 127.0.0.1"}
        assert kim.post("/sign-in", guess, origin=PUBLIC, **AS_PUBLIC, **chain).status == 403
        assert addresses(site)[0] == "10.1.1.1"
        chain = {"x_forwarded_for": "9.9.9.9, 2001:db8::1"}
        kim.post("/sign-in", guess, origin=PUBLIC, **AS_PUBLIC, **chain)
        assert addresses(site)[0] == "2001:db8::/64"
        assert kim.post("/sign-in", guess, origin="https://evil.example", **AS_PUBLIC).status == 403


def test_an_invitation_has_the_public_address(accounts):
    accounts.add("root", "Root", ["admin"], PASSWORD)
    with serving_accounts(accounts, public_url=PUBLIC, proxies=("127.0.0.1",)) as site:
        root = site.browser()
        assert root.sign_in("root").status == 303
        root.get("/people")
        page = root.post("/people", {"do": "invite", "role": "annotator"})
        assert f'class="secret" value="{PUBLIC}/invitation/' in page.text


def test_without_a_trusted_proxy_its_headers_mean_nothing(accounts):
    with serving_accounts(accounts) as site:
        forged = {"x_forwarded_for": "9.9.9.9", "x_forwarded_proto": "https",
                  "forwarded": "for=9.9.9.9", "x_real_ip": "9.9.9.9"}  # fmt: skip
        kim = site.browser()
        assert "Secure" not in kim.sign_in("kim", **forged).headers["set-cookie"]
        other = site.browser()
        for number in range(6):
            last = other.sign_in("kim", "x", **forged | {"x_forwarded_for": f"9.9.9.{number}"})
        assert (last.status, last.headers["retry-after"] is not None) == (429, True)
        assert {*addresses(site)} == {"127.0.0.1"}
        assert kim.get("/work", host="comics.example").status == 421


@pytest.mark.parametrize("url", ["comics.example", "ftp://x", "https://x/path", "https://x:y", "/"])
def test_a_public_url_that_is_none(url):
    with pytest.raises(InputError, match="is not a public URL"):
        Access.with_accounts("127.0.0.1", url)


def test_a_proxy_is_an_address_or_a_network():
    assert Rules.of_forms(proxies=("10.0.0.0/8",)).trusts("10.2.3.4")
    assert not Rules.of_forms(proxies=("10.0.0.0/8",)).trusts("nonsense")
    with pytest.raises(InputError, match="is not the IP address of a proxy"):
        Rules.of_forms(proxies=("proxy.lan",))
