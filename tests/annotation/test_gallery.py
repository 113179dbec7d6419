"""Every screen of the registry as a page: shown in the documentation, and without fault for axe."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")
pytest.importorskip("fastapi", reason="needs the extra annotate")

from panelwise.annotation.screens import SCREENS
from served_work import ordering_project, serving
from signing_in import PASSWORD

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ROOT / "docs" / "screens"
CONSENT = dict.fromkeys(
    ("purpose", "tasks_and_times", "breaks", "voluntary", "anonymity", "payment",
     "personal_data", "use_and_storage"), "Words.",
)  # fmt: skip
SIZES = ((1366, 768), (820, 1180))  # a laptop and a tablet


def test_the_documentation_shows_every_screen():
    files = sorted(SHOWN.glob("*.webp"))
    assert sorted(file.stem for file in files) == sorted(SCREENS.names())
    assert max(file.stat().st_size for file in files) <= 120_000
    words = (ROOT / "docs" / "screens.md").read_text("utf-8")
    assert re.findall(r"\(screens/([\w-]+)\.webp\)", words) == sorted(SCREENS.names())


@pytest.mark.browser
@pytest.mark.slow
def test_axe_finds_no_fault_on_any_screen(
    chromium, axe, pack_of, press_folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(sys, "path", [str(ROOT / "bench"), *sys.path])
    import gallery

    found = {}
    for name in SCREENS.names():
        pack = pack_of(gallery.SOLVED[name]) if name in gallery.SOLVED else None
        folder = gallery.gallery_project(tmp_path / name, press_folder, name, pack)
        context = chromium.new_context()
        tab = context.new_page()
        with gallery.served_gallery(folder) as url:
            gallery.sign_in(tab, url)
            for scheme, (width, height) in product(("light", "dark"), SIZES):
                tab.emulate_media(color_scheme=scheme)
                tab.set_viewport_size({"width": width, "height": height})
                found[name, scheme, width] = axe(tab)
                assert tab.evaluate("document.documentElement.scrollWidth") <= width, name
            tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            found[name, "everything open"] = axe(tab)
            context.close()
    assert {look: faults for look, faults in found.items() if faults} == {}


@pytest.mark.browser
@pytest.mark.slow
def test_axe_finds_no_fault_on_the_pages_around_the_work(chromium, axe, tmp_path):
    folder = ordering_project(
        tmp_path, people=["ann"], items=1, consent=CONSENT,
        stages=[{"name": "solve", "role": "annotator", "then": "check"},
                {"name": "check", "type": "review", "role": "inspector", "then": "accepted",
                 "rejected": "redo"}],
    )  # fmt: skip
    found = {}
    with serving(folder) as site:
        site.accounts.add("ins", "Ins", ["inspector"], PASSWORD)
        site.accounts.add("root", "Root", ["admin"], PASSWORD)

        def look(tab, name):
            for scheme, (width, height) in product(("light", "dark"), SIZES):
                tab.emulate_media(color_scheme=scheme)
                tab.set_viewport_size({"width": width, "height": height})
                found[name, scheme, width] = axe(tab)
                assert tab.evaluate("document.documentElement.scrollWidth") <= width, name

        def signed_in(name):
            tab = chromium.new_context().new_page()
            tab.goto(f"{site.url}sign-in")
            tab.fill("[name=name]", name)
            tab.fill("[name=password]", "wrong")
            tab.keyboard.press("Enter")
            tab.get_by_role("alert").wait_for()
            look(tab, "sign in, wrong password")
            tab.fill("[name=name]", name)
            tab.fill("[name=password]", PASSWORD)
            tab.keyboard.press("Enter")
            tab.wait_for_url(lambda url: "sign-in" not in url)
            return tab

        def visit(tab, *paths):
            for path in paths:
                tab.goto(site.url + path)
                look(tab, path)

        ann = signed_in("ann")
        visit(ann, "", "account", "consent", "people", "no-such-page")
        ann.goto(f"{site.url}consent")
        ann.get_by_role("button", name="Yes").click()
        ann.wait_for_selector("form[data-ready=yes]")
        ann.keyboard.press("?")
        look(ann, "help")
        person = site.person("ann")
        assert person.submit(person.open(), "key-of-the-answer").status == 200
        visit(ann, "work")
        assert ann.locator("form[data-ready]").count() == 0, "there is nothing left to do"
        ins = signed_in("ins")
        visit(ins, "consent")
        ins.get_by_role("button", name="Yes").click()
        ins.wait_for_selector("form[data-ready=yes]")
        look(ins, "a review")
        root = signed_in("root")
        visit(root, "export", "people")
        root.get_by_role("checkbox", name="annotator").first.check()
        root.get_by_role("button", name="Make an invitation").click()
        address = root.locator(".secret").input_value()
        look(root, "people, invited")
        guest = chromium.new_context().new_page()
        guest.goto(address)
        look(guest, "invitation")
    assert {look: faults for look, faults in found.items() if faults} == {}
