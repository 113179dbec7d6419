"""Offline sheets: the same work from a disk, and what comes back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import (
    NotAllowedError,
    Project,
    as_procedure,
    create_project,
    open_project,
    units_of_pack,
)
from panelwise.annotation.app import take_sheet, write_person_sheet
from panelwise.errors import InputError
from panelwise.packs import Pack, write_subset

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
    ({"1": {**FINE, "values": {"option": 99, "confidence": 2}}}, "99 is no option"),
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
