"""What a model must keep: suites in their published formats, and the alarm for a lost format."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections import Counter, defaultdict

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from panelwise.comics import get_generator
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.evaluation import evaluate
from panelwise.training.finetuning import find_collapse
from panelwise.training.retention import (
    everyday_questions,
    mmbench_questions,
    mmmu_questions,
    write_choice_pack,
    write_suite,
)


def picture(colour: str, kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(stream, kind)
    return stream.getvalue()


def mmbench_row(index, image, answer="B", **more):
    row = {
        "index": index,
        "question": f"Question {index}?",
        "hint": "nan",
        "A": "red",
        "B": "green",
    }
    row |= {"C": "nan", "D": "nan", "answer": answer, "category": "attribute", "image": image}
    return row | more


@pytest.fixture
def mmbench(tmp_path):
    """A table as MMBench is published: tabs, pictures in base64, nan where a cell is empty."""

    def write(*rows):
        path = tmp_path / "mmbench_dev_en.tsv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, rows[0].keys(), delimiter="\t")
            writer.writeheader()
            writer.writerows(rows)
        return path

    return write


def test_mmbench_is_read_as_published(mmbench, tmp_path):
    green = base64.b64encode(picture("green", "JPEG")).decode()
    path = mmbench(
        mmbench_row("1", green, hint="Look closely.", C="blue"),
        mmbench_row("1000001", "1", answer="A"),  # the picture of row 1
        mmbench_row("2", green, answer="nan"),  # the test split has no answers
    )
    read = mmbench_questions(path)
    assert read.left_out == {"without a right answer": 1}
    pack = write_suite("mmbench", path, tmp_path / "pack")
    first, second = pack.items()
    assert first.rendering.text == (
        "[image 1]\nLook closely.\nQuestion 1?\nA. red\nB. green\nC. blue\n"
        "Answer with the option letter only."
    )
    assert (first.n, first.gold, first.sources[0].book) == (3, 1, "attribute")
    assert (second.n, second.gold) == (2, 0)
    assert second.rendering.images == first.rendering.images
    [image] = first.rendering.images
    assert pack.image_path(image.sha256).read_bytes() == base64.b64decode(green)
    assert (image.media_type, image.width, image.height) == ("image/jpeg", 30, 20)


def test_what_is_not_mmbench_is_refused(mmbench, tmp_path):
    other = tmp_path / "other.tsv"
    other.write_text("a\tb\n1\t2\n")
    with pytest.raises(InputError, match="not MMBench: no column index"):
        mmbench_questions(other)
    with pytest.raises(InputError, match="the picture of row 7 is not base64"):
        mmbench_questions(mmbench(mmbench_row("7", "?" * 99)))


def mmmu_row(name, question, options, answer, kind="multiple-choice", **images):
    row = {"id": name, "question": question, "options": str(options), "answer": answer}
    row |= {"question_type": kind, "subfield": "Costs", "explanation": ""}
    row |= {f"image_{k}": None for k in range(1, 8)}
    given = {key: {"bytes": data, "path": f"{key}.png"} for key, data in images.items()}
    return row | given


def test_mmmu_is_read_as_published(tmp_path):
    red, blue = picture("red"), picture("blue")
    rows = [
        mmmu_row(
            "validation_Art_Theory_1",
            "Compare <image 2> with <image 1>.",
            ["older", "newer", "equal"],
            "C",
            image_1=red,
            image_2=blue,
        ),
        mmmu_row("validation_Art_Theory_2", "Which?", ["<image 1>", "no"], "A", image_1=red),
        mmmu_row("validation_Art_Theory_3", "How much?", [], "7", kind="open", image_1=red),
    ]
    folder = tmp_path / "MMMU" / "Art_Theory"
    folder.mkdir(parents=True)
    schema = pa.Table.from_pylist(rows[:1]).schema
    for k in range(3, 8):  # always empty here
        schema = schema.set(
            schema.get_field_index(f"image_{k}"),
            pa.field(f"image_{k}", schema.field("image_1").type),
        )
    table = pa.Table.from_pylist(rows, schema=schema)
    pq.write_table(table, folder / "validation-00000-of-00001.parquet")
    read = mmmu_questions(tmp_path / "MMMU")
    assert read.left_out == {"with pictures as options": 1, "open": 1}
    pack = write_suite("mmmu", tmp_path / "MMMU", tmp_path / "pack")
    [item] = pack.items()
    assert item.rendering.turns[0].parts[:5] == ("Compare ", 0, " with ", 1, ".")
    shown = [pack.image_path(image.sha256).read_bytes() for image in item.rendering.images]
    assert shown == [blue, red]
    assert (item.gold, item.n, item.sources[0].book) == (2, 3, "Art_Theory")


def test_what_is_not_mmmu_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"no validation-\*\.parquet in it"):
        mmmu_questions(tmp_path)
    pq.write_table(pa.table({"id": ["1"]}), tmp_path / "validation-0.parquet")
    with pytest.raises(InputError, match="not MMMU: no column question"):
        mmmu_questions(tmp_path)


def test_everyday_things_are_the_same_each_time_and_balanced():
    questions = everyday_questions(48, seed=3)
    assert questions == everyday_questions(48, seed=3)
    assert questions.licence == "CC0-1.0"
    assert Counter(one.right for one in questions.found) == {0: 12, 1: 12, 2: 12, 3: 12}
    assert Counter(one.group for one in questions.found) == {
        "thing": 16,
        "colour": 16,
        "number": 16,
    }
    for one in questions.found:
        assert len(set(one.options)) == 4


def test_a_suite_is_named_and_gets_files_where_it_needs_them(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean 'mmbench'"):
        write_suite("mmbnch", None, tmp_path / "pack")
    with pytest.raises(SettingError, match="mmmu has to be downloaded"):
        write_suite("mmmu", None, tmp_path / "pack")
    with pytest.raises(SettingError, match="panels has to be drawn with panelwise press --worlds"):
        write_suite("panels", None, tmp_path / "pack")
    with pytest.raises(SettingError, match="everyday is drawn"):
        write_suite("everyday", tmp_path, tmp_path / "pack")


def test_each_option_about_a_panel_is_right_for_one_picture(tmp_path):
    """Two worlds of one strip: whoever does not look is right as often as chance."""
    get_generator().print_worlds(
        tmp_path / "worlds", 1, style="clean", layout="strip", templates=["turned-sign"]
    )
    pack = write_suite("panels", tmp_path / "worlds", tmp_path / "pack")
    asked = defaultdict(list)
    for item in pack.items():
        asked[item.rendering.turns[0].parts[1:]].append(item)
    assert {item.meta["group"] for item in pack.items()} == {"scene", "person", "lettering"}
    for items in asked.values():
        times = Counter(item.gold for item in items)
        assert len(times) == len(items[0].options)
        assert len(set(times.values())) == 1
    assert {item.meta["words_from"] for item in pack.items()} == {"press truth"}
    [books] = {len(pack.manifest["books"])}
    assert books == 2  # the family, and its template for the lettering


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """A run on 40 everyday questions whose answers are written by a function of item and place."""
    folder = tmp_path_factory.mktemp("everyday")
    pack = write_choice_pack(everyday_questions(40, side=28), folder / "pack")

    def run(name, answer):
        file = folder / f"{name}.jsonl"
        lines = [
            json.dumps({"id": item.id, "answer": answer(item, k)})
            for k, item in enumerate(pack.items())
        ]
        file.write_text("\n".join(lines))
        return evaluate(pack, f"recorded:{file}", out=folder / name)

    return run


def right(item, _):
    return item.options[item.gold].label


def wrong(item, _):
    return item.options[(item.gold + 1) % 4].label


OCR = '[{"bbox_2d": [1, 2, 3, 4], "text_content": "x"}]'
AFTER = {
    "texts instead of letters": (lambda item, k: OCR, {"unreadable", "below chance"}),
    "a quarter unreadable": (lambda item, k: OCR if k % 4 == 0 else right(item, k), {"unreadable"}),
    "always B": (lambda item, k: "B", {"one answer"}),
    "always another": (wrong, {"below chance"}),
    "worse, and still answering": (
        lambda item, k: (wrong if k % 3 == 0 else right)(item, k),
        set(),
    ),
    "as before": (right, set()),
}


@pytest.mark.parametrize("name", AFTER)
def test_the_alarm_sounds_for_a_lost_format_and_not_for_a_lower_score(answered, name):
    answer, signs = AFTER[name]
    before, after = answered("before", right), answered(name, answer)
    found = find_collapse(before, after)
    assert {one.sign for one in found} == signs
    for one in found:
        if one.sign == "one answer":
            assert one.words == "40 answers are B (100% of those read; before 30%)"


def test_a_model_that_never_answered_has_lost_nothing(answered):
    before = answered("never before", lambda item, k: OCR)
    assert find_collapse(before, answered("never after", lambda item, k: OCR + " ")) == ()
