"""Whatever answers hold, exports keep it: JSONL and Hugging Face, COCO, Label Studio and back."""

from __future__ import annotations

import csv
import json
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from panelwise.annotation import (
    HumanAnswer,
    NewUnit,
    Submission,
    WorkUnit,
    as_procedure,
    create_project,
    open_project,
)
from panelwise.annotation.exchange import (
    Release,
    SeenUnit,
    coco_of,
    export_records,
    label_studio_config,
    results_of,
    values_of_result,
)
from panelwise.annotation.screens import ScreenPicture, ScreenView
from panelwise.errors import InputError
from panelwise.tasks import Option
from panelwise.tasks.forms import (
    ChoiceField,
    Form,
    FormColumn,
    GivenShape,
    GroupsField,
    LinksField,
    OrderField,
    RowsField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)

QUICK = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
MARKS = st.sampled_from(
    ["", "=", "#", "$", "@", "\t", "\n", '"', "'", ",", "<b>", "%", ":", "\u202e"]
)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
    str.strip
)
ODD = st.builds(lambda mark, words: mark + words, MARKS, WORDS)
SIZE = (401, 299)
PICTURES = (ScreenPicture("0" * 64, *SIZE), ScreenPicture("1" * 64, 173, 97))
GIVEN = (
    GivenShape("T1", "text", (3.0, 4.0, 30.5, 17.25), text="Look!"),
    GivenShape("T2", "text", (50, 60, 90, 80), ((50, 60), (90, 60), (70, 80))),
    GivenShape("2#1", "text", (1, 1, 60, 50), image=1),
)
OPTIONS = (Option("A", "one"), Option("B", "two"), Option("C", "three"))
FORM = Form((
    ChoiceField("option", "Which?", OPTIONS),
    SeveralField("wrong", "Which are wrong?", OPTIONS),
    ScaleField("mark", "How good?", 1, 5, uncertain=True),
    TextField("note__name", "Anything else?", required=False),
    OrderField("frames", "In order", OPTIONS),
    ShapesField("panels", "Panels", SIZE, ("panel",), polygons=True, ordered=True),
    ShapesField("people", "People", SIZE, ("character", "face"), texts=True, names=True),
    LinksField("speakers", "Who says what?", "people", "text", "character", required=False,
               several=True, given=GIVEN),
    LinksField("faces", "Whose faces?", "people", "face", "character", required=False),
    GroupsField("voices", "Which texts are one's?", GIVEN, required=False),
    GroupsField("same", "Who is the same?", "people", required=False),
))  # fmt: skip
CONFIG = label_studio_config([FORM.fields])
CORNER = st.integers(-3000, 25000).map(lambda one: one / 100)
SIDE = st.integers(3100, 15000).map(lambda one: one / 100)


@st.composite
def shapes(draw: Any, labels: tuple[str, ...], *, outlines: bool) -> list[dict[str, Any]]:
    found = []
    for name in draw(st.lists(ODD, max_size=3, unique=True)):
        (x, y), (width, height) = (draw(st.tuples(one, one)) for one in (CORNER, SIDE))
        box = [x, y, x + width, y + height]
        shape = {"id": name, "class": draw(st.sampled_from(labels)), "box": box}
        if outlines and draw(st.booleans()):
            shape["polygon"] = [[x, y], [x + width, y], [x, y + height]]
        found.append(shape)
    return found


@st.composite
def answers(draw: Any) -> dict[str, Any]:
    """Values of every field, some of them empty."""
    people = draw(shapes(("character", "face"), outlines=False))
    for one in people:
        one |= {"text": draw(st.just("") | ODD), "name": draw(st.just("") | ODD)}
    ids = {label: [one["id"] for one in people if one["class"] == label]
           for label in ("character", "face")}  # fmt: skip
    speakers = []
    for text in ("T1", "T2", "2#1"):
        ends = draw(st.lists(st.sampled_from(ids["character"]), unique=True)
                    if ids["character"] else st.just([]))  # fmt: skip
        speakers += [
            {"from": text, "to": end} for end in ends or draw(st.sampled_from([[], [None]]))
        ]
    faces = [{"from": one, "to": draw(st.sampled_from([None, *ids["character"]]))}
             for one in ids["face"]]  # fmt: skip
    values = {
        "option": draw(st.integers(0, 2)),
        "wrong": draw(st.lists(st.integers(0, 2), unique=True)),
        "mark": draw(st.integers(1, 5) | st.just("uncertain")),
        "note__name": draw(st.none() | ODD),
        "frames": draw(st.permutations(range(3))),
        "panels": draw(shapes(("panel",), outlines=True)),
        "people": people,
        "speakers": speakers or None,
        "faces": faces or None,
        "voices": draw(st.dictionaries(st.sampled_from(("T1", "2#1")), ODD)) or None,
        "same": {one["id"]: draw(ODD) for one in people if draw(st.booleans())} or None,
    }
    return FORM.check(values)


def seen(values: dict[str, Any], form: Form = FORM) -> SeenUnit:
    view = ScreenView("Everything", (), form, PICTURES)
    return SeenUnit(WorkUnit("u"), view, Submission(1, 0.0, "Ann", "u", "s", 1, "reader", values))


def canonical(values: dict[str, Any]) -> dict[str, Any]:
    """Links in any order are the same links."""
    return {
        name: sorted(map(json.dumps, value)) if name in ("speakers", "faces") and value else value
        for name, value in values.items()
    }


@settings(QUICK, max_examples=15)
@given(answers())
def test_every_value_comes_back_from_label_studio(values):
    unit = seen(values)
    stored = json.loads(json.dumps(results_of(unit)))
    names = {tag.get("name") for tag in ElementTree.fromstring(CONFIG).iter()}
    assert {one["from_name"] for one in stored if one["type"] != "relation"} <= names
    assert not any("#" in one.get("id", "") for one in stored), "Label Studio cuts ids off there"
    assert canonical(FORM.check(values_of_result(unit, stored))) == canonical(values)


def drawn(*shapes: dict[str, Any], ordered: bool = False) -> SeenUnit:
    field = ShapesField("texts", "Texts", SIZE, ("text",), ordered=ordered, names=True)
    people = ShapesField("people", "People", SIZE, ("character",), names=True, required=False)
    links = LinksField("said", "Said by", "people", "text", "character", required=False)
    values = {"texts": list(shapes), "people": []}
    return seen(values, Form((field, people, links)))


BOX = {"class": "text", "box": [0.0, 0.0, 9.0, 9.0], "name": "Ann"}


def test_an_order_can_be_changed_in_label_studio_and_what_is_new_comes_last():
    unit = drawn({"id": "a", **BOX}, {"id": "b", **BOX}, ordered=True)
    first, *others = results_of(unit)
    places = [one for one in others if one["type"] == "number"]
    assert [one["value"] for one in places] == [{"number": 1}, {"number": 2}]
    places[0]["value"] = {"number": 2.5}
    new = {**first, "id": "xY-3_k9"}
    found = values_of_result(unit, [new, first, *others])
    assert [one["id"] for one in found["texts"]] == ["b", "a", "xY-3_k9"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"from_name": "people__name"}, "'Ann' of 'people__name' is at a shape of another field"),
        ({"type": "relation", "from_id": "texts:a", "to_id": "gone"}, "that is not there"),
        ({"type": "relation", "labels": ["likes"]}, "a link is none of said"),
        ({"from_name": "texts", "item_index": 1}, "a shape is on picture 1 .from 0."),
    ],
)
def test_slips_in_label_studio_are_refused(change, fault):
    unit = drawn({"id": "a", **BOX})
    shape, name = results_of(unit)
    slip = {**(shape if "item_index" in change else name), **change}
    with pytest.raises(InputError, match=fault):
        values_of_result(unit, [shape, slip])


def test_label_studio_has_no_table_and_no_name_twice():
    rows = RowsField("voices", "Voices", (FormColumn("text", "Text"),))
    with pytest.raises(InputError, match="'voices' asks for rows, for which Label Studio has no"):
        label_studio_config([[rows]])
    shapes = ShapesField("who", "Who?", SIZE, ("face",), names=True)
    with pytest.raises(InputError, match="would both be 'who__name'"):
        label_studio_config([[shapes, TextField("who__name", "Name")]])


@settings(QUICK, max_examples=10)
@given(answers())
def test_shapes_classes_texts_names_order_groups_and_links_are_in_coco(values):
    found = coco_of([seen(values)], lambda picture: picture.sha256)
    document = json.loads(json.dumps(found.as_json()))
    labels = {one["id"]: one["name"] for one in document["categories"]}
    read: dict[str, Any] = {"panels": [], "people": [], "speakers": [], "faces": []}
    groups: dict[str, dict[str, str]] = {"voices": {}, "same": {}}
    for one in document["annotations"]:
        about = one["attributes"]
        x, y, width, height = one["bbox"]
        box = [round(corner, 2) for corner in (x, y, x + width, y + height)]
        if about["field"] in ("panels", "people"):
            shape = {"id": about["id"], "class": labels[one["category_id"]], "box": box}
            points = one["segmentation"][0]
            if len(points) == 6:
                shape["polygon"] = [points[:2], points[2:4], points[4:]]
            if about["field"] == "people":
                shape |= {"text": about.get("text", ""), "name": about.get("name", "")}
            assert about["order"] == len(read[about["field"]])
            read[about["field"]].append(shape)
        for field, ends in about.get("links", {}).items():
            read[field] += [{"from": about["id"], "to": end} for end in ends]
        for field, group in about.get("groups", {}).items():
            groups[field][about["id"]] = group
    kept = {name: values[name] or [] for name in read}
    assert canonical(read) == canonical(kept)
    assert groups == {name: values[name] or {} for name in groups}
    assert set(found.left_out) == {
        name for name in ("option", "wrong", "mark", "note__name", "frames")
        if values[name] is not None
    }  # fmt: skip


PEOPLE = st.builds(
    lambda words, end, number: f"Zq{words}{number}{end}",
    WORDS, st.sampled_from(["", "@example.org", "\u00a0Ünal", "=cmd()"]),
    st.integers(10_000, 99_999),
)  # fmt: skip
PROCEDURE = {
    "name": "odd", "title": "Odd", "instructions": "Look.", "pay": {"per_hour": 12},
    "stages": [{"name": "write", "role": "reader", "people": 2, "screen": "unique-order"}],
}  # fmt: skip


def worked(folder: Path, people: list[str], unit: str, text: str) -> Any:
    """Everybody writes something; one is paused by another, and all name each other in notes."""
    create_project(folder, as_procedure(PROCEDURE, "odd"))
    project = open_project(folder)
    project.add_units([NewUnit(unit, text, {"texts": [{"text": text}], "hidden": people[-1]})])
    work = project.work
    for number, person in enumerate(people):
        work.join(person, ["reader"])
        found = work.next(person)
        values = {"unique": 1, "other": text * (number + 1)}
        answer = HumanAnswer(f"key-of-{number:06d}", values, 4.0, note=people[0])
        work.submit(person, found.unit.id, answer)
    work.pause(people[0], f"so says {people[-1]}", people[-1])
    return project


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_bytes().decode().split("\n")[:-1]]


@settings(QUICK, max_examples=2, phases=[Phase.generate])
@given(people=st.lists(PEOPLE, min_size=2, max_size=2, unique=True), unit=ODD, text=ODD)
def test_a_release_keeps_every_value_and_names_nobody_in_any_byte(people, unit, text):
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "out"
        with worked(Path(name) / "project", people, unit, text) as project:
            export_records(project, out, Release())
            given = [one for who in people for one in project.work.state.people[who].submissions]
        files = [file for file in out.rglob("*") if file.is_file()]
        for person in people:
            spellings = {person, json.dumps(person)[1:-1], quote(person)}
            for file in files:
                whole = file.read_bytes() + file.name.encode()
                assert not [one for one in spellings if one.encode() in whole], file
        assert [one["values"] for one in lines_of(out / "submissions.jsonl")] == [
            one.values for one in given
        ]
        [added] = [one for one in lines_of(out / "events.jsonl") if one["name"] == "unit_added"]
        assert (added["unit"], added["body"]["data"]) == (unit, {"texts": [{"text": text}]})
        card = yaml.safe_load((out / "README.md").read_text("utf-8").split("---")[1])
        named = {one["config_name"]: out / one["data_files"] for one in card["configs"]}
        assert {name: len(lines_of(file)) for name, file in named.items()}["submissions"] == 2
        with (out / "submissions.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert [json.loads(row["values"]) for row in rows] == [one.values for one in given]
