"""Study screens as pages: what stands where, what is kept, and what admins and reviewers see."""

from __future__ import annotations

import hashlib
import html
import json
import re
from contextlib import contextmanager

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from PIL import Image

from panelwise.annotation import NewUnit, as_procedure, create_project, open_project
from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import filled_fields
from panelwise.annotation.app._passes import drawn_passes
from panelwise.annotation.exchange import Release, export_records
from panelwise.annotation.screens import (
    DESCRIPTION,
    ERROR_CATEGORY,
    UNIQUE_ORDER,
    ProjectSources,
)
from panelwise.comics import encode_png
from panelwise.errors import FormError, InputError
from panelwise.tasks import Option
from panelwise.tasks.forms import Form, GivenShape, LinksField, OrderField, ShapesField
from panelwise.web.accounts import Accounts
from served_work import ordering_project, serving
from signing_in import PASSWORD, QUICK

pytestmark = pytest.mark.extra


def words(page: str) -> str:
    """What can be read on a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_captions_of_pictures_that_became_cards_are_left_out(tmp_path):
    """An ordering item shows "Frame 1:", picture, "Frame 2:", picture; the cards have numbers."""
    captions = ["First look.\nFrame 1:\n", "Frame 2:\n", "Frame 3:\n"]
    with serving(ordering_project(tmp_path, items=1, captions=captions)) as site:
        page = site.person("ann").open().page
    [shown] = re.findall(r'work-shown">(.*)</div>\s*<div class="work-fields', page, re.DOTALL)
    assert words(shown) == "First look. Put the panels into order."
    assert 'class="work"' in page, "without a picture there is no column for it"


DRAFTS = ["A girl runs.", "She waits & waits."]
PICTURE = {"width": 40, "height": 30, "alt": "A panel"}


@contextmanager
def study(folder, *stages, units=1, **data):
    """A served project whose units have two panels and drafts of their descriptions."""
    plan = {"name": "study", "title": "Study", "instructions": "Read first.", "stages": stages}
    create_project(folder, as_procedure(plan, "test"))
    pictures = []
    for number in range(2):
        image = encode_png(Image.new("RGB", (40, 30), (90 * number, 90, 200)))
        name = hashlib.sha256(image).hexdigest()
        (folder / "pictures").mkdir(exist_ok=True)
        (folder / "pictures" / f"{name}.png").write_bytes(image)
        pictures.append(PICTURE | {"sha256": name})
    with open_project(folder) as project:
        known = {"pictures": pictures, "drafts": DRAFTS}
        project.add_units(NewUnit(f"u{i}", "book", known | data) for i in range(units))
        accounts = Accounts(project.store.engine, QUICK)
        roles = {"ann": "annotator", "bo": "annotator", "ina": "inspector", "adam": "adjudicator"}
        for name, role in (roles | {"root": "admin"}).items():
            accounts.add(name, name.title(), [role], PASSWORD)
    with serving(folder) as site:
        yield site


def described(*texts, order=0):
    return {"order": order} | {f"panel_{i}": text for i, text in enumerate(texts, 1)}


RATE = {"name": "rate", "role": "annotator", "screen": "harmful", "then": "check"}
DESCRIBE = {"name": "describe", "role": "annotator", "screen": "description", "then": "check"}
CHECK = {"name": "check", "type": "review", "role": "inspector", "instructions": "Look <twice>."}


def test_inspectors_see_each_panel_with_its_text_and_the_draft(tmp_path):
    with study(tmp_path / "p", DESCRIBE, CHECK) as site:
        ann, ina = site.person("ann"), site.person("ina")
        screen = ann.open()
        assert "Look &lt;twice" not in screen.page, "instructions of another stage"
        fields = [json.loads(html.unescape(one))
                  for one in re.findall(r'data-field="([^"]+)"', screen.page)]  # fmt: skip
        assert [one.get("image") for one in fields] == [None, 0, 1]
        values = described("A small girl runs.", DRAFTS[1])
        body = {"key": "key-of-ann-1", "values": values}
        assert ann.send("POST", screen.work["submit"], body).status == 200
        page = ina.open().page
    assert '<p class="diff" data-before="A girl runs.">A small girl runs.</p>' in page
    assert page.count("Unchanged from the draft.") == 1
    assert "Look &lt;twice&gt;." in page
    assert page.count("<image href=") == 2


def test_a_part_of_a_page_is_shown_next_to_its_draft(tmp_path):
    box = [0, 0, 20, 15]
    panels = [{"picture": 0, "box": box}, {"picture": 1, "box": box}]
    with study(tmp_path / "p", DESCRIBE, CHECK, panels=panels) as site:
        page = html.unescape(site.person("ann").open().page)
    assert page.count('"box": [0.0, 0.0, 20.0, 15.0]') == 2
    assert page.count('class="work-picture"') == 2, "the pages themselves are seen, too"


@pytest.mark.parametrize(
    "panels", [[{"picture": 0, "box": [0, 0, 1, 1]}], [{"picture": 2, "box": [0, 0, 1, 1]}] * 2,
               [{"picture": 0, "box": [5, 0, 1, 1]}] * 2, [{"box": [0, 0, 1, 1]}] * 2],
)  # fmt: skip
def test_panels_that_are_not_there_are_refused(panels):
    data = {"pictures": [PICTURE | {"sha256": "0" * 64}] * 2, "drafts": DRAFTS, "panels": panels}
    stage = WorkStage(name="describe", role="annotator", screen="description")
    with pytest.raises(InputError, match=r"unit u: .*panel"):
        DESCRIPTION.view(WorkUnit("u", data=data), stage, ProjectSources())


def test_what_is_to_be_judged_comes_before_the_pictures(tmp_path):
    """Below four panels an adjudicator decided between answers that were out of sight."""
    differ = RATE | {"people": 2, "disagree": "decide"}
    decide = {"name": "decide", "type": "adjudicate", "role": "adjudicator", "then": "check"}
    marks = {"values": {"offence": 2}}, {"values": {}, "flag": "harmful", "reason": "Cruel."}
    with study(tmp_path / "p", differ, decide, CHECK) as site:

        def answered(name, answer):
            person = site.person(name)
            screen = person.open()
            body = {"key": f"key-of-{name}"} | answer
            assert person.send("POST", screen.work["submit"], body).status == 200
            return screen.page

        answered("ann", marks[0])
        answered("bo", marks[1])
        shown = answered("adam", marks[1])
        assert 0 < shown.index("Answers that differ") < shown.index("data-picture")
        checked = site.person("ina").open().page
        assert 0 < checked.index("The report to check") < checked.index("data-picture")
        assert "harmful: Cruel." in checked
        assert "Check this report" in checked, "not an answer that the item itself shows"
    with study(tmp_path / "q", RATE, CHECK) as site:
        answered("ann", marks[0])
        checked = site.person("ina").open().page
    assert 0 < checked.index("The answer to check") < checked.index("data-picture")
    assert "Advice to the person who answered: Judge the panel" in checked


def test_a_reason_is_kept_with_a_verdict_that_accepts_and_both_are_taken_back(tmp_path):
    """It was taken without a word; and taken back, the verdict was empty."""
    kept = {"verdict": 0, "reason": "Fine, but dark."}
    with study(tmp_path / "p", RATE, CHECK) as site:
        ann, ina, root = map(site.person, ("ann", "ina", "root"))
        body = {"key": "key-of-ann-1", "values": {"offence": 2}}
        assert ann.send("POST", ann.open().work["submit"], body).status == 200
        screen = ina.open()
        assert "kept with the verdict, also if you accept" in screen.page
        body = {"key": "key-of-ina-1", "values": kept}
        assert ina.send("POST", screen.work["submit"], body).status == 200
        history = words(root.get("/dashboard/unit?id=u0").text)
        assert ina.send("POST", "/undo", {}).status == 200
        again = ina.open().work
    assert Submission.of(site.submitted()[-1]).reason == "Fine, but dark."
    assert "accept reason: Fine, but dark." in history
    assert (again["values"], again["restored"]) == (kept, True)


def test_frames_are_judged_in_the_order_of_the_answer(tmp_path):
    """They were shown as they had been shuffled, and the answer was "3 → 1 → 2" alone."""
    stages = [{"name": "solve", "role": "annotator", "then": "check"},
              {"name": "check", "type": "review", "role": "annotator"}]  # fmt: skip
    with serving(ordering_project(tmp_path, items=1, stages=stages)) as site:
        assert site.person("ann").submit(site.person("ann").open(), "key-of-ann", (1, 2, 0))
        page = site.person("bo").open().page
    [ordered] = re.findall(r'<ol class="ordered pictures".*?</ol>', page, re.DOTALL)
    assert words(ordered) == "1. Card 1 2. Card 2 3. Card 0"
    assert re.findall(r"/pictures/\w+/(\d)", ordered) == ["1", "2", "0"]
    after = page[page.index(ordered) + len(ordered) :]
    assert re.findall(r'data-image="(\d)"', after) == ["0", "1", "2"], "as they were shown"


def test_texts_in_order_are_read_in_that_order():
    cards = (Option("A", "She runs."), Option("B", "She sleeps."), Option("C"))
    form = Form((OrderField("order", "In which order?", cards),))
    [filled] = filled_fields(form, {"order": [1, 2, 0]})
    assert filled.lines == ("B → C → A",)
    read = [(card.label, card.text) for card in filled.cards]
    assert read == [("B", "She sleeps."), ("A", "She runs.")], "nothing can be read on the third"


def test_panels_of_one_picture_are_cut_out_of_it_in_the_order_of_the_answer():
    cards, boxes = tuple(map(Option, "12")), ((0.0, 0.0, 10.0, 8.0), (12.0, 0.0, 20.0, 8.0))
    form = Form((OrderField("order", "In which order?", cards, boxes=boxes),))
    [filled] = filled_fields(form, {"order": [1, 0]})
    assert [(card.label, card.picture, card.box) for card in filled.cards] == [
        ("2", 0, boxes[1]), ("1", 0, boxes[0]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("unique", "other", "fault"),
    [
        (0, "", None),
        (1, "", None),
        (1, "2 1 3", None),
        (1, "2, then 1 and 3", None),
        (0, "2 1 3", "you said that the order is the only one"),
        (1, "abc", "not an order of the panels 1 to 3"),
        (1, "2 1", "not an order of the panels 1 to 3"),
        (1, "2 1 3 3", "not an order of the panels 1 to 3"),
        (1, "1 2 3", "this is the order of the comic"),
    ],
)
def test_another_order_has_every_panel_once_and_is_another_one(unique, other, fault):
    """SC-8: what cannot be read would be left out of the pack, and nobody would notice."""
    stage = WorkStage(name="s", role="annotator", screen="unique-order")
    unit = WorkUnit("u", data={"pictures": [PICTURE | {"sha256": "0" * 64}] * 3})
    view = UNIQUE_ORDER.view(unit, stage, ProjectSources())
    values = {"unique": unique, "other": other}
    if fault is None:
        assert UNIQUE_ORDER.clean(view, values)["unique"] == unique
    else:
        with pytest.raises(FormError, match=fault):
            UNIQUE_ORDER.clean(view, values)


def test_no_option_of_a_study_has_the_key_of_a_report():
    """F meant "ambiguity" on the page and opened the dialog for ambiguous items."""
    stage = WorkStage(name="s", role="annotator", screen="error-category")
    form = ERROR_CATEGORY.view(WorkUnit("u", data={}), stage, ProjectSources()).form
    labels = [option.label for option in form.fields[0].options]
    assert labels == ["1", "2", "3", "4", "5", "6"]


def test_adjudicators_see_both_answers(tmp_path):
    two = DESCRIBE | {"people": 2, "then": "accepted", "disagree": "decide"}
    decide = {"name": "decide", "type": "adjudicate", "role": "adjudicator"}
    with study(tmp_path / "p", two, decide) as site:
        for name, text in (("ann", "A girl & a dog run."), ("bo", "A girl runs.")):
            person = site.person(name)
            body = {"key": f"key-of-{name}", "values": described(text, DRAFTS[1])}
            assert person.send("POST", person.open().work["submit"], body).status == 200
        page = site.person("adam").open().page
    [table] = re.findall(r"<tbody>.*?</tbody>", page, re.DOTALL)
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)]
    assert rows == [
        "Are all panels there, in the right order? 1: yes 1: yes",
        "Panel 1 (differs) A girl & a dog run. A girl runs.",
        "Panel 2 She waits & waits. She waits & waits.",
    ]
    assert "Ann" not in page.split("<main")[1]


BOX = {"id": "a", "class": "panel", "box": [1, 2, 30, 40]}


def test_both_passes_are_drawn_on_their_picture():
    shapes = (GivenShape("T1", "text", (0, 0, 10, 10)), GivenShape("C1", "body", (20, 20, 40, 40)))
    form = Form((
        ShapesField("boxes", "Boxes", (100, 80), ("panel",), ordered=True, image=1),
        LinksField("said", "Who?", shapes, "text", "body"),
    ))  # fmt: skip
    given = [
        Submission(1, 0, "ann", "u", "s", 1, "annotator",
                   {"boxes": [BOX], "said": [{"from": "T1", "to": "C1"}]}),
        Submission(2, 0, "bo", "u", "s", 1, "annotator", {}, flag="harmful", reason="no"),
        Submission(3, 0, "cy", "u", "s", 1, "annotator",
                   {"boxes": [BOX, BOX | {"polygon": [[0, 0], [9, 0], [9, 9]]}],
                    "said": [{"from": "T1", "to": None}]}),
    ]  # fmt: skip
    drawn = drawn_passes(form, given)
    assert {index: [len(one.shapes) for one in each] for index, each in drawn.items()} == {
        0: [0, 0, 0],
        1: [1, 0, 2],
    }
    assert [one.name for one in drawn[1]] == ["Pass 1", "Pass 2, flagged as harmful: no", "Pass 3"]
    assert drawn[1][2].as_json()["shapes"] == [
        {"points": "1,2 30,2 30,40 1,40", "label": "1 panel", "words": ""},
        {"points": "0,0 9,0 9,9", "label": "2 panel", "words": ""},
    ]
    assert drawn[0][0].lines == [(5, 5, 30, 30)]


def step(person, screen, name, values=(), **more):
    body = {"step": name, "values": dict(values), "note": "", "seconds": 3} | more
    return person.send("POST", screen.work["step"], body)


EDIT = {"name": "edit", "role": "annotator", "screen": "editing", "steps": True, "then": "check"}
MORE = {"question": "What does she do", "answer": "She waits.", "options": list("abcdef")}


def test_the_six_steps_are_logged_one_by_one_and_go_on_after_a_break(tmp_path):
    with study(tmp_path / "p", EDIT, CHECK, **MORE) as site:
        ann = site.person("ann")
        screen = ann.open()
        assert [one["number"] for one in screen.work["steps"]] == [1, 2, 3, 4, 5, 6]
        assert [one["drawn"] for one in screen.work["steps"]] == [[0, 1]] * 3 + [[]] * 3
        assert re.findall(r'work-panel" data-image="(\d)"', screen.page) == ["0", "1"]
        values = described(*DRAFTS)
        early = step(ann, screen, "revise", values)
        assert (early.status, "comes before step 3" in early.text) == (422, True)
        assert step(ann, screen, "order", {"order": 7}).status == 422
        for _ in range(2):  # the same request once more
            assert step(ann, screen, "order", values).status == 200
        assert step(ann, screen, "read", values).status == 200
        edited = values | {"panel_1": "A small girl runs."}
        assert step(ann, screen, "revise", edited).status == 200
        again = ann.open()  # a day later, on another machine
        assert [one["done"] for one in again.work["steps"]] == [True] * 3 + [False] * 3
        assert again.work["values"]["panel_1"] == "A small girl runs."
        asked = {"keep": 0, "question": "What does she do last?", "answer": "She waits."}
        whole = edited | asked | {"chosen": [0, 2, 4]}
        body = {"key": "key-of-ann-1", "values": whole, "seconds": 9, "step_seconds": 2.5}
        missing = ann.send("POST", again.work["submit"], body)
        assert (missing.status, "step 4" in missing.text) == (422, True)
        for name in ("read-question", "revise-question"):
            assert step(ann, again, name, whole).status == 200
        no_options = body | {"values": whole | {"chosen": None}}
        assert ann.send("POST", again.work["submit"], no_options).status == 422
        for _ in range(2):
            assert ann.send("POST", again.work["submit"], body).status == 200
        root = site.person("root")
        history = words(root.get("/dashboard/unit?id=u0").text)
        export_records(site.project, tmp_path / "out", Release())
        steps = [one for one in site.project.store.events() if one.name == "stepped"]
    assert [one.body["number"] for one in steps] == [1, 2, 3, 4, 5, 6]
    assert all(one.at > 0 and one.person == steps[0].person for one in steps)
    assert steps[2].body["values"] == {key: edited[key] for key in ("panel_1", "panel_2")}
    assert (steps[1].body["values"], steps[5].body["values"]) == ({}, {"chosen": [0, 2, 4]})
    assert [one.body["seconds"] for one in steps] == [3, 3, 3, 3, 3, 2.5]
    assert "Ann step 3: Revise the description edit 1 Panel 1: A small girl runs." in history
    lines = map(json.loads, (tmp_path / "out/events.jsonl").read_text().splitlines())
    exported = [one for one in lines if one["name"] == "stepped"]
    assert [one["body"]["title"] for one in exported][1] == "Read the description"
    assert exported[0]["person"] not in ("ann", steps[0].person)


@pytest.mark.browser
def test_panels_are_seen_in_every_step_and_a_report_is_taken_back(chromium, tmp_path):
    """Steps that show no description show the panels by themselves; the report is filled in.

    Admins see the panels as well: their page has no form, and had no pictures.
    """
    with study(tmp_path / "p", EDIT, CHECK, **MORE) as site:
        ann = site.person("ann")
        screen = ann.open()
        for name in ("order", "read", "revise"):
            assert step(ann, screen, name, described(*DRAFTS)).status == 200
        tab = chromium.new_page()
        tab.goto(f"{site.url}sign-in")
        tab.fill("input[name=name]", "ann")
        tab.fill("input[name=password]", PASSWORD)
        tab.keyboard.press("Enter")
        tab.wait_for_url(site.url)
        tab.goto(f"{site.url}work")
        tab.wait_for_selector("form[data-ready]")
        panels, drawn = tab.locator(".work-panel svg:visible"), tab.locator(".field svg:visible")
        for number, keys in ((4, ()), (5, ["Enter"]), (6, ["1", "Control+Enter"])):
            for key in keys:
                tab.keyboard.press(key)
            tab.locator(f".step-entry.now b:text-is('{number}')").wait_for()
            assert (panels.count(), drawn.count()) == (2, 0)
            assert "split" in tab.locator("form.work").get_attribute("class")
        tab.get_by_role("button", name="3 Revise the description").click()
        assert (panels.count(), drawn.count()) == (0, 2)
        assert "split" not in tab.locator("form.work").get_attribute("class")
        tab.locator("h1").click()
        for key in ("f", "ArrowDown", "Tab"):
            tab.keyboard.press(key)
        tab.keyboard.insert_text("It does not say.")
        tab.keyboard.press("Control+Enter")
        tab.get_by_role("button", name="Take back the last answer").wait_for()
        tab.keyboard.press("Control+Backspace")
        tab.wait_for_selector("form[data-ready]")
        said = tab.locator("[data-part=status]").text_content()
        tab.keyboard.press("f")
        assert tab.locator("dialog.flag :checked").get_attribute("value") == "unanswerable"
        assert tab.locator("dialog.flag textarea").input_value() == "It does not say."
        tab.close()
        admin = chromium.new_context()
        root = admin.new_page()
        root.goto(f"{site.url}sign-in")
        root.fill("input[name=name]", "root")
        root.fill("input[name=password]", PASSWORD)
        root.keyboard.press("Enter")
        root.wait_for_url(site.url)
        root.goto(f"{site.url}dashboard/unit?id=u0")
        root.locator("svg.picture-view").nth(1).wait_for()
        admin.close()
    assert said == (
        "Taken back. This is your last item."
        " What you filled in before is here again; f opens your report."
    )


def test_an_item_is_flagged_without_its_steps_and_a_dropped_question_needs_no_options(tmp_path):
    with study(tmp_path / "p", EDIT, CHECK, units=2, **MORE) as site:
        ann = site.person("ann")
        flag = {"key": "key-of-ann-1", "values": {}, "flag": "harmful", "reason": "blood"}
        assert ann.send("POST", ann.open().work["submit"], flag).status == 200
        screen = ann.open()
        values = described(*DRAFTS) | {"keep": 1, "question": "What?", "answer": "Nothing."}
        for one in screen.work["steps"][:-1]:
            assert step(ann, screen, one["name"], values).status == 200
        body = {"key": "key-of-ann-2", "values": values}
        assert ann.send("POST", screen.work["submit"], body).status == 200


def test_without_steps_in_the_procedure_everything_is_asked_at_once(tmp_path):
    with study(tmp_path / "p", EDIT | {"steps": False}, CHECK, **MORE) as site:
        ann = site.person("ann")
        screen = ann.open()
        assert screen.work["steps"] == []
        assert step(ann, screen, "order", described(*DRAFTS)).status == 422
