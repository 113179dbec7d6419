"""Every screen of the registry as a page: shown in the documentation, and without fault for axe."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")
pytest.importorskip("fastapi", reason="needs the extra annotate")

from panelwise.annotation import as_procedure, create_project, open_project, units_of_pack
from panelwise.annotation.app import write_person_sheet
from panelwise.annotation.screens import SCREENS
from panelwise.packs import write_subset
from panelwise.web.accounts import Accounts
from served_work import ordering_project, serving
from signing_in import PASSWORD, QUICK

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ROOT / "docs" / "screens"
CONSENT = dict.fromkeys(
    ("purpose", "tasks_and_times", "breaks", "voluntary", "anonymity", "payment",
     "personal_data", "use_and_storage"), "Words.",
)  # fmt: skip
SIZES = ((1366, 768), (820, 1180))  # a laptop and a tablet
VOTED = {
    "name": "voted", "title": "Voted", "instructions": "Put the panels into order.",
    "consent": CONSENT, "training": 1,
    "stages": [
        {"name": "solve", "role": "annotator", "screen": "solve", "then": "check"},
        {"name": "check", "type": "review", "role": "inspector", "people": 2, "then": "accepted",
         "rejected": "redo", "split": "vote"},
        {"name": "vote", "type": "vote", "role": "examiner", "people": 1, "then": "accepted",
         "rejected": "redo"},
    ],
}  # fmt: skip
READY = "form.work[data-ready=yes]"


class Looks:
    """What axe-core finds at both widths in both schemes, by the name of the page."""

    def __init__(self, axe):
        self._axe, self.found = axe, {}

    def take(self, tab, name):
        for scheme, (width, height) in product(("light", "dark"), SIZES):
            tab.emulate_media(color_scheme=scheme)
            tab.set_viewport_size({"width": width, "height": height})
            self.found[name, scheme, width] = self._axe(tab)
            assert tab.evaluate("document.documentElement.scrollWidth") <= width, name

    @property
    def faults(self):
        return {look: faults for look, faults in self.found.items() if faults}


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

    looks = Looks(axe)
    for name in SCREENS.names():
        pack = pack_of(gallery.SOLVED[name]) if name in gallery.SOLVED else None
        folder = gallery.gallery_project(tmp_path / name, press_folder, name, pack)
        context = chromium.new_context()
        tab = context.new_page()
        with gallery.served_gallery(folder) as url:
            gallery.sign_in(tab, url)
            looks.take(tab, name)
            tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            looks.found[name, "everything open"] = axe(tab)
            context.close()
    assert looks.faults == {}


@pytest.mark.browser
@pytest.mark.slow
def test_axe_finds_no_fault_on_the_pages_around_the_work(chromium, axe, tmp_path):
    folder = ordering_project(
        tmp_path, people=["ann"], items=1, consent=CONSENT,
        stages=[{"name": "solve", "role": "annotator", "then": "check"},
                {"name": "check", "type": "review", "role": "inspector", "then": "accepted",
                 "rejected": "redo"}],
    )  # fmt: skip
    looks = Looks(axe)
    look = looks.take
    with serving(folder) as site:
        site.accounts.add("ins", "Ins", ["inspector"], PASSWORD)
        site.accounts.add("root", "Root", ["admin"], PASSWORD)

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
    assert looks.faults == {}


@pytest.fixture
def voted(pack_of, tmp_path):
    """A project with real pictures whose only item two inspectors disagree about."""
    whole = pack_of("stripcipher.reordering_generation")
    names = [item.id for item in whole.items()]
    work = write_subset(whole, names[:1], tmp_path / "work")
    training = write_subset(whole, names[1:2], tmp_path / "training")
    folder = tmp_path / "voted"
    create_project(folder, as_procedure(VOTED, "test"), packs=[work.path, training.path], seed=1)
    with open_project(folder) as project:
        project.add_units(units_of_pack(work))
        project.add_units(units_of_pack(training, "training"))
        accounts = Accounts(project.store.engine, QUICK)
        for name, role in (("ann", "annotator"), ("bo", "annotator"), ("one", "inspector"),
                           ("two", "inspector"), ("ex", "examiner")):  # fmt: skip
            accounts.add(name, name.title(), [role], PASSWORD)
    return folder


@pytest.mark.browser
@pytest.mark.slow
def test_axe_finds_no_fault_in_training_a_vote_and_on_sheets(chromium, axe, voted, tmp_path):
    looks = Looks(axe)
    with serving(voted) as site:

        def working(name):
            tab = chromium.new_context().new_page()
            tab.goto(f"{site.url}sign-in")
            tab.fill("[name=name]", name)
            tab.fill("[name=password]", PASSWORD)
            tab.keyboard.press("Enter")
            tab.wait_for_url(lambda url: "sign-in" not in url)
            tab.goto(f"{site.url}work")
            tab.locator("h1:focus").press("Tab")
            tab.locator("button:focus").press("Enter")  # agrees
            tab.wait_for_selector(READY)
            return tab

        def ordered(tab):
            for key in range(tab.locator(".card").count()):
                tab.keyboard.press(str(key + 1))
            tab.keyboard.press("Control+Enter")

        def trained(name):
            tab = working(name)
            ordered(tab)
            tab.wait_for_url("**/feedback/**")
            if name == "ann":
                looks.take(tab, "feedback on the training")
            tab.locator("h1:focus").press("Tab")
            tab.locator("a:focus").press("Enter")
            tab.wait_for_selector(READY)
            return tab

        ann = trained("ann")
        ordered(ann)
        ann.get_by_role("button", name="Take back the last answer").wait_for()
        looks.take(ann, "nothing to do")
        for name, key in (("one", "1"), ("two", "2")):
            inspector = trained(name)
            inspector.keyboard.press(key)
            inspector.locator(".field-text textarea").fill("It begins later.")
            inspector.keyboard.press("Control+Enter")
            inspector.get_by_role("button", name="Take back the last answer").wait_for()
        looks.take(trained("ex"), "a vote")
        [person] = [one.id for one in site.accounts.people() if one.name == "bo"]
        site.project.work.join(person, ["annotator"])
        write_person_sheet(site.project, person, tmp_path / "sheet")
    tab = chromium.new_context().new_page()
    address = (tmp_path / "sheet" / "index.html").as_uri()
    tab.goto(address)
    looks.take(tab, "consent of a sheet")
    tab.click("#agree")
    tab.wait_for_selector(".sheet-items")
    looks.take(tab, "list of a sheet")
    tab.click(".sheet-items a >> nth=0")
    tab.wait_for_selector(READY)
    looks.take(tab, "item of a sheet")
    ordered(tab)
    tab.wait_for_selector("#next")
    looks.take(tab, "feedback of a sheet")
    assert len(looks.found) == 4 * 7
    assert looks.faults == {}
