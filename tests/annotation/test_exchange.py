"""Work gets out of a project as a run and as a pack."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.analysis import RunData, people_figures
from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    Project,
    Submission,
    WorkUnit,
    as_procedure,
    create_project,
    open_project,
    read_procedure,
    units_of_pack,
)
from panelwise.annotation.exchange import (
    Release,
    SeenUnit,
    accepted_pack,
    export_label_studio,
    export_records,
    people_run,
    person_numbers,
    results_of,
    seen_units,
    values_of_result,
)
from panelwise.annotation.screens import ScreenPicture, ScreenView, get_screen
from panelwise.cli import run
from panelwise.errors import InputError
from panelwise.evaluation import Run
from panelwise.packs import Pack, write_subset
from panelwise.profile import get_profile
from panelwise.tasks import vouchers
from panelwise.tasks.forms import Form, ShapesField
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
    with pytest.raises(InputError, match="nobody has answered in stage 'solve' yet"):
        people_run(project, "readers", tmp_path / "none")
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


def test_somebody_is_left_out_of_a_run_and_run_and_report_say_so(
    choices, project_of, tmp_path, capsys
):
    project = project_of(choices, stage(3))
    for person in ("Ann", "Bo"):
        answer_all(project, person, right)
    answer_all(project, "Cy", wrong)
    out = tmp_path / "run"
    ask = ["annotations", "run", str(project.folder), "--group", "two", "--out", str(out)]
    assert run([*ask, "--without", "Di"]) == 2
    assert "nobody is called 'Di'" in capsys.readouterr().err
    assert run([*ask, "--without", "Cy", "--people", "2"]) == 0
    number = person_numbers(project.folder, PEOPLE)["Cy"]
    assert f"4 answers of {number} left out, as asked" in capsys.readouterr().err
    made = Run.open(out)
    assert made.config["identity"]["without"] == [number]
    [figures] = people_figures(RunData.of(made))
    assert (figures.mean, number in {one.person for one in figures.individuals}) == (1.0, False)
    assert run(["report", str(out), "--out", str(tmp_path / "report")]) == 0
    pages = [one for one in (tmp_path / "report").rglob("*") if one.suffix in (".html", ".md")]
    said = [f"the answers of {number} were left out on request" in one.read_text() for one in pages]
    assert any(said)
    again = people_run(project, "two", tmp_path / "again", people=2, without=[number])
    assert again.answers.without == (number,)


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
    assert "- solve: 4 units, 3 submissions of 1 person, 1 flag\n" in card
    assert "- removed (ambiguous): 1 unit\n" in card


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


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_release_has_numbers_for_people_and_no_notes_no_pay(choices, project_of, tmp_path):
    project = project_of(choices, stage(1))
    found = project.work.next("Ann")
    assert isinstance(found, Assignment)
    noted = HumanAnswer("k" * 12, {"option": 0, "confidence": 1}, 3.0, note="=Ann wrote this")
    project.work.submit("Ann", found.unit.id, noted)
    out = tmp_path / "open"
    assert run(["annotations", "export", str(project.folder), "--out", str(out)]) == 0
    whole = "".join(file.read_text(encoding="utf-8") for file in out.iterdir())
    assert "Ann" not in whole
    assert '"pay"' not in whole
    [given] = lines_of(out / "submissions.jsonl")
    assert given["person"] == person_numbers(project.folder, ["Ann"])["Ann"]
    assert given["values"] == {"option": 0, "confidence": 1}
    assert len(lines_of(out / "accepted.jsonl")) == 1
    ask = ["annotations", "export", str(project.folder), "--names", "--notes"]
    assert run([*ask, "--out", str(tmp_path / "own")]) == 0
    [own] = lines_of(tmp_path / "own" / "submissions.jsonl")
    assert (own["person"], own["note"]) == ("Ann", "=Ann wrote this")


def test_no_cell_of_the_table_is_a_formula(choices, project_of, tmp_path):
    project = project_of(choices, stage(1))
    project.work.join("=cmd()", ["reader"])
    answer_all(project, "=cmd()", right)
    export_records(project, tmp_path / "own", Release(names=True))
    with (tmp_path / "own" / "submissions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["person"] for row in rows} == {"'=cmd()"}


def test_label_studio_gets_tasks_and_gives_the_same_values_back(
    choices, pack_of, project_of, tmp_path
):
    orders = pack_of("chromic.panel_reordering")
    for pack in (choices, write_subset(orders, [orders.items()[0].id], tmp_path / "one")):
        project = project_of(pack, stage(1))
        answer_all(project, "Ann", right, sure=2)
        out = tmp_path / f"ls-{pack.path.name}"
        assert export_label_studio(project, out) == len(pack)
        names = {tag.get("name") for tag in ElementTree.parse(out / "config.xml").iter()}
        tasks = json.loads((out / "tasks.json").read_text(encoding="utf-8"))
        seen = {one.unit.id: one for one in seen_units(project)}
        for task in tasks:
            one = seen[task["data"]["unit"]]
            [annotation] = task["annotations"]
            assert {part["from_name"] for part in annotation["result"]} <= names
            values = values_of_result(one, annotation["result"])
            assert one.view.form.check(values) == one.answer.values
            assert all((out / name).is_file() for name in task["data"]["pictures"])


def result_of(number: int, result: Any, by: Any, **more: Any) -> dict[str, Any]:
    """An annotation with the keys that Label Studio 1.23 exports."""
    return {"id": number, "unique_id": f"00000000-{number}", "completed_by": by, "result": result,
            "was_cancelled": False, "ground_truth": False, "lead_time": 8.1, "prediction": {},
            "result_count": len(result), "import_id": None} | more  # fmt: skip


def test_results_of_label_studio_are_answers_of_named_people(choices, project_of, tmp_path, capsys):
    project = project_of(choices, stage(2))
    out = tmp_path / "out"
    export_label_studio(project, out)
    tasks = json.loads((out / "tasks.json").read_text(encoding="utf-8"))

    def chosen(option: str, sure: str = "3") -> list[dict[str, Any]]:
        return [{"id": "aB3_x-9kQ2", "from_name": name, "to_name": "pictures", "type": "choices",
                 "origin": "manual", "value": {"choices": [value]}}
                for name, value in (("option", option), ("confidence", sure))]  # fmt: skip

    ann, bo = {"id": 2, "email": "ann@example.org", "first_name": "A"}, 7
    tasks[0]["annotations"] = [result_of(1, chosen("1"), ann), result_of(2, chosen("0"), bo)]
    tasks[1]["annotations"] = [result_of(3, chosen("9"), bo), result_of(4, chosen("1"), 8)]
    tasks[2]["annotations"] = [result_of(5, chosen("1"), bo, was_cancelled=True),
                               result_of(6, [{"from_name": "mood", "value": {}}], bo)]  # fmt: skip
    tasks[3]["data"]["unit"] = "of another project"
    tasks[3]["annotations"] = [result_of(7, chosen("1"), bo)]
    file = tmp_path / "export.json"
    file.write_text(json.dumps([{"id": k, **task} for k, task in enumerate(tasks, 1)]))
    project.close()
    ask = ["annotations", "import", str(project.folder), str(file), "--person",
           "ann@example.org=Ann", "--person", "7=Bo"]  # fmt: skip
    refused = [
        "task 2, annotation 3: field 'option': 9 is not the number of any option",
        "task 2, annotation 4: nobody is known as '8' here; give --person 8=NAME",
        "task 3, annotation 6: a result is for 'mood', which the form does not have; remove it",
        "task 4, annotation 7: the project has no item 'of another project'; import",
    ]
    for stored in ("2 answers stored, 1 skipped", "0 answers stored, 2 stored before, 1 skipped"):
        assert run(ask) == 1
        *lines, last = capsys.readouterr().err.strip().splitlines()
        assert stored in last
        assert all(line.split("refused ")[1].startswith(one)
                   for line, one in zip(lines, refused, strict=True))  # fmt: skip
    assert run([*ask[:-1], "7=Zoe"]) == 2
    with open_project(project.folder) as again:
        given = {name: again.work.state.people[name].submissions for name in PEOPLE}
        assert [one.values for one in given["Ann"]] == [{"option": 1, "confidence": 3}]
        assert [one.values for one in given["Bo"]] == [{"option": 0, "confidence": 3}]
        assert not given["Cy"]
        last = [one for one in again.store.events() if one.name == "submitted"][-1]
        assert last.body["label-studio"] is True
        again.work.pause("Bo", "for a test")
    tasks[1]["annotations"] = [result_of(9, chosen("1"), bo)]
    file.write_text(json.dumps(tasks[1:2]))
    assert run(ask) == 1
    assert "paused: for a test" in capsys.readouterr().err
    file.write_text('{"not": "a list"}')
    assert run(ask) == 2
    assert "not results of Label Studio" in capsys.readouterr().err


SIZE = (400, 200)
BOXES = [
    {"id": "a", "class": "panel", "box": [10.0, 20.0, 110.0, 70.0]},
    {"id": "b", "class": "panel", "box": [0.0, 0.0, 30.0, 20.0],
     "polygon": [[0.0, 0.0], [30.0, 0.0], [0.0, 20.0]]},
]  # fmt: skip


def test_boxes_go_to_label_studio_in_per_cent_and_come_back():
    field = ShapesField("panels", "Panels", SIZE, ("panel",), polygons=True)
    picture = ScreenPicture("0" * 64, *SIZE)
    view = ScreenView("Panels", (), Form((field,)), (picture,))
    answer = Submission(1, 0.0, "Ann", "u", "s", 1, "reader", {"panels": BOXES})
    seen = SeenUnit(WorkUnit("u"), view, answer)
    result = results_of(seen)
    assert result[0]["value"] == {"x": 2.5, "y": 10.0, "width": 25.0, "height": 25.0,
                                  "rotation": 0, "rectanglelabels": ["panel"]}  # fmt: skip
    assert field.check(values_of_result(seen, result)["panels"], {}) == BOXES
    turned = [{**result[0], "value": {**result[0]["value"], "rotation": 30}}]
    with pytest.raises(InputError, match="a box is turned"):
        values_of_result(seen, turned)
    with pytest.raises(InputError, match="which the form does not have"):
        values_of_result(seen, [{"from_name": "gold", "value": {}}])


def test_units_come_from_lines_with_known_values_and_from_mistakes_of_a_run(
    choices, tmp_path, capsys
):
    plan = tmp_path / "plan.yaml"
    plan.write_text(json.dumps({**PLAIN, "stages": [
        {"name": "classify", "role": "reader", "screen": "error-category"}]}))  # fmt: skip
    folder = tmp_path / "errors"
    create_project(folder, read_procedure(plan))
    file = tmp_path / "units.jsonl"
    good = {"id": "u1", "book": "b", "purpose": "hidden_gold",
            "data": {"texts": [{"text": "Why?"}]}, "known": {"category": 2}}  # fmt: skip
    bad = [
        ({"known": {"category": 60}}, "60 is not the number of any option"),
        ({"known": {"mood": 1}}, "there is no field 'mood'"),
        ({"known": None}, "needs its known values"),
        ({"data": {"pictures": [{"sha256": "../../etc/passwd", "width": 1, "height": 1}]}}, "sha"),
        ({"data": {"pictures": [{"sha256": "0" * 64, "width": 1, "height": 1}]}}, "in no source"),
        ({"data": 3}, 'data: must be an object); write {"id": "…", "book": "…", "data": {…}}'),
        ({"data": {"texts": ["Why?"]}}, "is not what the screen 'error-category' shows"),
    ]
    for change, fault in bad:
        file.write_text(json.dumps({**good, **change}) + "\n")
        assert run(["annotations", "add", str(folder), "--units", str(file)]) == 2
        assert fault in capsys.readouterr().err
    file.write_text(json.dumps(good) + "\n")
    out = tmp_path / "run"
    ask = ["evaluate", str(choices.path), "--model", "baseline:constant", "--out", str(out)]
    assert run(ask) == 0
    wrong = [one for one in Run.open(out).results() if one.outcome == "wrong"]
    solved = tmp_path / "solved"
    create_project(solved, read_procedure("comicvqa.baseline"), packs=[choices.path])
    for source, by in (("--mistakes", "comicvqa.errors"), ("--answers", "mangavqa.judge")):
        assert run(["annotations", "add", str(solved), source, str(out)]) == 2
        said = capsys.readouterr().err
        assert "shows the screen 'solve-with-confidence', which cannot show a run's" in said
        assert f"--procedure {by}" in said
    with open_project(solved) as project:
        assert not project.work.state.units
    ask = ["annotations", "add", str(folder), "--units", str(file), "--mistakes", str(out)]
    assert run([*ask, "--sample", "2"]) == 0
    with open_project(folder) as project:
        units = project.work.state.units
        assert units["u1"].data["known"] == {"category": 2}
        drawn = [unit for unit in units.values() if unit.purpose == "work"]
        assert len(drawn) == min(2, len(wrong))
        for unit in drawn:
            item = choices.item(unit.data["hidden"]["item"])
            words = {one.get("name"): one["text"] for one in unit.data["texts"]}
            assert words["Right answer"].startswith(item.options[item.gold].label)
            assert words["Right answer"] != words["Answer of a model"]
            screen = get_screen("error-category")
            view = screen.view(unit, project.procedure.stages[0], project.sources)
            assert "baseline" not in repr(view)
            assert all(project.sources.picture(one.sha256) for one in view.pictures)


def test_accepted_boxes_are_coco_with_their_pictures(pack_of, project_of, tmp_path, capsys):
    whole = pack_of("comix.detection")
    pack = write_subset(whole, [whole.items()[0].id], tmp_path / "boxes")
    item = pack.items()[0]
    project = project_of(pack, stage(1))
    out = tmp_path / "coco"
    ask = ["annotations", "export", str(project.folder), "--format", "coco", "--out", str(out)]
    assert run(ask) == 2
    assert "no accepted answer has boxes" in capsys.readouterr().err
    answer_all(project, "Ann", right)
    assert run(ask) == 0
    coco = json.loads((out / "annotations.json").read_text(encoding="utf-8"))
    [image] = coco["images"]
    assert (out / image["file_name"]).is_file()
    kinds = {one["id"]: one["name"] for one in coco["categories"]}
    [given] = project.work.state.people["Ann"].submissions
    [shapes] = [value for value in given.values.values() if isinstance(value, list)]
    assert [(kinds[one["category_id"]], one["bbox"]) for one in coco["annotations"]] == [
        (shape["class"], [x0, y0, x1 - x0, y1 - y0])
        for shape in shapes
        for x0, y0, x1, y1 in [shape["box"]]
    ]
    assert len(shapes) > 2
    assert item.rendering.images[0].sha256 in image["file_name"]
