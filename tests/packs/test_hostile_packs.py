"""Packs that somebody else made: wrong types, absurd sizes, tables that unpack to gigabytes."""

from __future__ import annotations

import dataclasses

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from panelwise.errors import InputError, UnsafeInputError
from panelwise.packs import Pack
from panelwise.packs._codec import item_from_row, item_to_row, schema
from panelwise.packs._table import read_table
from panelwise.tasks._item import ImageEntry, Item, Rendering, SourcePage, Turn

IMAGE = ImageEntry("a" * 64, "b" * 64, 9, 9, "image/png", 70, {})
ITEM = Item(
    "one",
    "chromic.panel_reordering",
    "ordering",
    3,
    Rendering((Turn("user", ("Order them.", 0)),), (IMAGE,), "p/1"),
    (2, 0, 1),
    (SourcePage("book", "1", "1.png", "c" * 64),),
    meta={"shown": 1, "share": 0.5, "silent": True, "who": None, "set": "a"},
)


def test_an_item_comes_back_as_it_was():
    assert item_from_row(item_to_row(ITEM), "x") == ITEM


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"n": 10**9}, "gold of more than 2000 parts"),
        ({"n": -1}, "or fewer than none"),
        ({"gold": list(range(100_000))}, "gold of more than 2000 parts"),
        ({"gold": [-1, 0, 1]}, "gold does not hold each of 3"),
        ({"gold": []}, "gold does not hold each of 3"),
        ({"kind": "choice", "gold": [7]}, "gold is none of 3 options"),
        ({"kind": "detection"}, "gold is not an object"),
        ({"kind": "nope"}, "unknown task kind 'nope'"),
        ({"kind": None}, "unknown task kind 'None'"),
        ({"id": None}, r"damaged \(id: "),
        ({"task": 7}, r"damaged \(task: "),
        ({"meta": '{"a": [1]}'}, r"damaged \(meta\.a"),
        ({"index_base": "x"}, r"damaged \(index_base: "),
    ],
)
def test_a_row_with_an_impossible_value_is_refused_by_name(changed, what):
    with pytest.raises(InputError, match=f"items.parquet, item 1: .*{what}"):
        item_from_row(item_to_row(ITEM) | changed, "items.parquet, item 1")


@pytest.mark.parametrize("size", [{"width": -5}, {"height": 0}, {"size": -1}])
def test_an_image_has_a_size(size):
    rendering = dataclasses.replace(ITEM.rendering, images=(dataclasses.replace(IMAGE, **size),))
    with pytest.raises(InputError, match="an image has no pixels or no bytes"):
        item_from_row(item_to_row(dataclasses.replace(ITEM, rendering=rendering)), "x")


@pytest.mark.parametrize("part", [-1, 1])
def test_a_turn_shows_images_that_there_are(part):
    rendering = dataclasses.replace(ITEM.rendering, turns=(Turn("user", (part,)),))
    with pytest.raises(InputError, match="an image other than its 1"):
        item_from_row(item_to_row(dataclasses.replace(ITEM, rendering=rendering)), "x")


def test_a_table_that_unpacks_to_gigabytes_is_refused(tmp_path):
    once = pa.DictionaryArray.from_arrays(pa.array([0] * 14_000, pa.int32()), ["x" * 10_000])
    path = tmp_path / "items.parquet"
    pq.write_table(pa.table({"id": once}), path)
    with pytest.raises(InputError, match=r"damaged \(column 'id' is dictionary"):
        read_table(path)
    pq.write_table(pa.table({"id": once}), path, store_schema=False)
    assert path.stat().st_size < 1 << 20
    with pytest.raises(UnsafeInputError, match="unpacks to more than 128 MiB"):
        read_table(path)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (20_000_000, "holds 20000000 values; at most 16000000"),
        (10_001, "'gold' holds a list of 10001 entries; at most 10000"),
    ],
)
def test_a_list_of_millions_is_refused_before_it_is_unpacked(entries, said, tmp_path, monkeypatch):
    row = pa.ListArray.from_arrays([0, entries], pa.array(np.zeros(entries, np.int32)))
    path = tmp_path / "items.parquet"
    pq.write_table(pa.table({"gold": row}), path)
    assert path.stat().st_size < 1 << 16
    if "values" in said:
        monkeypatch.setattr(pq.ParquetFile, "iter_batches", None)
    with pytest.raises(UnsafeInputError, match=said):
        read_table(path)


def test_lists_inside_of_columns_are_counted_too(tmp_path):
    images = [dataclasses.asdict(IMAGE) | {"recipe": "{}"}] * 10_001
    row = item_to_row(ITEM) | {"rendering": {"turns": "[]", "images": images, "prompt_id": ""}}
    path = tmp_path / "items.parquet"
    pq.write_table(pa.Table.from_pylist([row], schema()), path)
    with pytest.raises(UnsafeInputError, match=r"'rendering.images' holds a list of 10001"):
        read_table(path)


def test_a_table_that_is_none(tmp_path):
    path = tmp_path / "items.parquet"
    path.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises(InputError, match=r"items\.parquet: damaged"):
        read_table(path)


@pytest.mark.parametrize(
    "wrong", [{"items": "x"}, {"items": -1}, {"task": 7}, {"hash": 7}, {"books": [7]}]
)
def test_a_manifest_of_wrong_types(tmp_path, wrong):
    manifest = {"schema_version": 1, "task": "t", "hash": "h", "items": 0}
    (tmp_path / "items.parquet").touch()
    (tmp_path / "manifest.json").write_bytes(orjson.dumps(manifest | wrong))
    with pytest.raises(InputError, match=r"manifest\.json: damaged"):
        Pack.open(tmp_path)
