"""The pages of accounts in Chromium: real forms, real headers, and what axe-core finds."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from panelwise.web.accounts import Accounts
from signing_in import PASSWORD, QUICK, serving_accounts

pytestmark = [pytest.mark.browser, pytest.mark.extra]


def serious(page):
    from axe_core_python.sync_playwright import Axe

    found = Axe().run(page)["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


def test_somebody_is_invited_joins_and_signs_out(chromium, tmp_path):
    accounts = Accounts(tmp_path / "people.sqlite", QUICK)
    accounts.add("root", "Root", ["admin"], PASSWORD)
    with serving_accounts(accounts) as site:
        base = site.url.rstrip("/")
        admin, guest = chromium.new_context(), chromium.new_context(color_scheme="dark")
        page = admin.new_page()
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{base}/people")
        assert serious(page) == []
        page.keyboard.type("root")
        page.keyboard.press("Tab")
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}/people")
        form = page.locator("form").filter(has_text="For whom")
        form.get_by_label("annotator", exact=True).check()
        page.get_by_label("For whom").fill("Nora")
        page.get_by_role("button", name="Make an invitation").click()
        address = page.locator(".secret").input_value()
        assert page.evaluate("getSelection().toString()") == address
        admin.grant_permissions(["clipboard-read", "clipboard-write"])
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.get_by_text("Copied.").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == address
        assert serious(page) == []

        other = guest.new_page()
        other.goto(address)
        assert serious(other) == []
        other.get_by_label("Name to sign in with").fill("nora")
        other.get_by_label("Name that others see").fill("Nora <b>")
        other.get_by_label("New password").fill(PASSWORD)
        other.get_by_label("The same again").fill(PASSWORD)
        other.get_by_role("button", name="Join").click()
        other.wait_for_url(f"{base}/work")
        assert "work of nora" in other.content()
        other.goto(f"{base}/account")
        assert serious(other) == []
        other.get_by_role("button", name="Sign out", exact=True).click()
        other.wait_for_url(f"{base}/sign-in")
        assert said == []  # no policy was broken, nothing was missing
        assert site.refusals() == []
        for one in (admin, guest):
            one.close()
