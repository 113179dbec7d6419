"""Procedures: those that come along can be read and run; faults are one line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from panelwise.annotation import as_procedure, procedure_names, read_procedure, with_known_items
from panelwise.annotation.screens import SCREENS, get_screen
from panelwise.errors import InputError, UnknownNameError
from panelwise.web.accounts import ROLES

STAGE = {"name": "label", "role": "annotator"}
PLAN = {"name": "p", "title": "P", "instructions": "Answer.", "stages": [STAGE]}


@pytest.mark.parametrize("name", procedure_names())
def test_a_procedure_of_ours_has_screens_and_roles_that_exist(name: str) -> None:
    procedure = read_procedure(name)
    assert procedure.name == name
    assert procedure.source
    for stage in procedure.stages:
        assert stage.role in ROLES
        assert {*stage.not_after} <= {*ROLES}
        assert get_screen(stage.screen)


def test_every_screen_has_a_title_of_its_own_and_its_name() -> None:
    titles = {name: screen.title for name, screen in SCREENS.working()}
    assert all(get_screen(name).name == name for name in titles)
    assert all(titles.values())


def test_consent_has_every_element_of_the_paper() -> None:
    consent = read_procedure("comicvqa.baseline").consent
    assert consent is not None
    assert len(type(consent).model_fields) == 8
    elements = consent.model_dump()
    del elements["payment"]
    with pytest.raises(InputError, match=r"consent\.payment"):
        as_procedure(PLAN | {"consent": elements}, "mine")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stages": [STAGE, STAGE]}, "two stages are named 'label'"),
        ({"stages": [{**STAGE, "then": "chek"}]}, "'chek' is no stage"),
        ({"stages": [{**STAGE, "type": "vote"}]}, "must have type: label"),
        (
            {"stages": [STAGE, {"name": "v", "type": "vote", "role": "examiner", "people": 2}]},
            "2 people may tie",
        ),
        (
            {"stages": [STAGE, {"name": "r", "type": "review", "role": "inspector", "people": 2}]},
            "say where a split review goes",
        ),
        ({"stages": []}, "stages"),
        ({"colour": "red"}, "colour"),
        ({"hidden_gold": {"pause_below": 2}}, "hidden_gold.pause_below"),
        ({"pay": 15}, r"mine\.yaml: pay: must be a mapping, such as {currency: EUR, per_hour: 15}"),
        ({"stages": ["answer"]}, r"stages\.0: must be a mapping, such as {name: answer"),
        ({"consent": "yes"}, "consent: must be a mapping; its keys: purpose, tasks_and_times"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(PLAN | changes))
    with pytest.raises(InputError, match=said) as fault:
        read_procedure(file)
    assert "\n" not in str(fault.value)


def test_an_unknown_screen_is_named_with_its_file_and_stage(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(PLAN | {"stages": [{**STAGE, "screen": "slove"}]}))
    with pytest.raises(
        UnknownNameError, match=r"mine\.yaml: stage 'label': unknown screen 'slove'"
    ):
        read_procedure(file)


def test_a_name_that_does_not_exist_has_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'comicvqa\.baseline'"):
        read_procedure("comicvqa.baselines")


def test_items_with_known_answers_are_used_even_if_the_procedure_is_silent() -> None:
    plain = as_procedure(PLAN, "mine")
    known = {"training": 7, "qualification": 5, "hidden_gold": 30}
    used = with_known_items(plain, known)
    assert used.qualification is not None
    assert (used.training, used.qualification.items, used.hidden_gold is None) == (7, 5, False)
    assert with_known_items(plain, {}) == plain
    own = read_procedure("stripcipher.cross-check")
    assert with_known_items(own, {"qualification": 5, "hidden_gold": 9}) == own
