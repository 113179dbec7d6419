"""Packs on disk: complete, repeatable, with or without images."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from PIL import Image

import panelwise
from drawn import COLOURS, draw_book, mean_colour
from panelwise.errors import InputError, UnavailableError
from panelwise.packs import Pack
from panelwise.packs._pack import content_hash
from panelwise.rendering import cells_of

TASK = "chromic.panel_reordering"
GENERATION = "stripcipher.reordering_generation"
CHOICE = "stripcipher.reordering_choice"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [3, 4, 3, 5, 4])


def build(book: Path, out: Path, task: str = TASK, **more) -> Pack:
    return panelwise.build(task, book, out=out, **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("task", [TASK, "stripcipher.reordering_generation"])
def test_panels_read_in_gold_order_tell_the_story(book, tmp_path, task):
    pack = build(book, tmp_path / "pack", task)
    for item in pack.items():
        shown = pack.panel_images(item)
        page = int(item.sources[0].page)
        for k, index in enumerate(item.gold):
            expected = [(c + 3 * page) % 256 for c in COLOURS[k]]
            assert np.allclose(mean_colour(shown[index]), expected, atol=3)


def test_the_right_option_is_the_gold_order(book, tmp_path):
    pack = build(book, tmp_path / "pack", "stripcipher.reordering_choice")
    for item in pack.items():
        right = item.options[item.gold].text
        order = [ord(sign) - 0x2460 for sign in right]
        shown = pack.panel_images(item)
        page = int(item.sources[0].page)
        for k, index in enumerate(order):
            expected = [(c + 3 * page) % 256 for c in COLOURS[k]]
            assert np.allclose(mean_colour(shown[index]), expected, atol=3)
        assert len({option.text for option in item.options}) == 4


def test_a_pack_reads_back_what_was_written(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    assert len(pack) == len(pack.items()) == 4
    assert pack.items() == Pack.open(pack.path).items()
    assert pack.manifest["excluded"] == {"more than 4 panels": 1}


def test_one_seed_gives_identical_bytes(book, tmp_path):
    first = contents(build(book, tmp_path / "a", seed=5).path)
    assert first == contents(build(book, tmp_path / "b", seed=5).path)
    assert (
        first["items.parquet"]
        != contents(build(book, tmp_path / "c", seed=6).path)["items.parquet"]
    )


def test_a_pack_tells_no_time_and_no_place(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    assert str(tmp_path).encode() not in b"".join(contents(pack.path).values())


def test_images_are_named_by_their_bytes(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    for image in (pack.path / "images").iterdir():
        assert hashlib.sha256(image.read_bytes()).hexdigest() == image.name


def test_the_manifest_names_prompts_and_licences(book, tmp_path):
    manifest = build(book, tmp_path / "pack").manifest
    [prompt] = manifest["prompts"]
    assert len(prompt["sha256"]) == 64
    assert prompt["id"] == "chromic.panel_reordering/recommended/2"
    assert manifest["books"][0]["licence"] == "unknown"
    assert manifest["profile"]["name"] == "recommended"
    assert "unknown" in (tmp_path / "pack" / "README.md").read_text()


def test_a_changed_image_is_hashed_again(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    item = pack.items()[0]
    [part] = [p for m in pack.messages(item) for p in m.parts if hasattr(p, "sha256")]
    assert part.trusted
    part.path.write_bytes(part.path.read_bytes())
    [part] = [p for m in pack.messages(item) for p in m.parts if hasattr(p, "sha256")]
    assert not part.trusted


def test_mistakes_are_one_line(book, tmp_path):
    build(book, tmp_path / "pack")
    with pytest.raises(InputError, match="is not empty"):
        build(book, tmp_path / "pack")
    with pytest.raises(InputError, match="not a pack"):
        Pack.open(book)
    manifest = tmp_path / "pack" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"schema_version": 99}))
    with pytest.raises(InputError, match="schema version 99, this panelwise reads 1"):
        Pack.open(tmp_path / "pack")
    manifest.write_text("{")
    with pytest.raises(InputError, match="damaged"):
        Pack.open(tmp_path / "pack")
    manifest.write_text('{"schema_version": 1}')
    with pytest.raises(InputError, match="damaged"):
        Pack.open(tmp_path / "pack")


def test_a_damaged_table_is_one_line(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    (pack.path / "items.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"items\.parquet: damaged \(.*\); restore it from a copy"):
        Pack.open(pack.path).items()


def test_an_unknown_item_is_one_line(book, tmp_path):
    with pytest.raises(InputError, match="no item 'x'; the first of 4 is 'pages/000'"):
        build(book, tmp_path / "pack").item("x")


def test_a_build_that_fails_leaves_room_for_the_next(book, tmp_path):
    whole = (book / "004.png").read_bytes()
    (book / "004.png").write_bytes(whole[:-60])
    with pytest.raises(InputError, match=r"004\.png: damaged"):
        build(book, tmp_path / "pack")
    assert contents(tmp_path / "pack") == {}
    (book / "004.png").write_bytes(whole)
    assert len(build(book, tmp_path / "pack")) == 4


def test_a_strangers_pack_leads_to_no_file_outside_it(book, tmp_path):
    """What a pack names is sent to models: it must not name the reader's own files."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"key")
    pack = build(book, tmp_path / "pack")
    assert pack.image_path("../../secret") is None
    assert pack.image_path(str(secret)) is None
    link = pack.path / "images" / ("0" * 64)
    link.symlink_to(secret)
    assert pack.image_path(link.name) is None


def test_a_link_to_the_bytes_it_names_is_followed(book, tmp_path):
    """Download caches keep files once and link to them."""
    pack = build(book, tmp_path / "pack")
    image = next((pack.path / "images").iterdir())
    image.rename(tmp_path / "blob")
    image.symlink_to(tmp_path / "blob")
    assert pack.image_path(image.name) == image


def test_the_hash_of_a_pack_is_of_pixels_and_not_of_their_encoding(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    items = pack.items()
    assert content_hash(items) == pack.hash
    entry = items[0].rendering.images[0]

    def hash_with(**changed) -> str:
        rendering = items[0].rendering
        other = dataclasses.replace(rendering, images=(dataclasses.replace(entry, **changed),))
        return content_hash([dataclasses.replace(items[0], rendering=other), *items[1:]])

    recoded = io.BytesIO()
    Image.open(pack.image_path(entry.sha256)).save(recoded, "PNG", compress_level=9)
    data = recoded.getvalue()
    assert hash_with(sha256=hashlib.sha256(data).hexdigest(), size=len(data)) == pack.hash
    assert hash_with(pixels="0" * 64) != pack.hash


def test_other_words_or_another_gold_are_another_pack(book, tmp_path):
    hashes = {
        build(book, tmp_path / f"{number}", **more).hash
        for number, more in enumerate([{}, {"seed": 1}, {"profile": "paper"}, {"task": CHOICE}])
    }
    assert len(hashes) == 4


@pytest.mark.parametrize("task", [GENERATION, CHOICE])
def test_a_model_that_takes_one_image_gets_the_frames_in_a_row(book, tmp_path, task):
    pack = build(book, tmp_path / "pack", task)
    for item in pack.items():
        [entry] = item.single_image.images
        [message] = pack.messages(item, single_image=True)
        [part] = [part for part in message.parts if hasattr(part, "sha256")]
        row = np.asarray(Image.open(part.path).convert("RGB"))
        for cell, frame in zip(cells_of(entry.recipe), pack.panel_images(item), strict=True):
            x0, y0, x1, y1 = cell
            assert np.allclose(mean_colour(row[y0:y1, x0:x1]), mean_colour(frame), atol=3)


def test_the_table_opens_with_pyarrow_and_pandas(book, tmp_path):
    pack = build(book, tmp_path / "pack")
    table = pq.read_table(pack.path / "items.parquet")
    assert table.column("id").to_pylist() == [item.id for item in pack.items()]
    assert table.column("gold").to_pylist() == [list(item.gold) for item in pack.items()]
    pandas = pytest.importorskip("pandas")
    assert len(pandas.read_parquet(pack.path / "items.parquet")) == len(pack)


def test_the_folder_opens_with_datasets(book, tmp_path):
    datasets = pytest.importorskip("datasets")
    pack = build(book, tmp_path / "pack")
    opened = datasets.load_dataset(str(pack.path), split="train")
    assert opened["id"] == [item.id for item in pack.items()]


def test_a_task_that_cannot_be_fed_says_why(tmp_path):
    book = draw_book(tmp_path / "book", [1, 7])
    with pytest.raises(UnavailableError, match=r"1 \w+: fewer than 3 panels; 1 \w+: more than 4"):
        build(book, tmp_path / "pack")


def test_pages_without_annotation_are_read(tmp_path):
    book = draw_book(tmp_path / "book", [3, 4], annotated=False)
    pack = build(book, tmp_path / "pack", direction="ttb")
    assert [item.n for item in pack.items()] == [3, 4]
    assert {item.meta["panels_from"] for item in pack.items()} == {"reader default"}


def test_grey_art_stays_small_and_grey(tmp_path):
    book = draw_book(tmp_path / "book", [3])
    page = book / "000.png"
    Image.open(page).convert("L").save(page)
    pack = build(book, tmp_path / "pack")
    [image] = (pack.path / "images").iterdir()
    assert Image.open(image).mode == "L"
