"""Drafts of models become units, and what people accept of them becomes a pack of their task."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    Project,
    WorkUnit,
    create_project,
    open_project,
    read_procedure,
)
from panelwise.annotation.exchange import accepted_pack, units_from_drafts
from panelwise.annotation.screens import screen_of
from panelwise.cli import run
from panelwise.comics import Book
from panelwise.drafting import (
    Draft,
    PressWriter,
    draft_descriptions,
    draft_frames,
    draft_questions,
    draft_reading_questions,
)
from panelwise.errors import InputError
from panelwise.packs import Pack
from panelwise.tasks import vouchers

MODEL = "press:truth"
Answers = Callable[[WorkUnit, int], dict[str, Any]]
REWRITTEN = (
    "Two friends follow a small trail through the whole street, because something that they had"
    " packed is lost, and at the end they hold it in their hands and laugh about it all evening."
)


@pytest.fixture(scope="module")
def drafts(press_books: tuple[Book, ...]) -> dict[str, list[Draft]]:
    book, writer = press_books[0], PressWriter(press_books[0])
    return {
        "chromic.descriptions": draft_descriptions(book, writer),
        "chromic.questions": (asked := draft_questions(book, writer, sets=["A"])),
        "chromic.distractors": asked,
        "stripcipher.answers": draft_frames(book, writer, weak=False, candidates=True),
        "mangavqa.questions": draft_reading_questions(book, writer),
        "chromic.faithfulness": draft_descriptions(book, writer),
    }


@pytest.fixture
def project_of(tmp_path, drafts, press_books):
    opened: list[Project] = []

    def make(procedure: str) -> Project:
        create_project(tmp_path / procedure, read_procedure(procedure))
        project = open_project(tmp_path / procedure)
        opened.append(project)
        project.add_units(units_from_drafts(project, drafts[procedure], press_books))
        for role in project.procedure.roles:
            for name in ("Ann Example", "Bo"):
                project.work.join(f"{name} ({role})", [role])
        return project

    yield make
    for one in opened:
        one.close()


def answered(unit: WorkUnit, number: int) -> dict[str, Any]:
    """Drafts as they are, but for the first unit: dropped, refined, corrected."""
    data, first = unit.data, number == 0
    if "drafts" in data:
        return {"order": 0} | {
            f"panel_{k}": text + " So it is." * first for k, text in enumerate(data["drafts"], 1)
        }
    if "candidates" in data:
        return {"best": 0, "made": 2 if first else 0, "text": REWRITTEN if first else None}
    if "question" in data:
        right = [bool(one.get("right")) for one in data["hidden"]["options"]].index(True)
        texts = {f"option_{k}": text for k, text in enumerate(data["options"], 1)}
        return {"keep": int(first), "question": data["question"], "right": right, **texts}
    return {"chosen": [0, 2, 5]}


def work_through(project: Project) -> None:
    number = 0
    going = list(project.work.state.people)
    while going:
        found = project.work.next(going[0])
        if not isinstance(found, Assignment):
            going.pop(0)
            continue
        screen = screen_of(found.stage, project.procedure, found.unit)
        view = screen.view(found.unit, found.stage, project.sources)
        accept = {"verdict": 0, "reason": None}
        values = accept if found.stage.verdicts else answered(found.unit, number)
        answer = HumanAnswer(f"key-{number:06}", screen.clean(view, values), 2.0)
        project.work.submit(going[0], found.unit.id, answer)
        number += 1


def shown(project: Project) -> str:
    stage = project.procedure.stages[0]
    return "".join(
        repr(screen_of(stage, project.procedure, unit).view(unit, stage, project.sources))
        for unit in project.work.state.work_units()
    )


@pytest.mark.parametrize(
    ("procedure", "named"),
    [
        ("chromic.descriptions", True),
        ("chromic.questions", True),
        ("chromic.distractors", False),
        ("stripcipher.answers", False),
        ("mangavqa.questions", False),
        ("chromic.faithfulness", False),
    ],
)
def test_a_draft_is_the_starting_point_and_only_screens_that_correct_it_name_its_model(
    project_of, procedure, named
):
    project = project_of(procedure)
    units = project.work.state.work_units()
    assert units
    assert (MODEL in shown(project)) is named
    assert all(MODEL in unit.data["hidden"]["writers"] for unit in units)
    assert all(
        project.sources.picture(one["sha256"]) for unit in units for one in unit.data["pictures"]
    )


PACKS = [
    ("chromic.descriptions", "chromic.description_reordering"),
    ("chromic.questions", "chromic.chrono_mcq"),
    ("chromic.distractors", "chromic.chrono_mcq"),
    ("stripcipher.answers", "stripcipher.frame_prediction"),
    ("stripcipher.answers", "stripcipher.narrative_comprehension"),
]


@pytest.mark.parametrize(("procedure", "task"), PACKS, ids=[f"{a}-{b}" for a, b in PACKS])
def test_accepted_work_on_drafts_is_a_pack_of_its_task(
    project_of, press_books, tmp_path, procedure, task
):
    project = project_of(procedure)
    work_through(project)
    made = accepted_pack(project, tmp_path / "pack", comics=press_books, task=task)
    assert made.pack.manifest["task"] == task
    assert made.pack.manifest["drafted_by"] == {MODEL: made.units}
    assert run(["check", str(made.pack.path)]) == 0
    items = Pack.open(tmp_path / "pack").items()
    assert "people" in " ".join(map(str, vouchers([one.meta for one in items])))
    whole = "".join(repr(item.rendering.turns) + repr(item.options) for item in items)
    accepted = [
        (unit, unit.answer.values)
        for unit in project.work.state.work_units()
        if unit.place == "accepted" and unit.answer is not None
    ]
    if procedure == "chromic.descriptions":
        assert "So it is." in whole
    if procedure == "chromic.questions":
        assert "1 which people dropped" in "; ".join(f"{n} {w}" for w, n in made.undefined.items())
    if procedure == "chromic.distractors":
        options = {frozenset(one.text for one in item.options) for item in items}
        chosen = {
            frozenset([unit.data["hidden"]["question"]["answer"],
                       *(unit.data["options"][k] for k in values["chosen"])])
            for unit, values in accepted
        }  # fmt: skip
        assert options <= chosen
    if procedure == "stripcipher.answers":
        rewritten = next(unit for unit, values in accepted if values["made"] == 2)
        about = "frame" if "frame" in task else "meaning"
        assert (REWRITTEN in whole) is (rewritten.data["hidden"]["about"] == about)
    card = (tmp_path / "pack" / "README.md").read_text(encoding="utf-8")
    first = project.procedure.stages[0].name
    assert f"- {first}: {len(project.work.state.work_units())} units" in card
    assert "submissions of 1 person" in card or "submissions of 2 people" in card
    assert "Ann" not in card + json.dumps(made.pack.manifest)


def test_packs_of_drafts_say_what_is_missing(project_of, press_books, tmp_path):
    project = project_of("stripcipher.answers")
    with pytest.raises(InputError, match="several packs; give --task"):
        accepted_pack(project, tmp_path / "a", comics=press_books)
    with pytest.raises(InputError, match=r"no pack of chromic\.chrono_mcq"):
        accepted_pack(project, tmp_path / "a", comics=press_books, task="chromic.chrono_mcq")
    task = "stripcipher.frame_prediction"
    with pytest.raises(InputError, match="give --comics"):
        accepted_pack(project, tmp_path / "a", task=task)
    with pytest.raises(InputError, match="no unit is accepted yet; panelwise quality"):
        accepted_pack(project, tmp_path / "a", comics=press_books, task=task)
    work_through(project)
    with pytest.raises(InputError, match="not among the comics"):
        accepted_pack(project, tmp_path / "a", comics=press_books[1:], task=task)


def test_a_project_whose_work_is_refused_is_not_made(tmp_path, press_folder, capsys):
    folder = tmp_path / "project"
    ask = ["annotate", str(folder), "--procedure", "chromic.baseline", "--comic", str(press_folder)]
    assert run(ask) == 2
    assert "does not begin with pages" in capsys.readouterr().err
    assert not folder.exists()


def test_drafts_of_another_kind_or_another_comic_are_refused(
    drafts, press_books, tmp_path, press_folder, capsys
):
    file = tmp_path / "drafts.jsonl"
    draft_descriptions(press_books[0], PressWriter(press_books[0]), out=file)
    folder = tmp_path / "project"
    ask = ["annotations", "add", str(folder), "--drafts", str(file)]
    assert run([*ask, "--procedure", "chromic.distractors"]) == 2
    assert "give --drafts and --comics together" in capsys.readouterr().err
    ask += ["--comics", str(press_folder)]
    assert run([*ask, "--procedure", "chromic.distractors"]) == 2
    wanted = "screen 'distractors' starts from drafts of kind distractors; found: descriptions"
    assert wanted in capsys.readouterr().err
    other = tmp_path / "other"
    ask[2] = str(other)
    assert run([*ask, "--procedure", "comicvqa.baseline"]) == 2
    assert "screen 'solve-with-confidence'" in capsys.readouterr().err
    with open_project(folder) as project, pytest.raises(InputError, match="do not have"):
        units_from_drafts(project, drafts["chromic.distractors"], press_books[1:])
