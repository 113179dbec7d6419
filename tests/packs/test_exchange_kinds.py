"""Every kind of item, and every task, goes out as a Hugging Face data set."""

from __future__ import annotations

import json
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

import panelwise
from document_items import ITEMS
from drawn import draw_book
from panelwise.benchmarks import BENCHMARKS
from panelwise.packs import Made, Pack, write_pack
from panelwise.packs.exchange import export_pack
from panelwise.tasks import Rendering, SourcePage, Turn
from panelwise.tasks.kinds import get_kind, kind_names
from panelwise_press import BookPlan, press

DOCUMENTS = [name for name in kind_names() if get_kind(name).form == "document"]
SOURCES = (SourcePage("book", "001", "001.png", "0" * 64),)
RATING = replace(ITEMS["mark"], kind="rating", gold={"own": True, "count": 3})


@pytest.fixture(scope="module")
def manifest(tmp_path_factory) -> dict:
    folder = tmp_path_factory.mktemp("pack")
    book = draw_book(folder / "book", [3, 4])
    pack = panelwise.build("stripcipher.reordering_choice", book, out=folder / "pack")
    return {k: v for k, v in pack.manifest.items() if k not in ("items", "hash", "images")}


def rows_of(done) -> list[dict]:
    return [
        row
        for file in done.files
        if file.suffix == ".parquet"
        for row in pq.read_table(file).to_pylist()
    ]


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_the_gold_of_every_kind_goes_out_as_json(manifest, tmp_path, kind):
    words = Rendering((Turn("user", ("What is there?",)),), (), "test/1")
    item = replace(ITEMS.get(kind, RATING), rendering=words, sources=SOURCES)
    pack = write_pack(tmp_path / "pack", [Made(item, {})], manifest, "card")
    [row] = rows_of(export_pack(pack, "huggingface", tmp_path / "out"))
    assert json.loads(row["answer"]) == json.loads(json.dumps(item.gold))
    assert (row["kind"], row["gold"], row["options"]) == (kind, [], [])


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> dict[str, Pack]:
    folder = tmp_path_factory.mktemp("press")
    plans = (
        BookPlan(68, "clean", "western", "en", 5, scale=0.3),
        BookPlan(25, "manga", "spread", "ja", 4, scale=0.3),
        BookPlan(4, "clean", "bd", "en", 3, scale=0.3),  # pages of three texts and more
        BookPlan(20, "flat", "spread", "en", 2, silent=True, scale=0.3),
    )
    press(plans, folder / "books")
    return {
        task: panelwise.build(task, folder / "books", out=folder / "packs" / task)
        for task in BENCHMARKS.names()
    }


@pytest.mark.slow
@pytest.mark.parametrize("task", BENCHMARKS.names())
def test_every_task_goes_out_with_its_pictures(packs, tmp_path, task):
    pack = packs[task]
    done = export_pack(pack, "huggingface", tmp_path / "out")
    rows = rows_of(done)
    assert [row["id"] for row in rows] == [item.id for item in pack.items()]
    assert all(row["answer"] for row in rows)
    for row, item in zip(rows, pack.items(), strict=True):
        assert [len(image["bytes"]) for image in row["images"]] == [
            image.size for image in item.rendering.images
        ]


@pytest.mark.slow
@pytest.mark.parametrize("task", BENCHMARKS.names())
def test_datasets_opens_every_task(packs, tmp_path, task):
    datasets = pytest.importorskip("datasets", reason="Hugging Face datasets is not installed")
    done = export_pack(packs[task], "huggingface", tmp_path / "out")
    data = datasets.load_dataset(str(done.folder), split="test", cache_dir=str(tmp_path / "cache"))
    assert len(data) == len(packs[task].items())
