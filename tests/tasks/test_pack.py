"""Packs on disk: complete, repeatable, with or without images."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import panelwise
from drawn import COLOURS, draw_book, mean_colour
from panelwise.errors import InputError, UnavailableError
from panelwise.tasks import Pack
from panelwise.tasks._pack import write_items

TASK = "chromic.panel_reordering"


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
    assert prompt["id"] == "chromic.panel_reordering/recommended/1"
    assert manifest["books"][0]["licence"] == "unknown"
    assert manifest["profile"]["name"] == "recommended"
    assert "unknown" in (tmp_path / "pack" / "README.md").read_text()


def test_without_images_and_back(book, tmp_path):
    whole = build(book, tmp_path / "whole", seed=3)
    bare = build(book, tmp_path / "bare", seed=3, annotations_only=True)
    assert bare.hash == whole.hash
    assert not (bare.path / "images").exists()
    with pytest.raises(InputError, match="panelwise rehydrate"):
        bare.messages(bare.items()[0])
    (book / "pages.jsonl").unlink()
    (book / "000.png").rename(book / "renamed.png")
    done = panelwise.rehydrate(bare, book)
    assert (done.images, done.reencoded) == (4, 0)
    assert contents(bare.path / "images") == contents(whole.path / "images")


def test_a_page_that_differs_by_a_byte_is_refused(book, tmp_path):
    bare = build(book, tmp_path / "bare", annotations_only=True)
    with (book / "001.png").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(InputError, match=r"1 of 4 pages .* first: .*001"):
        panelwise.rehydrate(bare, book)


def test_the_same_pixels_in_other_bytes_are_taken_and_told(book, tmp_path):
    bare = build(book, tmp_path / "bare", annotations_only=True)
    elsewhere = []
    for item in bare.items():
        entries = tuple(
            dataclasses.replace(e, sha256=f"{k:064x}") for k, e in enumerate(item.rendering.images)
        )
        rendering = dataclasses.replace(item.rendering, images=entries)
        elsewhere.append(dataclasses.replace(item, rendering=rendering))
    write_items(bare.path, elsewhere)
    done = panelwise.rehydrate(Pack.open(bare.path), book)
    assert done.reencoded == 4
    assert done.pack.hash == bare.hash
    assert all(done.pack.has_images(item) for item in done.pack.items())


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
    with pytest.raises(InputError, match="already holds something"):
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


def test_a_task_that_cannot_be_fed_says_why(tmp_path):
    book = draw_book(tmp_path / "book", [1, 7])
    with pytest.raises(UnavailableError, match=r"fewer than 3 panels: 1, more than 4 panels: 1"):
        build(book, tmp_path / "pack")


def test_pages_without_annotation_are_read(tmp_path):
    book = draw_book(tmp_path / "book", [3, 4], annotated=False)
    pack = build(book, tmp_path / "pack", direction="ttb")
    assert [item.n for item in pack.items()] == [3, 4]
    assert {item.meta["panels_from"] for item in pack.items()} == {"reader"}


def test_grey_art_stays_small_and_grey(tmp_path):
    book = draw_book(tmp_path / "book", [3])
    page = book / "000.png"
    Image.open(page).convert("L").save(page)
    pack = build(book, tmp_path / "pack")
    [image] = (pack.path / "images").iterdir()
    assert Image.open(image).mode == "L"
