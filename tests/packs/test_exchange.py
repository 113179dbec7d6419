"""Packs written for other programs, read back by readers that are not ours."""

from __future__ import annotations

import ast
import base64
import csv
import dataclasses
import hashlib
import importlib.util
import io
import json
import re
import sys
from itertools import permutations
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from PIL import Image

import panelwise
from drawn import draw_book
from panelwise.errors import (
    InputError,
    SettingError,
    UnavailableError,
    UnknownNameError,
)
from panelwise.packs import Made, Pack, write_pack
from panelwise.packs.exchange import READERS, WRITERS, export_pack, score_row
from panelwise.packs.exchange._batch import write_batch
from panelwise.packs.exchange._parquet import write_shards
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Option, Rendering, Turn, read_response, score_answer

ORDERING = "chromic.panel_reordering"
FRAMES = "stripcipher.reordering_generation"
CHOICE = "stripcipher.reordering_choice"
TASKS = [ORDERING, FRAMES, CHOICE]


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> dict[str, Pack]:
    folder = tmp_path_factory.mktemp("packs")
    book = draw_book(folder / "book", [3, 4, 3, 4])
    return {task: panelwise.build(task, book, out=folder / task) for task in TASKS}


def changed(pack: Pack, out: Path, books: list[dict] | None = None, **fields) -> Pack:
    """A pack whose items have other fields."""
    made = [
        Made(
            dataclasses.replace(item, **fields),
            {
                image.sha256: pack.image_path(image.sha256).read_bytes()
                for image in item.rendering.images
            },
        )
        for item in pack.items()
    ]
    manifest = {k: v for k, v in pack.manifest.items() if k not in ("items", "hash", "images")}
    return write_pack(out, made, manifest | ({"books": books} if books else {}), "card")


def sent(pack: Pack, item: Item) -> list[bytes]:
    """The pictures of an item, as bytes."""
    return [pack.image_path(image.sha256).read_bytes() for image in item.rendering.images]


def headline(item: Item, text: str) -> float:
    """1 for a right answer, by our own reading and scoring."""
    scores = score_answer(item, read_response(item, text, profile=RECOMMENDED), RECOMMENDED)
    return scores["accuracy"]


# VLMEvalKit: its loader is pandas.read_csv, then literals of Python in the cells with lists.


def tsv(pack: Pack, out: Path) -> list[dict[str, str]]:
    [path] = export_pack(pack, "vlmevalkit", out).files
    before = csv.field_size_limit(1 << 30)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t"))
    finally:
        csv.field_size_limit(before)


def listed(cell: str) -> list[str]:
    return ast.literal_eval(cell) if cell.startswith("[") and cell.endswith("]") else [cell]


@pytest.mark.parametrize("task", TASKS)
def test_a_tsv_holds_pictures_words_and_gold(packs, tmp_path, task):
    pack = packs[task]
    rows = tsv(pack, tmp_path / "out")
    assert [row["index"] for row in rows] == [str(k) for k in range(len(pack))]
    for row, item in zip(rows, pack.items(), strict=True):
        assert row["id"] == item.id
        assert [base64.b64decode(cell) for cell in listed(row["image"])] == sent(pack, item)
        names = listed(row["image_path"])
        assert len(names) == len(item.rendering.images)
        assert all(re.fullmatch(r"[0-9a-f]{64}\.png", name) for name in names)
        assert headline(item, row["answer"]) == 1


def test_choices_take_the_layout_of_multiple_choice(packs, tmp_path):
    for row, item in zip(tsv(packs[CHOICE], tmp_path / "out"), packs[CHOICE].items(), strict=True):
        assert [row[letter] for letter in "ABCD"] == [option.text for option in item.options]
        # The loader writes the options below the question; twice would be another question.
        assert not any(option.text in row["question"] for option in item.options)
        assert row["question"].endswith("Answer with the option letter only.")


def test_orders_take_the_layout_of_open_questions(packs, tmp_path):
    done = export_pack(packs[ORDERING], "vlmevalkit", tmp_path / "out")
    assert done.files[0].name == "chromic_panel_reordering_openended.tsv"
    rows = tsv(packs[ORDERING], tmp_path / "again")
    assert "A" not in rows[0]
    assert [row["question"] for row in rows] == [
        item.rendering.text.removeprefix("[image 1]") for item in packs[ORDERING].items()
    ]


def test_pictures_among_words_are_named_there(packs, tmp_path):
    [row, *_] = tsv(packs[FRAMES], tmp_path / "out")
    assert row["question"].startswith("Frame 1:\n<image 1>Frame 2:\n<image 2>Frame 3:\n<image 3>")


def test_a_tsv_is_what_pandas_reads(packs, tmp_path):
    pandas = pytest.importorskip("pandas", reason="the loader of VLMEvalKit is pandas")
    pack = packs[CHOICE]
    [path] = export_pack(pack, "vlmevalkit", tmp_path / "out").files
    data = pandas.read_csv(path, sep="\t")
    assert list(data["id"]) == [item.id for item in pack.items()]
    assert [base64.b64decode(cell) for cell in ast.literal_eval(data["image"][0])] == sent(
        pack, pack.items()[0]
    )
    assert not data[list("ABCD")].isna().any().any()


def test_words_keep_their_bytes(packs, tmp_path):
    """No apostrophe is put before a formula: a program reads this file, not a spreadsheet."""
    options = tuple(
        Option(k, text=t) for k, t in zip("AB", ["=1+1", '"so"\t\nhe said'], strict=True)
    )
    pack = changed(packs[CHOICE], tmp_path / "pack", options=options, n=2, gold=0)
    [row, *_] = tsv(pack, tmp_path / "out")
    assert (row["A"], row["B"]) == ("=1+1", '"so"\t\nhe said')


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((Option("A", image=0), Option("B", image=1)), "pictures for options"),
        ((Option("A", text="None"), Option("B", text="A dog")), "empty cell"),
        ((Option("1", text="A cat"), Option("2", text="A dog")), "labels its options 1, 2"),
    ],
)
def test_what_a_tsv_cannot_hold_is_refused_with_a_way_out(packs, tmp_path, options, said):
    pack = changed(packs[CHOICE], tmp_path / "pack", options=options, n=2, gold=0)
    with pytest.raises(UnavailableError, match=said) as caught:
        export_pack(pack, "vlmevalkit", tmp_path / "out")
    assert "export to lmms-eval, huggingface or openai-batch" in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_an_item_without_pictures_is_refused(packs, tmp_path):
    rendering = dataclasses.replace(packs[ORDERING].items()[0].rendering, images=(), turns=())
    pack = changed(packs[ORDERING], tmp_path / "pack", rendering=rendering)
    with pytest.raises(UnavailableError, match="has no picture"):
        export_pack(pack, "vlmevalkit", tmp_path / "out")


@pytest.mark.parametrize("to", ["lmms-eval", "huggingface", "openai-batch"])
def test_the_other_formats_take_items_without_pictures(packs, tmp_path, to):
    rendering = Rendering((Turn("user", ("Order these: …",)),), (), "ours")
    pack = changed(packs[ORDERING], tmp_path / "pack", rendering=rendering)
    model = "m" if to == "openai-batch" else None
    last = export_pack(pack, to, tmp_path / "out", model=model).files[-1]
    if to == "openai-batch":
        body = json.loads(last.read_text().splitlines()[0])["body"]
        assert body["messages"][0]["content"] == [{"type": "text", "text": "Order these: …"}]
    else:
        row = pq.read_table(last).to_pylist()[0]
        assert (row["question"], row["images"]) == ("Order these: …", [])


# Hugging Face and lmms-eval: parquet shards.


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("to", ["huggingface", "lmms-eval"])
def test_shards_hold_pictures_words_and_gold(packs, tmp_path, task, to):
    pack = packs[task]
    files = export_pack(pack, to, tmp_path / "out").files
    [shard] = [path for path in files if path.suffix == ".parquet"]
    table = pq.read_table(shard)
    features = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
    assert features["images"]["feature"] == {"_type": "Image"}
    assert set(features) == set(table.column_names)
    for row, item in zip(table.to_pylist(), pack.items(), strict=True):
        assert row["id"] == item.id
        assert [image["bytes"] for image in row["images"]] == sent(pack, item)
        assert [turn["role"] for turn in json.loads(row["messages"])] == ["user"]
        assert headline(item, row["answer"]) == 1
        assert score_row(row, row["answer"])["accuracy"] == 1


def test_datasets_opens_the_folder_with_its_pictures(packs, tmp_path):
    datasets = pytest.importorskip("datasets", reason="Hugging Face datasets is not installed")
    pack = packs[FRAMES]
    export_pack(pack, "huggingface", tmp_path / "out")
    data = datasets.load_dataset(
        str(tmp_path / "out"), split="test", cache_dir=str(tmp_path / "cache")
    )
    for row, item in zip(data, pack.items(), strict=True):
        for image, entry in zip(row["images"], item.rendering.images, strict=True):
            assert (
                hashlib.sha256(pixels(image)).digest()
                == hashlib.sha256(
                    pixels(Image.open(io.BytesIO(pack.image_path(entry.sha256).read_bytes())))
                ).digest()
            )


def pixels(image: Image.Image) -> bytes:
    return image.convert("RGB").tobytes()


def test_many_pictures_go_into_several_shards(packs, tmp_path):
    files = write_shards(packs[FRAMES], tmp_path / "data", shard_bytes=1)
    assert [path.name for path in files] == [f"test-{k:05d}-of-00004.parquet" for k in range(4)]
    ids = [row["id"] for path in files for row in pq.read_table(path).to_pylist()]
    assert ids == [item.id for item in packs[FRAMES].items()]


def test_options_that_are_pictures_are_named(packs, tmp_path):
    options = (Option("A", image=1), Option("B", image=0))
    pack = changed(packs[CHOICE], tmp_path / "pack", options=options, n=2, gold=1)
    files = export_pack(pack, "huggingface", tmp_path / "out").files
    [row, *_] = pq.read_table(files[-1]).to_pylist()
    assert row["options"] == ["<image 2>", "<image 1>"]
    assert (score_row(row, "B"), score_row(row, "A")) == ({"accuracy": 1.0}, {"accuracy": 0.0})


def header(card: Path) -> dict:
    yaml = pytest.importorskip("yaml", reason="the card's header is YAML")
    return yaml.safe_load(card.read_text(encoding="utf-8").split("---\n")[1])


def test_the_card_tells_licence_task_and_size(packs, tmp_path):
    free = {"id": "b", "licence": "CC BY 4.0", "redistribution": "full", "author": "A | B"}
    pack = changed(packs[CHOICE], tmp_path / "free", books=[free])
    done = export_pack(pack, "huggingface", tmp_path / "out")
    told = header(done.folder / "README.md")
    assert told["license"] == "cc-by-4.0"
    assert told["task_categories"] == ["visual-question-answering", "multiple-choice"]
    assert told["size_categories"] == ["n<1K"]
    assert told["configs"][0]["data_files"] == [{"split": "test", "path": "data/test-*.parquet"}]
    assert done.notes == ()
    assert "A \\| B" in (done.folder / "README.md").read_text()


def test_a_card_of_books_under_copyright_warns(packs, tmp_path):
    done = export_pack(packs[CHOICE], "huggingface", tmp_path / "out")
    assert header(done.folder / "README.md")["license"] == "unknown"
    assert "Not to be passed on" in (done.folder / "README.md").read_text()
    assert "keep this data set to yourself" in done.notes[0]


# lmms-eval: the YAML and the functions beside it.


def functions(folder: Path, monkeypatch, *, alone: bool):
    """The exported ``utils.py`` as its harness loads it, with or without panelwise around."""
    if alone:
        monkeypatch.setitem(sys.modules, "panelwise.packs.exchange._lmms_eval", None)
    spec = importlib.util.spec_from_file_location("exported_utils", folder / "utils.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (module.score_row is None) == alone
    return module


def documents(folder: Path) -> list[dict]:
    """Rows as lmms-eval sees them: pictures opened."""
    [shard] = (folder / "data").iterdir()
    rows = pq.read_table(shard).to_pylist()
    return [
        row | {"images": [Image.open(io.BytesIO(image["bytes"])) for image in row["images"]]}
        for row in rows
    ]


@pytest.mark.parametrize("task", TASKS)
def test_the_yaml_names_functions_metrics_and_data(packs, tmp_path, task):
    yaml = pytest.importorskip("yaml", reason="the task is YAML")

    class Loader(yaml.SafeLoader):
        """Reads ``!function module.name`` as its name."""

    Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))
    folder = export_pack(packs[task], "lmms-eval", tmp_path / "out").folder
    [path] = folder.glob("*.yaml")
    config = yaml.load(path.read_text(encoding="utf-8"), Loader)
    assert config["task"] == path.stem
    data = Path(config["dataset_kwargs"]["data_files"]["test"])
    assert [p.suffix for p in data.parent.glob(data.name)] == [".parquet"]
    source = (folder / "utils.py").read_text()
    named = {value for key, value in config.items() if key.startswith(("doc_to", "process"))}
    assert all(f"def {name.removeprefix('utils.')}(" in source for name in named)
    assert config["generation_kwargs"]["until"] == []  # not the first blank line
    assert len(config["metric_list"]) == (1 if task == CHOICE else 2)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("task", TASKS)
def test_the_exported_functions_show_and_score(packs, tmp_path, monkeypatch, task, alone):
    folder = export_pack(packs[task], "lmms-eval", tmp_path / "out").folder
    utils = functions(folder, monkeypatch, alone=alone)
    for doc, item in zip(documents(folder), packs[task].items(), strict=True):
        assert len(utils.doc_to_visual(doc)) == len(item.rendering.images)
        [message] = utils.doc_to_messages(doc)
        words = "".join(part.get("text", "") for part in message["content"])
        assert words == re.sub(r"\[image \d+\]", "", item.rendering.text)
        right = utils.process_results(doc, [utils.doc_to_target(doc)])
        assert right.pop("item_id") == item.id
        assert set(right.values()) == {1.0}
        for wrong in ("", "I do not know", "[0]", "E", "[9, 9, 9]"):
            scored = utils.process_results(doc, [wrong])
            assert set(scored.values()) - {item.id} == {0.0}, wrong


def answers_to(doc: dict) -> list[str]:
    """Answers in the forms that the plain reader claims to read."""
    if doc["kind"] == "choice":
        forms = ["{}", "({})", "{}.", "The answer is {}.", "Answer: **{}**", "A or B? Answer: {}"]
        return [form.format(label) for form in forms for label in doc["labels"]]
    numbers = range(doc["index_base"], doc["index_base"] + doc["n"])
    orders = [[str(number) for number in order] for order in permutations(numbers)]
    forms = ["[{}]", "First [0], but in all it is\n\n[{}].", "{}"]
    listed = [form.format(", ".join(order)) for form in forms for order in orders]
    return listed + ["-".join(order) for order in orders]


@pytest.mark.parametrize("task", TASKS)
def test_the_plain_reader_agrees_with_ours_on_the_forms_it_reads(
    packs, tmp_path, monkeypatch, task
):
    folder = export_pack(packs[task], "lmms-eval", tmp_path / "out").folder
    utils = functions(folder, monkeypatch, alone=False)
    for doc in documents(folder):
        for text in answers_to(doc):
            assert utils.plain_score(doc, text) == score_row(doc, text), text


# OpenAI batch.


@pytest.mark.parametrize("task", TASKS)
def test_a_batch_line_is_a_request_with_data_urls(packs, tmp_path, task):
    pack = packs[task]
    [path] = export_pack(pack, "openai-batch", tmp_path / "out", model="some/model").files
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["custom_id"] for line in lines] == [item.id for item in pack.items()]
    for line, item in zip(lines, pack.items(), strict=True):
        assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
        assert line["body"]["model"] == "some/model"
        [message] = line["body"]["messages"]
        urls = [part["image_url"]["url"] for part in message["content"] if "image_url" in part]
        assert [base64.b64decode(url.partition("base64,")[2]) for url in urls] == sent(pack, item)
        assert all(url.startswith("data:image/png;base64,") for url in urls)
        words = [part.get("text", "") for part in message["content"]]
        assert "".join(words) == re.sub(r"\[image \d+\]", "", item.rendering.text)


def test_a_batch_is_split_by_lines_and_by_bytes(packs, tmp_path):
    pack = packs[ORDERING]
    by_lines = write_batch(pack, tmp_path / "lines", "m", max_lines=3).files
    assert [len(path.read_text().splitlines()) for path in by_lines] == [3, 1]
    sizes = [len(line) + 1 for path in by_lines for line in path.read_bytes().splitlines()]
    by_bytes = write_batch(pack, tmp_path / "bytes", "m", max_bytes=max(sizes)).files
    assert all(path.stat().st_size <= max(sizes) for path in by_bytes)
    assert b"".join(p.read_bytes() for p in by_bytes) == b"".join(p.read_bytes() for p in by_lines)
    with pytest.raises(InputError, match=r"is a request of \d+ bytes"):
        write_batch(pack, tmp_path / "small", "m", max_bytes=min(sizes) - 1)
    assert not (tmp_path / "small").exists()


# Mistakes.


def test_formats_are_found_by_name(packs, tmp_path):
    assert set(READERS) < set(WRITERS)
    with pytest.raises(UnknownNameError, match="did you mean 'lmms-eval'"):
        export_pack(packs[ORDERING], "lmms_eval", tmp_path / "out")
    with pytest.raises(SettingError, match="--model"):
        export_pack(packs[ORDERING], "openai-batch", tmp_path / "out")
    with pytest.raises(SettingError, match="takes no model"):
        export_pack(packs[ORDERING], "huggingface", tmp_path / "out", model="m")


@pytest.mark.parametrize("to", sorted(WRITERS))
def test_nothing_is_left_behind_when_an_image_is_missing(packs, tmp_path, to):
    book = draw_book(tmp_path / "book", [3, 4])
    pack = panelwise.build(ORDERING, book, out=tmp_path / "pack")
    model = "m" if to == "openai-batch" else None
    last = pack.items()[-1].rendering.images[0].sha256
    (pack.path / "images" / last).write_bytes(b"other")
    with pytest.raises(InputError, match="changed since the pack was built"):
        export_pack(pack, to, tmp_path / "out", model=model)
    (pack.path / "images" / last).unlink()
    with pytest.raises(InputError, match="panelwise rehydrate"):
        export_pack(pack, to, tmp_path / "out", model=model)
    assert not (tmp_path / "out").exists()
