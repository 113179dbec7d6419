"""Work gets out of a project as a run and as a pack."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.analysis import RunData, people_figures
from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    Project,
    as_procedure,
    create_project,
    open_project,
    units_of_pack,
)
from panelwise.annotation.exchange import accepted_pack, people_run, person_numbers
from panelwise.cli import run
from panelwise.errors import InputError
from panelwise.packs import Pack, write_subset
from panelwise.profile import get_profile
from panelwise.tasks import vouchers
from panelwise.tasks.kinds import get_kind

PLAIN = {"name": "plain", "title": "Plain", "instructions": "Answer."}
PEOPLE = ("Ann", "Bo", "Cy")


def stage(people: int, **more: Any) -> dict[str, Any]:
    return {"name": "solve", "role": "reader", "people": people,
            "screen": "solve-with-confidence", **more}  # fmt: skip


@pytest.fixture
def project_of(tmp_path: Path) -> Iterator[Callable[..., Project]]:
    opened: list[Project] = []

    def make(pack: Pack, *stages: Mapping[str, Any]) -> Project:
        folder = tmp_path / f"project-{len(opened)}"
        create_project(folder, as_procedure({**PLAIN, "stages": list(stages)}, "test"),
                       packs=[pack.path])  # fmt: skip
        project = open_project(folder)
        opened.append(project)
        project.add_units(units_of_pack(pack))
        for person in PEOPLE:
            project.work.join(person, ["reader"])
        return project

    yield make
    for one in opened:
        one.close()


Answers = Callable[[Any], Any]


def answer_all(project: Project, person: str, answer: Answers, sure: int = 3) -> int:
    """A person answers whatever comes until nothing does; an answer of ``None`` is a flag."""
    count = 0
    while isinstance(found := project.work.next(person), Assignment):
        item = project.sources.item(found.unit.data["pack"], found.unit.data["item"])
        given = answer(item)
        key = f"{person}-{found.unit.id}"[-64:]
        if given is None:
            flagged = HumanAnswer(key, {}, 5.0, "ambiguous", "two are right")
            project.work.submit(person, found.unit.id, flagged)
        else:
            values = get_kind(item.kind).fill_form(item, given, get_profile())
            answered = HumanAnswer(key, {**values, "confidence": sure}, 20.0)
            project.work.submit(person, found.unit.id, answered)
        count += 1
    return count


def right(item: Any) -> Any:
    return item.gold


def wrong(item: Any) -> Any:
    return (item.gold + 1) % item.n


@pytest.fixture
def choices(pack_of: Callable[..., Pack], tmp_path: Path) -> Pack:
    whole = pack_of("chromic.chrono_mcq")
    return write_subset(whole, [item.id for item in whole.items()[:4]], tmp_path / "choices")


def test_blind_answers_are_a_run_of_numbered_people(choices, project_of, tmp_path):
    project = project_of(choices, stage(3))
    first = choices.items()[0].id
    answer_all(project, "Ann", right)
    answer_all(project, "Bo", lambda item: None if item.id == first else item.gold)
    answer_all(project, "Cy", wrong, sure=1)
    made = people_run(project, "readers", tmp_path / "run")
    assert made.run.model == "human/readers"
    assert (made.answers.short, made.answers.flagged, len(made.run.items())) == (0, 1, 4)
    [figures] = people_figures(RunData.of(made.run))
    numbers = person_numbers(project.folder, PEOPLE)
    assert {one.person: one.score for one in figures.individuals} == {
        numbers["Ann"]: 1.0,
        numbers["Bo"]: 0.75,  # a flag is no answer
        numbers["Cy"]: 0.0,
    }
    assert figures.mean == pytest.approx(1.75 / 3)
    assert "Ann" not in made.forms.read_text(encoding="utf-8")


def test_items_that_too_few_answered_are_left_out(choices, project_of, tmp_path, capsys):
    project = project_of(choices, stage(2))
    answer_all(project, "Ann", right)
    with pytest.raises(InputError, match="no item has answers of 2 people"):
        people_run(project, "readers", tmp_path / "none")
    found = project.work.next("Bo")
    assert isinstance(found, Assignment)
    item = project.sources.item(found.unit.data["pack"], found.unit.data["item"])
    values = get_kind(item.kind).fill_form(item, item.gold, get_profile())
    project.work.submit("Bo", found.unit.id, HumanAnswer("key-of-bo", {**values, "confidence": 2}))
    out = tmp_path / "run"
    assert (
        run(["annotations", "run", str(project.folder), "--group", "two", "--out", str(out)]) == 0
    )
    assert "3 items left out" in capsys.readouterr().err
    assert [one.id for one in Pack.open(tmp_path / "run-pack-1").items()] == [item.id]


def test_accepted_answers_are_gold_from_people_and_the_card_counts_gates(
    choices, project_of, tmp_path, capsys
):
    project = project_of(choices, stage(1))
    doubted, changed = (item.id for item in choices.items()[:2])
    answer_all(
        project, "Ann",
        lambda item: {doubted: None, changed: wrong(item)}.get(item.id, item.gold),
    )  # fmt: skip
    out = tmp_path / "pack"
    assert run(["annotations", "pack", str(project.folder), "--out", str(out)]) == 0
    said = capsys.readouterr().err
    assert "3 items in" in said
    assert "1 with another right answer than before" in said
    made, before = Pack.open(out), {item.id: item for item in choices.items()}
    assert [item.id for item in made.items()] == [item.id for item in choices.items()[1:]]
    assert made.item(changed).gold == wrong(before[changed])
    known = [str(one) for one in vouchers([item.meta for item in made.items()])]
    assert "answers from people" in known
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "- solve: 4 units, 3 submissions, 1 flags" in card
    assert "- removed (ambiguous): 1 units" in card


def test_orders_that_two_people_gave_are_right_too(pack_of, project_of, tmp_path):
    whole = pack_of("chromic.panel_reordering")
    pack = write_subset(whole, [whole.items()[0].id], tmp_path / "orders")
    item = pack.items()[0]
    other = (item.gold[1], item.gold[0], *item.gold[2:])
    project = project_of(pack, stage(5))
    project.work.join("Di", ["reader"])
    project.work.join("Ed", ["reader"])
    last = tuple(reversed(item.gold))
    for person, order in zip((*PEOPLE, "Di", "Ed"), (item.gold, other, item.gold, other, last),
                             strict=True):  # fmt: skip
        answer_all(project, person, lambda _, order=order: order)
    made = accepted_pack(project, tmp_path / "pack")
    assert made.several == 1
    assert made.pack.items()[0].gold == item.gold
    assert set(made.pack.items()[0].accepted) == {item.gold, other}


def test_numbers_stay_the_same_and_are_for_the_owner_alone(tmp_path):
    first = dict(person_numbers(tmp_path, ["Ann", "Bo"]))
    assert dict(person_numbers(tmp_path, ["Bo", "Cy", "Ann"])).items() >= first.items()
    assert len(set(first.values())) == 2
    assert (tmp_path / "numbers.json").stat().st_mode & 0o077 == 0
    assert json.loads((tmp_path / "numbers.json").read_text())["Ann"] == first["Ann"]
