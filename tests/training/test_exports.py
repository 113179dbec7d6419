"""Training data holds the pack's pixels, boxes and words; what must not be trained on is refused.

Every refusal names the item, and nothing is written.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import panelwise
from drawn import draw_book
from panelwise.cli import run
from panelwise.comics import pixel_hash
from panelwise.errors import InputError, SettingError, UnavailableError, UnknownNameError
from panelwise.geometry import Box
from panelwise.metrics import coordinate_frame, from_pixels, to_pixels
from panelwise.models import family_of
from panelwise.packs import Made, Pack
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Turn, read_response
from panelwise.tasks.kinds import gold_boxes
from panelwise.training import training_examples
from panelwise.training.exports import FORMATS, ExportOptions, export_training
from panelwise.training.exports._boxes import _yolo_line, picture_boxes
from panelwise.training.exports._ms_swift import marked_boxes
from training_packs import CLASSES, boxed_item, pack_of_items, picture

QWEN = ExportOptions(model="qwen2.5-vl")
PANELS = [("panel", (0, 0, 60.5, 80)), ("panel", (60.5, 0, 120, 80)), ("text", (8, 4, 40, 20))]


@pytest.fixture(scope="module")
def boxed(tmp_path_factory) -> Pack:
    """Two pages of two books."""
    made = [
        boxed_item(PANELS, name="a", book="one", seed=1),
        boxed_item([("character", (10, 10, 30.25, 70))], name="b", book="two", seed=2),
    ]
    return pack_of_items(tmp_path_factory.mktemp("boxed") / "pack", made)


@pytest.fixture(scope="module")
def orders(tmp_path_factory) -> Pack:
    """Drawn pages whose panels are to be put in order; their book states a licence."""
    folder = tmp_path_factory.mktemp("orders")
    book = draw_book(folder / "book", [3, 4])
    built = panelwise.build("stripcipher.reordering_generation", book, out=folder / "built")
    pictures = {
        entry.sha256: built.image_path(entry.sha256).read_bytes()
        for item in built.items()
        for entry in item.rendering.images
    }
    made = [Made(item, pictures) for item in built.items()]
    return pack_of_items(folder / "pack", made)


def pixels_of(data: bytes) -> str:
    return pixel_hash(Image.open(io.BytesIO(data)))


def rows_of(folder: Path) -> list[dict]:
    return [
        row for path in sorted(folder.rglob("*.parquet")) for row in pq.read_table(path).to_pylist()
    ]


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# What is written


def test_trl_has_prompt_and_completion_apart_and_the_pictures_of_the_prompt(orders, tmp_path):
    export_training([orders], "trl", tmp_path / "out")
    rows = rows_of(tmp_path / "out")
    examples = list(training_examples(orders, profile=RECOMMENDED))
    for row, one in zip(rows, examples, strict=True):
        assert row["completion"] == [
            {"role": "assistant", "content": [{"type": "text", "text": one.response}]}
        ]
        parts = [part for message in row["prompt"] for part in message["content"]]
        sent = [part for message in one.prompt for part in message.parts]
        assert [part["text"] for part in parts if part["type"] == "text"] == [
            part.text for part in sent if hasattr(part, "text")
        ]
        places = sum(part["type"] == "image" for part in parts)
        assert places == len(row["images"]) == len(one.shown)
        assert [pixels_of(image["bytes"]) for image in row["images"]] == [
            entry.pixels for entry in one.item.rendering.images
        ]


@pytest.mark.parametrize("to", ["llama-factory", "ms-swift"])
def test_chats_have_a_mark_for_each_picture_and_its_file(orders, tmp_path, to):
    export_training([orders], to, tmp_path / "out")
    examples = list(training_examples(orders, profile=RECOMMENDED))
    for line, one in zip(lines_of(tmp_path / "out/train.jsonl"), examples, strict=True):
        assert line["messages"][-1] == {"role": "assistant", "content": one.response}
        marks = sum(message["content"].count("<image>") for message in line["messages"])
        assert marks == len(line["images"]) == len(one.shown)
        stored = [(tmp_path / "out" / name).read_bytes() for name in line["images"]]
        assert [pixels_of(data) for data in stored] == [
            entry.pixels for entry in one.item.rendering.images
        ]


def test_llama_factory_is_told_the_columns_and_roles(orders, tmp_path):
    export_training([orders], "llama-factory", tmp_path / "out")
    info = json.loads((tmp_path / "out/dataset_info.json").read_text())
    assert info["panelwise"]["file_name"] == "train.jsonl"
    assert info["panelwise"]["formatting"] == "sharegpt"
    assert info["panelwise"]["columns"] == {"messages": "messages", "images": "images"}


def test_openai_has_data_urls_and_learns_the_last_message(boxed, tmp_path):
    export_training([boxed], "openai", tmp_path / "out")
    for line, item in zip(lines_of(tmp_path / "out/train.jsonl"), boxed.items(), strict=True):
        user, learnt = line["messages"]
        assert (learnt["role"], learnt["weight"]) == ("assistant", 1)
        [url] = [part["image_url"]["url"] for part in user["content"] if part["type"] != "text"]
        assert url.startswith("data:image/png;base64,")
        data = base64.b64decode(url.partition(",")[2])
        assert hashlib.sha256(data).hexdigest() == item.rendering.images[0].sha256


def test_coco_and_yolo_hold_the_boxes_and_classes_of_each_picture(boxed, tmp_path):
    export_training([boxed], "coco", tmp_path / "coco")
    export_training([boxed], "yolo", tmp_path / "yolo")
    coco = json.loads((tmp_path / "coco/annotations.json").read_text())
    names = {one["id"]: one["name"] for one in coco["categories"]}
    assert list(names.values()) == ["panel", "text", "character"]
    for image, item in zip(coco["images"], boxed.items(), strict=True):
        gold = [(one.label, tuple(one.box)) for one in gold_boxes(item)]
        found = [
            (names[one["category_id"]], _corners(one["bbox"]))
            for one in coco["annotations"]
            if one["image_id"] == image["id"]
        ]
        assert found == gold
        assert image["annotated"] == sorted(CLASSES)
        assert pixels_of((tmp_path / "coco" / image["file_name"]).read_bytes()) == (
            item.rendering.images[0].pixels
        )
        sha = item.rendering.images[0].sha256
        labels = (tmp_path / f"yolo/labels/train/{sha}.txt").read_text().split("\n")[:-1]
        assert [int(line.split()[0]) + 1 for line in labels] == [
            {"panel": 1, "text": 2, "character": 3}[label] for label, _ in gold
        ]
        assert (tmp_path / f"yolo/images/train/{sha}.png").is_file()


def _corners(bbox: list[float]) -> tuple[float, ...]:
    x, y, width, height = bbox
    return (x, y, x + width, y + height)


def test_golden_lines(boxed, tmp_path):
    """The whole of a small export, as trainers see it."""
    export_training([boxed], "ms-swift", tmp_path / "swift", options=QWEN)
    sha = boxed.items()[1].rendering.images[0].sha256
    assert lines_of(tmp_path / "swift/train.jsonl")[1] == {
        "id": "b",
        "messages": [
            {"role": "user", "content": "<image>Where is everything?"},
            {"role": "assistant", "content": '[\n\t{"class": "character", "bbox": <bbox>}\n]'},
        ],
        "images": [f"images/{sha}.png"],
        "objects": {"ref": [], "bbox": [[10.0, 10.0, 30.0, 70.0]]},
    }
    export_training([boxed], "ms-swift", tmp_path / "vl", options=ExportOptions(model="internvl3"))
    [_, line] = lines_of(tmp_path / "vl/train.jsonl")
    # No objects: its template would put <box> around them. Thousandths of 120 × 80.
    assert line["messages"][1]["content"] == (
        '[\n\t{"class": "character", "bbox": [83, 125, 252, 875]}\n]'
    )
    assert "objects" not in line
    export_training([boxed], "yolo", tmp_path / "yolo")
    assert (tmp_path / f"yolo/labels/train/{sha}.txt").read_text() == (
        "2 0.1677083333 0.5000000000 0.1687500000 0.7500000000\n"
    )


@pytest.mark.parametrize("to", sorted(FORMATS))
def test_the_same_packs_give_the_same_bytes_and_a_record(boxed, orders, tmp_path, to):
    pack = orders if to == "reward" else boxed
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        export_training([pack], to, folder, options=QWEN)
    files = [
        {path.relative_to(f): path.read_bytes() for path in f.rglob("*") if path.is_file()}
        for f in folders
    ]
    assert files[0] == files[1]
    record = json.loads((folders[0] / "provenance.json").read_text())
    assert record["packs"][0]["hash"] == pack.hash
    assert record["panelwise"] == panelwise.__version__
    assert record["packs"][0]["seed"] == pack.manifest["seed"]
    assert record["files"] == {
        str(path): hashlib.sha256(data).hexdigest()
        for path, data in files[0].items()
        if path.name != "provenance.json"
    }


# Boxes: whatever they are, what is written decodes to what the pack holds

edges = st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0.05, 1), st.floats(0.05, 1))
sizes = st.tuples(st.integers(40, 3000), st.integers(40, 3000))


def boxes_in(size: tuple[int, int], drawn) -> list[tuple[str, list[float]]]:
    width, height = size
    return [
        (
            label,
            [
                x * width * (1 - w),
                y * height * (1 - h),
                (x * (1 - w) + w) * width,
                (y * (1 - h) + h) * height,
            ],
        )
        for label, (x, y, w, h) in drawn
    ]


found = st.lists(st.tuples(st.sampled_from(CLASSES), edges), min_size=1, max_size=4)


@given(sizes, found)
def test_boxes_survive_yolo_and_coco(size, drawn):
    item = sized(boxes_in(size, drawn), size)
    [entry] = item.rendering.images
    for one, gold in zip(picture_boxes(item), gold_boxes(item), strict=True):
        assert one.label == gold.label
        assert np.allclose(one.box, gold.box, atol=1e-9)
        number, *values = _yolo_line(3, one.box, entry).split()
        cx, cy, w, h = map(float, values)
        again = ((cx - w / 2), (cy - h / 2), (cx + w / 2), (cy + h / 2))
        scaled = [value * side for value, side in zip(again, (*size, *size), strict=True)]
        assert number == "3"
        assert np.allclose(scaled, gold.box, atol=1e-5)


@given(
    sizes, found, st.sampled_from(["qwen2.5-vl", "qwen3-vl", "internvl3", "gemini-2.5", "mangalmm"])
)
def test_boxes_in_a_familys_numbers_are_read_back_where_they_were(size, drawn, model):
    frame = family_of(model).frame
    profile = RECOMMENDED.with_settings({"boxes.coord_frame": frame})
    item = sized(boxes_in(size, drawn), size)
    example = example_of(item, profile)
    read = read_response(item, example.response, profile=profile)
    numbers = [Box(*one["box"]) for one in read.answer["boxes"]]
    placed = to_pixels(numbers, coordinate_frame(frame), *size)
    [far] = from_pixels([Box(0, 0, *size)], coordinate_frame(frame), *size)
    step = max(size[0] / max(far.x1, far.y1), size[1] / max(far.x1, far.y1), size[0] / far.x1)
    for one, gold in zip(placed, gold_boxes(item), strict=True):
        assert np.allclose(one, gold.box, atol=max(1, 0.51 * max(size) / 999, 0.51 * step))


@given(sizes, found)
def test_marked_boxes_are_the_pixels_that_the_trainer_converts(size, drawn):
    item = sized(boxes_in(size, drawn), size)
    text, boxes = marked_boxes(example_of(item, RECOMMENDED), RECOMMENDED)
    assert text.count("<bbox>") == len(boxes) == len(drawn)
    for one, gold in zip(boxes, gold_boxes(item), strict=True):
        assert np.allclose(one, gold.box, atol=0.5)


def sized(boxes, size):
    """The item of a page that is too large to be drawn for every example."""
    item = boxed_item(boxes).item
    [entry] = item.rendering.images
    larger = replace(entry, width=size[0], height=size[1])
    rendering = replace(item.rendering, images=(larger,))
    return replace(item, rendering=rendering, gold=item.gold | {"size": list(size)})


def example_of(item, profile):
    from panelwise.models import ImagePart
    from panelwise.tasks import get_kind
    from panelwise.tasks.kinds import gold_in_frame
    from panelwise.training import TrainingExample

    part = ImagePart(item.rendering.images[0].sha256, "image/png", Path("page.png"))
    response = get_kind(item.kind).write(item, gold_in_frame(item, profile), profile)
    return TrainingExample(item.id, item, (part,), response)


def test_a_picture_smaller_than_its_page_has_smaller_boxes(tmp_path):
    made = boxed_item([("panel", (0, 0, 240, 80))])
    whole = replace(made.item, gold=made.item.gold | {"size": [240, 160]})
    [one] = picture_boxes(whole)
    assert one.box == Box(0, 0, 120, 40)
    _, [box] = marked_boxes(example_of(whole, RECOMMENDED), RECOMMENDED)
    assert box == [0, 0, 120, 40]


# What is refused


def refused(made, tmp_path, match, to="trl", books=None, error=InputError, **options):
    pack = pack_of_items(tmp_path / "pack", made, books)
    with pytest.raises(error, match=match) as caught:
        export_training([pack], to, tmp_path / "out", options=ExportOptions(**options))
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()
    return str(caught.value)


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ((100, 0, 121, 20), "box 1 (text: 100, 0, 121, 20) leaves its page of 120 × 80 pixels"),
        ((-3, 0, 20, 20), "leaves its page"),
        ((10, 10, 10.2, 20), "without area in the numbers to be learnt, pixels: 10, 10, 10, 20"),
    ],
)
@pytest.mark.parametrize("to", ["trl", "coco", "ms-swift"])
def test_a_box_outside_its_page_is_refused(tmp_path, box, said, to):
    made = [boxed_item(PANELS, name="a"), boxed_item([("text", box)], name="b", seed=3)]
    line = refused(made, tmp_path, "boxes: b: ", to)
    assert said in line
    assert "--leave-out" in line


def test_a_box_that_vanishes_in_the_models_numbers_is_refused(tmp_path):
    thin = [boxed_item([("text", (10.6, 10, 11.4, 1000))], name="thin", size=(4000, 1200))]
    line = refused(thin, tmp_path, "thin: box 1", model="internvl3")
    assert "without area in the numbers to be learnt, thousandths: " in line


@pytest.mark.parametrize(("to", "mark"), [("llama-factory", "<image>"), ("ms-swift", "<bbox>")])
def test_words_that_the_trainer_would_replace_are_refused(tmp_path, to, mark):
    words = ("", f"What does {mark} mean?")
    line = refused([boxed_item(PANELS, name="a", words=words)], tmp_path, "placeholders: a: ", to)
    if mark == "<image>":
        assert "find 2 places for 1 picture" in line


def test_a_picture_without_a_place_is_refused(tmp_path):
    """Packs refuse that when they are written; a hand-made example has to pass here, too."""
    from panelwise.training._checks import picture_findings

    example = example_of(boxed_item(PANELS, name="a").item, RECOMMENDED)
    rendering = replace(example.item.rendering, turns=(Turn("user", ("Where?",)),))
    bare = replace(example, item=replace(example.item, rendering=rendering))
    [one] = picture_findings(bare, ())
    assert one.line.startswith("placeholders: a: 1 pictures and places for 0 of them")


@pytest.mark.parametrize(
    ("licence", "said"),
    [
        (None, "book 'book' names no licence"),
        ("unknown", "names no licence"),
        ("CC BY-NC 4.0", "CC BY-NC 4.0, is not known to allow training"),
    ],
)
def test_a_book_that_may_not_be_trained_on_is_refused(tmp_path, licence, said):
    books = [{"id": "book", "licence": licence}]
    line = refused([boxed_item(PANELS, name="a")], tmp_path, "licence: a: ", books=books)
    assert said in line
    assert "--licence 'book=…'" in line


def test_a_stated_licence_is_recorded(tmp_path):
    books = [{"id": "book", "licence": None}, {"id": "other", "licence": "all rights reserved"}]
    made = [boxed_item(PANELS, name="a"), boxed_item(PANELS, name="b", book="other", seed=5)]
    pack = pack_of_items(tmp_path / "pack", made, books)
    stated = ExportOptions(licences=["own work"])
    with pytest.raises(InputError, match="licence: b: the licence of book 'other'"):
        export_training([pack], "trl", tmp_path / "out", options=stated)
    both = ExportOptions(licences=["own work", "other=with the artist's permission"])
    export_training([pack], "trl", tmp_path / "out", options=both)
    record = json.loads((tmp_path / "out/provenance.json").read_text())
    assert record["licences"] == [
        {"book": "book", "licence": "unknown", "stated": "own work"},
        {
            "book": "other",
            "licence": "all rights reserved",
            "stated": "with the artist's permission",
        },
    ]
    with pytest.raises(SettingError, match="no item comes from 'nobody'"):
        export_training([pack], "trl", tmp_path / "x", options=ExportOptions(licences=["nobody=x"]))


@pytest.mark.parametrize("same", ["page", "book", "look", "template"])
def test_what_is_in_training_and_test_is_refused(tmp_path, same):
    train, test = boxed_item(PANELS, name="a", book="one", seed=1), None
    books = [{"id": "one"}], [{"id": "two"}]
    if same == "page":
        test = boxed_item(PANELS, name="leak", book="two", seed=1)
    elif same == "book":
        test = boxed_item(PANELS, name="leak", book="one", seed=9)
        books = [{"id": "one"}], [{"id": "one"}]
    elif same == "look":
        test = boxed_item(PANELS, name="leak", book="two", seed=1, size=(240, 160))
    else:
        test = boxed_item(PANELS, name="leak", book="two", seed=9)
        press = {"dataset": "panelwise press", "story_kinds": ["home/kite", "sea/treasure"]}
        books = [{"id": "one"} | press], [{"id": "two"} | press | {"story_kinds": ["home/kite"]}]
    train_pack = pack_of_items(tmp_path / "train", [train], books[0])
    test_pack = pack_of_items(tmp_path / "test", [test], books[1])
    words = {"page": "page leak", "book": "book leak", "look": "near-duplicate", "template": "kite"}
    with pytest.raises(
        InputError, match=f"leak: .*{words[same]}|{words[same]}.*: leak: "
    ) as caught:
        export_training([train_pack], "trl", tmp_path / "out", test=[test_pack])
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_a_press_pack_that_does_not_record_its_templates_is_refused(tmp_path):
    press = {"dataset": "panelwise press"}
    train = pack_of_items(tmp_path / "a", [boxed_item(PANELS, book="one")], [{"id": "one"} | press])
    other = boxed_item(PANELS, name="b", book="two", seed=9)
    test = pack_of_items(
        tmp_path / "b", [other], [{"id": "two"} | press | {"story_kinds": ["x/y"]}]
    )
    with pytest.raises(InputError, match=r"press template leak: page: .*build the pack again"):
        export_training([train], "trl", tmp_path / "out", test=[test])


def test_a_clean_test_pack_is_recorded(boxed, tmp_path):
    test = pack_of_items(tmp_path / "test", [boxed_item(PANELS, name="c", book="three", seed=9)])
    done = export_training([boxed], "trl", tmp_path / "out", test=[test])
    record = json.loads((tmp_path / "out/provenance.json").read_text())
    assert [one["hash"] for one in record["tested_on"]] == [test.hash]
    assert not any("no test pack" in note for note in done.notes)


def test_examples_that_are_too_long_are_refused(boxed, tmp_path):
    with pytest.raises(InputError, match=r"tokens: a: \d+ tokens, by an estimate .* at most 30"):
        export_training([boxed], "trl", tmp_path / "o", options=replace(QWEN, max_tokens=30))
    with pytest.raises(SettingError, match="name the model to be trained with --model"):
        export_training([boxed], "trl", tmp_path / "o", options=ExportOptions(max_tokens=9999))
    with pytest.raises(InputError, match=r"no tokenizer; give tokenizer.json"):
        export_training([boxed], "trl", tmp_path / "o", options=ExportOptions(tokenizer=tmp_path))


def test_a_frame_that_the_model_does_not_answer_in_is_refused(boxed, tmp_path):
    options = replace(QWEN, settings={"boxes.coord_frame": "thousandths"})
    with pytest.raises(SettingError, match=r"Qwen2.5-VL answers in qwen_pixels_12mp; leave"):
        export_training([boxed], "trl", tmp_path / "out", options=options)


def test_items_without_a_place_in_a_format_are_refused(boxed, orders, tmp_path):
    with pytest.raises(InputError, match="have no boxes to be found on a page"):
        export_training([orders], "coco", tmp_path / "out")
    with pytest.raises(InputError, match="only orders and choices can be rewarded, and this"):
        export_training([boxed], "reward", tmp_path / "out")
    with pytest.raises(UnknownNameError, match="did you mean 'llama-factory'"):
        export_training([boxed], "llamafactory", tmp_path / "out")


def test_openai_limits_are_kept(boxed, tmp_path, monkeypatch):
    monkeypatch.setattr("panelwise.training.exports._openai.MOST_BYTES", 100)
    with pytest.raises(InputError, match=r"format: a: picture 1 has \d+ bytes, and OpenAI takes"):
        export_training([boxed], "openai", tmp_path / "out")
    monkeypatch.undo()
    monkeypatch.setattr("panelwise.training.exports._openai.MOST_EXAMPLES", 1)
    with pytest.raises(UnavailableError, match="2 examples with pictures"):
        export_training([boxed], "openai", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_grey_pictures_go_to_openai_with_the_same_pixels(tmp_path):
    from panelwise.models import ImagePart
    from panelwise.training.exports._openai import _accepted

    _, data = picture(4)
    grey = Image.open(io.BytesIO(data)).convert("L")
    grey.save(tmp_path / "grey.png")
    data = (tmp_path / "grey.png").read_bytes()
    part = ImagePart(hashlib.sha256(data).hexdigest(), "image/png", tmp_path / "grey.png")
    media_type, sent = _accepted(part)
    assert media_type == "image/png"
    assert Image.open(io.BytesIO(sent)).mode == "RGB"
    assert pixels_of(sent) == pixels_of(data)


def test_items_can_be_left_out_and_two_packs_joined(boxed, orders, tmp_path):
    left = ExportOptions(leave_out=["a"])
    assert export_training([boxed], "trl", tmp_path / "one", options=left).examples == 1
    with pytest.raises(UnknownNameError, match="--leave-out zz: no pack has an item"):
        export_training([boxed], "trl", tmp_path / "x", options=ExportOptions(leave_out=["zz"]))
    both = export_training([boxed, orders], "trl", tmp_path / "both")
    assert both.examples == len(boxed) + len(orders)
    ids = [row["id"] for row in rows_of(tmp_path / "both")]
    assert ids[0] == "comix.detection/a"
    with pytest.raises(InputError, match=r"is in both .* leave one of the packs out"):
        export_training([boxed, boxed], "trl", tmp_path / "twice")


def test_the_command_writes_or_refuses_in_a_line(boxed, tmp_path, capsys):
    packs = ["train", "export", str(boxed.path), "--to", "trl", "--model", "qwen2.5-vl"]
    assert run([*packs, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().err
    assert "2 examples written" in said
    assert "tokens (an estimate for any tokenizer)" in said
    leak = ["--test", str(boxed.path), "--out", str(tmp_path / "leak")]
    assert run([*packs, *leak]) == 2
    said = capsys.readouterr().err
    assert said.startswith("panelwise: export to trl: the same pack: all items: ")
    assert said.count("\n") == 1
    assert not (tmp_path / "leak").exists()
