"""Offline sheets: the same work from a disk, and what comes back."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    NotAllowedError,
    Project,
    Purpose,
    as_procedure,
    create_project,
    member_id,
    member_name,
    open_project,
    units_of_pack,
)
from panelwise.annotation.app import take_sheet, write_person_sheet
from panelwise.cli import run
from panelwise.errors import InputError, UserError
from panelwise.packs import Pack, write_subset
from panelwise.web.accounts import Accounts
from served_work import ordering_pack

PLAN = {
    "name": "plain", "title": "Plain", "instructions": "Answer </script><b>well</b>.",
    "stages": [{"name": "solve", "role": "reader", "people": 2, "screen": "solve-with-confidence"}],
}  # fmt: skip


@pytest.fixture
def project(pack_of: Callable[..., Pack], tmp_path: Path) -> Iterator[Project]:
    whole = pack_of("chromic.chrono_mcq")
    pack = write_subset(whole, [item.id for item in whole.items()[:3]], tmp_path / "pack")
    create_project(tmp_path / "project", as_procedure(PLAN, "test"), packs=[pack.path])
    with open_project(tmp_path / "project") as project:
        project.add_units(units_of_pack(pack))
        for person in ("../Ann", "Bo"):
            project.work.join(person, ["reader"])
        yield project


def returned(sheet: str, path: Path, answers: dict[str, Any]) -> Path:
    path.write_text(json.dumps({"version": 1, "sheet": sheet, "answers": answers}))
    return path


FINE = {"key": "k" * 32, "values": {"option": 1, "confidence": 2}, "seconds": 4.5, "note": "",
        "flag": "", "reason": ""}  # fmt: skip


def test_a_member_is_found_by_the_names_that_people_use(project, tmp_path, capsys):
    accounts = Accounts(project.store.engine)
    people = [
        accounts.add(name, display, {"annotator"}, secrets.token_hex(12))
        for name, display in (("ann", "Ann Lee"), ("bob", "Bo Li"), ("bo2", "Bo Li"))
    ]
    for one in people:
        project.work.join(one.id, ["reader"])
    assert member_id(project, "Ann") == member_id(project, "ann lee") == people[0].id
    assert member_id(project, "../Ann") == "../Ann"
    assert member_name(project, people[0].id) == "ann"
    with pytest.raises(InputError, match=r"several members are called 'Bo Li'; .*: bo2, bob"):
        member_id(project, "Bo Li")
    sheet = write_person_sheet(project, "ann", tmp_path / "ann")
    with pytest.raises(UserError, match="Cleo is not a member of this project"):
        write_person_sheet(project, "Cleo", tmp_path / "cleo")
    file = returned(sheet.id, tmp_path / "a.json", {"1": FINE})
    project.store.close()
    folder = str(project.folder)
    assert run(["annotations", "take", folder, str(file)]) == 0
    assert "a.json: 1 answer of ann" in capsys.readouterr().err
    made = ["annotations", "run", folder, "--group", "readers", "--out", str(tmp_path / "run")]
    assert run([*made, "--without", "Cleo"]) == 2
    assert "nobody is called 'Cleo'" in capsys.readouterr().err
    for more, most in (([], 1), (["--without", "Ann Lee"], 0)):  # each item wants two people
        assert run([*made, *more]) == 2
        assert f"the most is {most};" in capsys.readouterr().err


def test_a_file_that_comes_twice_counts_once(project, tmp_path):
    sheet = write_person_sheet(project, "../Ann", tmp_path / "ann")
    assert sheet.items == 3
    flagged = {**FINE, "values": {}, "flag": "ambiguous", "reason": "two are right"}
    file = returned(sheet.id, tmp_path / "a.json", {"1": FINE, "2": flagged})
    first, again = take_sheet(project, file), take_sheet(project, file)
    assert (first.person, first.taken, first.known, first.left) == ("../Ann", 2, 0, 1)
    assert (again.taken, again.known, again.refused) == (0, 2, ())
    given = project.work.state.people["../Ann"].submissions
    assert [(one.values, one.flag) for one in given] == [(FINE["values"], ""), ({}, "ambiguous")]


BAD = [
    ({"1": {**FINE, "values": {"option": 99, "confidence": 2}}}, "99 is not the number"),
    ({"1": {**FINE, "values": {"gold": 1}}}, "there is no field 'gold'"),
    ({"9": FINE}, "not on this sheet"),
    ({"1": {**FINE, "flag": "boring", "reason": "so"}}, "unknown flag 'boring'"),
    ({"1": {**FINE, "flag": "harmful"}}, "say why"),
    ({"1": {**FINE, "seconds": -3}}, "seconds"),
]


@pytest.mark.parametrize(("answers", "fault"), BAD, ids=[fault for _, fault in BAD])
def test_what_does_not_fit_the_form_is_refused(project, tmp_path, answers, fault):
    sheet = write_person_sheet(project, "Bo", tmp_path / "bo")
    found = take_sheet(project, returned(sheet.id, tmp_path / "b.json", answers))
    assert found.taken == 0
    assert fault in "; ".join(found.refused)
    assert not project.work.state.people["Bo"].submissions


@pytest.mark.parametrize("sheet", ["../../secrets", "0" * 24, "", "A" * 24])
def test_a_file_of_no_sheet_of_the_project_is_refused(project, tmp_path, sheet):
    with pytest.raises(InputError, match=r"sheet"):
        take_sheet(project, returned(sheet, tmp_path / "x.json", {"1": FINE}))


def test_reserved_items_count_for_those_who_need_them_and_time_runs_out(project, tmp_path):
    write_person_sheet(project, "../Ann", tmp_path / "ann")
    assert all(
        unit.wanted(project.procedure, project.work.now) == 1
        for unit in project.work.state.work_units()
    )
    with pytest.raises(NotAllowedError, match="nothing to do"):
        write_person_sheet(project, "../Ann", tmp_path / "again")
    sheet = write_person_sheet(project, "Bo", tmp_path / "bo", days=-1)
    found = take_sheet(project, returned(sheet.id, tmp_path / "b.json", {"1": FINE}))
    assert "not reserved for this person (any more)" in found.refused[0]


@pytest.mark.browser
def test_a_sheet_is_filled_in_from_disk(project, tmp_path, chromium):
    sheet = write_person_sheet(project, "../Ann", tmp_path / "ann")
    page = chromium.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((tmp_path / "ann" / "index.html").as_uri())
    assert "Answer </script><b>well</b>." in page.inner_text("#main")
    page.locator(".sheet-items a").first.click()
    for number in (1, 2, 3):
        page.wait_for_selector(f"text=item {number} of 3")
        page.wait_for_selector("form.work[data-ready=yes]")
        page.locator(".field-choice input").nth(1).check()
        page.locator(".field-scale input").nth(2).check()
        page.keyboard.press("Control+Enter")
    page.wait_for_selector("#download")
    with page.expect_download() as waiting:
        page.click("#download")
    file = tmp_path / "answers.json"
    waiting.value.save_as(file)
    page.close()
    assert not faults
    assert json.loads(file.read_text())["sheet"] == sheet.id
    found = take_sheet(project, file)
    assert (found.taken, found.left, found.refused) == (3, 0, ())
    given = project.work.state.people["../Ann"].submissions
    assert [one.values for one in given] == [{"option": 1, "confidence": 3}] * 3


CONSENT = dict.fromkeys(
    ("purpose", "tasks_and_times", "breaks", "voluntary", "anonymity", "personal_data", "payment",
     "use_and_storage"), "Words of the consent.",
)  # fmt: skip
WATCHED = {
    "name": "watched", "title": "Watched", "instructions": "Answer.", "consent": CONSENT,
    "training": 1, "qualification": {"items": 2, "above": 0.4, "attempts": 1},
    "hidden_gold": {"every": 2, "pause_below": 0.7, "at_least": 2},
    "stages": [{"name": "solve", "role": "annotator", "people": 2}],
}  # fmt: skip
RIGHT, WRONG = {"order": [2, 0, 1]}, {"order": [0, 1, 2]}


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Callable[[], Project]]:
    """Makes equal projects with a consent, a training, a test and hidden gold."""
    purposes: tuple[tuple[Purpose, int], ...] = (
        ("work", 8), ("hidden_gold", 4), ("qualification", 2), ("training", 1)
    )  # fmt: skip
    packs = {name: ordering_pack(tmp_path / name, count, seed)
             for seed, (name, count) in enumerate(purposes)}  # fmt: skip
    opened: list[Project] = []

    def make() -> Project:
        folder = tmp_path / f"watched-{len(opened)}"
        create_project(
            folder, as_procedure(WATCHED, "test"), packs=[p.path for p in packs.values()]
        )
        project = open_project(folder)
        opened.append(project)
        for name, pack in packs.items():
            project.add_units(units_of_pack(pack, name))
        project.work.join("Ann", ["annotator"])
        return project

    yield make
    for one in opened:
        one.close()


def answer_to(purpose: str, wrong: set[str]) -> dict[str, Any]:
    return WRONG if purpose in wrong else RIGHT


def on_paper(project: Project, folder: Path, wrong: set[str]) -> list[str]:
    """Sheet after sheet until nothing is given out; returns what followed from each."""
    said: list[str] = []
    for number in range(9):
        try:
            sheet = write_person_sheet(project, "Ann", folder / str(number), items=3)
        except NotAllowedError as error:
            return [*said, str(error)]
        record = json.loads((project.folder / "sheets" / f"{sheet.id}.json").read_text())
        answers = {}
        for place, item in enumerate(record["items"], 1):
            purpose = project.work.state.units[item["unit"]].purpose
            answers[str(place)] = {**FINE, "values": answer_to(purpose, wrong)}
        file = returned(sheet.id, folder / f"{number}.json", answers)
        file.write_text(json.dumps({**json.loads(file.read_text()), "consent": True}))
        said += take_sheet(project, file).outcomes
    raise AssertionError("it never ends")


def on_screen(project: Project, wrong: set[str]) -> None:
    """The same person at the page of work."""
    project.work.consent("Ann", True)
    number = 0
    while isinstance(found := project.work.next("Ann"), Assignment):
        values = answer_to(found.unit.purpose, wrong)
        project.work.submit("Ann", found.unit.id, HumanAnswer(f"screen-{number}", values, 4.5))
        number += 1


def happened(project: Project) -> list[tuple[str, str, object]]:
    return [
        (one.name, one.unit, one.body.get("right", one.body.get("reason", one.body.get("passed"))))
        for one in project.store.events()
        if one.name in ("consented", "submitted", "qualified", "paused")
    ]


FATES = [
    (set(), ["passed the test", "there is nothing to do: Ann"]),
    (
        {"qualification"},
        ["did not pass the test", "the person did not pass the test"],
    ),
    ({"hidden_gold"}, ["passed the test", "paused: 0 of 2 hidden items right", "Ann is paused"]),
]


@pytest.mark.parametrize(("wrong", "said"), FATES, ids=["careful", "fails", "careless"])
def test_sheets_have_the_items_and_consequences_of_the_page_of_work(watched, tmp_path, wrong, said):
    sheets, pages = watched(), watched()
    outcomes = on_paper(sheets, tmp_path / "sheets", wrong)
    on_screen(pages, wrong)
    assert [one.startswith(start) for one, start in zip(outcomes, said, strict=True)] == [
        True for _ in said
    ], outcomes
    purposes = {sheets.work.state.units[unit].purpose for _, unit, _ in happened(sheets) if unit}
    assert ("hidden_gold" in purposes) is ("qualification" not in wrong)
    assert happened(sheets) == happened(pages)


def test_nobody_who_declines_gets_anything_stored(watched, tmp_path):
    project = watched()
    sheet = write_person_sheet(project, "Ann", tmp_path / "ann")
    page = (tmp_path / "ann" / "index.html").read_text(encoding="utf-8")
    assert "Words of the consent." in page
    assert "hidden_gold" not in page
    assert "qualification" not in page
    file = tmp_path / "a.json"
    for consent, reason in ((None, "has not agreed"), (False, "did not agree")):
        given = {"version": 1, "sheet": sheet.id, "consent": consent, "answers": {"1": {
            **FINE, "values": RIGHT}}}  # fmt: skip
        file.write_text(json.dumps(given))
        found = take_sheet(project, file)
        assert (found.taken, len(found.refused)) == (0, 1)
        assert reason in found.refused[0]
    project.store.close()
    assert run(["annotations", "take", str(project.folder), str(file)]) == 1
    assert not project.work.state.people["Ann"].submissions
    assert found.outcomes == ("did not agree to the consent",)


@pytest.mark.browser
def test_consent_and_training_on_a_sheet(watched, tmp_path, chromium):
    project = watched()
    write_person_sheet(project, "Ann", tmp_path / "ann")
    page = chromium.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((tmp_path / "ann" / "index.html").as_uri() + "#1")
    assert "Words of the consent." in page.inner_text("#main")
    assert not page.locator("form.work").count()
    page.click("#agree")
    page.wait_for_selector("form.work[data-ready=yes]")
    for key in ("2", "0", "1", "Control+Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#next")
    assert page.inner_text("#main").count("→") == 2
    assert page.evaluate("document.activeElement.tagName") == "H1", "Enter leaves no page unread"
    page.click("#next")
    page.wait_for_selector("text=item 2 of 3")
    page.goto((tmp_path / "ann" / "index.html").as_uri() + "#list")
    with page.expect_download() as waiting:
        page.click("#download")
    file = tmp_path / "answers.json"
    waiting.value.save_as(file)
    page.close()
    assert not faults
    assert take_sheet(project, file).taken == 1
    assert project.work.state.people["Ann"].agreed is True
