"""The next item: its pictures are fetched beforehand, by nobody else, and no time is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from panelwise.annotation import Assignment, HumanAnswer, NewUnit, open_project
from served_work import ordering_project, serving
from signing_in import PASSWORD
from simulated_work import category_unit, make_project

pytestmark = pytest.mark.extra
LABEL = {"name": "label", "role": "annotator", "screen": "strip-category"}


def answer(work, person, key):
    found = work.next(person)
    if isinstance(found, Assignment):
        work.submit(person, found.unit.id, HumanAnswer(f"{person}-{key:08}", {"category": 1}))
    return found


@pytest.mark.parametrize("hidden", [0, 12])
def test_what_is_announced_comes_next_whatever_others_do(tmp_path: Path, hidden: int):
    """Gold and work alike, so that an announcement says nothing of an item."""
    gold = {"every": 3, "pause_below": 0.0, "at_least": 50} if hidden else None
    people = ["ann", "bo", "cy", "di"]
    dice = random.Random(4)
    with make_project(tmp_path / "p", 60, hidden, stages=[LABEL], hidden_gold=gold) as project:
        work = project.work
        for name in people:
            work.join(name, ["annotator"])
        purposes = set()
        for number in range(40):
            name = dice.choice(people)
            announced = work.ahead(name)
            found = answer(work, name, number)
            assert announced is None or found.unit is announced.unit
            assert work.ahead(name) is not None
            purposes.add(found.unit.purpose)
        assert len(purposes) == 1 + bool(hidden)


def test_a_unit_kept_for_somebody_goes_to_others_before_they_have_nothing_to_do(tmp_path: Path):
    with make_project(tmp_path / "p", 3, stages=[LABEL]) as project:
        work = project.work
        for name in ("ann", "bo", "cy"):
            work.join(name, ["annotator"])
        first = work.next("ann")
        kept = work.ahead("ann")
        assert kept.unit is not first.unit
        assert work.next("bo").unit not in (first.unit, kept.unit)
        assert work.ahead("bo") is None or work.ahead("bo").unit is kept.unit
        assert work.next("cy").unit is kept.unit
        assert work.ahead("ann") is None, "it is no longer to be had"
        work.submit("ann", first.unit.id, HumanAnswer("key-of-ann", {"category": 1}))
        assert work.next("ann") == "wait"


def test_nothing_is_announced_to_the_paused_or_after_the_test_is_over(tmp_path: Path):
    test = {"items": 2, "above": 0.5, "attempts": 1}
    with make_project(tmp_path / "p", 9, stages=[LABEL], qualification=test) as project:
        work = project.work
        known = category_unit(0).data | {"known": {"category": 1}}
        project.add_units(NewUnit(f"q{i}", "b", known, "qualification") for i in range(2))
        work.join("ann", ["annotator"])
        first = work.next("ann")
        assert {first.unit.id, work.ahead("ann").unit.id} == {"q0", "q1"}
        answer(work, "ann", 1)
        work.next("ann")
        assert work.ahead("ann") is None, "whether work follows depends on the last answer"
        answer(work, "ann", 2)
        work.next("ann")
        assert work.ahead("ann").unit.purpose == "work"
        work.pause("ann", "wait")
        assert work.ahead("ann") is None


def test_later_stages_come_first_though_something_was_announced(tmp_path: Path):
    check = {"name": "check", "type": "vote", "role": "annotator", "rejected": "redo"}
    stages = [LABEL | {"then": "check"}, check]
    with make_project(tmp_path / "p", 9, stages=stages) as project:
        work = project.work
        work.join("ann", ["annotator"])
        work.join("bo", ["annotator"])
        work.next("ann")
        answer(work, "bo", 1)
        assert work.ahead("ann").stage.name == "label"
        answer(work, "ann", 1)
        assert work.next("ann").stage.name == "check"


def test_only_the_person_who_gets_an_item_next_may_fetch_its_pictures(tmp_path: Path):
    with serving(ordering_project(tmp_path)) as site:
        ann, bo = site.person("ann"), site.person("bo")
        screen = ann.open()
        ahead = screen.work["prefetch"]
        assert len(ahead) == 3
        first = ann.get(ahead[0])
        assert (first.status, "immutable" in first.headers["cache-control"]) == (200, True)
        assert bo.get(ahead[0]).status == 409
        token = ahead[0].split("/")[2]
        assert (
            ann.send("POST", f"/work/{token}", {"key": "too-early-1", "values": {}}).status == 409
        )
        assert ann.send("PUT", f"/work/{token}/draft", {"values": {}}).status == 409
        ann.submit(screen, "key-of-ann-1")
        again = ann.open()
        assert again.pictures[:3] == ahead
        assert again.work["prefetch"] != ahead


def test_a_restart_forgets_what_was_announced_and_nothing_else(tmp_path: Path):
    with make_project(tmp_path / "p", 9, stages=[LABEL]) as project:
        project.work.join("ann", ["annotator"])
        unit = project.work.next("ann").unit.id
    with open_project(tmp_path / "p") as project:
        assert project.work.ahead("ann") is None
        assert project.work.next("ann").unit.id == unit
        assert project.work.ahead("ann") is not None


@pytest.mark.browser
def test_items_follow_one_another_on_one_page(chromium, tmp_path: Path):
    """Pictures are there before they are shown; keys of a page that is gone do nothing."""
    with serving(ordering_project(tmp_path, items=3)) as site:
        tab = chromium.new_page()
        faults, loaded, announced = [], [], []
        tab.on("pageerror", lambda error: faults.append(str(error)))
        tab.on("console", lambda one: faults.append(one.text) if one.type == "error" else None)
        tab.on("request", lambda one: loaded.append(one.url.removeprefix(site.url)))
        tab.goto(f"{site.url}sign-in")
        tab.fill("input[name=name]", "ann")
        tab.fill("input[name=password]", PASSWORD)
        tab.keyboard.press("Enter")
        tab.get_by_role("link", name="Begin").click()
        tab.wait_for_selector("form.work[data-ready]")
        tab.evaluate("window.mark = 'the same page'")
        for number in range(3):
            work = tab.locator("form.work").get_attribute("data-work")
            tab.wait_for_load_state("networkidle")
            said = tab.locator("#announcements").all_text_contents()
            assert said in ([], [""]), "of the item before"
            for key in ("2", "0", "1"):
                tab.keyboard.press(key)
            loaded.clear()
            announced += tab.locator("#announcements").all_text_contents()
            tab.keyboard.press("Control+Enter")
            if number < 2:
                selector = "form.work[data-ready]"
                tab.wait_for_function(
                    "([one, was]) => { const form = document.querySelector(one);"
                    " return form && form.dataset.work !== was; }", arg=[selector, work],
                )  # fmt: skip
                assert tab.evaluate("window.mark") == "the same page"
                assert tab.evaluate("document.activeElement.tagName") == "H1"
                assert tab.evaluate("scrollY") == 0
                assert tab.locator(".answer .card").count() == 0
                token = tab.locator("form.work").get_attribute("data-work").split("/work/")[1][:32]
                assert not [one for one in loaded if token in one and "/pictures/" in one]
        tab.get_by_role("heading", name="Everything is done").wait_for()
        assert tab.locator("#announcements").all_text_contents() == [""]
        tab.close()
    assert faults == []
    assert any(announced), "there was something to clear"
    assert [one.body["values"] for one in site.submitted()] == [{"order": [2, 0, 1]}] * 3


def test_reviewers_get_training_and_test_too(tmp_path: Path):
    """They answer items of a stage that is not theirs, and then get their own work."""
    check = {"name": "check", "type": "review", "role": "inspector", "rejected": "redo"}
    stages = [LABEL | {"then": "check"}, check]
    test = {"items": 1, "above": 0.5, "attempts": 1}
    with make_project(tmp_path / "p", 2, stages=stages, training=1, qualification=test) as project:
        work, known = project.work, category_unit(0).data | {"known": {"category": 1}}
        project.add_units([NewUnit("t", "b", known, "training")])
        project.add_units([NewUnit("q", "b", known, "qualification")])
        work.join("ina", ["inspector"])
        assert [answer(work, "ina", number).unit.id for number in range(2)] == ["t", "q"]
        assert work.next("ina") == "wait"
        assert work.state.people["ina"].qualified
